//===- TileLoads.h - Which thread loads which element ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILELOADS_H
#define HEDDLE_MAPPING_TILELOADS_H

#include "Mapping/Tile.h"

namespace heddle {

/// A box of a buffer, and by its dimensions, outermost first, how many threads
/// of the block lie along it, and the thread's place among these. A thread
/// loads the elements at its place and at all that are multiples of so many
/// farther; each element of the box is loaded by one thread, neighbours by
/// neighbours.
struct LoadShape {
  std::vector<int64_t> From, Extents; ///< of the box
  std::vector<int64_t> Threads;
  std::vector<Sym> First; ///< 0 <= First < Threads for some of the threads
};

/// Boxes that make up the buffer, under which the fewest threads are idle: one,
/// or the rows as far as threads lie along them, and what is left of the rows,
/// as of a halo. Thread: the thread's number in its block; Coordinates: x
/// first.
std::vector<LoadShape> shapesOfLoads(const StagedBuffer &B, const Tile &T,
                                     const Sym &Thread,
                                     const std::vector<Sym> &Coordinates);

} // namespace heddle

#endif
