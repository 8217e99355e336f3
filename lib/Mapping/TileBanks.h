//===- TileBanks.h - Layouts that fit the banks of memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILEBANKS_H
#define HEDDLE_MAPPING_TILEBANKS_H

#include "Mapping/Tile.h"

namespace heddle {

/// Chooses B.Slots and B.Pitch, so that the reads of B and the stores that fill
/// it take the fewest instructions and passes of shared memory, whose 32 banks
/// are 4 bytes wide; the shortest pitch of these. T has Axes, Threads, Serial
/// and Strips, B all but these two.
void layOut(StagedBuffer &B, const Tile &T, unsigned ElementBytes);

} // namespace heddle

#endif
