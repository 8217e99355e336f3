//===- SerialRun.h - Iterations that a thread runs itself -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a thread runs several neighbouring iterations, compilers keep what two
// of them load, and join loads and stores that lie one behind the other.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_SERIALRUN_H
#define HEDDLE_MAPPING_SERIALRUN_H

#include "Mapping/CostBlock.h"
#include "Mapping/MappedNest.h"

namespace heddle {

/// The longest run that kernels write out.
inline constexpr int64_t LongestRun = 16;

/// The run of V's threads; without Wide. Nothing where they run other serial
/// dimensions, or longer ones.
std::optional<SerialRun> runOf(const ThreadMapping &V);

/// Whether a thread of V whose run is whole passes the guard for certain.
bool isImpliedByWholeRuns(const ThreadGuard &G, const ThreadMapping &V);

/// Whether compilers see that loops which are folded into one, and taken apart
/// again, lead along elements one after the other: they do not where counters
/// are converted to a narrower type.
bool staysOneLoop(const NestModel &M);

/// The loads and stores of a thread that runs several iterations.
struct JoinedAccesses {
  /// Offset is that of the iteration in Turns; Bytes of what is joined.
  std::vector<AccessStride> All;
  std::vector<unsigned> Of;   ///< parallel: into NestModel::strides()
  std::vector<unsigned> Wide; ///< arrays of which accesses are joined
  unsigned Bytes = 0;         ///< the most that one joined access has
};

/// Turns: the same threads at each iteration of their runs. Folded: a bit for
/// each loop that is recovered with the one outside of it. Nothing where an
/// access moves from turn to turn by other distances in other threads.
std::optional<JoinedAccesses> joinAccesses(llvm::ArrayRef<ThreadBlock> Turns,
                                           const NestModel &M, unsigned Folded);

} // namespace heddle

#endif
