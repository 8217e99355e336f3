//===- Ranges.cpp - Bounds of launch expressions --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Ranges.h"
#include "Mapping/IslTerms.h"
#include "Mapping/Proof.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <isl/ilp.h>

namespace heddle {

Ranges::Ranges(const AffineNest &N)
    : ParamSpace(N.ParamSpace), Launched(launchedParameters(N)) {}

static __int128 saturate(__int128 V) {
  return std::clamp(V, -Interval::Infinite, Interval::Infinite);
}

static bool isFinite(__int128 V) {
  return V > -Interval::Infinite && V < Interval::Infinite;
}

static __int128 product(__int128 A, __int128 B) {
  __int128 P;
  if (A == 0 || B == 0)
    return 0;
  if (isFinite(A) && isFinite(B) && !__builtin_mul_overflow(A, B, &P))
    return saturate(P);
  return (A < 0) == (B < 0) ? Interval::Infinite : -Interval::Infinite;
}

static __int128 floorOf(__int128 A, __int128 B) {
  return isFinite(A) ? A / B - (A % B < 0 ? 1 : 0) : A;
}

bool Ranges::isOverParameters(const Sym &S) const {
  return allLeaves(
      S, [&](const std::string &Name) { return !Local.contains(Name); });
}

/// An end that isl does not know is not bounded.
static __int128 endOf(const isl::Val &End, __int128 Otherwise) {
  std::optional<__int128> Value = End.int128();
  constexpr __int128 Most = UINT64_MAX;
  return Value && *Value >= -Most && *Value <= Most ? *Value : Otherwise;
}

Interval Ranges::exact(const Sym &S) const {
  isl::PwAff Value = IslTerms(ParamSpace).value(S).intersectParams(Launched);
  return {endOf(isl::minimum(Value), -Interval::Infinite),
          endOf(isl::maximum(Value), Interval::Infinite)};
}

Interval Ranges::combine(const Sym &S) const {
  std::vector<Interval> Op;
  for (const Sym &O : S.operands())
    Op.push_back(of(O));
  switch (S.kind()) {
  case SymKind::Neg:
    return {-Op[0].Hi, -Op[0].Lo};
  case SymKind::Add:
    return {saturate(Op[0].Lo + Op[1].Lo), saturate(Op[0].Hi + Op[1].Hi)};
  case SymKind::Sub:
    return {saturate(Op[0].Lo - Op[1].Hi), saturate(Op[0].Hi - Op[1].Lo)};
  case SymKind::Mul: {
    __int128 Corners[] = {
        product(Op[0].Lo, Op[1].Lo), product(Op[0].Lo, Op[1].Hi),
        product(Op[0].Hi, Op[1].Lo), product(Op[0].Hi, Op[1].Hi)};
    return {*std::min_element(Corners, Corners + 4),
            *std::max_element(Corners, Corners + 4)};
  }
  case SymKind::FloorDiv:
  case SymKind::CeilDiv: {
    if (Op[1].Lo < 1 || Op[0].Lo < 0)
      return {};
    const auto Quotient = [&](__int128 A, __int128 B) {
      if (!isFinite(A))
        return A;
      return S.kind() == SymKind::CeilDiv ? floorOf(A - 1, B) + 1
                                          : floorOf(A, B);
    };
    return {Quotient(Op[0].Lo, Op[1].Hi), Quotient(Op[0].Hi, Op[1].Lo)};
  }
  case SymKind::FloorMod:
    if (Op[1].Lo < 1)
      return {};
    return {0, std::max<__int128>(0, Op[0].Lo >= 0
                                         ? std::min(Op[1].Hi - 1, Op[0].Hi)
                                         : Op[1].Hi - 1)};
  case SymKind::Min:
    return {std::min(Op[0].Lo, Op[1].Lo), std::min(Op[0].Hi, Op[1].Hi)};
  case SymKind::Max:
    return {std::max(Op[0].Lo, Op[1].Lo), std::max(Op[0].Hi, Op[1].Hi)};
  case SymKind::Select:
    return {std::min(Op[1].Lo, Op[2].Lo), std::max(Op[1].Hi, Op[2].Hi)};
  default:
    return {0, 1};
  }
}

/// Whether the result of combine() cannot be bettered: one parameter, once,
/// goes through functions that rise or fall all the way, which take ends to
/// ends. Asking isl costs much more.
bool Ranges::combinesExactly(const Sym &S) const {
  switch (S.kind()) {
  case SymKind::Neg:
    return isExact(S.operands()[0]);
  case SymKind::Add:
  case SymKind::Sub:
  case SymKind::Mul:
    return (S.operands()[0].isConst() && isExact(S.operands()[1])) ||
           (S.operands()[1].isConst() && isExact(S.operands()[0]));
  case SymKind::FloorDiv:
  case SymKind::CeilDiv:
    return S.operands()[1].isConst() && S.operands()[1].value() >= 1 &&
           isExact(S.operands()[0]) && of(S.operands()[0]).Lo >= 0;
  default:
    return false;
  }
}

bool Ranges::isExact(const Sym &S) const {
  return S.kind() == SymKind::Leaf ? isOverParameters(S) : combinesExactly(S);
}

Interval Ranges::of(const Sym &S) const {
  if (S.isConst())
    return Interval::exactly(S.value());
  if (S.kind() == SymKind::Leaf)
    if (auto It = Local.find(S.name()); It != Local.end())
      return It->second;
  for (const auto &[Tree, Range] : Known)
    if (Tree == S)
      return Range;
  Interval Range = S.kind() == SymKind::Leaf ? Interval() : combine(S);
  if (isOverParameters(S) && !combinesExactly(S)) {
    Interval Exact = exact(S);
    Range = {std::max(Range.Lo, Exact.Lo), std::min(Range.Hi, Exact.Hi)};
  }
  // Local leaves may be refined later.
  if (isOverParameters(S))
    Known.push_back({S, Range});
  return Range;
}

template <class Fits> bool Ranges::all(const Sym &S, Fits Test) const {
  return Test(of(S)) && llvm::all_of(S.operands(), [&](const Sym &Op) {
           return all(Op, Test);
         });
}

bool Ranges::computesIn32(const Sym &S) const {
  return all(S, [](Interval I) { return I.fits32(); });
}

bool Ranges::computesIn64(const Sym &S) const {
  return all(S, [](Interval I) { return I.fits64(); });
}

bool certainlyFits(const Sym (&Grid)[3], const Sym (&Block)[3],
                   const Ranges &R) {
  const long long GridLimit[3] = {cuda_limits.grid_x, cuda_limits.grid_y,
                                  cuda_limits.grid_z};
  const long long BlockLimit[3] = {cuda_limits.block_x, cuda_limits.block_y,
                                   cuda_limits.block_z};
  __int128 Threads = 1, Blocks = 1;
  for (unsigned A = 0; A < 3; ++A) {
    const __int128 GridMost = R.of(Grid[A]).Hi, BlockMost = R.of(Block[A]).Hi;
    if (GridMost > GridLimit[A] || BlockMost > BlockLimit[A])
      return false;
    Threads *= BlockMost;
    Blocks *= GridMost;
  }
  // Threads that are switched off count, too: shape::fits() counts them.
  return Threads <= cuda_limits.block_threads && Blocks * Threads <= INT64_MAX;
}

} // namespace heddle
