//===- Choice.h - A condition that tells instances apart ------ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_CHOICE_H
#define HEDDLE_LEGALITY_CHOICE_H

#include "Affine/AffineNest.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace heddle {

/// The loops around an access, into LoopNest::Loops, outermost first.
std::vector<unsigned> loopsAround(const AffineNest &N, const AffineAccess &A);

/// A truth value over the variables of the loops around some place and over
/// parameters, as a kernel can compute it there.
struct Choice {
  Sym Holds;
  /// Every part of it fits 32 bits; all of them fit 64.
  bool Narrow = false;
};

/// Holds wherever an iteration of Loops is in Yes and nowhere where one is in
/// No. The sets are over these loops, "Stmt".
/// Nothing where that cannot be told by names that the kernel has, or within 64
/// bits in all of Executed, where it is computed.
std::optional<Choice> chooseBetween(const AffineNest &N, llvm::ArrayRef<unsigned> Loops,
                                    const isl::Set &Yes, const isl::Set &No,
                                    const isl::Set &Executed);

/// S mentions a loop variable or parameter that is no int.
bool mentionsWide(const AffineNest &N, const Sym &S);

/// The iterations of Loops at which C holds; null where isl gave up.
isl::Set chosen(const AffineNest &N, llvm::ArrayRef<unsigned> Loops,
                const Choice &C);

} // namespace heddle

#endif
