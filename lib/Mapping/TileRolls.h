//===- TileRolls.h - Blocks that go along a mapped loop --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a block run a serial dimension together, with a barrier in
// each turn. A turn reads some planes of an array, and the next turn reads all
// but one of them again: shared memory has the planes of a turn and not those
// of the whole block.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILEROLLS_H
#define HEDDLE_MAPPING_TILEROLLS_H

#include "Mapping/Tile.h"

namespace heddle {

/// Where plane P of the buffer lies, a number from 0 on.
Sym slotOf(const PlaneRing &R, const Sym &P);

/// The turns along the mapped loop of the counter; nothing, and why, where the
/// places of its iterations in a block are not those of a serial dimension. T
/// has Axes.
std::optional<TileRoll> rollOf(const Tile &T, const ThreadMapping &V,
                               const AffineNest &N, const std::string &Counter,
                               std::string &Why);

/// Fills B.Ring where the loop moves a dimension, and where that saves shared
/// memory. B has all else; false, and why: an iteration does not read planes in
/// the order of the turns.
bool findRing(StagedBuffer &B, const Tile &T, const AffineNest &N,
              std::string &Why);

/// The planes that are loaded before the first turn, and the one that is loaded
/// in each, as buffers of their own that begin with plane Ring->First. Nothing:
/// there are none.
std::optional<StagedBuffer> planesBefore(const StagedBuffer &B);
StagedBuffer planeOfTurn(const StagedBuffer &B, const Tile &T);

} // namespace heddle

#endif
