//===- Counts.h - what executed programs cost -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All counts are exact, and the same on every machine. They say nothing of
// time.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_COUNTS_H
#define HEDDLE_PTX_COUNTS_H

#include "Ptx/Instruction.h"

#include <map>
#include <string>
#include <utility>

namespace heddle::ptx {

/// Counts of an instruction, a line or a kernel. Requests are those of warps.
struct Counts {
  std::uint64_t Warp[Classes] = {}; ///< instructions that a warp issued
  std::uint64_t Thread[Classes] =
      {}; ///< the same times the lanes that ran them
  /// Memory that all threads see: sectors are different pieces of 32 aligned
  /// bytes of one request. Ideal: as many as its different bytes need.
  std::uint64_t Loads = 0, LoadSectors = 0, LoadIdeal = 0;
  std::uint64_t Stores = 0, StoreSectors = 0, StoreIdeal = 0;
  /// Passes: different words of 4 bytes in the fullest of 32 banks. Ideal: as
  /// many as the request's different words need.
  std::uint64_t SharedRequests = 0, SharedPasses = 0, SharedIdeal = 0;
  std::uint64_t LocalRequests = 0, LocalSectors = 0;
  /// Conflicts: lanes of a request that meet an element of a lane before.
  std::uint64_t Atomics = 0, AtomicConflicts = 0;
  std::uint64_t Barriers = 0; ///< a warp's arrivals

  void add(const Counts &Other);
  std::uint64_t warpInstructions() const;
  std::uint64_t threadInstructions() const;
};

struct KernelCounts {
  std::string Name, Demangled;
  std::uint64_t Launches = 0, Blocks = 0, Threads = 0;
  std::uint64_t ThreadsOff =
      0; ///< threads that touched no memory but parameters
  Counts All;
  std::map<std::pair<std::string, unsigned>, Counts>
      Lines; ///< by file and line
};

/// Counts of the program. Bytes are those that copies and fills ask for.
struct ProgramCounts {
  std::uint64_t Launches = 0, ToDevice = 0, FromDevice = 0, WithinDevice = 0;
  std::uint64_t Allocations = 0, Frees = 0, Synchronisations = 0;
};

struct AllCounts {
  ProgramCounts Program;
  std::map<std::string, KernelCounts> Kernels; ///< by mangled name
};

std::string asText(const AllCounts &Of);
std::string asJson(const AllCounts &Of);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_COUNTS_H
