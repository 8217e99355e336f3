//===- Instances.cpp - Values of the parameters to try --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Instances.h"
#include "Validate/Interpret/Field.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace heddle {
namespace validate {
namespace {

constexpr int64_t Low = -1, High = 8;
constexpr size_t AllOf = 3; ///< parameters, of which all values are tried
constexpr size_t Draws = 1000;
constexpr std::pair<int64_t, int64_t> OfTensors[] = {
    {1, 3}, {7, 2}, {0, 4}, {33, 1}, {2, 5}, {17, 3}, {3, 0}};

/// The smallest one that is at least From.
size_t primeFrom(size_t From) {
  for (;; ++From) {
    size_t Divisor = 2;
    while (Divisor * Divisor <= From && From % Divisor)
      ++Divisor;
    if (Divisor * Divisor > From)
      return From;
  }
}

/// As the number of iterations, where the values are extents: beyond 64 bits
/// with many parameters.
double cost(const std::vector<int64_t> &Values) {
  double Product = 1;
  for (int64_t V : Values)
    Product *= static_cast<double>(V + 2);
  return Product;
}

} // namespace

std::vector<std::vector<int64_t>> smallInstances(size_t Parameters) {
  std::vector<std::vector<int64_t>> All;
  if (Parameters <= AllOf) {
    std::vector<int64_t> Values(Parameters, Low);
    for (size_t I = 0; I != Parameters;) {
      All.push_back(Values);
      for (I = 0; I != Parameters && Values[I] == High; ++I)
        Values[I] = Low;
      if (I != Parameters)
        ++Values[I];
    }
    if (!Parameters)
      All.resize(3); // with other data
  } else {
    // The lines of the plane over the field of P elements: row (A, B) has A in
    // the first column and A * K + B in the others. Two of these lines meet in
    // one point, so each pair of values is in one row of two columns.
    const size_t P = primeFrom(std::max<size_t>(11, Parameters - 1));
    for (size_t A = 0; A != P; ++A)
      for (size_t B = 0; B != P; ++B) {
        std::vector<int64_t> Values{static_cast<int64_t>(A)};
        for (size_t K = 0; K + 1 != Parameters; ++K)
          Values.push_back(static_cast<int64_t>((A * K + B) % P));
        // If there are more than eleven values, some come again.
        for (int64_t &V : Values)
          V = Low + V % 11;
        All.push_back(Values);
      }
  }
  std::stable_sort(All.begin(), All.end(), [](const auto &A, const auto &B) {
    return cost(A) < cost(B);
  });
  return All;
}

Instances::Instances(const Nest &N) {
  std::set<int64_t> Found;
  for (const Node &E : N.Nodes)
    if (E.What == Op::Const && (E.Ty.isInt() || E.Ty.K == Type::Checked) &&
        (E.Number > 8 || E.Number < -1) && E.Number < (int64_t{1} << 40) &&
        E.Number > -(int64_t{1} << 40))
      Found.insert(E.Number);
  for (int64_t V : {8192, 4096}) // of the folded grids
    Found.erase(V);
  // Loops inside run in strips, which are no longer.
  for (const LaunchSite &L : N.Launches)
    if (L.BlockRows != 0) {
      BlockSides.insert({L.BlockRows, L.BlockColumns});
      for (const int64_t V : Found)
        if (V > 8 && V <= std::max(L.BlockRows, L.BlockColumns))
          BlockSides.insert(V);
    }
  BlockSides.erase(1);
  // These ask whether indices fit 32 bits; large sizes are looked at anyway.
  for (int64_t V = INT32_MAX; V > 1 << 24; V /= 2)
    Found.erase(V);
  Constants.assign(Found.begin(), Found.end());
  if (Constants.size() > 12)
    Constants.resize(12);
  IsTensor = N.IsTensor;
  const bool InPhases = llvm::any_of(N.Launches, [&](const LaunchSite &L) {
    return N.Functions[L.Kernel].isInPhases();
  });
  const auto Block =
      llvm::find_if(Constants, [](int64_t C) { return C > 40 && C <= 128; });
  if (InPhases && Block != Constants.end())
    Beyond = *Block + 1;
}

void Instances::prepare(size_t Count) {
  Parameters = Count;
  Next = 0;
  Drawn = Count > AllOf ? 0 : Draws;
  Prepared.clear();
  middle(Count);
  // Small ones cost little: several for each of middle size, so that both have
  // their share where not all can be run.
  std::vector<std::vector<int64_t>> Middle, Small = smallInstances(Count);
  std::swap(Middle, Prepared);
  auto Rest = Small.begin();
  for (const std::vector<int64_t> &Values : Middle) {
    Prepared.push_back(Values);
    auto End = Rest + std::min<std::ptrdiff_t>(4, Small.end() - Rest);
    Prepared.insert(Prepared.end(), Rest, End);
    Rest = End;
  }
  Prepared.insert(Prepared.end(), Rest, Small.end());
}

void Instances::middle(size_t Count) {
  const auto With = [&](size_t I, int64_t V, int64_t Others) {
    std::vector<int64_t> Values(Count, Others);
    if (Count)
      Values[I] = V;
    Prepared.push_back(Values);
  };
  // One more than a block may hold: kernels in phases run few instances, and
  // several blocks are to be among these. The others differ, as of loops from
  // one to another.
  for (const bool Rising : {true, false})
    for (size_t I = 0; Beyond && I != Count; ++I) {
      With(I, Beyond, 1);
      for (size_t J = 0; J != Count; ++J)
        if (J != I)
          Prepared.back()[J] +=
              static_cast<int64_t>(Rising ? J : Count - J) % 3;
    }
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
  for (int64_t C : Constants)
    for (size_t I = 0; I != Count; ++I)
      for (int64_t V : {C, C + 1, C - 1, C + 3})
        With(I, V, 3);
  for (size_t I = 0; I != Count; ++I) {
    With(I, 65, 2);
    With(I, 300, 2);
    With(I, 0, 4);
    With(I, -1, 3);
    With(I, 32, 5);
    With(I, 257, 1);
  }
}

bool Instances::next(const std::vector<Parameter> &Known,
                     std::vector<int64_t> &Values, uint64_t &Seed) {
  if (Known.size() != Parameters)
    prepare(Known.size());
  Seed = Next++;
  if (Seed < Prepared.size()) {
    Values = Prepared[Seed];
    return true;
  }
  if (Drawn == Draws)
    return false;
  uint64_t Draw = mixed(Drawn++, 7);
  Values.assign(Known.size(), 0);
  for (int64_t &V : Values) {
    V = Low + static_cast<int64_t>(Draw % (High - Low + 1));
    Draw = mixed(Draw, 9);
  }
  return true;
}

std::vector<std::vector<int64_t>>
Instances::severalBlocks(const std::vector<Parameter> &Known) const {
  // Loops may begin a little behind 0, or end before an extent.
  constexpr int64_t Few = 2, Beyond = 5;
  std::vector<std::vector<int64_t>> Result;
  const auto Add = [&](size_t I, size_t J, int64_t V) {
    Result.emplace_back(Known.size(), Few);
    Result.back()[I] = Result.back()[J] = V;
  };
  for (const int64_t C : BlockSides)
    for (size_t I = 0; I != Known.size(); ++I) {
      Add(I, I, C + 1);
      for (size_t J = 0; J <= I; ++J)
        Add(I, J, C + Beyond);
    }
  return Result;
}

std::vector<std::vector<int64_t>>
Instances::large(const std::vector<Parameter> &Known) const {
  std::vector<std::vector<int64_t>> Result;
  std::vector<int64_t> Sizes;
  for (int64_t V :
       {int64_t{1024}, int64_t{65535}, int64_t{65535} * 32, int64_t{2147483647},
        int64_t{3037000500}, int64_t{2147483647} * 32,
        int64_t{2147483647} * 256, int64_t{1} << 40, int64_t{1} << 61})
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
