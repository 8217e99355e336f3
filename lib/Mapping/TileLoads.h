//===- TileLoads.h - Which thread loads which element ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILELOADS_H
#define HEDDLE_MAPPING_TILELOADS_H

#include "Mapping/Tile.h"

namespace heddle {

/// By dimension of a buffer, outermost first: how many threads of the block lie
/// along it, and the thread's place among these. A thread loads the elements at
/// its place and at all that are multiples of so many farther; each element is
/// loaded by one thread, neighbours by neighbours.
struct LoadShape {
  std::vector<int64_t> Threads;
  std::vector<Sym> First; ///< 0 <= First < Threads for some of the threads
};

/// The shape under which the fewest threads are idle. Thread: the thread's
/// number in its block; Coordinates: x first.
LoadShape shapeOfLoads(const StagedBuffer &B, const Tile &T, const Sym &Thread,
                       const std::vector<Sym> &Coordinates);

} // namespace heddle

#endif
