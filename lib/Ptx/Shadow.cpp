//===- Shadow.cpp - who accessed memory last ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Shadow.h"

#include <algorithm>
#include <deque>

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

namespace {
/// The chunks of all memory, the oldest first.
struct Pool {
  std::deque<std::unique_ptr<Shadow::Chunk>> Chunks;
  std::uint64_t Bytes = 0, Budget = std::uint64_t(64) << 20;
};
} // namespace

static Pool &pool() {
  static auto *const P = new Pool; // used until the last destructor
  return *P;
}

void Shadow::setBudget(std::uint64_t Bytes) { pool().Budget = Bytes; }

void Shadow::clear() {
  for (Chunk *const C : Chunks)
    if (C)
      C->Owner = nullptr;
  Chunks.clear();
}

Shadow::Chunk &Shadow::chunk(std::uint64_t Offset, unsigned Bytes,
                             std::uint64_t Launch, bool Writes) {
  const std::size_t Number = Offset / ChunkBytes;
  if (Number >= Chunks.size())
    Chunks.resize(Number + 1);
  Pool &P = pool();
  if (!Chunks[Number]) {
    while (!P.Chunks.empty() &&
           (P.Bytes > P.Budget || !P.Chunks.front()->Owner)) {
      Chunk &Old = *P.Chunks.front();
      P.Bytes -= Old.Counted;
      if (Old.Owner)
        Old.Owner->Chunks[Old.Number] = nullptr;
      P.Chunks.pop_front();
    }
    P.Chunks.push_back(std::make_unique<Chunk>());
    Chunks[Number] = P.Chunks.back().get();
    Chunks[Number]->Owner = this;
    Chunks[Number]->Number = Number;
  }
  Chunk &C = *Chunks[Number];
  if (C.Launch != Launch) {
    C.Launch = Launch;
    std::fill(C.Writes.begin(), C.Writes.end(), Stamp());
    std::fill(C.Reads.begin(), C.Reads.end(), Stamp());
  }
  const unsigned Log = logOf(Offset, Bytes);
  std::vector<Stamp> &Needed = Writes ? C.Writes : C.Reads;
  if (Log < C.Log || Needed.empty()) {
    if (Log < C.Log) {
      refine(C.Writes, C.Log - Log);
      refine(C.Reads, C.Log - Log);
      C.Log = Log;
    }
    if (Needed.empty())
      Needed.resize(ChunkBytes >> C.Log);
    const std::size_t Now =
        sizeof(Chunk) + (C.Writes.size() + C.Reads.size()) * sizeof(Stamp);
    P.Bytes += Now - C.Counted;
    C.Counted = Now;
  }
  return C;
}
