//===- LaunchChecks.h - What a launch asks before it runs ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For reports: the tests that the emitted text makes, in their order, and what
// they cost. Costs are operations, each occurrence of an operator counted as
// one, all in 64 bits with a test for overflow.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_LAUNCHCHECKS_H
#define HEDDLE_KERNEL_LAUNCHCHECKS_H

#include "Kernel/LaunchPlan.h"

namespace heddle {

struct LaunchCheck {
  enum Kind : unsigned char {
    Range,    ///< what the loop headers and subscripts evaluate
    Stride,   ///< rows of linear subscripts do not meet
    Apart,    ///< iterations touch elements of their own
    Pass,     ///< the same, which a pass over the loops finds
    ZeroTrip, ///< there are iterations
    Overlap,  ///< footprints are apart
    Claim,    ///< what the user says, under HEDDLE_CHECK alone
    Limits,   ///< the thread space fits the device
  } What;
  std::string Condition; ///< mathematical text; what must hold to go on
  std::string Reason;    ///< Range, Stride, Apart: what it is about, else empty
  unsigned Operations = 0;
};

/// Without those that are known to hold.
std::vector<LaunchCheck> launchChecks(const LaunchPlan &P);

/// The variant's shape fits the device, and no part of it overflows, in every
/// launch, so that there is nothing to ask.
bool alwaysFits(const AffineNest &N, const ThreadMapping &V);

/// For both ends of a footprint, which are computed once a launch.
unsigned footprintOperations(const Footprint &F);

} // namespace heddle

#endif
