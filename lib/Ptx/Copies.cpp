//===- Copies.cpp - cp.async ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are read when the copy is issued, and stand in shared memory when
// the lane has waited. Between the two they count as written by nobody.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Access.h"

using namespace heddle::ptx;

void Step::copyAsync(const Lanes &To, const Lanes &From, unsigned Bytes,
                     const Lanes *SourceBytes) {
  unsigned char *Target[WarpSize], *Source[WarpSize] = {};
  const AccessKind Store{Access::Store, false, false, false};
  const AccessKind Load{Access::Load, false, false, false};
  if (!access(Space::Shared, To, I.Offset, Bytes, Store, Target))
    return;
  unsigned char Data[WarpSize][16] = {};
  std::uint32_t Unwritten[WarpSize] = {};
  std::uint32_t Whole = Mask;
  if (SourceBytes)
    eachLane(Mask, [&](unsigned L) {
      if (static_cast<std::uint32_t>((*SourceBytes)[L]) < Bytes)
        Whole &= ~(1u << L);
    });
  if (Whole) {
    Step Reads{Block, W, F, I, Whole, Registers, Constants};
    if (!Reads.access(Space::Global, From, I.Offset2, Bytes, Load, Source))
      return;
    eachLane(Whole, [&](unsigned L) {
      std::memcpy(Data[L], Source[L], Bytes);
      Unwritten[L] = W.Unwritten[L];
    });
  }
  // A part of the source: in pieces that are aligned as it is.
  for (std::uint32_t Left = Mask & ~Whole; Left; Left &= Left - 1) {
    const auto L = static_cast<unsigned>(__builtin_ctz(Left));
    Step Reads{Block, W, F, I, 1u << L, Registers, Constants};
    const auto End = static_cast<std::uint32_t>((*SourceBytes)[L]);
    for (unsigned At = 0, Size; At != End; At += Size) {
      Size = 8;
      while (At % Size != 0 || Size > End - At)
        Size /= 2;
      if (!Reads.access(Space::Global, From, I.Offset2 + At, Size, Load,
                        Source))
        return;
      std::memcpy(Data[L] + At, Source[L], Size);
      Unwritten[L] |= W.Unwritten[L] << At;
    }
  }
  eachLane(Mask, [&](unsigned L) {
    PendingCopy C{};
    C.To = static_cast<std::uint64_t>(Target[L] - Block.Shared.Data);
    C.Bytes = Bytes;
    C.Group = W.CopyGroup[L];
    std::memcpy(C.Data, Data[L], Bytes);
    C.Unwritten = Unwritten[L];
    Block.Shared.Written[C.To / 64] &=
        ~(((std::uint64_t(1) << Bytes) - 1) << C.To % 64);
    W.Copies[L].push_back(C);
  });
}

void Step::commitCopies() {
  eachLane(Mask, [&](unsigned L) { ++W.CopyGroup[L]; });
}

void Step::waitCopies(int Groups) {
  const AccessKind Store{Access::Store, false, false, false};
  for (std::uint32_t Waiting = Mask; Waiting && !Block.Found;
       Waiting &= Waiting - 1) {
    const auto L = static_cast<unsigned>(__builtin_ctz(Waiting));
    std::vector<PendingCopy> Left;
    for (const PendingCopy &C : W.Copies[L]) {
      const bool Done =
          Groups < 0 || (C.Group < W.CopyGroup[L] &&
                         W.CopyGroup[L] - C.Group > unsigned(Groups));
      if (!Done) {
        Left.push_back(C);
        continue;
      }
      std::memcpy(Block.Shared.Data + C.To, C.Data, C.Bytes);
      for (unsigned B = 0; B != C.Bytes; ++B)
        if (!(C.Unwritten >> B & 1))
          Block.Shared.markWritten(C.To + B, 1);
      // It is written now: others read it behind a barrier that follows.
      Lanes Address{};
      Address[L] = C.To;
      unsigned char *At[WarpSize];
      Step Writes{Block, W, F, I, 1u << L, Registers, Constants};
      if (Block.On.Run.Check &&
          !checkRaces({Writes, Address, 0, C.Bytes, Store, At}, Block.Shared, L,
                      C.To, Block.Time.FirstRun))
        return;
    }
    W.Copies[L] = std::move(Left);
  }
}
