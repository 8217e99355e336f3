//===- Launch.h - running a kernel ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Module     text of PTX, its functions and variables; bodies are read when a
//              kernel first needs them
//   Kernel     an entry that is ready to run, and the functions that it calls
//   launch     runs every block, one after another
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_LAUNCH_H
#define HEDDLE_PTX_LAUNCH_H

#include "Ptx/Counts.h"
#include "Ptx/Finding.h"
#include "Ptx/Memory.h"
#include "Ptx/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::ptx {

enum class Order : std::uint8_t { Forward, Reverse, Shuffle };

struct Options {
  Order Blocks = Order::Forward; ///< of blocks, and of the warps of a block
  std::uint64_t Seed = 0;        ///< of Order::Shuffle
  bool Check = true;             ///< races, and reads of what nobody wrote
  bool Count = true;
  std::uint64_t Limit = 0; ///< warp instructions of one block; 0: none
  /// Gives the options that the environment asks for: HEDDLE_PTX_ORDER,
  /// HEDDLE_PTX_CHECK, HEDDLE_PTX_LIMIT. Ends the process where one is wrong.
  static Options fromEnvironment();
};

/// The most that a launch may ask for, as devices from sm_75 on have it.
struct Limits {
  unsigned Arch = 90; ///< sm_90
  unsigned ThreadsPerBlock = 1024;
  Dim3 Block{1024, 1024, 64};
  Dim3 Grid{2147483647u, 65535, 65535};
  unsigned SharedPerBlock = 48 << 10;
  unsigned SharedOptIn = 227 << 10;
};

struct Device {
  heddle::ptx::Memory Memory;
  Options Run;
  Limits Has;
  AllCounts Counted;
  std::uint64_t Launches = 0; ///< all so far; also names a launch in shadows
};

struct LaunchResult {
  std::optional<Finding> Found; ///< none: the kernel ran to its end
};

/// Runs a kernel. `Arguments` points to the value of each parameter, in order,
/// as cudaLaunchKernel gets them. The launch is checked against the limits.
LaunchResult launch(Device &On, Module &M, const std::string &Name, Dim3 Grid,
                    Dim3 Block, std::uint64_t DynamicShared,
                    const std::vector<const void *> &Arguments);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_LAUNCH_H
