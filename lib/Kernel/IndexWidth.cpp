//===- IndexWidth.cpp - Which values fit 32 bits --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of KernelPlanner that knows the ranges of everything that a kernel
// computes, and decides the width of its indices.
//===----------------------------------------------------------------------===//
#include "Affine/SymFromIsl.h"
#include "Kernel/KernelPlanner.h"
#include "Mapping/SerialRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>

namespace heddle {

/// A launch is made only where the shape fits the device.
void KernelPlanner::defineThreads() {
  const long long GridLimit[] = {cuda_limits.grid_x, cuda_limits.grid_y,
                                 cuda_limits.grid_z};
  const long long BlockLimit[] = {cuda_limits.block_x, cuda_limits.block_y,
                                  cuda_limits.block_z};
  for (unsigned A = 0; A < 3; ++A) {
    __int128 Grid = std::min<__int128>(Known.of(V.Grid[A]).Hi, GridLimit[A]);
    __int128 Block = std::min<__int128>(Known.of(V.Block[A]).Hi, BlockLimit[A]);
    Known.define(GridLeaf[A], {0, Grid - 1});
    Known.define(BlockLeaf[A], {0, Block - 1});
  }
  for (size_t D = 0; D < V.Serial.size(); ++D)
    Known.define(serialLeaf(D), {0, Known.of(V.Serial[D]).Hi - 1});
}

int KernelPlanner::counterOf(const std::string &Name) const {
  for (unsigned D = 0; D < Mapped.rank(); ++D)
    if (N.Dims[D].Counter == Name)
      return static_cast<int>(D);
  return -1;
}

/// Quotient and remainder of a proved fold lie in the box of the extents.
Interval KernelPlanner::cutRange(const std::string &Name) const {
  Interval Range;
  for (const FoldCut &Cut : V.Cuts)
    for (const CutDim &D : Cut.Unfolded)
      if (D.Value.kind() == SymKind::Leaf && D.Value.name() == Name)
        Range = {0, std::min(Range.Hi, Known.of(D.Extent).Hi - 1)};
  return Range;
}

/// The proof's statement about a thread that passes all guards.
Interval KernelPlanner::counterRange(unsigned Loop) const {
  return {Known.of(N.Dims[Loop].Lower).Lo, Known.of(N.Dims[Loop].Upper).Hi - 1};
}

/// "x - q * d" with q = floor(x / d) is a remainder: its parts become a leaf.
static Sym nameRemainders(const Sym &S, const std::vector<RecoveryStep> &Steps,
                          std::vector<std::pair<std::string, Sym>> &Found) {
  if (S.operands().empty())
    return S;
  if (S.kind() == SymKind::Sub && S.operands()[1].kind() == SymKind::Mul &&
      S.operands()[1].operands()[0].kind() == SymKind::Leaf) {
    const Sym &Divisor = S.operands()[1].operands()[1];
    Sym Quotient = floor_div(S.operands()[0], Divisor);
    for (const RecoveryStep &Step : Steps)
      if (Step.Name == S.operands()[1].operands()[0].name() &&
          Step.Value == Quotient) {
        Found.push_back({"%rest" + std::to_string(Found.size()), Divisor});
        return Sym::leaf(Found.back().first);
      }
  }
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(nameRemainders(Op, Steps, Found));
  return Sym::make(S.kind(), std::move(Ops));
}

Interval KernelPlanner::rangeOf(const Sym &Value, const std::string &Name) {
  std::vector<std::pair<std::string, Sym>> Remainders;
  Sym Simple = nameRemainders(Value, V.Recovery, Remainders);
  for (const auto &[Leaf, Divisor] : Remainders)
    Known.define(Leaf, {0, Known.of(Divisor).Hi - 1});
  Interval Range = Known.of(Simple), Cut = cutRange(Name);
  return {std::max(Range.Lo, Cut.Lo), std::min(Range.Hi, Cut.Hi)};
}

/// A guard "name < bound" holds for all that comes after it.
void KernelPlanner::applyGuards(unsigned After) {
  for (const ThreadGuard &G : V.Guards) {
    if (G.After != After || G.Cond.kind() != SymKind::Lt ||
        G.Cond.operands()[0].kind() != SymKind::Leaf || isLeftOut(G))
      continue;
    Interval Range = Known.of(G.Cond.operands()[0]);
    Range.Hi = std::min(Range.Hi, Known.of(G.Cond.operands()[1]).Hi - 1);
    Known.define(G.Cond.operands()[0].name(), Range);
  }
}

/// The guards of a run's iterations say the same as that of its number, where
/// no product of the number is beyond the type.
bool KernelPlanner::isLeftOut(const ThreadGuard &G) const {
  return LeavesOut && isImpliedByWholeRuns(G, V) &&
         G.Cond != V.Guards[*V.Run->Guard].Cond;
}

/// Decides the width: 32 bits if each value fits, at best without the guards
/// that others imply.
void KernelPlanner::findWidth() {
  const Ranges Before = Known;
  const auto Fits = [&](bool Without) {
    LeavesOut = Without;
    Known = Before;
    defineThreads();
    return defineSteps();
  };
  Width = Fits(/*Without=*/true) || (V.Run && Fits(/*Without=*/false))
              ? IndexWidth::I32
              : IndexWidth::I64;
  if (V.Run && Width == IndexWidth::I64)
    Fits(/*Without=*/true);
}

/// Whether each value, computed when it is computed, fits 32 bits with all its
/// parts; and NumberFits.
bool KernelPlanner::defineSteps() {
  bool All32 = true;
  auto Check = [&](const Sym &S) { All32 = All32 && isComputable32(S); };
  auto CheckGuards = [&](unsigned After) {
    for (const ThreadGuard &G : V.Guards)
      if (G.After == After)
        for (const Sym &Side : G.Cond.operands())
          Check(Side);
    applyGuards(After);
  };
  for (const Sym &Extent : V.Serial)
    Check(Extent);
  CheckGuards(0);
  NumberFits = false;
  for (unsigned S = 0; S < V.Recovery.size(); ++S) {
    const RecoveryStep &Step = V.Recovery[S];
    if (V.Run && S == V.Run->Step)
      NumberFits = All32 && !V.Run->Wide.empty() && isNumberBefore(S);
    Interval Range = rangeOf(Step.Value, Step.Name);
    int Loop = counterOf(Step.Name);
    bool AllGuardsBefore = llvm::all_of(V.Guards, [&](const ThreadGuard &G) {
      return G.After <= S || G.OfIterations;
    });
    if (Loop >= 0 && AllGuardsBefore) {
      Interval Proved = counterRange(static_cast<unsigned>(Loop));
      Range = {std::max(Range.Lo, Proved.Lo), std::min(Range.Hi, Proved.Hi)};
    }
    Known.define(Step.Name, Range);
    All32 = All32 && Range.fits32();
    for (const Sym &Op : Step.Value.operands())
      Check(Op);
    CheckGuards(S + 1);
  }
  return All32;
}

/// The expressions over parameters that S is made of, the largest ones.
void KernelPlanner::collectExtents(const Sym &S, std::vector<Sym> &Out) const {
  if (S.isConst() || llvm::is_contained(Out, S))
    return;
  if (isOverParameters(S, N, V))
    return Out.push_back(S);
  for (const Sym &Op : S.operands())
    collectExtents(Op, Out);
}

/// Whether all values fit 32 bits where no extent is beyond Most, and with
/// which conditions that is so. Ranges stay as that has found them.
bool KernelPlanner::narrowTo(int64_t Most, llvm::ArrayRef<Sym> Extents) {
  Known = Ranges(N);
  Asked.clear();
  for (const Sym &E : Extents) {
    Interval Range = Ranges(Known).of(E);
    if (Range.Lo > Most || Range.Hi < -Most)
      return false; // never
    if (Range.Lo < -Most)
      Asked.push_back(less_equal(-Most, E));
    if (Range.Hi > Most)
      Asked.push_back(less_equal(E, Most));
    Known.assume(E, {std::max<__int128>(Range.Lo, -Most),
                     std::min<__int128>(Range.Hi, Most)});
  }
  findWidth();
  if (OfNumber)
    Width = IndexWidth::I64;
  return OfNumber ? NumberFits : Width == IndexWidth::I32;
}

/// The run's number is a local of its own, or the thread's coordinate.
bool KernelPlanner::isNumberBefore(unsigned Step) const {
  return V.Run->Number.kind() == SymKind::Leaf &&
         llvm::any_of(llvm::ArrayRef(V.Recovery).take_front(Step),
                      [&](const RecoveryStep &S) {
                        return S.Name == V.Run->Number.name();
                      });
}

/// Loop variables of 64 bits are converted from what is narrower, and compilers
/// then no longer find that the parts of a fold make up the place of an
/// element: a few instructions of 64 bits cost less.
bool KernelPlanner::hasWideCounters() const {
  return llvm::any_of(llvm::seq(Mapped.rank()), [&](unsigned D) {
    return Source.Loops[D].Type.Bits > 32;
  });
}

/// 32 bits, where a launch finds that they are enough; of loop variables of 64
/// bits, for the numbers of runs alone.
void KernelPlanner::narrow() {
  OfNumber = hasWideCounters();
  if (OfNumber && (!V.Run || V.Run->Wide.empty()))
    return;
  constexpr int64_t Least = 1 << 24;
  const size_t Steps = OfNumber ? V.Run->Step : V.Recovery.size();
  std::vector<Sym> Extents;
  for (const auto &[I, G] : llvm::enumerate(V.Guards))
    if (G.After <= Steps || I == V.Run->Guard)
      for (const Sym &Side : G.Cond.operands())
        collectExtents(Side, Extents);
  for (const RecoveryStep &Step : llvm::ArrayRef(V.Recovery).take_front(Steps))
    collectExtents(Step.Value, Extents);
  for (const Sym &Extent : V.Serial)
    collectExtents(Extent, Extents);
  // The range of a larger one follows from those of its parts.
  llvm::stable_sort(Extents, [](const Sym &A, const Sym &B) {
    return operatorCount(A) < operatorCount(B);
  });
  for (int64_t Most = INT32_MAX; Most >= Least; Most /= 2)
    if (narrowTo(Most, Extents))
      return;
  Asked.clear();
  Known = Ranges(N);
  findWidth();
}

/// A part that only mentions parameters is computed on the host or shown to fit
/// later; of the rest every part must fit.
bool KernelPlanner::isComputable32(const Sym &S) const {
  if (!Known.of(S).fits32() && !isCutOff(S))
    return false;
  if (isOverParameters(S, N, V))
    return true;
  return llvm::all_of(S.operands(),
                      [&](const Sym &Op) { return isComputable32(Op); });
}

/// "q * d" with q = floor(x / d) is at most x, which is not negative.
bool KernelPlanner::isCutOff(const Sym &Product) const {
  if (Product.kind() != SymKind::Mul ||
      Product.operands()[0].kind() != SymKind::Leaf)
    return false;
  return llvm::any_of(V.Recovery, [&](const RecoveryStep &Step) {
    if (Step.Name != Product.operands()[0].name() ||
        Step.Value.kind() != SymKind::FloorDiv ||
        Step.Value.operands()[1] != Product.operands()[1])
      return false;
    const Interval Dividend = Known.of(Step.Value.operands()[0]);
    return Dividend.Lo >= 0 && Dividend.fits32() &&
           Known.of(Product.operands()[1]).Lo >= 1;
  });
}

} // namespace heddle
