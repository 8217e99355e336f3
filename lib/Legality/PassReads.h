//===- PassReads.h - Whether a pass sees what the loops see -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that finds footprints (Affine/Inspection.h) runs the loops without
// their stores, and touches nothing that the loops would not touch. So all that
// it reads must hold what the loops as written find there.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_PASSREADS_H
#define HEDDLE_LEGALITY_PASSREADS_H

#include "Affine/Inspection.h"
#include "Legality/VerifiedNest.h"

namespace heddle {

/// Nothing where no iteration of the outer Rank loops reads an element behind
/// its own store to it, but for steps of reductions, whose values decide
/// nothing. Iterations of these loops have no order, so that none reads what
/// another has stored. Conservative: isl's limits are a reason.
///
/// The pass has copies of variables whose values iterations pass on
/// (ArrayVerdict::Scanned), and updates them in the order of the loops.
std::optional<NoInspection> whyNotInspected(const AffineNest &N, unsigned Rank,
                                            llvm::ArrayRef<Footprint> Touched);

} // namespace heddle

#endif
