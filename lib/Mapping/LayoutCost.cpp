//===- LayoutCost.cpp - The cost of a layout on a device ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/SerialRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace heddle {

namespace {

/// A group of a layout, folded.
struct Group {
  unsigned First, End;  ///< in layout::order
  int64_t Extent = 1;   ///< iterations
  int64_t Factor = 1;   ///< of the iterations, by the extents that are known
  unsigned Unknown = 0; ///< extents; with any of them Extent is assumed
  int64_t Length;       ///< threads of a block
  int64_t Run = 1;      ///< iterations of a thread

  bool isKnown() const { return Unknown == 0; }

  /// Iterations of a block.
  int64_t each() const { return Length * Run; }
  int64_t blocks() const { return (Extent + each() - 1) / each(); }
};

} // namespace

/// Iterations, 2^60 for more of them, which no device has.
static int64_t product(int64_t A, int64_t B) {
  constexpr int64_t Most = int64_t(1) << 60;
  int64_t All;
  return llvm::MulOverflow(A, B, All) ? Most : std::min(All, Most);
}

/// The outermost group first.
static std::vector<Group>
groupsOf(const layout &L, llvm::ArrayRef<int64_t> Extents,
         llvm::ArrayRef<std::optional<int64_t>> Known) {
  std::vector<Group> All;
  unsigned Next = 0;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G) {
    const unsigned End = Next + static_cast<unsigned>(L.dimensions[G]);
    Group New{Next, End, 1, 1, 0, L.block[G]};
    if (L.run > 1 && G == static_cast<size_t>(L.run_group))
      New.Run = L.run;
    for (; Next != End; ++Next) {
      const auto D = static_cast<size_t>(L.order[Next]);
      New.Extent = product(New.Extent, Extents[D]);
      New.Factor = product(New.Factor, Known[D].value_or(1));
      New.Unknown += !Known[D];
    }
    All.push_back(New);
  }
  return All;
}

/// A block in the middle of the grid, each thread at that one of the iterations
/// that it runs.
static ThreadBlock blockOf(const layout &L, llvm::ArrayRef<Group> Groups,
                           int64_t Turn, llvm::ArrayRef<int64_t> Extents,
                           llvm::ArrayRef<Dimension> Dims) {
  ThreadBlock B;
  int64_t All = 1;
  for (const Group &G : Groups)
    All *= G.Length;
  for (int64_t T = 0; T != All; ++T) {
    std::vector<int64_t> At(Extents.size());
    int64_t Rest = T;
    bool Works = true;
    for (const Group &G : llvm::reverse(Groups)) {
      int64_t Index = (G.blocks() / 2 * G.Length + Rest % G.Length) * G.Run +
                      (G.Run > 1 ? Turn : 0);
      Rest /= G.Length;
      Works &= Index < G.Extent;
      for (unsigned K = G.End; K-- > G.First;) {
        const auto D = static_cast<size_t>(L.order[K]);
        const int64_t Place = Index % Extents[D];
        At[D] = Place / Dims[D].Width * Dims[D].Step + Place % Dims[D].Width;
        Index /= Extents[D];
      }
    }
    B.add(std::move(At), Works);
  }
  return B;
}

/// Adds how a group of L.order is taken apart.
static void addFold(const layout &L, unsigned First, unsigned End,
                    const NestModel &M, const InstructionModel &Instructions,
                    ThreadWork &W) {
  bool IsFlat = true;
  double All = 0;
  for (unsigned K = First + 1; K < End; ++K) {
    const auto D = static_cast<size_t>(L.order[K]);
    const bool IsNext = L.order[K - 1] + 1 == L.order[K];
    IsFlat &= IsNext && M.isFlat(static_cast<unsigned>(D));
    W.Folded |= IsNext ? 1U << D : 0;
    All += Instructions.division(M.knownExtents()[D]);
  }
  if (!IsFlat)
    W.Divisions += All;
}

static ThreadWork workOf(const layout &L, llvm::ArrayRef<Group> Groups,
                         const NestModel &M,
                         const InstructionModel &Instructions) {
  ThreadWork W;
  for (const Group &G : Groups) {
    addFold(L, G.First, G.End, M, Instructions, W);
    const bool IsOneBlock = G.isKnown() && G.Extent <= G.each();
    ++(G.Length > 1 && !IsOneBlock ? W.Pairs : W.Singles);
    // Threads with whole runs are not beyond the end.
    if (G.Run > 1 && G.Factor % G.Run != 0) {
      W.addRunEnd(!G.isKnown());
    } else if (G.Length > 1 && G.Factor % G.each() != 0) {
      ++W.Guards;
      W.RuntimeEnds += !G.isKnown();
    }
  }
  W.Others += Instructions.shifts();
  return W;
}

/// No run is cut off at the end.
static bool hasWholeRuns(llvm::ArrayRef<Group> Groups) {
  return llvm::all_of(Groups,
                      [](const Group &G) { return G.Factor % G.Run == 0; });
}

/// Share of the threads, as far as extents are known.
static double idle(llvm::ArrayRef<Group> Groups) {
  double Working = 1;
  for (const Group &G : Groups)
    if (G.isKnown())
      Working *= static_cast<double>(G.Extent) /
                 static_cast<double>(G.blocks() * G.each());
  return 1 - Working;
}

/// Cost::Ends of a group. Where x ends, a warp still runs of which some threads
/// work; along other axes all of a warp is idle.
static double endsOf(const Group &G, bool IsX, double OfIdle) {
  if (G.isKnown())
    return 1;
  const auto Warps = static_cast<double>((G.Length + WarpSize - 1) / WarpSize);
  const double OfThread = IsX ? (1 + (Warps - 1) * OfIdle) / Warps : OfIdle;
  return meanOfLengths([&](int64_t Length) {
    const double All =
        std::pow(Length, G.Unknown) * static_cast<double>(G.Factor);
    const auto Each = static_cast<double>(G.each());
    return timesFor(All / (std::ceil(All / Each) * Each), OfThread);
  });
}

/// A nest along one axis is long.
static double endsOf(llvm::ArrayRef<Group> Groups, double OfIdle) {
  double Times = 1;
  if (Groups.size() > 1)
    for (const Group &G : Groups)
      Times *= endsOf(G, &G == &Groups.back(), OfIdle);
  return Times;
}

static std::optional<double> knownBlocks(llvm::ArrayRef<Group> Groups) {
  if (!llvm::all_of(Groups, [](const Group &G) { return G.isKnown(); }))
    return std::nullopt;
  double Blocks = 1;
  for (const Group &G : Groups)
    Blocks *= static_cast<double>(G.blocks());
  return Blocks;
}

int64_t threadsOf(const layout &L) {
  int64_t Threads = 1;
  for (size_t G = 0; G != static_cast<size_t>(L.groups); ++G)
    Threads *= L.block[G];
  return Threads;
}

std::optional<Cost> CostModel::of(const layout &L) const {
  // Longer ones take more registers than they save loads.
  constexpr long long LongestPlainRun = 4;
  constexpr double LeastWorking = 0.01;
  const std::vector<Group> Groups =
      groupsOf(L, Model.extents(), Model.knownExtents());
  Cost C;
  C.Idle = idle(Groups);
  ThreadWork Work = workOf(L, Groups, Model, Instructions);
  std::vector<ThreadBlock> Turns;
  for (int64_t Turn = 0; Turn != L.run; ++Turn)
    Turns.push_back(
        blockOf(L, Groups, Turn, Model.extents(), Model.nest().Dims));
  const auto Joined = joinAccesses(Turns, Model, Work.Folded);
  if (!Joined || (Joined->Wide.empty() && L.run > LongestPlainRun))
    return std::nullopt;
  // The launch says whether arrays begin as joined accesses need it.
  if (!Joined->Wide.empty() && hasWholeRuns(Groups))
    Work.addRunEnd(/*IsRuntime=*/true);
  const auto Length = static_cast<unsigned>(L.run);
  C.Instructions = Instructions.of(Work, Joined->All, Length) / Length;
  C.Ends =
      endsOf(Groups, Instructions.ofIdle(Work) / (C.Instructions * Length));
  Turns[0].Turns = Length;
  addTraffic(Turns[0], Joined->All, C, nullptr);
  const std::optional<double> Blocks = knownBlocks(Groups);
  C.Registers = registersOf(Joined->All, Work.Divisions > 0);
  addLatency(On, Joined->All, threadsOf(L), Blocks, Length, C);
  const double OfFullWarps =
      fullWarps(threadsOf(L)) / std::max(1 - C.Idle, LeastWorking);
  C.Instructions *= OfFullWarps;
  C.Latency *= OfFullWarps;
  addCycles(On, Blocks ? wavesOf(On, *Blocks) : 1, C);
  return C;
}

} // namespace heddle
