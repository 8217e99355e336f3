//===- Shadow.cpp - who accessed memory last ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Shadow.h"

#include <algorithm>

using namespace heddle::ptx;

/// The largest granule that an access of so many bytes at this offset fills.
static unsigned logOf(std::uint64_t Offset, unsigned Bytes) {
  return std::min<unsigned>(3, __builtin_ctzll(Offset | Bytes));
}

/// Each granule becomes several, all with its stamp.
static void refine(std::vector<Stamp> &Stamps, unsigned By) {
  if (Stamps.empty())
    return;
  std::vector<Stamp> Finer(Stamps.size() << By);
  for (std::size_t K = 0; K != Finer.size(); ++K)
    Finer[K] = Stamps[K >> By];
  Stamps = std::move(Finer);
}

Shadow::Chunk &Shadow::chunk(std::uint64_t Offset, unsigned Bytes,
                             std::uint64_t Launch) {
  const std::size_t Number = Offset / ChunkBytes;
  if (Number >= Chunks.size())
    Chunks.resize(Number + 1);
  if (!Chunks[Number])
    Chunks[Number] = std::make_unique<Chunk>();
  Chunk &C = *Chunks[Number];
  if (C.Launch != Launch) {
    C.Launch = Launch;
    std::fill(C.Writes.begin(), C.Writes.end(), Stamp());
    std::fill(C.Reads.begin(), C.Reads.end(), Stamp());
  }
  const unsigned Log = logOf(Offset, Bytes);
  if (Log < C.Log) {
    refine(C.Writes, C.Log - Log);
    refine(C.Reads, C.Log - Log);
    C.Log = Log;
  }
  return C;
}
