//===- Races.cpp - accesses that nothing orders ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Access.h"

#include <algorithm>

using namespace heddle::ptx;

static bool ordered(const MemoryAccess &M, const Stamp &Of, unsigned Thread) {
  return M.Block.Orders.before(Of, M.Block.Time, Thread, M.W.Meetings);
}

/// The same of several reads, of which the stamp is one: they may be those of
/// other threads, at the same time at the latest.
static bool readsOrdered(const MemoryAccess &M, const Stamp &Of,
                         unsigned Thread) {
  if (Of.Many == 0)
    return ordered(M, Of, Thread);
  if (Of.Run != M.Block.Time.Run)
    return Of.Run >= M.Block.Time.FirstRun && Of.Run < M.Block.Time.Run
               ? true
               : M.Block.Orders.metRun(Of, M.Block.Time, Thread);
  if (Of.Time < M.Block.Time.Barrier || Of.Time == Ordering::LastTime ||
      M.Block.Orders.hasAcquired(M.Block.Time, Thread))
    return true;
  const auto &Met = M.W.Meetings[Thread % WarpSize];
  return Of.Many == 1 && Of.Thread / WarpSize == Thread / WarpSize &&
         Of.Time < *std::max_element(Met.begin(), Met.end());
}

static std::string threadText(const Where &T) {
  return "thread " + textOf(T.Thread) + " of block " + textOf(T.Block);
}

[[gnu::cold]] static bool raceWith(const MemoryAccess &M, const Stamp &Other,
                                   unsigned Lane, const Allocation &A,
                                   bool OtherWrites, bool IsNamed) {
  const Where There = M.Block.whereWas(Other);
  const std::string Own = M.Kind.How == Access::Load    ? "reads"
                          : M.Kind.How == Access::Store ? "writes"
                                                        : "updates";
  const std::string Theirs = OtherWrites ? "writes" : "reads";
  const std::uint64_t Offset = M.Places[Lane] - A.Begin;
  std::string Where = std::to_string(M.Bytes) + " bytes at offset " +
                      std::to_string(Offset) + " of the " +
                      std::to_string(A.Size) + " bytes of " + A.Name;
  return M.Block.fail(
      Mistake::Race,
      "race: the thread " + Own + " what " +
          (IsNamed ? threadText(There)
                   : "another thread, besides " + threadText(There) + ",") +
          " " + Theirs + ", and nothing orders the two",
      M.Block.whereIs(M.W, Lane, *M.S.F.Of, M.S.I), There, Where);
}

static bool isOf(const Stamp &A, const Stamp &B) {
  return A.Run == B.Run && A.Thread == B.Thread;
}

bool heddle::ptx::checkRaces(const MemoryAccess &M, Allocation &A,
                             unsigned Lane, std::uint64_t Offset,
                             std::uint64_t Launch) {
  const unsigned Thread = threadOf(M.W, Lane);
  const std::uint64_t Pc =
      M.S.F.Of->Base + std::uint64_t(&M.S.I - M.S.F.Of->Code.data());
  Stamp Own{};
  Own.Run = M.Block.Time.Run & 0x3fffff;
  Own.Thread = Thread & 0x3ff;
  Own.Time = M.Block.Time.Now & 0x3fff;
  Own.Pc = std::min<std::uint64_t>(Pc, 0x7fff) & 0x7fff;
  Own.Strong = M.Kind.Strong || M.Kind.How == Access::Atomic;

  const bool Writes = M.Kind.How != Access::Load;
  Shadow::Chunk &C = A.Races.chunk(Offset, M.Bytes, Launch, Writes);
  const std::size_t First = Offset % Shadow::ChunkBytes >> C.Log;
  const std::size_t Behind = First + std::max(1u, M.Bytes >> C.Log);
  for (std::size_t G = First; G != Behind; ++G) {
    if (!C.Writes.empty()) {
      const Stamp &Last = C.Writes[G];
      if (!Last.none() && !isOf(Last, Own) && !(Last.Strong && Own.Strong) &&
          !ordered(M, Last, Thread))
        return raceWith(M, Last, Lane, A, true, true);
    }
    if (!Writes) {
      Stamp &Read = C.Reads[G];
      if (Read.none() || (isOf(Read, Own) && Read.Many == 0) ||
          readsOrdered(M, Read, Thread)) {
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
          !(Read.Strong && Own.Strong) && !readsOrdered(M, Read, Thread))
        return raceWith(M, Read, Lane, A, false, !isOf(Read, Own));
      Read = Stamp{};
    }
    C.Writes[G] = Own;
  }
  return true;
}

void heddle::ptx::orderStrong(const MemoryAccess &M, std::uint32_t Lanes,
                              bool InShared) {
  if (!M.Kind.Strong && M.Kind.How != Access::Atomic)
    return;
  M.W.ReadsStrongly |= M.Kind.How != Access::Store;
  eachLane(Lanes, [&](unsigned L) {
    // Each block has shared memory of its own.
    const std::uint64_t Element =
        InShared
            ? windowBase(Space::Shared) +
                  (std::uint64_t(M.Block.Time.FirstRun) << 20) + M.Places[L]
            : M.Places[L];
    const unsigned Thread = threadOf(M.W, L);
    if (M.Kind.How != Access::Load)
      M.Block.Orders.strongWrite(M.Block.Time, Thread, Element, M.Kind.Release);
    if (M.Kind.How != Access::Store)
      M.Block.Orders.strongRead(M.Block.Time, Thread, Element, M.Kind.Acquire);
  });
}
