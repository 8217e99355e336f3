//===- TileRatios.cpp - Tiles of several statements -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/TileRatios.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace heddle {

using Ratios = std::map<std::string, TileRatios>;

/// With the ratios of what is read.
static std::vector<PartitionedRead> readsOf(const RatioEquation &E,
                                            const Ratios &Of) {
  std::vector<PartitionedRead> All;
  for (const RatioRead &R : E.Reads)
    All.push_back({R.Function, Of.at(R.Array)});
  return All;
}

/// All that the equations of the array read have ratios.
static bool isReady(const std::string &Array,
                    llvm::ArrayRef<RatioEquation> Equations, const Ratios &Of) {
  return llvm::all_of(Equations, [&](const RatioEquation &E) {
    return E.Array != Array || llvm::all_of(E.Reads, [&](const RatioRead &R) {
             return Of.count(R.Array) != 0;
           });
  });
}

/// The least common multiples over all equations that set the array, in the
/// dimensions that a reduction keeps.
static TileRatios leastOf(const std::string &Array,
                          llvm::ArrayRef<RatioEquation> Equations,
                          const Ratios &Of) {
  TileRatios Common;
  for (const RatioEquation &E : Equations) {
    if (E.Array != Array)
      continue;
    const TileRatios Least = leastRatios(E.Dims, readsOf(E, Of));
    Common.resize(E.Dims - E.Reduced, 1);
    for (size_t D = 0; D != Common.size(); ++D)
      Common[D] = std::lcm(Common[D], Least[D]);
  }
  return Common;
}

/// The array's, as an iteration keeps them, so that the projection of a
/// reduction has one branch; the least ones of what is reduced.
static TileRatios ofIterations(const RatioEquation &E, const Ratios &Of) {
  TileRatios All = leastRatios(E.Dims, readsOf(E, Of));
  llvm::copy(Of.at(E.Array), All.begin());
  return All;
}

std::optional<DerivedRatios>
deriveRatios(llvm::ArrayRef<RatioEquation> Equations, const Ratios &Chosen,
             UnfitRatios &Unfit) {
  DerivedRatios Out{Chosen, {}};
  for (const RatioEquation &E : Equations)
    for (const RatioRead &R : E.Reads)
      if (llvm::none_of(Equations, [&](const RatioEquation &Other) {
            return Other.Array == R.Array;
          }))
        Out.Arrays.insert({R.Array, TileRatios(R.Function.size(), 1)});
  // An array with a chosen ratio stands at the beginning of each cycle.
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const RatioEquation &E : Equations)
      if (Out.Arrays.count(E.Array) == 0 &&
          isReady(E.Array, Equations, Out.Arrays)) {
        Out.Arrays[E.Array] = leastOf(E.Array, Equations, Out.Arrays);
        IsNew = true;
      }
  }
  for (auto [I, E] : llvm::enumerate(Equations)) {
    Unfit = {I, 0, std::nullopt};
    if (Out.Arrays.count(E.Array) == 0)
      return std::nullopt;
    const TileRatios Of = ofIterations(E, Out.Arrays);
    if (const auto Found =
            conflictOf(readsOf(E, Out.Arrays), {Of, {}, /*Least=*/1})) {
      Unfit.Read = Found->first;
      Unfit.Of = Found->second;
      return std::nullopt;
    }
    Out.Iterations.push_back(Of);
  }
  return Out;
}

} // namespace heddle
