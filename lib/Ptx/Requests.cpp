//===- Requests.cpp - what a warp's request costs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Access.h"

#include <algorithm>

using namespace heddle::ptx;

static constexpr unsigned SectorBytes = 32, Banks = 32, WordBytes = 4;

namespace {
/// The different addresses of a request, in order.
class Addresses {
public:
  Addresses(const std::uint64_t *Places, std::uint32_t Lanes) {
    bool Sorted = true;
    eachLane(Lanes, [&](unsigned L) {
      Sorted &= Count == 0 || Values[Count - 1] <= Places[L];
      Values[Count++] = Places[L];
    });
    if (!Sorted)
      std::sort(Values, Values + Count);
    Count = static_cast<unsigned>(std::unique(Values, Values + Count) - Values);
  }
  const std::uint64_t *begin() const { return Values; }
  const std::uint64_t *end() const { return Values + Count; }
  unsigned size() const { return Count; }

private:
  std::uint64_t Values[WarpSize];
  unsigned Count = 0;
};
} // namespace

void heddle::ptx::countGlobal(const MemoryAccess &M, std::uint32_t Lanes) {
  const Addresses Different(M.Places, Lanes);
  const auto Active = static_cast<unsigned>(__builtin_popcount(Lanes));
  if (M.Kind.How == Access::Atomic) {
    ++M.Spent.Atomics;
    M.Spent.AtomicConflicts += Active - Different.size();
    return;
  }
  // An aligned access lies within one sector.
  unsigned Sectors = 0;
  std::uint64_t Last = ~std::uint64_t(0);
  for (const std::uint64_t Place : Different)
    if (Place / SectorBytes != Last) {
      Last = Place / SectorBytes;
      ++Sectors;
    }
  const unsigned Ideal =
      (Different.size() * M.Bytes + SectorBytes - 1) / SectorBytes;
  const bool IsLoad = M.Kind.How == Access::Load;
  ++(IsLoad ? M.Spent.Loads : M.Spent.Stores);
  (IsLoad ? M.Spent.LoadSectors : M.Spent.StoreSectors) += Sectors;
  (IsLoad ? M.Spent.LoadIdeal : M.Spent.StoreIdeal) += Ideal;
}

void heddle::ptx::countShared(const MemoryAccess &M, std::uint32_t Lanes) {
  const Addresses Different(M.Places, Lanes);
  const auto Active = static_cast<unsigned>(__builtin_popcount(Lanes));
  if (M.Kind.How == Access::Atomic) {
    ++M.Spent.Atomics;
    M.Spent.AtomicConflicts += Active - Different.size();
  }
  unsigned PerBank[Banks] = {}, Words = 0;
  std::uint64_t Last = ~std::uint64_t(0);
  for (const std::uint64_t Place : Different)
    for (std::uint64_t Word = Place / WordBytes;
         Word <= (Place + M.Bytes - 1) / WordBytes; ++Word)
      if (Word != Last) {
        Last = Word;
        ++PerBank[Word % Banks];
        ++Words;
      }
  ++M.Spent.SharedRequests;
  M.Spent.SharedPasses += *std::max_element(PerBank, PerBank + Banks);
  M.Spent.SharedIdeal += (Words + Banks - 1) / Banks;
}

/// Words of one offset stand side by side for all lanes.
void heddle::ptx::countLocal(const MemoryAccess &M, std::uint32_t Lanes) {
  std::uint64_t Sectors[WarpSize * 8];
  unsigned Count = 0;
  eachLane(Lanes, [&](unsigned L) {
    for (std::uint64_t Word = M.Places[L] / WordBytes;
         Word <= (M.Places[L] + M.Bytes - 1) / WordBytes; ++Word) {
      const std::uint64_t Sector =
          (Word * WarpSize + L) * WordBytes / SectorBytes;
      if (Count < std::size(Sectors))
        Sectors[Count++] = Sector;
    }
  });
  std::sort(Sectors, Sectors + Count);
  ++M.Spent.LocalRequests;
  M.Spent.LocalSectors +=
      static_cast<unsigned>(std::unique(Sectors, Sectors + Count) - Sectors);
}
