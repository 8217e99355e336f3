//===- Access.cpp - where an access goes, and whether it may --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Access.h"

#include <algorithm>

using namespace heddle::ptx;

/// A thread's local memory, as of devices from sm_75 on.
static constexpr std::uint64_t MostLocal = 512 << 10;

unsigned char *BlockRun::local(Warp &W, unsigned Lane, std::uint64_t Address,
                               unsigned Bytes) {
  if (Address >= MostLocal || Bytes > MostLocal - Address)
    return nullptr;
  if (Address + Bytes > W.LocalBytes) {
    // A multiple of 64, so that each lane has its own words of bits.
    std::uint64_t Size = std::max<std::uint64_t>(64, W.LocalBytes);
    while (Size < Address + Bytes)
      Size *= 2;
    std::vector<unsigned char> New(Size * WarpSize, 0xCD);
    std::vector<std::uint64_t> Bits(Size / 64 * WarpSize);
    for (unsigned L = 0; L != WarpSize && W.LocalBytes; ++L) {
      std::memcpy(New.data() + L * Size, W.Local.data() + L * W.LocalBytes,
                  W.LocalBytes);
      std::copy_n(
          W.LocalWritten.begin() + std::ptrdiff_t(L * (W.LocalBytes / 64)),
          W.LocalBytes / 64, Bits.begin() + std::ptrdiff_t(L * (Size / 64)));
    }
    W.Local = std::move(New);
    W.LocalWritten = std::move(Bits);
    W.LocalBytes = Size;
  }
  return W.Local.data() + Lane * W.LocalBytes + Address;
}

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

bool MemoryAccess::fail(Mistake Why, const std::string &Text, unsigned Lane,
                        const std::string &Memory) {
  Block.fail(Why, Text, Block.whereIs(W, Lane, *S.F.Of, S.I), std::nullopt,
             Memory);
  return false;
}

static const char *verbOf(Access How) {
  return How == Access::Load    ? "reads "
         : How == Access::Store ? "writes "
                                : "updates ";
}

bool MemoryAccess::aligned() {
  std::uint64_t Low = 0;
  eachLane(S.Mask, [&](unsigned L) { Low |= Places[L]; });
  if ((Low & (Bytes - 1)) == 0)
    return true;
  for (unsigned L = 0; L != WarpSize; ++L)
    if (S.Mask >> L & 1 && Places[L] & (Bytes - 1))
      return fail(Mistake::Misaligned,
                  std::string("the thread ") + verbOf(Kind.How) +
                      std::to_string(Bytes) +
                      " bytes at an address that is no multiple of " +
                      std::to_string(Bytes),
                  L, place(L));
  return true;
}

std::string MemoryAccess::place(unsigned Lane) const {
  const Allocation *const A = Block.On.Memory.nearest(Places[Lane]);
  char Address[32];
  std::snprintf(Address, sizeof Address, "0x%llx",
                static_cast<unsigned long long>(Places[Lane]));
  const std::string Text =
      std::to_string(Bytes) + " bytes at " + std::string(Address);
  return A ? placeText(*A, Places[Lane], Bytes) : Text;
}

bool MemoryAccess::outside(unsigned Lane) {
  const Allocation *const A = Block.On.Memory.nearest(Places[Lane]);
  const bool Freed = A && A->Freed && A->contains(Places[Lane], Bytes);
  const std::string Begin = std::string("the thread ") + verbOf(Kind.How);
  return Freed ? fail(Mistake::Freed, Begin + "memory that was freed", Lane,
                      place(Lane))
               : fail(Mistake::Bounds, Begin + "outside of every allocation",
                      Lane, place(Lane));
}

bool MemoryAccess::unwritten(const Allocation &A, unsigned Lane) {
  return fail(Mistake::Unwritten,
              "the thread reads what nobody has written, or what cp.async "
              "still copies",
              Lane, placeText(A, Places[Lane], Bytes));
}

/// Whether the bytes of the mask may be read; a write marks them. A copy takes
/// unwritten bytes with it.
bool MemoryAccess::pass(std::uint64_t &Word, std::uint64_t Mask, unsigned Shift,
                        unsigned Lane) {
  if (Kind.How == Access::Load) {
    if (S.I.Copies)
      W.Unwritten[Lane] = static_cast<std::uint32_t>((Mask & ~Word) >> Shift);
    // Padding has members beside it, within the largest alignment.
    const std::uint64_t Around = std::uint64_t(0xffff) << (Shift & ~15u);
    return (Word & Mask) == Mask ||
           (S.I.Copies && (Word & (Mask | Around)) != 0);
  }
  if (Kind.How == Access::Atomic && !(Word & Mask))
    return false;
  const std::uint64_t Given =
      S.I.Copies ? Mask & ~(std::uint64_t(W.Unwritten[Lane]) << Shift) : Mask;
  Word = (Word & ~Mask) | Given;
  return true;
}

/// For memory that several threads see: whether it is written, and by whom.
bool MemoryAccess::check(Allocation &A, unsigned Lane, std::uint64_t Launch) {
  const std::uint64_t Offset = Places[Lane] - A.Begin;
  if (!A.Written.empty()) {
    // An aligned access lies within one word of bits.
    std::uint64_t &Word = A.Written[Offset / 64];
    const std::uint64_t Mask = ((std::uint64_t(1) << Bytes) - 1) << Offset % 64;
    if (!pass(Word, Mask, Offset % 64, Lane))
      return unwritten(A, Lane);
  }
  return race(A, Lane, Offset, Launch);
}

/// There is no atomic operation on a byte: programs take the aligned word that
/// has it, and memory comes in such words. So its last one counts as a whole.
bool MemoryAccess::inside(const Allocation &A, unsigned Lane) const {
  return A.contains(Places[Lane], Bytes) ||
         (Kind.How == Access::Atomic && A.contains(Places[Lane], 1));
}

bool MemoryAccess::global(std::uint32_t Lanes, bool InConst) {
  const bool Check = Block.On.Run.Check;
  Allocation *A = Block.LastUsed;
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    if (!A || !inside(*A, L)) {
      A = Block.On.Memory.find(Places[L]);
      if (!A || !inside(*A, L))
        return outside(L);
      Block.LastUsed = A;
    }
    if (A->Kind == MemoryKind::Constant && Kind.How != Access::Load)
      return fail(Mistake::ReadOnly, "the thread writes constant memory", L,
                  placeText(*A, Places[L], Bytes));
    At[L] = A->at(Places[L]);
    if (Check) {
      if (!check(*A, L, Block.On.Launches))
        return false;
    } else if (Kind.How != Access::Load) {
      A->markWritten(Places[L] - A->Begin, Bytes);
    }
  }
  W.Touched |= Lanes;
  if (!InConst)
    countGlobal(Lanes);
  return true;
}

bool MemoryAccess::shared(std::uint32_t Lanes, std::uint64_t Base) {
  Allocation &A = Block.Shared;
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    Places[L] -= Base;
    if (!A.contains(Places[L], Bytes))
      return fail(Mistake::Bounds,
                  std::string("the thread ") + verbOf(Kind.How) +
                      "outside of the block's shared memory",
                  L, placeText(A, Places[L], Bytes));
    At[L] = A.at(Places[L]);
    if (Block.On.Run.Check && !check(A, L, Block.Time.FirstRun))
      return false;
  }
  W.Touched |= Lanes;
  countShared(Lanes);
  return true;
}

bool MemoryAccess::local(std::uint32_t Lanes, std::uint64_t Base) {
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    Places[L] -= Base;
    At[L] = Block.local(W, L, Places[L], Bytes);
    if (!At[L])
      return fail(Mistake::Bounds,
                  std::string("the thread ") + verbOf(Kind.How) +
                      "outside of its local memory",
                  L,
                  std::to_string(Bytes) + " bytes at offset " +
                      std::to_string(Places[L]) + " of 512 KiB");
  }
  // A lane that comes later may have moved them.
  eachLane(Lanes, [&](unsigned L) {
    At[L] = W.Local.data() + L * W.LocalBytes + Places[L];
  });
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    std::uint64_t &Word =
        W.LocalWritten[L * (W.LocalBytes / 64) + Places[L] / 64];
    const std::uint64_t Mask = ((std::uint64_t(1) << Bytes) - 1)
                               << Places[L] % 64;
    if (!pass(Word, Mask, Places[L] % 64, L) && Block.On.Run.Check)
      return fail(Mistake::Unwritten,
                  "the thread reads local memory that it has not written", L,
                  std::to_string(Bytes) + " bytes at offset " +
                      std::to_string(Places[L]));
  }
  countLocal(Lanes);
  return true;
}

bool MemoryAccess::parameter(std::uint32_t Lanes, std::uint64_t Base) {
  Frame &F = S.F;
  for (std::uint32_t Left = Lanes; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    const std::uint64_t Place = Places[L] - Base;
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
      Size = Block.Parameters.size();
      From = Block.Parameters.data();
      if (Kind.How != Access::Load)
        return fail(Mistake::ReadOnly,
                    "the thread writes a parameter of the kernel", L, "");
    }
    if (Offset > Size || Bytes > Size - Offset)
      return fail(Mistake::Bounds, "an access outside of the parameters", L,
                  std::to_string(Bytes) + " bytes at offset " +
                      std::to_string(Offset) + " of " + std::to_string(Size));
    At[L] = From + Offset;
  }
  return true;
}

bool MemoryAccess::run(Space In) {
  if (!aligned())
    return false;
  if (Kind.Release)
    Block.Time.tick();
  switch (In) {
  case Space::Shared:
    return shared(S.Mask, 0) && strong(S.Mask, true);
  case Space::Local:
    return local(S.Mask, 0);
  case Space::Param:
    return parameter(S.Mask, 0);
  case Space::Const:
    return global(S.Mask, true);
  case Space::Global:
    return global(S.Mask) && strong(S.Mask, false);
  case Space::Generic:
    break;
  }
  // By the upper bits of each lane's address.
  std::uint32_t Windows[4] = {};
  eachLane(S.Mask, [&](unsigned L) {
    const std::uint64_t Window = Places[L] >> 48;
    Windows[Window < 4 ? Window : 0] |= 1u << L;
  });
  const auto Base = [](Space Of) { return windowBase(Of); };
  return (!Windows[0] || (global(Windows[0]) && strong(Windows[0], false))) &&
         (!Windows[1] || (shared(Windows[1], Base(Space::Shared)) &&
                          strong(Windows[1], true))) &&
         (!Windows[2] || local(Windows[2], Base(Space::Local))) &&
         (!Windows[3] || parameter(Windows[3], Base(Space::Param)));
}

bool Step::access(Space In, const Lanes &Address, std::int64_t Offset,
                  unsigned Bytes, AccessKind Kind,
                  unsigned char *At[WarpSize]) {
  return MemoryAccess(*this, Address, Offset, Bytes, Kind, At).run(In);
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
