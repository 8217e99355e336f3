//===- PassReads.h - Whether a pass sees what the loops see -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that finds footprints (Affine/Inspection.h) runs the loops without
// their stores, and touches nothing that the loops would not touch. So all that
// it reads must hold what the loops as written find there. Where an iteration
// reads what it has stored itself, the pass makes these stores, and takes them
// back before the next iteration.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_PASSREADS_H
#define HEDDLE_LEGALITY_PASSREADS_H

#include "Affine/Inspection.h"
#include "Diagnostics/Report.h"
#include "Legality/VerifiedNest.h"

namespace heddle {

/// Nothing where the pass sees what the loops see; then Stores says which
/// stores that takes. Iterations of the outer Rank loops have no order, so that
/// none reads what another has stored; steps of reductions read what the pass
/// does not have, which must decide nothing. Conservative: isl's limits are a
/// reason.
///
/// The pass has copies of variables whose values iterations pass on
/// (ArrayVerdict::Scanned), and updates them in the order of the loops.
std::optional<NoInspection> whyNotInspected(const AffineNest &N, unsigned Rank,
                                            llvm::ArrayRef<Footprint> Touched,
                                            PassStores &Stores);

/// Reports that no pass finds the elements of Array, since Not. DataAccess:
/// into AffineNest::Accesses, one that only data decide upon, where there is
/// one.
void refuseInspected(const AffineNest &N, unsigned Array,
                     std::optional<unsigned> DataAccess,
                     const NoInspection &Not, Report &R);

} // namespace heddle

#endif
