//===- AutoTile.cpp - Tiles that nobody has asked for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/AutoTile.h"
#include "Mapping/CostBlock.h"
#include "Mapping/ProductForm.h"
#include "heddle/blocks.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

/// Iterations of a block along a loop, and of a strip.
constexpr int64_t BlockLength = 64, StripLength = 8;

} // namespace

std::optional<AutoTile> autoTile(const VerifiedNest &Nest, unsigned Rank,
                                 const std::array<int, max_rank> &Order,
                                 const SymSpace &Space) {
  const AffineNest &N = Nest.affine();
  const LoopNest &Source = *N.Nest;
  constexpr unsigned MostAxes = 3;
  if (Rank < 2 || Rank > MostAxes || Source.isPart())
    return std::nullopt;
  AutoTile Out;
  for (const unsigned D : {Rank - 2, Rank - 1})
    Out.Loops.push_back(static_cast<unsigned>(Order[D]));
  const auto Form = productForm(N, Rank, Out.Loops[0], Out.Loops[1]);
  if (!Form || !Form->IsCertain)
    return std::nullopt;
  unsigned Bytes = 0;
  for (const unsigned A : Form->Operands) {
    Bytes = std::max(Bytes, Source.Arrays[A].ElementBytes);
    Out.Wish.Stage.push_back({A, Source.Where});
  }
  Out.Wish.StripOf = {Source.Loops[Form->Loop].Name, StripLength, Source.Where};
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
  for (const auto &Read : B.Reads) {
    const std::vector<Sym> &At = Read.second;
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
