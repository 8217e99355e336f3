//===- ThreadCost.cpp - The cost of a mapping on a device -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any mapping, by the way back that its threads go: their coordinates are put
// into the recovery of one block.
//===----------------------------------------------------------------------===//
#include "Mapping/CostBlock.h"
#include "Mapping/SerialRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <functional>
#include <set>

namespace heddle {

namespace {

/// A mapping's coordinates as numbers, x y z.
struct Shape {
  int64_t Grid[3], Block[3];
  std::vector<int64_t> Serial;

  Shape(const ThreadMapping &V, const llvm::StringMap<int64_t> &Parameters) {
    for (unsigned A = 0; A != 3; ++A) {
      Grid[A] = number(V.Grid[A], Parameters);
      Block[A] = number(V.Block[A], Parameters);
    }
    for (const Sym &Extent : V.Serial)
      Serial.push_back(number(Extent, Parameters));
  }

  /// Iterations that one thread runs.
  double iterationsOfThread() const {
    double All = 1;
    for (const int64_t Extent : Serial)
      All *= static_cast<double>(Extent);
    return All;
  }

  /// At most INT64_MAX.
  int64_t threadsOfBlock() const {
    int64_t All = Block[0];
    for (const unsigned A : {1, 2})
      All = llvm::SaturatingMultiply<uint64_t>(All, Block[A]) >
                    static_cast<uint64_t>(INT64_MAX)
                ? INT64_MAX
                : All * Block[A];
    return All;
  }
  double blocks() const {
    return static_cast<double>(Grid[0]) * static_cast<double>(Grid[1]) *
           static_cast<double>(Grid[2]);
  }
  double threads() const {
    return blocks() * static_cast<double>(threadsOfBlock());
  }

private:
  static int64_t number(const Sym &S,
                        const llvm::StringMap<int64_t> &Parameters) {
    constexpr double Most = 1e15;
    return static_cast<int64_t>(
        std::clamp(evaluate(S, Parameters, 1), 1.0, Most));
  }
};

/// Which iteration a thread runs.
class WayBack {
public:
  WayBack(const ThreadMapping &V, const AffineNest &N, unsigned Rank,
          const llvm::StringMap<int64_t> &Parameters)
      : V(V), N(N), Rank(Rank), At(Parameters) {}

  void setBlock(const int64_t (&Place)[3]) {
    for (unsigned A = 0; A != 3; ++A)
      At[GridLeaf[A]] = Place[A];
  }

  /// The iteration with this number of those that each thread runs.
  void setSerial(int64_t Number, llvm::ArrayRef<int64_t> Extents) {
    for (size_t D = Extents.size(); D-- > 0; Number /= Extents[D])
      At[serialLeaf(D)] = Number % Extents[D];
  }

  void addThread(const int64_t (&Place)[3], ThreadBlock &To) {
    for (unsigned A = 0; A != 3; ++A)
      At[BlockLeaf[A]] = Place[A];
    for (const RecoveryStep &Step : V.Recovery)
      At[Step.Name] = static_cast<int64_t>(evaluate(Step.Value, At, 0));
    // A box holds threads without iteration anywhere.
    const bool Works = llvm::all_of(V.Guards, [&](const ThreadGuard &G) {
      return G.OfIterations || evaluate(G.Cond, At, 0) != 0;
    });
    std::vector<int64_t> Index;
    for (unsigned D = 0; D != Rank; ++D)
      Index.push_back(At.lookup(N.Dims[D].Counter) -
                      static_cast<int64_t>(evaluate(N.Dims[D].Lower, At, 0)));
    To.add(std::move(Index), Works);
  }

private:
  const ThreadMapping &V;
  const AffineNest &N;
  const unsigned Rank;
  llvm::StringMap<int64_t> At; ///< parameters, coordinates, and the steps
};

} // namespace

/// Threads of a block that a device takes.
static constexpr int64_t MostThreads = 1024;

bool mentions(const Sym &S, const std::string &Leaf) {
  return !allLeaves(S, [&](const std::string &Name) { return Name != Leaf; });
}

double iterationsOf(const NestModel &M,
                    const llvm::StringMap<int64_t> &Parameters) {
  double Iterations = 1;
  for (unsigned D = 0; D != M.rank(); ++D) {
    const Dimension &Dim = M.nest().Dims[D];
    const double Length = evaluate(Dim.Upper - Dim.Lower, Parameters, 1) /
                          static_cast<double>(Dim.Step) *
                          static_cast<double>(Dim.Width);
    Iterations *= M.knownExtents()[D]
                      ? static_cast<double>(*M.knownExtents()[D])
                      : std::max(1.0, std::floor(Length));
  }
  return Iterations;
}

llvm::StringMap<int64_t> parametersFor(const ThreadMapping &V,
                                       const NestModel &M) {
  constexpr int64_t Apart = 32;
  const AffineNest &N = M.nest();
  // A grid that does not grow with the nest may be larger than it.
  const auto IsLarge = [&](const llvm::StringMap<int64_t> &Parameters) {
    return Shape(V, Parameters).threads() > 2 * iterationsOf(M, Parameters);
  };
  llvm::StringMap<int64_t> All =
      IsLarge(M.parameters()) && !IsLarge(M.endless()) ? M.endless()
                                                       : M.parameters();
  for (bool Shrinks = true;
       Shrinks && Shape(V, All).threadsOfBlock() > MostThreads;) {
    Shrinks = false;
    for (const AffineNest::Parameter &P : N.Parameters) {
      const bool Decides = llvm::any_of(
          V.Block, [&](const Sym &S) { return mentions(S, P.Name); });
      int64_t &Value = All[P.Name];
      if (!Decides || Value <= 1)
        continue;
      // Rows begin at lines of memory as long as they can.
      Value = Value > Apart ? std::max(Apart, Value / 2 / Apart * Apart)
                            : Value / 2;
      Shrinks = true;
    }
  }
  return All;
}

/// A block in the middle of the grid, where first blocks have no iteration, at
/// each of the first iterations of its threads, or at some of many.
static std::vector<ThreadBlock>
turnsOf(const ThreadMapping &V, const AffineNest &N, unsigned Rank,
        const llvm::StringMap<int64_t> &Parameters) {
  const Shape S(V, Parameters);
  WayBack Back(V, N, Rank, Parameters);
  Back.setBlock({S.Grid[0] / 2, S.Grid[1] / 2, S.Grid[2] / 2});
  const int64_t Count = std::min(S.threadsOfBlock(), MostThreads);
  constexpr int64_t Some = 8;
  const auto Turns = static_cast<size_t>(
      std::min<double>(S.iterationsOfThread(), V.Run ? LongestRun : Some));
  std::vector<ThreadBlock> All(Turns);
  for (size_t Turn = 0; Turn != Turns; ++Turn) {
    Back.setSerial(static_cast<int64_t>(Turn), S.Serial);
    for (int64_t T = 0; T != Count; ++T)
      Back.addThread({T % S.Block[0], T / S.Block[0] % S.Block[1],
                      T / (S.Block[0] * S.Block[1])},
                     All[Turn]);
  }
  return All;
}

/// The turns as if they were of other threads.
static ThreadBlock together(llvm::ArrayRef<ThreadBlock> Turns) {
  ThreadBlock All;
  for (const ThreadBlock &B : Turns) {
    llvm::append_range(All.Threads, B.Threads);
    All.Working += B.Working;
  }
  return All;
}

namespace {

/// Looks through the recovery of a mapping.
class WorkReader {
public:
  /// The loop that has so many iterations; 0: none but the outermost one.
  std::function<unsigned(const Sym &)> LoopOf;
  std::function<bool(const Sym &)> IsWidth; ///< of a loop's steps
  std::function<bool(unsigned)> IsFlat;     ///< one with the loop outside of it
  std::function<double(const Sym &)> Division;

  ThreadWork work() const {
    ThreadWork W;
    W.Pairs = Pairs;
    W.Singles = static_cast<unsigned>(Grid.size() + Block.size()) - 2 * Pairs;
    W.Folded = Folded;
    W.Divisions = AllFlat ? 0 : Divisions;
    return W;
  }

  /// Value of one step.
  void add(const Sym &S) {
    const size_t GridBefore = Grid.size(), BlockBefore = Block.size();
    read(S);
    Pairs += static_cast<unsigned>(
        std::min(Grid.size() - GridBefore, Block.size() - BlockBefore));
  }

private:
  void read(const Sym &S) {
    if (S.kind() == SymKind::Leaf)
      readLeaf(S.name());
    for (const Sym &O : S.operands())
      read(O);
    if (S.kind() == SymKind::FloorDiv || S.kind() == SymKind::FloorMod)
      readDivision(S.operands()[1]);
  }

  void readLeaf(const std::string &Name) {
    if (llvm::is_contained(GridLeaf, Name))
      Grid.insert(Name);
    else if (llvm::is_contained(BlockLeaf, Name))
      Block.insert(Name);
  }
  /// A quotient and its remainder have the same divisor.
  void readDivision(const Sym &By) {
    if (llvm::is_contained(Divisors, By))
      return;
    Divisors.push_back(By);
    if (IsWidth(By))
      return;
    Divisions += Division(By);
    const unsigned Loop = LoopOf(By);
    AllFlat &= Loop != 0 && IsFlat(Loop);
    Folded |= Loop != 0 ? 1U << Loop : 0;
  }

  std::set<std::string> Grid, Block; ///< coordinates that are read
  std::vector<Sym> Divisors;
  unsigned Pairs = 0;
  double Divisions = 0;
  unsigned Folded = 0;
  bool AllFlat = true;
};

} // namespace

/// Divisions by an extent are none where compilers see that two loops are one.
static ThreadWork workOf(const ThreadMapping &V, const NestModel &M,
                         const InstructionModel &Instructions) {
  const AffineNest &N = M.nest();
  WorkReader Read;
  Read.LoopOf = [&](const Sym &Divisor) {
    for (unsigned D = 1; D < M.rank(); ++D)
      if (Divisor == N.Dims[D].Upper - N.Dims[D].Lower)
        return D;
    return 0U;
  };
  Read.IsWidth = [&](const Sym &Divisor) {
    return llvm::any_of(N.Dims, [&](const Dimension &Dim) {
      return Dim.Width < Dim.Step && Divisor.isConst(Dim.Width);
    });
  };
  Read.IsFlat = [&](unsigned D) { return M.isFlat(D); };
  Read.Division = [&](const Sym &Divisor) {
    return Instructions.division(Divisor.isConst()
                                     ? std::optional<uint64_t>(Divisor.value())
                                     : std::nullopt);
  };
  for (const RecoveryStep &Step : V.Recovery)
    Read.add(Step.Value);
  ThreadWork W = Read.work();
  for (const ThreadGuard &G : V.Guards) {
    if (G.OfIterations)
      continue;
    const bool IsRuntime = llvm::any_of(
        N.Parameters, [&](const auto &P) { return mentions(G.Cond, P.Name); });
    if (V.Run && V.Run->Guard && &V.Guards[*V.Run->Guard] == &G) {
      W.addRunEnd(IsRuntime);
      continue;
    }
    if (V.Run && isImpliedByWholeRuns(G, V))
      continue;
    ++W.Guards;
    W.RuntimeEnds += IsRuntime;
  }
  if (V.Run && !V.Run->Guard && !V.Run->Wide.empty())
    W.addRunEnd(/*IsRuntime=*/true);
  W.Others += Instructions.shifts();
  return W;
}

/// Share of the threads; extents that are not known are taken for endless.
static double idle(const ThreadMapping &V, const NestModel &M) {
  const Shape S(V, M.endless());
  const double Iterations = iterationsOf(M, M.endless());
  return std::clamp(1 - Iterations / (S.threads() * S.iterationsOfThread()),
                    0.0, 1.0);
}

/// A mapped loop is about as long as the parameter says.
static bool isLength(llvm::StringRef Parameter, const NestModel &M) {
  constexpr int64_t Some = 1000;
  llvm::StringMap<int64_t> Parameters = M.endless();
  Parameters[Parameter] = Some;
  return llvm::any_of(llvm::ArrayRef(M.nest().Dims).take_front(M.rank()),
                      [&](const Dimension &Dim) {
                        const double Length =
                            evaluate(Dim.Upper - Dim.Lower, Parameters, 1);
                        return Length >= Some / 2 && Length <= 2 * Some;
                      });
}

/// Cost::Ends: each parameter in turn is as is usual, while the others are
/// endless. A nest along one axis is long.
static double endsOf(const ThreadMapping &V, const NestModel &M,
                     double OfIdle) {
  const auto IsOne = [](const Sym &S) { return S.isConst(1); };
  if (llvm::all_of(llvm::drop_begin(V.Grid), IsOne) &&
      llvm::all_of(llvm::drop_begin(V.Block), IsOne))
    return 1;
  const auto WorkingAt = [&](llvm::StringRef Parameter, int64_t Value) {
    constexpr double Most = 1e15;
    llvm::StringMap<int64_t> Parameters = M.endless();
    Parameters[Parameter] = Value;
    for (const AffineNest::Parameter &P : M.nest().Parameters)
      if (P.SourceParam < 0)
        Parameters[P.Name] = static_cast<int64_t>(
            std::clamp(evaluate(P.Definition, Parameters, 1), -Most, Most));
    const Shape S(V, Parameters);
    return iterationsOf(M, Parameters) / (S.threads() * S.iterationsOfThread());
  };
  const double Warps =
      std::ceil(static_cast<double>(Shape(V, M.endless()).Block[0]) / WarpSize);
  const double OfThread = (1 + (Warps - 1) * OfIdle) / Warps;
  double Times = 1;
  for (const AffineNest::Parameter &P : M.nest().Parameters) {
    if (P.SourceParam < 0 || !isLength(P.Name, M))
      continue;
    Times *= meanOfLengths([&](int64_t Length) {
      return timesFor(WorkingAt(P.Name, Length), OfThread);
    });
  }
  return Times;
}

/// From an iteration of a thread to its next one.
static std::optional<int64_t> turnApart(llvm::ArrayRef<ThreadBlock> Turns,
                                        const AccessStride &S) {
  for (size_t T = 0; S.Known && T != Turns[0].Threads.size(); ++T)
    if (!Turns[0].Threads[T].empty() && !Turns[1].Threads[T].empty())
      return byteOf(S, Turns[1].Threads[T]) - byteOf(S, Turns[0].Threads[T]);
  return std::nullopt;
}

/// The cost of one access of a warp; of joined ones the share of 32 iterations.
std::vector<AccessCost> CostModel::each(llvm::ArrayRef<ThreadBlock> Turns,
                                        const JoinedAccesses &Joined) const {
  Cost Unused;
  std::vector<AccessCost> Plain, All, Each;
  addTraffic(Turns[0], Model.strides(), Unused, &Plain);
  addTraffic(Turns[0], Joined.All, Unused, &All);
  for (auto [Number, S] : llvm::enumerate(Model.strides())) {
    Each.push_back(Plain[Number]);
    // Neighbouring iterations are of one thread.
    std::optional<int64_t> &Apart = Each.back().Apart;
    const std::optional<int64_t> Turn = turnApart(Turns, S);
    if (Apart && Turn && *Turn * static_cast<int64_t>(Turns.size()) == *Apart)
      Apart = Turn;
    const auto First = llvm::find(Joined.Of, Number);
    const auto At = static_cast<size_t>(First - Joined.Of.begin());
    if (First == Joined.Of.end() || Joined.All[At].Bytes == S.Bytes)
      continue;
    Each.back().Sectors = All[At].Sectors / static_cast<double>(Turns.size());
    Each.back().Used = All[At].Used;
  }
  return Each;
}

void CostModel::findRun(ThreadMapping &V) const {
  V.Run = runOf(V);
  if (!V.Run)
    return;
  const auto Turns =
      turnsOf(V, Model.nest(), Model.rank(), parametersFor(V, Model));
  if (auto Joined =
          joinAccesses(Turns, Model, workOf(V, Model, Instructions).Folded)) {
    V.Run->Wide = std::move(Joined->Wide);
    V.Run->Bytes = Joined->Bytes;
  }
}

Cost CostModel::of(const ThreadMapping &V,
                   std::vector<AccessCost> *Each) const {
  constexpr double LeastWorking = 0.01;
  const llvm::StringMap<int64_t> Parameters = parametersFor(V, Model);
  const Shape S(V, Parameters);
  const ThreadWork Work = workOf(V, Model, Instructions);
  std::vector<ThreadBlock> Turns =
      turnsOf(V, Model.nest(), Model.rank(), Parameters);
  Cost C;
  C.Idle = idle(V, Model);
  const bool Divides = Work.Divisions > 0;
  const std::optional<double> Blocks = Model.extentsAreKnown()
                                           ? std::optional<double>(S.blocks())
                                           : std::nullopt;
  const std::optional<JoinedAccesses> Joined =
      V.Run ? joinAccesses(Turns, Model, Work.Folded) : std::nullopt;
  if (Joined) {
    const auto Length = static_cast<unsigned>(Turns.size());
    C.Instructions = Instructions.of(Work, Joined->All, Length) / Length;
    if (Each)
      *Each = each(Turns, *Joined);
    Turns[0].Turns = Length;
    addTraffic(Turns[0], Joined->All, C, nullptr);
    C.Registers = registersOf(Joined->All, Divides);
    addLatency(On, Joined->All, S.threadsOfBlock(), Blocks, Length, C);
  } else {
    // Compilers load ahead for some iterations of the thread.
    constexpr double Ahead = 4;
    C.Instructions = Instructions.of(Work, Model.strides());
    addTraffic(together(Turns), Model.strides(), C, Each);
    C.Registers = registersOf(Model.strides(), Divides);
    addLatency(On, Model.strides(), S.threadsOfBlock(), Blocks,
               std::min(Ahead, S.iterationsOfThread()), C);
  }
  C.Ends = endsOf(V, Model,
                  Instructions.ofIdle(Work) /
                      (C.Instructions * static_cast<double>(Turns.size())));
  const double OfFullWarps =
      fullWarps(S.threadsOfBlock()) / std::max(1 - C.Idle, LeastWorking);
  C.Instructions *= OfFullWarps;
  C.Latency *= OfFullWarps;
  addCycles(On, Blocks ? wavesOf(On, *Blocks) : 1, C);
  return C;
}

} // namespace heddle
