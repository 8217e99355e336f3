//===- TileBanks.cpp - How far apart rows in shared memory are ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileBanks.h"
#include "Mapping/CostBlock.h"
#include "Mapping/MappedNest.h"
#include "Mapping/TileLoads.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace heddle {

namespace {

constexpr int64_t Banks = 32, BankBytes = 4;

/// By lane of the first warp, in elements from the buffer's first one.
using Offsets = std::vector<int64_t>;

/// The value of S, for values of its leaves; others are 0.
int64_t valueOf(const Sym &S, const std::map<std::string, int64_t> &Values) {
  std::vector<std::pair<std::string, Sym>> All;
  forEachLeaf(S, [&](llvm::StringRef Leaf) {
    const auto Of = Values.find(Leaf.str());
    All.push_back({Leaf.str(), Sym(Of == Values.end() ? 0 : Of->second)});
  });
  const Sym Value = S.substitute(All);
  return Value.isConst() ? Value.value() : 0;
}

/// Passes that a warp's access takes: each bank gives one word at a time. A
/// request of 8 bytes a lane is one of each half of the warp.
int64_t passesOf(const Offsets &Of, int64_t ElementBytes) {
  const size_t Together =
      static_cast<size_t>(WarpSize / std::max<int64_t>(ElementBytes / 4, 1));
  int64_t Passes = 0;
  for (size_t First = 0; First < Of.size(); First += Together) {
    std::vector<std::set<int64_t>> Words(Banks);
    for (size_t L = First; L < std::min(Of.size(), First + Together); ++L)
      for (int64_t Byte = 0; Byte < ElementBytes; Byte += BankBytes) {
        const int64_t Word = (Of[L] * ElementBytes + Byte) / BankBytes;
        Words[static_cast<size_t>(Word % Banks)].insert(Word);
      }
    size_t Fullest = 0;
    for (const std::set<int64_t> &Bank : Words)
      Fullest = std::max(Fullest, Bank.size());
    Passes += static_cast<int64_t>(Fullest);
  }
  return Passes;
}

/// The places of an element of each lane, outermost first.
using Places = std::vector<std::vector<int64_t>>;

Offsets offsetsOf(const Places &Of, const StagedBuffer &B, int64_t Pitch) {
  Offsets All;
  for (const std::vector<int64_t> &Place : Of) {
    int64_t At = 0;
    for (size_t D = 0; D != Place.size(); ++D)
      At = At * (D + 1 == Place.size() ? Pitch : B.Extents[D]) + Place[D];
    All.push_back(At);
  }
  return All;
}

/// Threads of the first warp.
int64_t lanesOf(const Tile &T) {
  return std::min<int64_t>(WarpSize,
                           T.Threads[0] * T.Threads[1] * T.Threads[2]);
}

std::map<std::string, int64_t> threadOf(int64_t Lane, const Tile &T) {
  return {{BlockLeaf[0], Lane % T.Threads[0]},
          {BlockLeaf[1], Lane / T.Threads[0] % T.Threads[1]},
          {BlockLeaf[2], Lane / T.Threads[0] / T.Threads[1]}};
}

Places placesRead(const std::vector<Sym> &Read, const Tile &T) {
  Places All;
  for (int64_t Lane = 0; Lane < lanesOf(T); ++Lane) {
    const std::map<std::string, int64_t> Thread = threadOf(Lane, T);
    std::map<std::string, int64_t> In;
    for (size_t D = 0; D != T.Axes.size(); ++D)
      In[placeLeaf(D)] = valueOf(T.Axes[D].Place, Thread);
    std::vector<int64_t> &Place = All.emplace_back();
    for (const Sym &S : Read)
      Place.push_back(std::max<int64_t>(0, valueOf(S, In)));
  }
  return All;
}

/// The first loads of the threads.
Places placesLoaded(const StagedBuffer &B, const Tile &T) {
  const LoadShape Shape =
      shapeOfLoads(B, T, Sym::leaf("thread"),
                   {Sym::leaf(BlockLeaf[0]), Sym::leaf(BlockLeaf[1]),
                    Sym::leaf(BlockLeaf[2])});
  Places All;
  for (int64_t Lane = 0; Lane < lanesOf(T); ++Lane) {
    std::map<std::string, int64_t> Thread = threadOf(Lane, T);
    Thread["thread"] = Lane;
    std::vector<int64_t> &Place = All.emplace_back();
    for (const Sym &First : Shape.First)
      Place.push_back(valueOf(First, Thread));
  }
  return All;
}

} // namespace

int64_t pitchOf(const StagedBuffer &B, const Tile &T, unsigned ElementBytes) {
  constexpr int64_t MostPad = 4;
  const int64_t Least = B.Extents.back();
  if (B.Extents.size() == 1)
    return Least;
  std::vector<Places> All{placesLoaded(B, T)};
  for (const auto &[Access, Read] : B.Reads)
    All.push_back(placesRead(Read, T));
  const auto Passes = [&](int64_t Pad) {
    int64_t Sum = 0;
    for (const Places &Of : All)
      Sum += passesOf(offsetsOf(Of, B, Least + Pad), ElementBytes);
    return Sum;
  };
  int64_t Best = 0, Fewest = Passes(0);
  for (int64_t Pad = 1; Pad <= MostPad; ++Pad)
    if (const int64_t Now = Passes(Pad); Now < Fewest) {
      Fewest = Now;
      Best = Pad;
    }
  return Least + Best;
}

} // namespace heddle
