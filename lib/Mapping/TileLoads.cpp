//===- TileLoads.cpp - Which thread loads which element -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileLoads.h"
#include "Mapping/CostBlock.h"
#include <algorithm>

namespace heddle {

namespace {

/// The axes of the block along the last dimensions; those that are left over
/// along the first one, too.
LoadShape byAxes(const StagedBuffer &B, const Tile &T,
                 const std::vector<Sym> &Coordinates) {
  const size_t Rank = B.Extents.size();
  LoadShape Out{std::vector<int64_t>(Rank, 1), std::vector<Sym>(Rank, 0)};
  for (size_t A = 0; A != Coordinates.size(); ++A) {
    const size_t D = A < Rank ? Rank - 1 - A : 0;
    if (T.Threads[A] > 1)
      Out.First[D] = Out.First[D] + Coordinates[A] * Sym(Out.Threads[D]);
    Out.Threads[D] *= T.Threads[A];
  }
  return Out;
}

/// The threads by number: rows of as many as the last dimension has, and these
/// along the dimensions before it.
LoadShape byNumber(const StagedBuffer &B, int64_t Threads, const Sym &Thread) {
  const size_t Rank = B.Extents.size();
  LoadShape Out{std::vector<int64_t>(Rank, 1), std::vector<Sym>(Rank, 0)};
  int64_t Left = Threads;
  Sym Number = Thread;
  for (size_t D = Rank; D-- > 0 && Left > 1;) {
    const int64_t Along = D == 0 ? Left : std::min(Left, B.Extents[D]);
    Out.Threads[D] = Along;
    Out.First[D] = Along == Left ? Number : floor_mod(Number, Along);
    Number = floor_div(Number, Along);
    Left = Left % Along == 0 ? Left / Along : (Left + Along - 1) / Along;
  }
  return Out;
}

/// The part of the turns of threads that load something.
double used(const StagedBuffer &B, const LoadShape &Shape, int64_t Threads) {
  double Elements = 1, Turns = 1;
  for (size_t D = 0; D != B.Extents.size(); ++D) {
    Elements *= static_cast<double>(B.Extents[D]);
    Turns *= static_cast<double>((B.Extents[D] + Shape.Threads[D] - 1) /
                                 Shape.Threads[D]);
  }
  return Elements / (Turns * static_cast<double>(Threads));
}

/// Each thread has a place of its own.
bool isExact(const LoadShape &Shape, int64_t Threads) {
  int64_t All = 1;
  for (const int64_t Along : Shape.Threads)
    All *= Along;
  return All == Threads;
}

} // namespace

LoadShape shapeOfLoads(const StagedBuffer &B, const Tile &T, const Sym &Thread,
                       const std::vector<Sym> &Coordinates) {
  const int64_t Threads = T.Threads[0] * T.Threads[1] * T.Threads[2];
  const LoadShape Axes = byAxes(B, T, Coordinates),
                  Number = byNumber(B, Threads, Thread);
  if (!isExact(Number, Threads))
    return Axes;
  // Axes need no quotients. A warp is to load from few rows.
  constexpr double Enough = 0.8;
  const bool IsWide =
      Axes.Threads.back() >= std::min<int64_t>(B.Extents.back(), WarpSize);
  return IsWide && used(B, Axes, Threads) >= Enough * used(B, Number, Threads)
             ? Axes
             : Number;
}

} // namespace heddle
