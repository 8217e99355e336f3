//===- TileBanks.cpp - Layouts that fit the banks of memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileBanks.h"
#include "Mapping/CostBlock.h"
#include "Mapping/MappedNest.h"
#include "Mapping/TileLayout.h"
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
/// request of 8 bytes a lane is one of each half of the warp, and so on.
int64_t passesOf(const Offsets &Of, int64_t ElementBytes, int64_t Elements) {
  const int64_t Bytes = ElementBytes * Elements;
  const auto Together =
      static_cast<size_t>(WarpSize / std::max<int64_t>(Bytes / BankBytes, 1));
  int64_t Passes = 0;
  for (size_t First = 0; First < Of.size(); First += Together) {
    std::vector<std::set<int64_t>> Words(Banks);
    for (size_t L = First; L < std::min(Of.size(), First + Together); ++L)
      for (int64_t Byte = 0; Byte < Bytes; Byte += BankBytes) {
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

int64_t slotAt(const TileSlots &S, int64_t Place) {
  return slotOf(S, {Sym(Place), 1, Place + 1}).value();
}

Offsets offsetsOf(const Places &Of, const StagedBuffer &B) {
  Offsets All;
  const std::vector<size_t> Order = B.order();
  for (const std::vector<int64_t> &Place : Of) {
    int64_t At = 0;
    for (const size_t D : Order) {
      const bool IsLast = D == Order.back();
      At = At * (IsLast ? B.Pitch : B.held(D)) +
           (IsLast && B.Slots ? slotAt(*B.Slots, Place[D]) : Place[D]);
    }
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

/// At the thread's first point.
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
      shapesOfLoads(B, T, Sym::leaf("thread"),
                    {Sym::leaf(BlockLeaf[0]), Sym::leaf(BlockLeaf[1]),
                     Sym::leaf(BlockLeaf[2])})
          .front();
  Places All;
  for (int64_t Lane = 0; Lane < lanesOf(T); ++Lane) {
    std::map<std::string, int64_t> Thread = threadOf(Lane, T);
    Thread["thread"] = Lane;
    std::vector<int64_t> &Place = All.emplace_back();
    for (size_t D = 0; D != Shape.First.size(); ++D) {
      const int64_t First = valueOf(Shape.First[D], Thread);
      Place.push_back(
          loadsBySlots(B) && D == B.Slots->Dim
              ? placeOf(*B.Slots, {Sym(First), 1, First + 1}).value()
              : First);
    }
  }
  return All;
}

/// The elements that a thread reads so until the next barrier.
int64_t readsOfThread(const std::vector<Sym> &Read, const Tile &T,
                      const TileStrip *Strip) {
  int64_t Count = 1;
  const auto Any = [&](const std::string &Leaf) {
    return llvm::any_of(Read, [&](const Sym &S) { return mentions(S, Leaf); });
  };
  for (size_t D = 0; D != T.Serial.size(); ++D)
    for (size_t A = 0; A != T.Axes.size(); ++A)
      if (mentions(T.Axes[A].Place, serialLeaf(D)) && Any(placeLeaf(A))) {
        Count *= T.Serial[D];
        break;
      }
  return Strip && Any(InStripLeaf) ? Count * Strip->Length : Count;
}

/// A warp asks for so many elements a lane, so often.
struct Requests {
  Places At;
  int64_t Times, Elements;
};

std::vector<Requests> requestsOf(const StagedBuffer &B, const Tile &T) {
  const int64_t Threads = T.Threads[0] * T.Threads[1] * T.Threads[2];
  std::vector<Requests> All{
      {placesLoaded(B, T), (B.loaded() + Threads - 1) / Threads, 1}};
  const int64_t Together = B.Slots ? B.Slots->Together : 1;
  for (const auto &[Access, Read] : B.accesses())
    All.push_back({placesRead(Read, T),
                   readsOfThread(Read, T, T.stripOf(B)) / Together, Together});
  return All;
}

/// Instructions and passes of a warp.
int64_t costOf(const StagedBuffer &B, llvm::ArrayRef<Requests> Of,
               int64_t ElementBytes) {
  // Quotients, and that loads go on from there.
  constexpr int64_t Exchange = 6;
  int64_t Cost = B.Slots ? Exchange : 0;
  for (const Requests &Each : Of)
    Cost += Each.Times *
            (1 + passesOf(offsetsOf(Each.At, B), ElementBytes, Each.Elements));
  return Cost;
}

/// Slots of dimension D, which all reads are to have as an axis' place.
std::optional<TileSlots> slotsAlong(size_t D, const StagedBuffer &B,
                                    const Tile &T, int64_t ElementBytes) {
  constexpr int64_t MostBytes = 16;
  // Threads store one element after the other.
  if (!B.Writes.empty())
    return std::nullopt;
  for (size_t A = 0; A != T.Axes.size(); ++A) {
    const TileAxis &Axis = T.Axes[A];
    if (!Axis.Points || llvm::any_of(B.Reads, [&](const auto &Read) {
          const Sym &At = Read.second[D];
          return At.kind() != SymKind::Leaf || At.name() != placeLeaf(A);
        }))
      continue;
    int64_t Together = 1;
    while (Together * 2 * ElementBytes <= MostBytes &&
           Axis.Points->Count % (Together * 2) == 0)
      Together *= 2;
    if (Together > 1)
      return TileSlots{D, A, Axis.Points->Apart, Together};
  }
  return std::nullopt;
}

} // namespace

void layOut(StagedBuffer &B, const Tile &T, unsigned ElementBytes) {
  constexpr int64_t MostPad = 4;
  StagedBuffer Best = B;
  std::optional<int64_t> Least;
  const auto Try = [&](const std::optional<TileSlots> &Slots) {
    StagedBuffer Now = B;
    Now.Slots = Slots;
    const std::vector<Requests> Of = requestsOf(Now, T);
    const int64_t Row = B.Extents[Now.order().back()];
    // A word of several elements begins at a multiple of itself.
    const int64_t Step = Slots ? Slots->Together : 1;
    for (int64_t Pad = 0; Pad <= (B.Extents.size() > 1 ? MostPad : 0);
         Pad += Step) {
      Now.Pitch = Row + Pad;
      const int64_t Cost = costOf(Now, Of, ElementBytes);
      if (Least && Cost >= *Least)
        continue;
      Least = Cost;
      Best = Now;
    }
  };
  Try(std::nullopt);
  for (size_t D = 0; D != B.Extents.size(); ++D)
    if (const auto Slots = slotsAlong(D, B, T, ElementBytes))
      Try(Slots);
  B = std::move(Best);
}

} // namespace heddle
