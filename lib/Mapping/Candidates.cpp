//===- Candidates.cpp - Layouts that a nest may have ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Candidates.h"
#include "Mapping/Ranges.h"
#include "Mapping/SerialRun.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heddle {

namespace {

using Order = std::array<int, max_rank>;

/// Threads of a block along z, y and x, the plainest first.
constexpr long long OneAxis[][3] = {
    {1, 1, 256}, {1, 1, 128}, {1, 1, 512}, {1, 1, 64}, {1, 1, 1024}};
constexpr long long TwoAxes[][3] = {
    {1, 8, 32}, {1, 4, 64}, {1, 2, 128}, {1, 1, 128}, {1, 1, 256},
    {1, 4, 32}, {1, 2, 64}, {1, 16, 16}, {1, 32, 8},  {1, 8, 16},
    {1, 16, 8}, {1, 1, 64}, {1, 16, 32}};
constexpr long long ThreeAxes[][3] = {
    {4, 8, 8}, {2, 4, 32}, {8, 4, 8}, {4, 4, 16}};

} // namespace

/// The loops as they are nested, and with each of those innermost of which some
/// access moves by less than a sector.
static std::vector<Order> orders(const CostModel &Model, unsigned Rank) {
  std::vector<Order> All(1);
  for (unsigned K = 0; K != Rank; ++K)
    All[0][K] = static_cast<int>(K);
  for (unsigned D = 0; D + 1 < Rank; ++D) {
    if (llvm::none_of(Model.nest().strides(), [&](const AccessStride &S) {
          return Model.nest().movesWithinSector(S, D);
        }))
      continue;
    Order Moved = All[0];
    std::rotate(Moved.begin() + D, Moved.begin() + D + 1, Moved.begin() + Rank);
    All.push_back(Moved);
  }
  return All;
}

/// Blocks along so many axes, which are the last of z, y and x.
static void addBlocks(layout L, std::vector<layout> &All) {
  auto Add = [&](llvm::ArrayRef<long long[3]> Shapes) {
    for (const auto &Shape : Shapes) {
      for (int G = 0; G != L.groups; ++G)
        L.block[static_cast<size_t>(G)] = Shape[3 - L.groups + G];
      All.push_back(L);
    }
  };
  if (L.groups == 1)
    return Add(OneAxis);
  Add(TwoAxes);
  if (L.groups == 3)
    Add(ThreeAxes);
}

/// Blocks that a known extent along x, and one along y, are multiples of.
static void addExactBlocks(const CostModel &Model, layout L,
                           std::vector<layout> &All) {
  constexpr int64_t Least = 128, Most = 512;
  const auto X = static_cast<size_t>(L.groups) - 1, Y = X - 1;
  int64_t Extents[2] = {1, 1}; // along y and x, 0: not known
  unsigned Next = L.groups == 3 ? static_cast<unsigned>(L.dimensions[0]) : 0;
  for (const size_t G : {Y, X})
    for (int K = 0; K != L.dimensions[G]; ++K, ++Next)
      Extents[G - Y] *= Model.nest()
                            .knownExtents()[static_cast<size_t>(L.order[Next])]
                            .value_or(0);
  if (Extents[1] < 2 || Extents[1] > Most)
    return;
  L.block[X] = Extents[1];
  for (int64_t Along = 1; Along * Extents[1] <= Most; ++Along) {
    L.block[Y] = Along;
    if (Along * Extents[1] >= Least && Extents[0] % Along == 0 &&
        (Extents[0] != 0 || (Along & (Along - 1)) == 0))
      All.push_back(L);
  }
}

/// Blocks that hold the innermost loops of the order, each along an axis of its
/// own; the grid has the others, so that few are folded. Their extents are
/// known.
static void addWholeBlocks(const CostModel &Model, const Order &O,
                           unsigned Rank, std::vector<layout> &All) {
  constexpr int64_t Least = WarpSize, Most = 1024;
  constexpr unsigned Axes = 3;
  int64_t Threads = 1;
  for (unsigned Inner = 1; Inner <= std::min(Axes, Rank - 1); ++Inner) {
    const auto &Extent =
        Model.nest().knownExtents()[static_cast<size_t>(O[Rank - Inner])];
    if (!Extent || *Extent < 2 || (Threads *= *Extent) > Most)
      return;
    if (Threads < Least)
      continue;
    const unsigned Outer = Rank - Inner, OfGrid = std::min(Axes, Outer);
    layout L{};
    L.order = O;
    L.groups = static_cast<int>(OfGrid + Inner);
    for (size_t G = 0; G != OfGrid + Inner; ++G) {
      L.dimensions[G] = 1;
      L.block[G] = 1;
    }
    L.dimensions[0] = static_cast<int>(Outer - OfGrid + 1);
    for (size_t G = OfGrid; G != OfGrid + Inner; ++G) {
      const auto D = static_cast<size_t>(O[Outer + G - OfGrid]);
      L.block[G] = *Model.nest().knownExtents()[D];
      L.whole[G] = true;
    }
    All.push_back(L);
  }
}

/// Few folds first.
static std::vector<layout> layouts(const CostModel &Model, unsigned Rank) {
  std::vector<layout> All;
  const int Dims = static_cast<int>(Rank);
  for (const Order &O : orders(Model, Rank)) {
    layout L{};
    L.order = O;
    L.block = {1, 1, 1};
    L.groups = 3;
    for (int X = 1; X <= Dims - 2; ++X)
      for (int Y = 1; X + Y <= Dims - 1; ++Y) {
        L.dimensions = {Dims - X - Y, Y, X};
        addBlocks(L, All);
        addExactBlocks(Model, L, All);
      }
    L.groups = 2;
    for (int X = 1; X <= Dims - 1; ++X) {
      L.dimensions = {Dims - X, X, 0};
      addBlocks(L, All);
      addExactBlocks(Model, L, All);
    }
    L.groups = 1;
    L.dimensions = {Dims, 0, 0};
    addBlocks(L, All);
    addWholeBlocks(Model, O, Rank, All);
  }
  return All;
}

/// Axes but x whose extents are not known: a launch may have to take another
/// mapping.
static unsigned limits(const layout &L, const CostModel &Model) {
  unsigned Count = 0, Next = 0;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G) {
    bool IsKnown = true;
    for (int K = 0; K != L.dimensions[G]; ++K, ++Next)
      IsKnown &= Model.nest()
                     .knownExtents()[static_cast<size_t>(L.order[Next])]
                     .has_value();
    const bool IsX = G + 1 == static_cast<size_t>(L.groups) || L.whole[G + 1];
    Count += !IsKnown && !IsX;
  }
  return Count;
}

/// A group is one loop, or one in all but the text.
static bool isOneLoop(const layout &L, unsigned First, unsigned Count,
                      const NestModel &M) {
  if (Count > 1 && !staysOneLoop(M))
    return false;
  for (unsigned K = First; K != First + Count; ++K) {
    const int D = L.order[K];
    if (M.nest().Dims[static_cast<unsigned>(D)].Step != 1)
      return false;
    if (K > First &&
        (L.order[K - 1] + 1 != D || !M.isFlat(static_cast<unsigned>(D))))
      return false;
  }
  return true;
}

/// The layout with threads that run several neighbours along a group.
static std::vector<layout> runsOf(const layout &L, const NestModel &M) {
  std::vector<layout> All;
  unsigned First = 0;
  for (int G = 0; G != L.groups; ++G) {
    const auto Count =
        static_cast<unsigned>(L.dimensions[static_cast<size_t>(G)]);
    if (isOneLoop(L, First, Count, M))
      for (const long long Run : {2, 4, 8, 16}) {
        layout Of = L;
        Of.run_group = G;
        Of.run = Run;
        long long &Block = Of.block[static_cast<size_t>(G)];
        if (L.whole[static_cast<size_t>(G)] && Block % Run != 0)
          continue;
        Block /= L.whole[static_cast<size_t>(G)] ? Run : 1;
        All.push_back(Of);
      }
    First += Count;
  }
  return All;
}

/// Whether an iteration is so short that threads may run several: a loop in it
/// is not shared by them.
static bool mayRunSeveral(const NestModel &M) {
  return !(M.nest().Owner && M.nest().Owner->Segments) &&
         M.tripsInThread() <= 1 &&
         llvm::all_of(M.strides(), [](const AccessStride &S) {
           return S.Known && S.Times <= 1;
         });
}

/// Few registers hold what a thread loads.
static bool isShort(const layout &L, const NestModel &M) {
  constexpr size_t Most = 40;
  return M.strides().size() * static_cast<size_t>(L.run) <= Most;
}

/// How many the mapped loops have, as that is known or assumed.
static double iterations(const NestModel &M) {
  double All = 1;
  for (const int64_t Extent : M.extents())
    All *= static_cast<double>(Extent);
  return All;
}

/// So many threads are left, as far as that is known, that each scheduler of
/// the device has some to choose from.
static bool leavesThreads(const layout &L, const CostModel &Model) {
  constexpr double WarpsOfMultiprocessor = 2;
  return !Model.nest().extentsAreKnown() ||
         iterations(Model.nest()) / static_cast<double>(L.run) >=
             WarpsOfMultiprocessor * WarpSize * Model.device().Multiprocessors;
}

/// A multiprocessor holds so many of the blocks that they leave no room for
/// more warps.
static bool fillsMultiprocessor(const layout &L, const Device &On) {
  return (threadsOf(L) + WarpSize - 1) / WarpSize * On.Blocks >= On.Warps;
}

/// So many of them, in their order.
static std::vector<Candidate> cheapest(llvm::ArrayRef<Candidate> Of,
                                       size_t Count) {
  std::vector<size_t> Places(Of.size());
  std::iota(Places.begin(), Places.end(), 0);
  llvm::stable_sort(Places, [&](size_t A, size_t B) {
    return Of[A].Estimate.Cycles < Of[B].Estimate.Cycles;
  });
  Places.resize(std::min(Places.size(), Count));
  llvm::sort(Places);
  std::vector<Candidate> All;
  for (const size_t Place : Places)
    All.push_back(Of[Place]);
  return All;
}

std::vector<Candidate> candidates(const CostModel &Model, unsigned Rank) {
  // Runs save instructions, and are not to cost coalescing.
  constexpr size_t WithRuns = 6;
  constexpr double Same = 1.01;
  std::vector<Candidate> All;
  auto Add = [&](const layout &L, const Candidate *Of = nullptr) {
    const std::optional<Cost> Estimate = Model.of(L);
    if (Estimate && (Estimate->Idle <= MostIdle || L.groups == 1) &&
        (!Of || Estimate->Sectors <= Same * Of->Estimate.Sectors))
      All.push_back({L, *Estimate});
  };
  for (const layout &L : layouts(Model, Rank))
    if (fillsMultiprocessor(L, Model.device()))
      Add(L);
  if (mayRunSeveral(Model.nest())) {
    for (const Candidate &C : cheapest(All, WithRuns))
      for (const layout &L : runsOf(C.Shape, Model.nest()))
        if (isShort(L, Model.nest()) && leavesThreads(L, Model))
          Add(L, &C);
  }
  // Estimates are not better than that. A limit that the launch checks costs
  // more code, not more time.
  // Nor do longer runs of a thread, whose kernels are longer.
  constexpr double Near = 1.01, OfLimit = 0.5, OfRun = 0.5;
  const double Most = Near * llvm::min_element(All, [](auto &A, auto &B) {
                               return A.Estimate.Cycles < B.Estimate.Cycles;
                             })->Estimate.Cycles;
  auto Work = [&](const Candidate &C) {
    return C.Estimate.Cycles <= Most
               ? C.Estimate.Instructions * C.Estimate.Ends +
                     C.Estimate.Sectors +
                     OfLimit * static_cast<double>(limits(C.Shape, Model)) +
                     OfRun * std::log2(static_cast<double>(C.Shape.run))
               : std::numeric_limits<double>::infinity();
  };
  const double Least = Work(*llvm::min_element(
      All, [&](auto &A, auto &B) { return Work(A) < Work(B); }));
  // The plainest one of those that differ by less.
  const auto Best = llvm::find_if(
      All, [&](const Candidate &C) { return Work(C) <= Near * Least; });
  std::rotate(All.begin(), Best, Best + 1);
  auto Class = [&](const Candidate &C) {
    return std::lround(std::log(C.Estimate.Cycles) / std::log(Near));
  };
  std::stable_sort(All.begin() + 1, All.end(),
                   [&](auto &A, auto &B) { return Class(A) < Class(B); });
  return All;
}

unsigned mappedRank(const VerifiedNest &Nest) {
  return std::min(Nest.rank(),
                  static_cast<unsigned>(Nest.affine().Dims.size()));
}

double cyclesOfBody(const VerifiedNest &Nest, const Device &On) {
  // So much of a device keeps its memory busy.
  constexpr double Enough = 0.5;
  const Ranges Known(Nest.affine());
  const unsigned Rank = mappedRank(Nest);
  const CostModel Model(Nest, Rank, On, Known);
  const std::vector<Candidate> All = candidates(Model, Rank);
  if (All.empty())
    return std::numeric_limits<double>::infinity();
  const double Threads = iterations(Model.nest());
  const double Busy = std::min(1.0, Threads / (Enough * threadsHeld(On)));
  return All.front().Estimate.Cycles /
         (static_cast<double>(WarpSize) * Busy * Model.nest().tripsInThread());
}

} // namespace heddle
