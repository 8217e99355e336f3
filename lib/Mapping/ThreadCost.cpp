//===- ThreadCost.cpp - What a mapping of a nest costs on a device --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any mapping, by the way back that its threads go: their coordinates are put
// into the recovery of one block.
//===----------------------------------------------------------------------===//
#include "Mapping/CostBlock.h"
#include "Mapping/MappedNest.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace heddle {

namespace {

/// A mapping's coordinates as numbers, x y z.
struct Shape {
  int64_t Grid[3], Block[3];

  Shape(const ThreadMapping &V, const llvm::StringMap<int64_t> &Parameters) {
    for (unsigned A = 0; A != 3; ++A) {
      Grid[A] = number(V.Grid[A], Parameters);
      Block[A] = number(V.Block[A], Parameters);
    }
  }

  int64_t threadsOfBlock() const { return Block[0] * Block[1] * Block[2]; }
  double blocks() const {
    return static_cast<double>(Grid[0]) * static_cast<double>(Grid[1]) *
           static_cast<double>(Grid[2]);
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

  void addThread(const int64_t (&Place)[3], ThreadBlock &To) {
    for (unsigned A = 0; A != 3; ++A)
      At[BlockLeaf[A]] = Place[A];
    for (const RecoveryStep &Step : V.Recovery)
      At[Step.Name] = static_cast<int64_t>(evaluate(Step.Value, At, 0));
    const bool Works = llvm::all_of(V.Guards, [&](const ThreadGuard &G) {
      return evaluate(G.Cond, At, 0) != 0;
    });
    std::vector<int64_t> Index;
    for (unsigned D = 0; D != Rank; ++D)
      Index.push_back(compressed(N.Dims[D]));
    To.add(std::move(Index), Works);
  }

private:
  /// The counter's place among the values that the loop takes.
  int64_t compressed(const Dimension &Dim) const {
    const int64_t From =
        At.lookup(Dim.Counter) -
        static_cast<int64_t>(evaluate(Dim.Lower, At, 0));
    return From / Dim.Step * Dim.Width + From % Dim.Step;
  }

  const ThreadMapping &V;
  const AffineNest &N;
  const unsigned Rank;
  llvm::StringMap<int64_t> At; ///< parameters, coordinates, and the steps
};

} // namespace

/// A block in the middle of the grid, where first blocks have no iteration.
static ThreadBlock blockOf(const ThreadMapping &V, const AffineNest &N,
                           unsigned Rank,
                           const llvm::StringMap<int64_t> &Parameters) {
  const Shape S(V, Parameters);
  WayBack Back(V, N, Rank, Parameters);
  ThreadBlock B;
  Back.setBlock({S.Grid[0] / 2, S.Grid[1] / 2, S.Grid[2] / 2});
  for (int64_t Z = 0; Z != S.Block[2]; ++Z)
    for (int64_t Y = 0; Y != S.Block[1]; ++Y)
      for (int64_t X = 0; X != S.Block[0]; ++X)
        Back.addThread({X, Y, Z}, B);
  return B;
}

/// Instructions of a quotient with its remainder.
double CostModel::division(const Sym &Divisor) const {
  if (!Divisor.isConst())
    return Wide ? 12 : 6;
  const auto Value = static_cast<uint64_t>(Divisor.value());
  const bool IsPower = (Value & (Value - 1)) == 0;
  return Value == 1 ? 0 : IsPower ? 2 : Wide ? 6 : 4;
}

/// Instructions that a thread takes to find its iteration. Divisions by an
/// extent are none where compilers see that two loops are one.
double CostModel::recovery(const ThreadMapping &V) const {
  constexpr double Start = 6, Guard = 2;
  std::vector<Sym> Divisors;
  double All = Start + Guard * static_cast<double>(V.Guards.size());
  auto isFlat = [&](const Sym &Divisor) {
    for (unsigned D = 1; D < Rank; ++D)
      if (Flat[D - 1] && Divisor == N.Dims[D].Upper - N.Dims[D].Lower)
        return true;
    return false;
  };
  auto Count = [&](const Sym &S, auto &Self) -> void {
    for (const Sym &O : S.operands())
      Self(O, Self);
    if (S.kind() == SymKind::FloorDiv || S.kind() == SymKind::FloorMod) {
      const Sym &By = S.operands()[1];
      if (!isFlat(By) && !llvm::is_contained(Divisors, By)) {
        Divisors.push_back(By);
        All += division(By);
      }
    } else if (!S.operands().empty()) {
      ++All;
    }
  };
  for (const RecoveryStep &Step : V.Recovery)
    Count(Step.Value, Count);
  return All;
}

/// Share of the threads; extents that are not known are taken for endless.
double CostModel::idle(const ThreadMapping &V) const {
  const Shape S(V, Endless);
  double Iterations = 1;
  for (unsigned D = 0; D != Rank; ++D)
    if (KnownExtents[D])
      Iterations *= static_cast<double>(*KnownExtents[D]);
    else
      Iterations *= std::max(
          1.0, std::floor(evaluate(N.Dims[D].Upper - N.Dims[D].Lower, Endless,
                                   1) /
                          static_cast<double>(N.Dims[D].Step) *
                          static_cast<double>(N.Dims[D].Width)));
  const double Threads = S.blocks() * static_cast<double>(S.threadsOfBlock());
  return std::clamp(1 - Iterations / Threads, 0.0, 1.0);
}

Cost CostModel::of(const ThreadMapping &V,
                   std::vector<AccessCost> *Each) const {
  constexpr double LeastWorking = 0.01;
  const Shape S(V, Parameters);
  Cost C;
  C.Idle = idle(V);
  C.Instructions = recovery(V) + accessInstructions();
  addTraffic(blockOf(V, N, Rank, Parameters), Strides, C, Each);
  C.Instructions *=
      fullWarps(S.threadsOfBlock()) / std::max(1 - C.Idle, LeastWorking);
  addCycles(On, extentsAreKnown() ? wavesOf(On, S.blocks()) : 1, C);
  return C;
}

} // namespace heddle
