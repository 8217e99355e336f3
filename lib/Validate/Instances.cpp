//===- Instances.cpp - Values of the parameters to try --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Instances.h"
#include <algorithm>
#include <set>

namespace heddle {
namespace validate {
namespace {

constexpr int64_t Low = -1, Span = 10; ///< -1 to 8
constexpr unsigned Draws = 1000;
constexpr std::pair<int64_t, int64_t> OfTensors[] = {
    {1, 3}, {7, 2}, {0, 4}, {33, 1}, {2, 5}, {17, 3}, {3, 0}};

uint64_t power(uint64_t Base, size_t Exponent) {
  uint64_t Result = 1;
  for (size_t I = 0; I != Exponent; ++I)
    Result *= Base;
  return Result;
}

} // namespace

Instances::Instances(const Nest &N, const std::vector<Parameter> &Known) {
  std::set<int64_t> Found;
  for (const Node &E : N.Nodes)
    if (E.What == Op::Const && (E.Ty.isInt() || E.Ty.K == Type::Checked) &&
        (E.Number > 8 || E.Number < -1) && E.Number < (int64_t{1} << 40) &&
        E.Number > -(int64_t{1} << 40))
      Found.insert(E.Number);
  for (int64_t V : {8192, 4096}) // of the folded grids
    Found.erase(V);
  Constants.assign(Found.begin(), Found.end());
  if (Constants.size() > 12)
    Constants.resize(12);
  IsTensor = N.IsTensor;
  first(Known.size());
  if (Known.size() > 3)
    pairs(Known.size());
}

void Instances::first(size_t Count) {
  const auto With = [&](size_t I, int64_t V, int64_t Others) {
    std::vector<int64_t> Values(Count, Others);
    if (Count)
      Values[I] = V;
    Prepared.push_back(Values);
  };
  With(0, 5, 6);
  // Several dimensions have the same extent, and sums run over others.
  for (const auto &[V, Others] : OfTensors)
    for (size_t I = 0; IsTensor && I != Count; ++I)
      With(I, V, Others);
  for (size_t I = 0; I != Count; ++I) {
    With(I, 40, 3);
    With(I, 33, 1);
    With(I, 1, 7);
  }
  if (Count == 2)
    Prepared.push_back({35, 37});
  for (size_t I = 0; I != Count; ++I) {
    With(I, 65, 2);
    With(I, 300, 2);
    With(I, 0, 4);
    With(I, -1, 3);
    With(I, 32, 5);
    With(I, 257, 1);
  }
  for (int64_t C : Constants)
    for (size_t I = 0; I != Count; ++I)
      for (int64_t V : {C, C + 1, C - 1, C + 3})
        With(I, V, 3);
}

/// All pairs of values of two parameters, the others drawn.
void Instances::pairs(size_t Count) {
  uint64_t Draw = 11;
  std::vector<std::vector<int64_t>> All;
  for (size_t A = 0; A != Count; ++A)
    for (size_t B = A + 1; B != Count; ++B)
      for (int64_t V = 0; V != Span * Span; ++V) {
        std::vector<int64_t> Values(Count);
        for (int64_t &Other : Values)
          Other = Low + static_cast<int64_t>((Draw = mixed(Draw, 1)) % Span);
        Values[A] = Low + V / Span;
        Values[B] = Low + V % Span;
        All.push_back(Values);
      }
  for (size_t I = All.size(); I > 1; --I)
    std::swap(All[I - 1], All[(Draw = mixed(Draw, 2)) % I]);
  if (All.size() > 4000)
    All.resize(4000);
  Prepared.insert(Prepared.end(), All.begin(), All.end());
}

bool Instances::next(const std::vector<Parameter> &Known,
                     std::vector<int64_t> &Values, uint64_t &Seed) {
  Seed = Next;
  if (Next < Prepared.size()) {
    Values = Prepared[Next++];
    return true;
  }
  ++Next;
  const size_t Count = Known.size();
  const uint64_t All = Count == 0 ? 3 : Count > 3 ? Draws : power(Span, Count);
  if (Scattered >= All)
    return false;
  // A step that has no divisor in common with a power of ten visits all.
  uint64_t At = Count > 3 ? mixed(Scattered, 7) : Scattered * 379 % All;
  ++Scattered;
  Values.assign(Count, 0);
  for (size_t I = 0; I != Count; ++I) {
    Values[I] = Low + static_cast<int64_t>(At % Span);
    At = Count > 3 ? mixed(At, 9) : At / Span;
  }
  return true;
}

std::vector<std::vector<int64_t>>
Instances::large(const std::vector<Parameter> &Known) const {
  std::vector<std::vector<int64_t>> Result;
  std::vector<int64_t> Sizes;
  for (int64_t V :
       {int64_t{1024}, int64_t{65535}, int64_t{65535} * 32, int64_t{2147483647},
        int64_t{2147483647} * 32, int64_t{2147483647} * 256, int64_t{1} << 40,
        int64_t{3037000500}, int64_t{1} << 61})
    for (int64_t Off : {-1, 0, 1})
      Sizes.push_back(V + Off);
  for (size_t I = 0; I != Known.size(); ++I)
    for (int64_t Others : {int64_t{2}, int64_t{65536}, int64_t{2147483647}})
      for (int64_t V : Sizes) {
        if (!holds(Known[I].Ty, V) || Result.size() > 600)
          continue;
        std::vector<int64_t> Values(Known.size(), Others);
        Values[I] = V;
        Result.push_back(Values);
      }
  return Result;
}

} // namespace validate
} // namespace heddle
