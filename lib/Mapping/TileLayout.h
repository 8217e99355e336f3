//===- TileLayout.h - Where elements lie in shared memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread reads neighbours in shared memory as one word of up to 16 bytes.
// Threads whose iterations are neighbours in global memory have none that are
// neighbours to themselves: a buffer turns the one into the other.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILELAYOUT_H
#define HEDDLE_MAPPING_TILELAYOUT_H

#include "Mapping/Tile.h"

namespace heddle {

/// Value * Factor, where 0 <= Value < Count.
struct Counted {
  Sym Value;
  int64_t Factor = 1;
  int64_t Count = 1;
};

/// Where the place along S.Dim lies in memory, and the other way round.
Sym slotOf(const TileSlots &S, const Counted &Place);
Sym placeOf(const TileSlots &S, const Counted &Slot);

/// slotOf() of the thread's place, over its coordinates.
Sym slotOfThread(const TileSlots &S, const Tile &T);
/// A leaf that stands for it.
std::string slotLeaf(const TileSlots &S);

/// Where a read finds its element along dimension D: over the leaves of
/// StagedBuffer::Reads and slotLeaf(). Along that of a ring: the plane.
Sym slotRead(const StagedBuffer &B, const std::vector<Sym> &Read, size_t D);

/// Threads go along the slots of S.Dim when they load, not along its places:
/// elements that neighbour in memory are no neighbours along it anyway.
bool loadsBySlots(const StagedBuffer &B);

/// The other one of slotOf() and placeOf() of X + Y is the sum of those of X
/// and Y where X < Along and Along divides Y.
bool addsUp(const StagedBuffer &B, int64_t Along);

} // namespace heddle

#endif
