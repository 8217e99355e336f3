//===- Access.cpp - where an access goes, and whether it may --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Access.h"

#include <algorithm>

using namespace heddle::ptx;

static std::string placeText(const Allocation &A, std::uint64_t Address,
                             unsigned Bytes) {
  std::string Text = std::to_string(Bytes) + " bytes at ";
  if (Address < A.Begin)
    return Text + std::to_string(A.Begin - Address) + " bytes before " + A.Name;
  const std::uint64_t Offset = Address - A.Begin;
  Text += "offset " + std::to_string(Offset) + " of the " +
          std::to_string(A.Size) + " bytes of " + A.Name;
  return Text;
}

MemoryAccess::MemoryAccess(Step &S, const Lanes &Address, std::int64_t Offset,
                           unsigned Bytes, AccessKind Kind, unsigned char **At)
    : S(S), Block(S.Block), W(S.W), Bytes(Bytes), Kind(Kind), At(At),
      Spent(S.F.Of->Spent[std::size_t(&S.I - S.F.Of->Code.data())]) {
  eachLane(S.Mask, [&](unsigned L) {
    Places[L] = Address[L] + static_cast<std::uint64_t>(Offset);
  });
}

// Mistakes are rare. Functions that tell of them stay out of the others.

[[gnu::cold]] static bool fail(const MemoryAccess &M, Mistake Why,
                               const std::string &Text, unsigned Lane,
                               const std::string &Memory) {
  return M.Block.fail(Why, Text, M.Block.whereIs(M.W, Lane, *M.S.F.Of, M.S.I),
                      std::nullopt, Memory);
}

static const char *verbOf(Access How) {
  return How == Access::Load    ? "reads "
         : How == Access::Store ? "writes "
                                : "updates ";
}

/// For messages: what the lane asks for, and where.
static std::string place(const MemoryAccess &M, unsigned Lane) {
  const Allocation *const A = M.Block.On.Memory.nearest(M.Places[Lane]);
  char Address[32];
  std::snprintf(Address, sizeof Address, "0x%llx",
                static_cast<unsigned long long>(M.Places[Lane]));
  const std::string Text =
      std::to_string(M.Bytes) + " bytes at " + std::string(Address);
  return A ? placeText(*A, M.Places[Lane], M.Bytes) : Text;
}

[[gnu::cold]] static bool misaligned(const MemoryAccess &M) {
  unsigned L = 0;
  while (!(M.S.Mask >> L & 1 && M.Places[L] & (M.Bytes - 1)))
    ++L;
  return fail(M, Mistake::Misaligned,
              std::string("the thread ") + verbOf(M.Kind.How) +
                  std::to_string(M.Bytes) +
                  " bytes at an address that is no multiple of " +
                  std::to_string(M.Bytes),
              L, place(M, L));
}

[[gnu::cold]] static bool outside(const MemoryAccess &M, unsigned Lane) {
  const Allocation *const A = M.Block.On.Memory.nearest(M.Places[Lane]);
  const bool Freed = A && A->Freed && A->contains(M.Places[Lane], M.Bytes);
  const std::string Begin = std::string("the thread ") + verbOf(M.Kind.How);
  return Freed ? fail(M, Mistake::Freed, Begin + "memory that was freed", Lane,
                      place(M, Lane))
               : fail(M, Mistake::Bounds, Begin + "outside of every allocation",
                      Lane, place(M, Lane));
}

[[gnu::cold]] static bool unwritten(const MemoryAccess &M, const Allocation &A,
                                    unsigned Lane) {
  return fail(M, Mistake::Unwritten,
              "the thread reads what nobody has written, or what cp.async "
              "still copies",
              Lane, placeText(A, M.Places[Lane], M.Bytes));
}

/// Whether the bytes of the mask may be read; a write marks them. A copy takes
/// unwritten bytes with it, and so does a load that compilers have joined. No
/// structures with padding are copied through shared memory.
static bool pass(const MemoryAccess &M, std::uint64_t &Word, std::uint64_t Mask,
                 unsigned Shift, unsigned Lane, bool IsShared) {
  if (M.Kind.How == Access::Load) {
    const auto Missing = static_cast<std::uint32_t>((Mask & ~Word) >> Shift);
    if (IsShared) {
      M.W.Joined[Lane] = Missing;
      return !Missing || M.S.I.Width > 1;
    }
    if (M.S.I.Copies)
      M.W.Unwritten[Lane] = Missing;
    // Padding has members beside it, within the largest alignment.
    const std::uint64_t Around = std::uint64_t(0xffff) << (Shift & ~15u);
    return !Missing || (M.S.I.Copies && (Word & (Mask | Around)) != 0);
  }
  if (M.Kind.How == Access::Atomic && !(Word & Mask))
    return false;
  const std::uint64_t Given =
      M.S.I.Copies ? Mask & ~(std::uint64_t(M.W.Unwritten[Lane]) << Shift)
                   : Mask;
  Word = (Word & ~Mask) | Given;
  return true;
}

/// For memory that several threads see: whether it is written, and by whom.
static bool checkBytes(const MemoryAccess &M, Allocation &A, unsigned Lane,
                       std::uint64_t Launch) {
  const std::uint64_t Offset = M.Places[Lane] - A.Begin;
  if (!A.Written.empty()) {
    // An aligned access lies within one word of bits.
    std::uint64_t &Word = A.Written[Offset / 64];
    const std::uint64_t Mask = ((std::uint64_t(1) << M.Bytes) - 1)
                               << Offset % 64;
    if (!pass(M, Word, Mask, Offset % 64, Lane, &A == &M.Block.Shared))
      return unwritten(M, A, Lane);
  }
  return checkRaces(M, A, Lane, Offset, Launch);
}

/// There is no atomic operation on a byte: programs take the aligned word that
/// has it, and memory comes in such words. So its last one counts as a whole.
static bool inside(const MemoryAccess &M, const Allocation &A, unsigned Lane) {
  return A.contains(M.Places[Lane], M.Bytes) ||
         (M.Kind.How == Access::Atomic && A.contains(M.Places[Lane], 1));
}

// Lanes whose addresses are in the space; Base is subtracted from them.

/// In allocations of the device: global memory, and constants.
static bool findGlobal(const MemoryAccess &M, std::uint32_t Lanes) {
  const bool Check = M.Block.On.Run.Check;
  Allocation *A = M.Block.LastUsed;
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    if (!A || !inside(M, *A, L)) {
      A = M.Block.On.Memory.find(M.Places[L]);
      if (!A || !inside(M, *A, L))
        return outside(M, L);
      M.Block.LastUsed = A;
    }
    if (A->Kind == MemoryKind::Constant && M.Kind.How != Access::Load)
      return fail(M, Mistake::ReadOnly, "the thread writes constant memory", L,
                  placeText(*A, M.Places[L], M.Bytes));
    M.At[L] = A->at(M.Places[L]);
    if (Check) {
      if (!checkBytes(M, *A, L, M.Block.On.Launches))
        return false;
    } else if (M.Kind.How != Access::Load) {
      A->markWritten(M.Places[L] - A->Begin, M.Bytes);
    }
  }
  M.W.Touched |= Lanes;
  return true;
}

static bool global(const MemoryAccess &M, std::uint32_t Lanes) {
  if (!findGlobal(M, Lanes))
    return false;
  countGlobal(M, Lanes);
  orderStrong(M, Lanes, false);
  return true;
}

static bool shared(MemoryAccess &M, std::uint32_t Lanes, std::uint64_t Base) {
  Allocation &A = M.Block.Shared;
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    M.Places[L] -= Base;
    if (!A.contains(M.Places[L], M.Bytes))
      return fail(M, Mistake::Bounds,
                  std::string("the thread ") + verbOf(M.Kind.How) +
                      "outside of the block's shared memory",
                  L, placeText(A, M.Places[L], M.Bytes));
    M.At[L] = A.at(M.Places[L]);
    if (M.Block.On.Run.Check && !checkBytes(M, A, L, M.Block.Time.FirstRun))
      return false;
  }
  M.W.Touched |= Lanes;
  countShared(M, Lanes);
  orderStrong(M, Lanes, true);
  return true;
}

static bool local(MemoryAccess &M, std::uint32_t Lanes, std::uint64_t Base) {
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    M.Places[L] -= Base;
    M.At[L] = localBytes(M.W, L, M.Places[L], M.Bytes);
    if (!M.At[L])
      return fail(M, Mistake::Bounds,
                  std::string("the thread ") + verbOf(M.Kind.How) +
                      "outside of its local memory",
                  L,
                  std::to_string(M.Bytes) + " bytes at offset " +
                      std::to_string(M.Places[L]) + " of 512 KiB");
  }
  // A lane that comes later may have moved them.
  eachLane(Lanes, [&](unsigned L) {
    M.At[L] = M.W.Local.data() + L * M.W.LocalBytes + M.Places[L];
  });
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    std::uint64_t &Word =
        M.W.LocalWritten[L * (M.W.LocalBytes / 64) + M.Places[L] / 64];
    const std::uint64_t Mask = ((std::uint64_t(1) << M.Bytes) - 1)
                               << M.Places[L] % 64;
    if (!pass(M, Word, Mask, M.Places[L] % 64, L, /*IsShared=*/false) &&
        M.Block.On.Run.Check)
      return fail(M, Mistake::Unwritten,
                  "the thread reads local memory that it has not written", L,
                  std::to_string(M.Bytes) + " bytes at offset " +
                      std::to_string(M.Places[L]));
  }
  countLocal(M, Lanes);
  return true;
}

static bool parameter(const MemoryAccess &M, std::uint32_t Lanes,
                      std::uint64_t Base) {
  Frame &F = M.S.F;
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    const std::uint64_t Place = M.Places[L] - Base;
    unsigned char *From = nullptr;
    std::uint64_t Size = 0, Offset = Place;
    if (Place >= CallSlots) {
      Size = F.Of->SlotBytes;
      Offset = Place - CallSlots;
      From = F.Slots.data() + L * Size;
    } else if (F.Caller && Base == 0) {
      Size = F.Of->ParameterBytes;
      From = F.Formals.data() + L * Size;
    } else {
      Size = M.Block.Parameters.size();
      From = M.Block.Parameters.data();
      if (M.Kind.How != Access::Load)
        return fail(M, Mistake::ReadOnly,
                    "the thread writes a parameter of the kernel", L, "");
    }
    if (Offset > Size || M.Bytes > Size - Offset)
      return fail(M, Mistake::Bounds, "an access outside of the parameters", L,
                  std::to_string(M.Bytes) + " bytes at offset " +
                      std::to_string(Offset) + " of " + std::to_string(Size));
    M.At[L] = From + Offset;
  }
  return true;
}

static bool aligned(const MemoryAccess &M) {
  std::uint64_t Low = 0;
  eachLane(M.S.Mask, [&](unsigned L) { Low |= M.Places[L]; });
  return (Low & (M.Bytes - 1)) == 0;
}

static bool run(MemoryAccess &M, Space In) {
  if (!aligned(M))
    return misaligned(M);
  if (M.Kind.Release)
    M.Block.Time.tick();
  switch (In) {
  case Space::Shared:
    return shared(M, M.S.Mask, 0);
  case Space::Local:
    return local(M, M.S.Mask, 0);
  case Space::Param:
    return parameter(M, M.S.Mask, 0);
  case Space::Const:
    return findGlobal(M, M.S.Mask);
  case Space::Global:
    return global(M, M.S.Mask);
  case Space::Generic:
    break;
  }
  // By the upper bits of each lane's address.
  std::uint32_t Windows[4] = {};
  eachLane(M.S.Mask, [&](unsigned L) {
    const std::uint64_t Window = M.Places[L] >> 48;
    Windows[Window < 4 ? Window : 0] |= 1u << L;
  });
  return (!Windows[0] || global(M, Windows[0])) &&
         (!Windows[1] || shared(M, Windows[1], windowBase(Space::Shared))) &&
         (!Windows[2] || local(M, Windows[2], windowBase(Space::Local))) &&
         (!Windows[3] || parameter(M, Windows[3], windowBase(Space::Param)));
}

bool Step::access(Space In, const Lanes &Address, std::int64_t Offset,
                  unsigned Bytes, AccessKind Kind,
                  unsigned char *At[WarpSize]) {
  MemoryAccess M(*this, Address, Offset, Bytes, Kind, At);
  // These have addresses of 32 bits: compilers begin before the first one where
  // a loop goes down.
  constexpr std::uint64_t Most = UINT32_MAX;
  if (In == Space::Shared || In == Space::Local)
    eachLane(Mask, [&](unsigned L) {
      if (Address[L] <= Most)
        M.Places[L] &= Most;
    });
  return run(M, In);
}

void Step::fail(const std::string &Text, unsigned Lane) {
  Block.fail(I.Kind == Flow::Collective ? Mistake::Members
                                        : Mistake::Arithmetic,
             Text, Block.whereIs(W, Lane, *F.Of, I));
}

void Step::fence() {
  Block.Time.tick();
  eachLane(Mask,
           [&](unsigned L) { Block.Orders.fence(Block.Time, threadOf(W, L)); });
}
