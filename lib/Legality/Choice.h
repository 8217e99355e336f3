//===- Choice.h - A condition that tells instances apart ------ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_CHOICE_H
#define HEDDLE_LEGALITY_CHOICE_H

#include "Affine/AffineNest.h"
#include "Affine/SymToIsl.h"
#include <optional>

namespace heddle {

/// A truth value over loop variables and parameters, as a kernel can compute it
/// where the access stands.
struct Choice {
  Sym Holds;
  /// Every part of it fits 32 bits; all of them fit 64.
  bool Narrow = false;
};

/// Holds wherever an iteration of A is in Yes and nowhere where one is in No.
/// Nothing where that cannot be told by names that the kernel has, or within 64
/// bits in all of Executed, where it is computed.
std::optional<Choice> chooseBetween(const AffineNest &N, const AffineAccess &A,
                                    const isl::Set &Yes, const isl::Set &No,
                                    const isl::Set &Executed);

/// S mentions a loop variable or parameter that is no int.
bool mentionsWide(const AffineNest &N, const Sym &S);

/// The iterations of A at which C holds; null where isl gave up.
isl::Set chosen(const AffineNest &N, const AffineAccess &A, const Choice &C);

} // namespace heddle

#endif
