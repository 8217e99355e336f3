//===- Device.h - the device that the interpreter is ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_RUNTIME_DEVICE_H
#define HEDDLE_PTX_RUNTIME_DEVICE_H

#include "Ptx/Launch.h"

namespace heddle::ptx::runtime {

/// One multiprocessor, by the tables of "CUDA C++ Programming Guide".
struct Multiprocessor {
  unsigned Arch; ///< from this one on
  unsigned Threads, Blocks;
  unsigned SharedKb;      ///< in all
  unsigned SharedOptInKb; ///< that one block may have
};
const Multiprocessor &multiprocessorOf(unsigned Arch);

Limits limitsOf(unsigned Arch);

constexpr unsigned Multiprocessors = 16;
constexpr unsigned RegistersEach = 64 << 10;
/// That the driver takes of shared memory for each block, from sm_80 on.
constexpr unsigned ReservedShared = 1 << 10;

} // namespace heddle::ptx::runtime

#endif // HEDDLE_PTX_RUNTIME_DEVICE_H
