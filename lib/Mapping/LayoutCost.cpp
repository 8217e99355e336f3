//===- LayoutCost.cpp - What a layout of a nest costs on a device ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/CostBlock.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

/// A group of a layout, folded.
struct Group {
  unsigned First, End; ///< in layout::order
  int64_t Extent = 1;  ///< iterations
  bool IsKnown = true; ///< else Extent is assumed
  int64_t Length;      ///< threads of a block

  int64_t blocks() const { return (Extent + Length - 1) / Length; }
};

} // namespace

/// The outermost group first.
static std::vector<Group>
groupsOf(const layout &L, llvm::ArrayRef<int64_t> Extents,
         llvm::ArrayRef<std::optional<int64_t>> Known) {
  std::vector<Group> All;
  unsigned Next = 0;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G) {
    const unsigned End = Next + static_cast<unsigned>(L.dimensions[G]);
    Group New{Next, End, 1, true, L.block[G]};
    for (; Next != End; ++Next) {
      const auto D = static_cast<size_t>(L.order[Next]);
      New.Extent *= Extents[D];
      New.IsKnown &= Known[D].has_value();
    }
    All.push_back(New);
  }
  return All;
}

/// A block in the middle of the grid.
static ThreadBlock blockOf(const layout &L, llvm::ArrayRef<Group> Groups,
                           llvm::ArrayRef<int64_t> Extents) {
  ThreadBlock B;
  int64_t All = 1;
  for (const Group &G : Groups)
    All *= G.Length;
  for (int64_t T = 0; T != All; ++T) {
    std::vector<int64_t> At(Extents.size());
    int64_t Rest = T;
    bool Works = true;
    for (const Group &G : llvm::reverse(Groups)) {
      int64_t Index = G.blocks() / 2 * G.Length + Rest % G.Length;
      Rest /= G.Length;
      Works &= Index < G.Extent;
      for (unsigned K = G.End; K-- > G.First;) {
        const auto D = static_cast<size_t>(L.order[K]);
        At[D] = Index % Extents[D];
        Index /= Extents[D];
      }
    }
    B.add(std::move(At), Works);
  }
  return B;
}

/// Instructions that take a dimension out of a folded one.
double CostModel::fold(unsigned Dim) const {
  const std::optional<int64_t> Extent = KnownExtents[Dim];
  if (!Extent)
    return Wide ? 12 : 6;
  const bool IsPower = (*Extent & (*Extent - 1)) == 0;
  return *Extent == 1 ? 0 : IsPower ? 2 : Wide ? 6 : 4;
}

/// The same for a group of L.order.
double CostModel::fold(const layout &L, unsigned First, unsigned End) const {
  constexpr double Offset = 4; // to put rows that are flat together again
  bool IsFlat = true;
  double All = 0;
  auto isNext = [&](unsigned K) {
    return K > 0 && L.order[K - 1] + 1 == L.order[K] &&
           Flat[static_cast<size_t>(L.order[K - 1])];
  };
  for (unsigned K = First + 1; K < End; ++K) {
    IsFlat &= isNext(K);
    All += fold(static_cast<unsigned>(L.order[K]));
  }
  return (IsFlat ? 0 : All) + (isNext(First) ? Offset : 0);
}

/// Instructions that a thread takes to find its iteration.
double CostModel::recovery(const layout &L) const {
  constexpr double Start = 6, Guard = 2, Step = 5;
  double All = Start;
  for (const Group &G : groupsOf(L, Extents, KnownExtents)) {
    All += fold(L, G.First, G.End);
    if (G.Length > 1)
      All += (G.IsKnown && G.Extent == G.Length ? 0 : 1) +
             (G.IsKnown && G.Extent % G.Length == 0 ? 0 : Guard);
  }
  for (unsigned D = 0; D != Rank; ++D) {
    All += N.Dims[D].Lower.isConst(0) ? 0 : 1;
    All += N.Dims[D].Step == 1 ? 0 : N.Dims[D].Width == 1 ? 1 : Step;
  }
  return All;
}

/// Share of the threads, as far as extents are known.
double CostModel::idle(const layout &L) const {
  double Working = 1;
  for (const Group &G : groupsOf(L, Extents, KnownExtents))
    if (G.IsKnown)
      Working *= static_cast<double>(G.Extent) /
                 static_cast<double>(G.blocks() * G.Length);
  return 1 - Working;
}

/// 1 where the number of blocks is not known.
double CostModel::waves(const layout &L) const {
  if (!extentsAreKnown())
    return 1;
  double Blocks = 1;
  for (const Group &G : groupsOf(L, Extents, KnownExtents))
    Blocks *= static_cast<double>(G.blocks());
  return wavesOf(On, Blocks);
}

static int64_t threadsOf(const layout &L) {
  int64_t Threads = 1;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G)
    Threads *= L.block[G];
  return Threads;
}

Cost CostModel::of(const layout &L) const {
  Cost C;
  C.Idle = idle(L);
  C.Instructions = recovery(L) + accessInstructions();
  addTraffic(blockOf(L, groupsOf(L, Extents, KnownExtents), Extents), Strides,
             C, nullptr);
  C.Instructions *= fullWarps(threadsOf(L)) / std::max(1 - C.Idle, 0.01);
  addCycles(On, waves(L), C);
  return C;
}

} // namespace heddle
