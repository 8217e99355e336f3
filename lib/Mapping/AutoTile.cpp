//===- AutoTile.cpp - Tiles that nobody has asked for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/AutoTile.h"
#include "Mapping/CostBlock.h"
#include "Mapping/TileForms.h"
#include "heddle/blocks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

/// Iterations of a block along a loop, and of a strip.
constexpr int64_t BlockLength = 64, StripLength = 8;

using Loops = llvm::DenseSet<unsigned>;

/// The loops that move the element; nothing where its subscripts are not
/// linear.
std::optional<Loops> loopsOf(const AffineAccess &A, const AffineNest &N) {
  const std::optional<Subscripts> Of = subscriptsOf(A, N);
  if (!Of)
    return std::nullopt;
  Loops All;
  for (const LinearSubscript &S : *Of)
    for (const auto &[Loop, C] : S.ByLoop)
      All.insert(Loop);
  return All;
}

/// The only loop of the thread that stands in the innermost mapped one's body.
std::optional<unsigned> stripOf(const LoopNest &N, unsigned Rank) {
  std::optional<unsigned> Found;
  for (unsigned L = Rank; L < N.Loops.size(); ++L) {
    if (N.Loops[L].Parent != static_cast<int>(Rank) - 1)
      continue;
    if (Found)
      return std::nullopt;
    Found = L;
  }
  return Found;
}

/// Which of the two loops the array's elements do not depend on; nothing where
/// they are not all read in the strip, or where blocks share none of them.
struct Operand {
  bool LacksFirst = false, LacksSecond = false;
};

std::optional<Operand> operandOf(unsigned Array, unsigned Strip, unsigned First,
                                 unsigned Second, const AffineNest &N) {
  Operand Out;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    const std::optional<Loops> Of = loopsOf(A, N);
    if (A.IsWrite || A.May || !Of || !Of->contains(Strip) ||
        (Of->contains(First) && Of->contains(Second)))
      return std::nullopt;
    Out.LacksFirst |= !Of->contains(First) && Of->contains(Second);
    Out.LacksSecond |= !Of->contains(Second) && Of->contains(First);
  }
  return Out;
}

} // namespace

std::optional<AutoTile> autoTile(const VerifiedNest &Nest, unsigned Rank,
                                 const std::array<int, max_rank> &Order,
                                 const SymSpace &Space) {
  const AffineNest &N = Nest.affine();
  const LoopNest &Source = *N.Nest;
  constexpr unsigned MostAxes = 3;
  const std::optional<unsigned> Strip = stripOf(Source, Rank);
  if (Rank < 2 || Rank > MostAxes || !Strip || Source.isPart())
    return std::nullopt;
  AutoTile Out;
  for (const unsigned D : {Rank - 2, Rank - 1})
    Out.Loops.push_back(static_cast<unsigned>(Order[D]));
  bool LacksFirst = false, LacksSecond = false;
  unsigned Bytes = 0;
  for (unsigned A = 0; A < Source.Arrays.size(); ++A) {
    const auto Of = operandOf(A, *Strip, Out.Loops[0], Out.Loops[1], N);
    if (!Of || !touches(Source, A))
      continue;
    LacksFirst |= Of->LacksFirst;
    LacksSecond |= Of->LacksSecond;
    Bytes = std::max(Bytes, Source.Arrays[A].ElementBytes);
    Out.Wish.Stage.push_back({A, Source.Where});
  }
  if (!LacksFirst || !LacksSecond)
    return std::nullopt;
  Out.Wish.StripOf = {Source.Loops[*Strip].Name, StripLength, Source.Where};
  // Sums of a thread stand in registers, of which it has 255.
  constexpr unsigned WordBytes = 4;
  std::vector<long long> Lengths(Rank, 1), Each(Rank, 1);
  Lengths[Rank - 2] = Lengths[Rank - 1] = BlockLength;
  Each[Rank - 2] = 8;
  Each[Rank - 1] = Bytes <= WordBytes ? 8 : 4;
  mapping Base = detail::shifted_and_compressed(Space);
  if (!llvm::is_sorted(llvm::ArrayRef(Order).take_front(Rank)))
    Base = Permute(Order, static_cast<int>(Rank), Base);
  Out.Steps = detail::blocks(Lengths.data(), true, Each.data(), Rank, Base);
  return Out;
}

std::optional<int64_t> leastThatFills(const ThreadMapping &V,
                                      const Device &On) {
  constexpr int64_t OfMultiprocessor = 2, Most = int64_t(1) << 40;
  int64_t All = OfMultiprocessor * On.Multiprocessors;
  std::vector<Sym> Extents(std::begin(V.Block), std::end(V.Block));
  llvm::append_range(Extents, V.Serial);
  for (const Sym &Extent : Extents) {
    if (!Extent.isConst() || Extent.value() > Most / All)
      return std::nullopt;
    All *= std::max<int64_t>(1, Extent.value());
  }
  return All;
}

/// Elements that the iterations of a block and a strip read there, at most.
static int64_t elementsRead(const StagedBuffer &B, const Tile &T) {
  int64_t All = 0;
  for (const auto &[Access, At] : B.Reads) {
    int64_t OfRead = 1;
    const auto Count = [&](const std::string &Leaf, int64_t Extent) {
      if (llvm::any_of(At, [&](const Sym &S) { return mentions(S, Leaf); }))
        OfRead *= Extent;
    };
    for (size_t A = 0; A != T.Axes.size(); ++A)
      Count(placeLeaf(A), T.Axes[A].Extent);
    Count(InStripLeaf, T.Strip->Length);
    All += OfRead;
  }
  return All;
}

std::optional<LaunchChoice>
launchesOf(const AutoTile &Of, const ThreadMapping &V, const SymMapped &Counted,
           const Sym &Iterations, const Device &On) {
  constexpr int64_t Blocks = 4, Strips = 4, Much = 2;
  for (const StagedBuffer &B : V.Shared->Buffers)
    if (B.loaded() > Much * elementsRead(B, *V.Shared))
      return std::nullopt;
  const std::optional<int64_t> Least = leastThatFills(V, On);
  if (!Least)
    return std::nullopt;
  LaunchChoice Out{0, *Least, Iterations, {}};
  if (Iterations.isConst() && Iterations.value() < Out.Least)
    return std::nullopt;
  const auto Ask = [&](const Sym &Holds) {
    if (!Holds.isConst() && !llvm::is_contained(Out.Where, Holds))
      Out.Where.push_back(Holds);
    return !Holds.isConst(0);
  };
  for (const unsigned Loop : Of.Loops)
    if (!Ask(less_equal(Sym(Blocks * BlockLength), Counted.last().upper[Loop])))
      return std::nullopt;
  const TileStrip &Strip = *V.Shared->Strip;
  if (!Ask(less_equal(Strip.Lower + Sym(Strips * Strip.Length), Strip.Upper)))
    return std::nullopt;
  return Out;
}

} // namespace heddle
