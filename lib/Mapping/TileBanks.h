//===- TileBanks.h - How far apart rows in shared memory are ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILEBANKS_H
#define HEDDLE_MAPPING_TILEBANKS_H

#include "Mapping/Tile.h"

namespace heddle {

/// The pitch, in elements, at which the reads of B and the stores that fill it
/// take the fewest passes of shared memory, whose 32 banks are 4 bytes wide;
/// the shortest of these. T has Axes, Threads and Serial, B all but its pitch.
int64_t pitchOf(const StagedBuffer &B, const Tile &T, unsigned ElementBytes);

} // namespace heddle

#endif
