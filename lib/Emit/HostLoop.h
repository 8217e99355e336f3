//===- HostLoop.h - The loops on several CPU threads ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_HOSTLOOP_H
#define HEDDLE_EMIT_HOSTLOOP_H

#include "Kernel/LaunchPlan.h"
#include "Mapping/Recovery.h"

namespace heddle {

/// The locals of a loop over a trip counter.
struct TripNames {
  explicit TripNames(TakenNames &Names);
  std::string First; ///< the first value that the outermost counter takes
  std::string Count, Trip;
};

/// The launch chooses between the outermost loop and several together.
bool mayCollapse(const LaunchPlan &P);

/// `#pragma omp parallel for` over the outermost loop as it is written next,
/// where there is OpenMP.
std::string parallelPragma();
/// The same over the loops that OpenMP takes together, and for g++ a loop
/// around them if it needs one to count them.
std::string collapsedPragma(const LaunchPlan &P, TakenNames &Names,
                            const std::string &Indent);

/// The outermost loop over a trip counter that OpenMP can count. Body: of the
/// loop, as it reads where this stands.
std::string tripLoop(const LaunchPlan &P, const TripNames &Names,
                     const std::string &Body, const std::string &Indent);

/// A constexpr function may hold no pragma: its parallel loops stand in a
/// function of their own, before it.
std::string hostFunctionName(const LaunchPlan &P, bool Collapsed);
/// That function, and the one of the collapsed loops if there are any.
std::string hostFunctions(const LaunchPlan &P);
/// The arguments to pass, except for TripNames::First and Count.
std::vector<std::string> hostArguments(const LaunchPlan &P);

} // namespace heddle

#endif
