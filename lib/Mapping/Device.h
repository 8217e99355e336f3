//===- Device.h - The GPUs that mappings are weighed for -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_DEVICE_H
#define HEDDLE_MAPPING_DEVICE_H

#include "llvm/ADT/StringRef.h"

namespace heddle {

/// A row of Devices.def.
struct Device {
  const char *Architecture;
  unsigned Multiprocessors;
  unsigned Warps, Blocks; ///< that a multiprocessor holds at once
  // For a multiprocessor, in a cycle:
  double Sectors; ///< from its own cache
  double Shared;  ///< bytes from the cache that all share
  double Bytes;   ///< from global memory
  double Bus;     ///< the same from memory of the host, for the whole device
};

/// The row of an architecture ("sm_90"); of one that is not listed, the last
/// one before it. Null where there is none, or Name is no architecture.
const Device *deviceOf(llvm::StringRef Name);

/// The device that is assumed where nobody names one.
const Device &defaultDevice();

} // namespace heddle

#endif
