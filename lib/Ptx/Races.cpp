//===- Races.cpp - accesses that nothing orders ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Access.h"

#include <algorithm>

using namespace heddle::ptx;

bool MemoryAccess::ordered(const Stamp &Of, unsigned Thread) const {
  return Block.Orders.before(Of, Block.Time, Thread, W.Meetings);
}

/// The same of several reads, of which the stamp is one: they may be those of
/// other threads, at the same time at the latest.
bool MemoryAccess::readsOrdered(const Stamp &Of, unsigned Thread) const {
  if (Of.Many == 0)
    return ordered(Of, Thread);
  if (Of.Run != Block.Time.Run)
    return Of.Run >= Block.Time.FirstRun && Of.Run < Block.Time.Run
               ? true
               : Block.Orders.metRun(Of, Block.Time, Thread);
  if (Of.Time < Block.Time.Barrier || Of.Time == Ordering::LastTime ||
      Block.Orders.hasAcquired(Block.Time, Thread))
    return true;
  const auto &Met = W.Meetings[Thread % WarpSize];
  return Of.Many == 1 && Of.Thread / WarpSize == Thread / WarpSize &&
         Of.Time < *std::max_element(Met.begin(), Met.end());
}

static std::string threadText(const Where &T) {
  return "thread " + textOf(T.Thread) + " of block " + textOf(T.Block);
}

bool MemoryAccess::raceWith(const Stamp &Other, unsigned Lane,
                            const Allocation &A, bool OtherWrites,
                            bool IsNamed) {
  const Where There = Block.whereWas(Other);
  const std::string Own = Kind.How == Access::Load    ? "reads"
                          : Kind.How == Access::Store ? "writes"
                                                      : "updates";
  const std::string Theirs = OtherWrites ? "writes" : "reads";
  const std::uint64_t Offset = Places[Lane] - A.Begin;
  std::string Where = std::to_string(Bytes) + " bytes at offset " +
                      std::to_string(Offset) + " of the " +
                      std::to_string(A.Size) + " bytes of " + A.Name;
  Block.fail(Mistake::Race,
             "race: the thread " + Own + " what " +
                 (IsNamed
                      ? threadText(There)
                      : "another thread, besides " + threadText(There) + ",") +
                 " " + Theirs + ", and nothing orders the two",
             Block.whereIs(W, Lane, *S.F.Of, S.I), There, Where);
  return false;
}

static bool isOf(const Stamp &A, const Stamp &B) {
  return A.Run == B.Run && A.Thread == B.Thread;
}

bool MemoryAccess::race(Allocation &A, unsigned Lane, std::uint64_t Offset,
                        std::uint64_t Launch) {
  const unsigned Thread = threadOf(W, Lane);
  const std::uint64_t Pc =
      S.F.Of->Base + std::uint64_t(&S.I - S.F.Of->Code.data());
  Stamp Own{};
  Own.Run = Block.Time.Run & 0x3fffff;
  Own.Thread = Thread & 0x3ff;
  Own.Time = Block.Time.Now & 0x3fff;
  Own.Pc = std::min<std::uint64_t>(Pc, 0x7fff) & 0x7fff;
  Own.Strong = Kind.Strong || Kind.How == Access::Atomic;

  const bool Writes = Kind.How != Access::Load;
  Shadow::Chunk &C = A.Races.chunk(Offset, Bytes, Launch, Writes);
  const std::size_t First = Offset % Shadow::ChunkBytes >> C.Log;
  const std::size_t Behind = First + std::max(1u, Bytes >> C.Log);
  for (std::size_t G = First; G != Behind; ++G) {
    if (!C.Writes.empty()) {
      const Stamp &Last = C.Writes[G];
      if (!Last.none() && !isOf(Last, Own) && !(Last.Strong && Own.Strong) &&
          !ordered(Last, Thread))
        return raceWith(Last, Lane, A, true, true);
    }
    if (!Writes) {
      Stamp &Read = C.Reads[G];
      if (Read.none() || (isOf(Read, Own) && Read.Many == 0) ||
          readsOrdered(Read, Thread)) {
        Read = Own;
      } else {
        const bool SameRun = Read.Run == Own.Run;
        if (!isOf(Read, Own))
          Read.Many = SameRun && Read.Many != 2 &&
                              Read.Thread / WarpSize == Thread / WarpSize
                          ? 1
                          : 2;
        if (SameRun)
          Read.Time = Own.Time;
        Read.Strong &= Own.Strong;
      }
      continue;
    }
    if (!C.Reads.empty()) {
      Stamp &Read = C.Reads[G];
      if (!Read.none() && !(isOf(Read, Own) && Read.Many == 0) &&
          !(Read.Strong && Own.Strong) && !readsOrdered(Read, Thread))
        return raceWith(Read, Lane, A, false, !isOf(Read, Own));
      Read = Stamp{};
    }
    C.Writes[G] = Own;
  }
  return true;
}

bool MemoryAccess::strong(std::uint32_t Lanes, bool InShared) {
  if (!Kind.Strong && Kind.How != Access::Atomic)
    return true;
  W.ReadsStrongly |= Kind.How != Access::Store;
  eachLane(Lanes, [&](unsigned L) {
    // Each block has shared memory of its own.
    const std::uint64_t Element =
        InShared ? windowBase(Space::Shared) +
                       (std::uint64_t(Block.Time.FirstRun) << 20) + Places[L]
                 : Places[L];
    const unsigned Thread = threadOf(W, L);
    if (Kind.How != Access::Load)
      Block.Orders.strongWrite(Block.Time, Thread, Element, Kind.Release);
    if (Kind.How != Access::Store)
      Block.Orders.strongRead(Block.Time, Thread, Element, Kind.Acquire);
  });
  return true;
}
