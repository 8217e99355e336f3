//===- Memory.cpp - what is allocated on the device -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace heddle::ptx;

/// Bits [From, To) of a word.
static std::uint64_t bits(unsigned From, unsigned To) {
  const std::uint64_t Below =
      To == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << To) - 1;
  return Below & ~((std::uint64_t(1) << From) - 1);
}

/// Calls Do(word, mask) for the bits of a range until it returns false.
template <class F>
static bool eachWord(std::uint64_t Offset, std::uint64_t Bytes, const F &Do) {
  for (std::uint64_t End = Offset + Bytes; Offset < End;) {
    const unsigned From = Offset % 64;
    const unsigned To =
        static_cast<unsigned>(std::min<std::uint64_t>(64, From + End - Offset));
    if (!Do(Offset / 64, bits(From, To)))
      return false;
    Offset += To - From;
  }
  return true;
}

void Allocation::markWritten(std::uint64_t Offset, std::uint64_t Bytes) {
  if (Written.empty())
    return;
  eachWord(Offset, Bytes, [&](std::uint64_t Word, std::uint64_t Mask) {
    Written[Word] |= Mask;
    return true;
  });
}

bool Allocation::isWritten(std::uint64_t Offset, std::uint64_t Bytes) const {
  return Written.empty() ||
         eachWord(Offset, Bytes, [&](std::uint64_t Word, std::uint64_t Mask) {
           return (Written[Word] & Mask) == Mask;
         });
}

Memory::Memory() {
  // Large enough that addresses need not come twice; costs no memory.
  for (std::uint64_t Size = std::uint64_t(1) << 44;
       Size >= std::uint64_t(1) << 36; Size >>= 1) {
    void *const At = mmap(nullptr, Size, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (At != MAP_FAILED) {
      Arena = reinterpret_cast<std::uint64_t>(At);
      ArenaEnd = Arena + Size;
      break;
    }
  }
  Next = (Arena + 4095) / 4096 * 4096 + 4096;
}

Memory::~Memory() {
  for (auto &[Begin, A] : Live)
    if (Begin >= Arena && Begin < ArenaEnd)
      std::free(A->Data);
  if (Arena)
    munmap(reinterpret_cast<void *>(Arena), ArenaEnd - Arena);
}

Allocation *Memory::allocate(std::uint64_t Size, MemoryKind Kind,
                             std::string Name) {
  // Two allocations are never neighbours, so that an overrun is outside.
  const std::uint64_t Whole = (Size / 256 + 2) * 256;
  if (Size > Total - Used || Next + Whole > ArenaEnd)
    return nullptr;
  auto *const Data = static_cast<unsigned char *>(std::malloc(Size + 16));
  if (!Data)
    return nullptr;
  auto A = std::make_unique<Allocation>();
  A->Begin = Next;
  A->Size = Size;
  A->Kind = Kind;
  A->Name = std::move(Name);
  A->Number = ++Numbers;
  A->Data = Data;
  A->Written.assign(Size / 64 + 1, 0);
  Next += Whole;
  Used += Size;
  return (Live[A->Begin] = std::move(A)).get();
}

Allocation *Memory::adopt(void *Host, std::uint64_t Size, MemoryKind Kind,
                          std::string Name) {
  auto A = std::make_unique<Allocation>();
  A->Begin = reinterpret_cast<std::uint64_t>(Host);
  A->Size = Size;
  A->Kind = Kind;
  A->Name = std::move(Name);
  A->Number = ++Numbers;
  A->Data = static_cast<unsigned char *>(Host);
  Freed.erase(A->Begin);
  return (Live[A->Begin] = std::move(A)).get();
}

bool Memory::free(std::uint64_t Begin) {
  const auto Found = Live.find(Begin);
  if (Found == Live.end())
    return false;
  std::unique_ptr<Allocation> A = std::move(Found->second);
  Live.erase(Found);
  if (Begin >= Arena && Begin < ArenaEnd) {
    std::free(A->Data);
    Used -= A->Size;
  }
  // Messages need the rest.
  A->Data = nullptr;
  A->Freed = true;
  A->Written = {};
  A->Races.clear();
  Freed[Begin] = std::move(A);
  constexpr std::size_t MostFreed = 10000; // older ones are forgotten
  if (Freed.size() > MostFreed)
    Freed.erase(Freed.begin());
  return true;
}

Allocation *Memory::find(std::uint64_t Address) {
  auto Behind = Live.upper_bound(Address);
  if (Behind == Live.begin())
    return nullptr;
  Allocation &A = *std::prev(Behind)->second;
  return Address - A.Begin < A.Size ? &A : nullptr;
}

const Allocation *Memory::nearest(std::uint64_t Address) const {
  const Allocation *Best = nullptr;
  for (const auto *Each : {&Freed, &Live}) {
    const auto Behind = Each->upper_bound(Address);
    if (Behind == Each->begin())
      continue;
    const Allocation *const A = std::prev(Behind)->second.get();
    const bool Has = Address - A->Begin < A->Size;
    if (!Best || A->Begin > Best->Begin || (Has && !A->Freed))
      Best = A;
  }
  return Best;
}

bool Memory::write(std::uint64_t To, const void *From, std::uint64_t Bytes) {
  Allocation *const A = find(To);
  if (!A || !A->contains(To, Bytes))
    return Bytes == 0;
  std::memmove(A->at(To), From, Bytes);
  A->markWritten(To - A->Begin, Bytes);
  return true;
}

bool Memory::read(void *To, std::uint64_t From, std::uint64_t Bytes) {
  Allocation *const A = find(From);
  if (!A || !A->contains(From, Bytes))
    return Bytes == 0;
  std::memmove(To, A->at(From), Bytes);
  return true;
}
