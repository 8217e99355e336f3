//===- Compare.h - What two runs have done ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_COMPARE_H
#define HEDDLE_VALIDATE_COMPARE_H

#include "Validate/Launch/Runs.h"
#include <string>

namespace heddle {
namespace validate {

/// How the launch, of which Who ran, differs from the loop as written: in the
/// elements that it writes and reads, in their values, and in memory behind it.
/// IsSampled: only some iterations ran. Empty: in nothing.
std::string differenceOf(const Nest &N, const World &W, LaunchRun &Launch,
                         LoopRun &Loop, const std::string &Who, bool IsSampled);

/// The same in memory alone, of other loops.
std::string memoryDifference(const Nest &N, const World &W, HostRun &Loops,
                             HostRun &Loop, const std::string &Who);

/// An element that Blocks, run by Who, read, and the loop as written does not:
/// it may be none of the array's.
std::string strayRead(const World &W, const HostRun &Blocks,
                      const HostRun &Loop, const std::string &Who);

} // namespace validate
} // namespace heddle

#endif
