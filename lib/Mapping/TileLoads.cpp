//===- TileLoads.cpp - Which thread loads which element -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileLoads.h"
#include "Mapping/CostBlock.h"
#include <algorithm>

namespace heddle {

namespace {

/// With one thread.
LoadShape boxOf(std::vector<int64_t> Extents) {
  const size_t Rank = Extents.size();
  return {std::vector<int64_t>(Rank, 0), std::move(Extents),
          std::vector<int64_t>(Rank, 1), std::vector<Sym>(Rank, 0)};
}

/// The axes of the block along the last dimensions; those that are left over
/// along the first one, too.
LoadShape byAxes(const std::vector<int64_t> &Extents, const Tile &T,
                 const std::vector<Sym> &Coordinates) {
  const size_t Rank = Extents.size();
  LoadShape Out = boxOf(Extents);
  for (size_t A = 0; A != Coordinates.size(); ++A) {
    const size_t D = A < Rank ? Rank - 1 - A : 0;
    if (T.Threads[A] > 1)
      Out.First[D] = Out.First[D] + Coordinates[A] * Sym(Out.Threads[D]);
    Out.Threads[D] *= T.Threads[A];
  }
  return Out;
}

/// The threads by number: rows of as many as the last dimension has, and these
/// along the dimensions before it. The first one that has several places gets
/// all that are left.
LoadShape byNumber(const std::vector<int64_t> &Extents, int64_t Threads,
                   const Sym &Thread) {
  const size_t Rank = Extents.size();
  LoadShape Out = boxOf(Extents);
  int64_t Left = Threads;
  Sym Number = Thread;
  size_t First = 0;
  while (First + 1 != Rank && Extents[First] == 1)
    ++First;
  for (size_t D = Rank; D-- > First && Left > 1;) {
    const int64_t Along = D == First ? Left : std::min(Left, Extents[D]);
    Out.Threads[D] = Along;
    Out.First[D] = Along == Left ? Number : floor_mod(Number, Along);
    Number = floor_div(Number, Along);
    Left = Left % Along == 0 ? Left / Along : (Left + Along - 1) / Along;
  }
  return Out;
}

/// Turns in which threads load, inside the first dimensions.
double turns(const LoadShape &Shape, size_t Dimensions) {
  double All = 1;
  for (size_t D = 0; D != Dimensions; ++D)
    All *= static_cast<double>((Shape.Extents[D] + Shape.Threads[D] - 1) /
                               Shape.Threads[D]);
  return All;
}

double turns(const LoadShape &Shape) {
  return turns(Shape, Shape.Extents.size());
}

/// Each thread has a place of its own.
bool isExact(const LoadShape &Shape, int64_t Threads) {
  int64_t All = 1;
  for (const int64_t Along : Shape.Threads)
    All *= Along;
  return All == Threads;
}

/// Shape's rows as far as threads lie along them, and what is left, by number;
/// nothing where that takes as many turns.
std::optional<std::vector<LoadShape>>
withEdge(const LoadShape &Shape, int64_t Threads, const Sym &Thread) {
  const size_t Last = Shape.Extents.size() - 1;
  const int64_t Left = Shape.Extents[Last] % Shape.Threads[Last];
  if (Left == 0 || Left == Shape.Extents[Last])
    return std::nullopt;
  LoadShape Rows = Shape;
  Rows.Extents[Last] -= Left;
  std::vector<int64_t> Edge = Shape.Extents;
  Edge[Last] = Left;
  LoadShape Rest = byNumber(Edge, Threads, Thread);
  Rest.From[Last] = Rows.Extents[Last];
  if (!isExact(Rest, Threads) || turns(Rest) >= turns(Shape, Last))
    return std::nullopt;
  return std::vector<LoadShape>{std::move(Rows), std::move(Rest)};
}

} // namespace

std::vector<LoadShape> shapesOfLoads(const StagedBuffer &B, const Tile &T,
                                     const Sym &Thread,
                                     const std::vector<Sym> &Coordinates) {
  const int64_t Threads = T.Threads[0] * T.Threads[1] * T.Threads[2];
  const LoadShape Axes = byAxes(B.Extents, T, Coordinates),
                  Number = byNumber(B.Extents, Threads, Thread);
  const bool IsWide =
      Axes.Threads.back() >= std::min<int64_t>(B.Extents.back(), WarpSize);
  // Slots are those of the whole buffer.
  const auto Edge =
      IsWide && !B.Slots ? withEdge(Axes, Threads, Thread) : std::nullopt;
  double Turns = turns(Axes);
  if (Edge)
    Turns = turns(Edge->front()) + turns(Edge->back());
  // Axes need no quotients. A warp is to load from few rows.
  constexpr double Enough = 0.8;
  if (isExact(Number, Threads) && !(IsWide && Enough * Turns <= turns(Number)))
    return {Number};
  return Edge ? *Edge : std::vector<LoadShape>{Axes};
}

} // namespace heddle
