//===- AutoTile.cpp - Tiles that nobody has asked for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/AutoTile.h"
#include "Mapping/CostBlock.h"
#include "Mapping/ProductForm.h"
#include "Mapping/TileForms.h"
#include "heddle/blocks.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace heddle {

namespace {

/// Tries the forms of nests that have tiles.
class TileForm {
public:
  TileForm(const VerifiedNest &Nest, unsigned Rank,
           const std::array<int, max_rank> &Order, const SymSpace &Space,
           PlainAccesses Plain)
      : N(Nest.affine()), Source(*N.Nest), Rank(Rank), Order(Order),
        Space(Space), Plain(Plain), MayShare(!whyNotInParts(Nest, false)),
        MayRunStrips(!whyNotInParts(Nest, true)) {}

  std::optional<AutoTile> product() const;
  std::optional<AutoTile> rows() const;
  std::optional<AutoTile> window() const;
  std::optional<AutoTile> planes() const;
  std::optional<AutoTile> transpose() const;

private:
  mapping inOrder(const std::array<int, max_rank> &To) const;
  mapping inOrder(unsigned Outer, unsigned Inner) const;
  std::optional<unsigned> loopOfRow(const AffineAccess &A,
                                    unsigned Mapped) const;
  void stage(unsigned Array, AutoTile &To) const {
    To.Wish.Stage.push_back({Array, Source.Where});
  }
  std::optional<int64_t> timesRead(const AffineAccess &A) const;
  bool isOfWindows(unsigned Array, unsigned Outer, unsigned Inner,
                   int64_t Least) const;
  bool isOfPlanes(unsigned Array, unsigned Along) const;
  bool addAlong(const Subscripts &Of, std::optional<unsigned> &To) const;
  std::optional<unsigned> loopOfStores() const;
  std::optional<unsigned> loopAlong(unsigned Array, unsigned Stores) const;

  const AffineNest &N;
  const LoopNest &Source;
  const unsigned Rank;
  const std::array<int, max_rank> &Order;
  const SymSpace &Space;
  const PlainAccesses Plain;
  const bool MayShare;     ///< threads may wait for each other
  const bool MayRunStrips; ///< also within the body
};

} // namespace

/// The space of the mapped loops, outermost first.
mapping TileForm::inOrder(const std::array<int, max_rank> &To) const {
  const mapping Base = detail::shifted_and_compressed(Space);
  return llvm::is_sorted(llvm::ArrayRef(To).take_front(Rank))
             ? Base
             : Permute(To, static_cast<int>(Rank), Base);
}

/// The same with these two innermost.
mapping TileForm::inOrder(unsigned Outer, unsigned Inner) const {
  std::array<int, max_rank> To{};
  size_t Next = 0;
  for (unsigned D = 0; D != Rank; ++D)
    if (D != Outer && D != Inner)
      To[Next++] = static_cast<int>(D);
  To[Next++] = static_cast<int>(Outer);
  To[Next] = static_cast<int>(Inner);
  return inOrder(To);
}

//===--- Products ---------------------------------------------------------===//

std::optional<AutoTile> TileForm::product() const {
  constexpr int64_t Length = 64, StripLength = 8;
  AutoTile Out;
  Out.Length = Length;
  for (const unsigned D : {Rank - 2, Rank - 1})
    Out.Loops.push_back(static_cast<unsigned>(Order[D]));
  const auto Form = productForm(N, Rank, Out.Loops[0], Out.Loops[1]);
  if (!Form || !Form->IsCertain)
    return std::nullopt;
  unsigned Bytes = 0;
  for (const unsigned A : Form->Operands) {
    Bytes = std::max(Bytes, Source.Arrays[A].ElementBytes);
    stage(A, Out);
  }
  Out.Wish.Strips.push_back(
      {Source.Loops[Form->Loop].Name, StripLength, Source.Where});
  // Sums of a thread stand in registers, of which it has 255.
  constexpr unsigned WordBytes = 4;
  std::vector<long long> Lengths(Rank, 1), Each(Rank, 1);
  Lengths[Rank - 2] = Lengths[Rank - 1] = Length;
  Each[Rank - 2] = 8;
  Each[Rank - 1] = Bytes <= WordBytes ? 8 : 4;
  Out.Steps =
      detail::blocks(Lengths.data(), true, Each.data(), Rank, inOrder(Order));
  return Out;
}

//===--- Rows -------------------------------------------------------------===//

/// The loop of the body that moves the access along its row, of which the
/// mapped loop tells the number; nothing where it is no access to rows.
std::optional<unsigned> TileForm::loopOfRow(const AffineAccess &A,
                                            unsigned Mapped) const {
  const std::optional<Subscripts> Of = subscriptsOf(A, N);
  if (!Of || Of->size() < 2 || !isMovedBy(*Of, Mapped) || isAlong(*Of, Mapped))
    return std::nullopt;
  for (const unsigned L : Source.Accesses[A.Source].Loops)
    if (L >= Rank && Source.Loops[L].Parent == static_cast<int>(Rank) - 1 &&
        isAlong(*Of, L))
      return L;
  return std::nullopt;
}

/// Neighbours load rows together, a piece at a time, and each thread reads its
/// own row.
std::optional<AutoTile> TileForm::rows() const {
  constexpr int64_t Length = 32;
  if (!MayRunStrips)
    return std::nullopt;
  const auto Mapped = static_cast<unsigned>(Order[Rank - 1]);
  AutoTile Out{{}, {}, {Mapped}, Length};
  for (unsigned A = 0; A != Source.Arrays.size(); ++A) {
    bool IsWritten = false, HasOthers = false;
    std::set<unsigned> Loops;
    for (const AffineAccess &Of : N.Accesses) {
      if (Of.Array != A)
        continue;
      IsWritten |= Of.IsWrite;
      const std::optional<unsigned> L = loopOfRow(Of, Mapped);
      if (L)
        Loops.insert(*L);
      HasOthers |= !L;
    }
    if (Loops.empty() || (IsWritten && HasOthers))
      continue;
    stage(A, Out);
    for (const unsigned L : Loops)
      if (llvm::none_of(Out.Wish.Strips, [&](const Annotation::Strip &S) {
            return S.Counter == Source.Loops[L].Name;
          }))
        Out.Wish.Strips.push_back({Source.Loops[L].Name, Length, Source.Where});
  }
  if (Out.Wish.Stage.empty())
    return std::nullopt;
  std::vector<long long> Lengths(Rank, 1);
  Lengths[Rank - 1] = Length;
  Out.Steps =
      detail::blocks(Lengths.data(), false, nullptr, Rank, inOrder(Order));
  return Out;
}

//===--- Windows ----------------------------------------------------------===//

/// How often an iteration of the mapped loops makes the access; nothing where
/// that is no constant.
std::optional<int64_t> TileForm::timesRead(const AffineAccess &A) const {
  int64_t Times = 1;
  for (const unsigned L : Source.Accesses[A.Source].Loops) {
    if (L < Rank)
      continue;
    const auto Values = valuesOf(Source.Loops[L]);
    constexpr int64_t Most = 1024;
    if (!Values || Source.Loops[L].Step == 0 ||
        Values->second - Values->first > Most || Times > Most)
      return std::nullopt;
    Times *=
        (Values->second - Values->first) / std::abs(Source.Loops[L].Step) + 1;
  }
  return Times;
}

/// Iterations read enough elements of it that their neighbours read as well,
/// and no more than compilers write out for all points of a thread.
bool TileForm::isOfWindows(unsigned Array, unsigned Outer, unsigned Inner,
                           int64_t Least) const {
  constexpr int64_t Most = 64;
  int64_t All = 0;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    const std::optional<int64_t> Times = timesRead(A);
    if (A.IsWrite || A.May || !Of || !Times || !isMovedBy(*Of, Outer) ||
        !isAlong(*Of, Inner) || isAlong(*Of, Outer))
      return false;
    All += *Times;
  }
  return All >= Least && All <= Most;
}

/// Iterations read several neighbours along the loop, which moves a subscript
/// before the innermost one by one.
bool TileForm::isOfPlanes(unsigned Array, unsigned Along) const {
  std::set<int64_t> Constants;
  bool HasLoop = false;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (!Of || isAlong(*Of, Along))
      return false;
    for (const LinearSubscript &Dim : *Of) {
      const auto By = Dim.ByLoop.find(Along);
      if (By == Dim.ByLoop.end() || By->second == 0)
        continue;
      if (By->second != 1)
        return false;
      Constants.insert(Dim.Constant);
      HasLoop |= llvm::any_of(Dim.ByLoop, [&](const auto &Other) {
        return Other.first >= Rank && Other.second != 0;
      });
    }
  }
  return HasLoop || Constants.size() > 1;
}

/// A block goes along the outermost loop and has the planes of a turn. A thread
/// has neighbours along the next one: what they share stands in registers.
std::optional<AutoTile> TileForm::planes() const {
  constexpr int Length = 32, Rows = 16, OfThread = 4, Planes = 16;
  // A barrier for each plane costs as much as fewer reads would.
  constexpr int64_t Least = 18;
  if (!MayShare || Rank != 3)
    return std::nullopt;
  const auto Along = static_cast<unsigned>(Order[0]),
             Outer = static_cast<unsigned>(Order[1]),
             Inner = static_cast<unsigned>(Order[2]);
  AutoTile Out{{}, {}, {Along, Outer, Inner}, Length};
  for (unsigned A = 0; A != Source.Arrays.size(); ++A)
    if (touches(Source, A) && isOfWindows(A, Outer, Inner, Least) &&
        isOfPlanes(A, Along))
      stage(A, Out);
  if (Out.Wish.Stage.empty())
    return std::nullopt;
  Out.Wish.Roll = {Source.Loops[Along].Name, Source.Where};
  const mapping Lines = SplitLast(Length, inOrder(Outer, Inner));
  const mapping Points =
      SplitLast(OfThread, SplitLast(Rows, Permute({2, 3, 0, 1}, Lines)));
  const mapping Turns = SplitLast(Planes, Permute({0, 1, 3, 4, 5, 2}, Points));
  Out.Steps = GridBlock(2, Serial(2, Permute({5, 2, 0, 3, 1, 6, 4}, Turns)));
  return Out;
}

/// A thread has neighbours along the outer loop: what they share stands in
/// registers.
std::optional<AutoTile> TileForm::window() const {
  constexpr int64_t Length = 32, OfThread = 8, Least = 9;
  const auto Outer = static_cast<unsigned>(Order[Rank - 2]),
             Inner = static_cast<unsigned>(Order[Rank - 1]);
  if (!MayShare)
    return std::nullopt;
  AutoTile Out{{}, {}, {Outer, Inner}, Length};
  for (unsigned A = 0; A != Source.Arrays.size(); ++A)
    if (touches(Source, A) && isOfWindows(A, Outer, Inner, Least))
      stage(A, Out);
  if (Out.Wish.Stage.empty())
    return std::nullopt;
  // The others, and then of the two loops the places named below.
  const auto Others = static_cast<int>(Rank) - 2;
  const auto Places = [&](std::initializer_list<int> Last) {
    std::array<int, max_rank> To{};
    int Next = 0;
    for (; Next != Others; ++Next)
      To[static_cast<size_t>(Next)] = Next;
    for (const int Place : Last)
      To[static_cast<size_t>(Next++)] = Others + Place;
    return To;
  };
  const mapping Columns = SplitLast(Length, inOrder(Outer, Inner));
  const mapping Rows = SplitLast(
      OfThread,
      SplitLast(Length, Permute(Places({1, 2, 0}), Others + 3, Columns)));
  Out.Steps = GridBlock(
      2, Serial(1, Permute(Places({2, 0, 3, 1, 4}), Others + 5, Rows)));
  return Out;
}

//===--- Transposes -------------------------------------------------------===//

/// To: the mapped loop along which accesses are. False: they are along others.
bool TileForm::addAlong(const Subscripts &Of,
                        std::optional<unsigned> &To) const {
  for (unsigned L = 0; L != Rank; ++L)
    if (isAlong(Of, L)) {
      if (To && *To != L)
        return false;
      To = L;
    }
  return true;
}

/// The mapped loop along which all stores are that it moves; nothing where
/// there is none.
std::optional<unsigned> TileForm::loopOfStores() const {
  std::optional<unsigned> Found;
  for (const AffineAccess &A : N.Accesses) {
    if (!A.IsWrite)
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (!Of)
      return std::nullopt;
    if (!addAlong(*Of, Found))
      return std::nullopt;
  }
  return Found;
}

/// The other loop along which all reads of the array are.
std::optional<unsigned> TileForm::loopAlong(unsigned Array,
                                            unsigned Stores) const {
  std::optional<unsigned> Found;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (A.IsWrite || A.May || !Of || !isMovedBy(*Of, Stores) ||
        isAlong(*Of, Stores))
      return std::nullopt;
    if (!addAlong(*Of, Found))
      return std::nullopt;
  }
  return Found;
}

std::optional<AutoTile> TileForm::transpose() const {
  constexpr int64_t Length = 32, OfThread = 4;
  constexpr double SectorBytes = 32;
  if (!MayShare || Source.Loops.size() != Rank ||
      llvm::all_of(Plain(), [](const AccessCost &A) {
        return A.Used >= SectorBytes || A.Sectors <= 1;
      }))
    return std::nullopt;
  const std::optional<unsigned> Stores = loopOfStores();
  if (!Stores)
    return std::nullopt;
  AutoTile Out{{}, {}, {}, Length};
  std::optional<unsigned> Reads;
  for (unsigned A = 0; A != Source.Arrays.size(); ++A) {
    const std::optional<unsigned> Along = loopAlong(A, *Stores);
    if (!Along || (Reads && *Reads != *Along))
      continue;
    Reads = Along;
    stage(A, Out);
  }
  if (!Reads)
    return std::nullopt;
  Out.Loops = {*Reads, *Stores};
  std::vector<long long> Lengths(Rank, 1), Each(Rank, 1);
  Lengths[Rank - 2] = Lengths[Rank - 1] = Length;
  Each[Rank - 2] = OfThread;
  Out.Steps = detail::blocks(Lengths.data(), true, Each.data(), Rank,
                             inOrder(*Reads, *Stores));
  return Out;
}

std::optional<AutoTile> autoTile(const VerifiedNest &Nest, unsigned Rank,
                                 const std::array<int, max_rank> &Order,
                                 const SymSpace &Space, PlainAccesses Plain) {
  constexpr unsigned MostAxes = 3;
  if (Rank > MostAxes)
    return std::nullopt;
  const TileForm Form(Nest, Rank, Order, Space, Plain);
  if (Rank >= 2) {
    if (auto Product = Form.product())
      return Product;
    if (auto Planes = Form.planes())
      return Planes;
    if (auto Window = Form.window())
      return Window;
    if (auto Transpose = Form.transpose())
      return Transpose;
  }
  return Form.rows();
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

/// Elements that the iterations of a block and a strip touch there, at most.
static int64_t elementsTouched(const StagedBuffer &B, const Tile &T) {
  int64_t All = 0;
  for (const auto &Read : B.accesses()) {
    const std::vector<Sym> &At = Read.second;
    int64_t OfRead = 1;
    const auto Count = [&](const std::string &Leaf, int64_t Extent) {
      if (llvm::any_of(At, [&](const Sym &S) { return mentions(S, Leaf); }))
        OfRead *= Extent;
    };
    for (size_t A = 0; A != T.Axes.size(); ++A)
      Count(placeLeaf(A), T.Axes[A].Extent);
    if (const TileStrip *Strip = T.stripOf(B))
      Count(InStripLeaf, Strip->Length);
    All += OfRead;
  }
  return All;
}

/// The block would load more than its iterations have a use for. Caches serve
/// them as well where each brings more than one and a half elements of its own,
/// as of several planes.
static bool loadsMuch(const StagedBuffer &B, const Tile &T) {
  constexpr int64_t Much = 2;
  if (B.loaded() > Much * elementsTouched(B, T))
    return true;
  int64_t Iterations = 1;
  for (const TileAxis &Axis : T.Axes)
    Iterations *= Axis.Extent;
  return T.Strips.empty() && 2 * B.loaded() > 3 * Iterations;
}

std::optional<LaunchChoice>
launchesOf(const AutoTile &Of, const ThreadMapping &V, const SymMapped &Counted,
           const Sym &Iterations, const Device &On) {
  constexpr int64_t Blocks = 4, Strips = 4;
  if (llvm::any_of(V.Shared->Buffers, [&](const StagedBuffer &B) {
        return loadsMuch(B, *V.Shared);
      }))
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
    if (!Ask(less_equal(Sym(Blocks * Of.Length), Counted.last().upper[Loop])))
      return std::nullopt;
  for (const TileStrip &Strip : V.Shared->Strips)
    if (!Ask(less_equal(Strip.Lower + Sym(Strips * Strip.Length), Strip.Upper)))
      return std::nullopt;
  return Out;
}

} // namespace heddle
