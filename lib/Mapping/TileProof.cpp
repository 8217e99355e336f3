//===- TileProof.cpp - Threads read what their block has loaded -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each staged access, for all parameters, blocks, threads, serial points
// and iterations of the loops in the thread: the place in the buffer lies in
// it, the element that is loaded or stored there is the one that the source
// touches, and the load, or the store, is not left out. And each element that
// some block loads is one that an iteration of the nest reads for certain, or
// lies in memory between two such; where the nest stores into the array, each
// that a block loads or stores is one that an iteration of this block and this
// strip touches for certain, which other blocks then do not. Where a block
// rolls, the planes that a turn reads are those that were loaded last, and have
// slots of their own; all iterations are in one of its turns. And a tile that
// is said to be full is. All of it from the expressions that are printed.
//===----------------------------------------------------------------------===//
#include "Mapping/IslTerms.h"
#include "Mapping/MappedNest.h"
#include "Mapping/Proof.h"
#include "Mapping/TileLayout.h"
#include "Mapping/TileRolls.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

namespace {

constexpr unsigned GridAndBlock = 6;

class TileProver {
public:
  TileProver(const Tile &T, const ThreadMapping &V, const AffineNest &N,
             unsigned Rank, std::string &Why)
      : T(T), V(V), N(N), Rank(Rank), Why(Why),
        Launched(launchedParameters(N)) {}

  Answer run();

private:
  /// Terms over a space of so many dimensions, which begin with the grid's.
  struct Space {
    IslTerms Terms;
    isl::Set Points;
    unsigned Next = 0;
  };

  Space open(unsigned Others) const;
  void add(Space &S, const std::string &Leaf, const Sym &Lower,
           const std::optional<Sym> &Upper) const;
  void addGrid(Space &S) const;
  void addThreads(Space &S) const;
  void addRecovered(Space &S) const;
  void addGuards(Space &S) const;
  void addStrip(Space &S, const TileStrip *Of) const;
  /// Elements: of the relation, where Points make the access.
  struct Iterations {
    Space By;
    isl::Map Elements;
    std::optional<unsigned> Strip; ///< into Tile::Strips
  };
  Iterations iterations(const AffineAccess &A) const;
  Answer finds(const StagedBuffer &B, unsigned Access,
               const std::vector<Sym> &At);
  isl::Map byIteration(const StagedBuffer &B, const AffineAccess &A) const;
  isl::Map written(const StagedBuffer &B) const;
  isl::Map byBlock(const Space &S, const isl::Map &Elements,
                   const StagedBuffer &B) const;
  /// Elements: of the relation, where Points have them.
  struct Box {
    Space By;
    isl::Map Elements;
  };
  Box box(const StagedBuffer &B, const Sym &Holds,
          const std::optional<Sym> &HoldsForAll) const;
  Answer loads(const StagedBuffer &B, const isl::Set &Read);
  isl::Set certainlyRead(const StagedBuffer &B) const;
  Answer areBetween(const isl::Set &Loaded, const isl::Set &Read) const;
  isl::Set everLoaded(const StagedBuffer &B) const;
  Answer loadsInTurns(const StagedBuffer &B);
  Answer staysInRing(const StagedBuffer &B);
  Answer turns();
  Answer areOwn(const StagedBuffer &B, bool IsStore);
  Answer slots(const StagedBuffer &B);
  Answer full();
  isl::Map addresses(const StagedBuffer &B) const;
  isl::Set where(const StagedBuffer &B, const Sym &Holds) const;
  Answer all(Answer A, const char *What) {
    if (A != Answer::Yes && Why.empty())
      Why = What;
    return A;
  }

  const Tile &T;
  const ThreadMapping &V;
  const AffineNest &N;
  const unsigned Rank;
  std::string &Why;
  isl::Set Launched;
};

} // namespace

/// The dimensions that add() will define, at most so many.
TileProver::Space TileProver::open(unsigned Dims) const {
  const isl::Space Of = N.ParamSpace.withSetDims(Dims);
  return {IslTerms(Of), isl::Set::universe(Of).intersectParams(Launched), 0};
}

/// A coordinate from Lower on; without Upper as far as one likes.
void TileProver::add(Space &S, const std::string &Leaf, const Sym &Lower,
                     const std::optional<Sym> &Upper) const {
  S.Terms.defineDim(Leaf, S.Next++);
  S.Points =
      S.Points.intersect(S.Terms.truth(less_equal(Lower, Sym::leaf(Leaf))));
  if (Upper)
    S.Points = S.Points.intersect(S.Terms.truth(less(Sym::leaf(Leaf), *Upper)));
}

void TileProver::addGrid(Space &S) const {
  for (unsigned A = 0; A < 3; ++A)
    add(S, GridLeaf[A], 0, V.Grid[A]);
}

void TileProver::addThreads(Space &S) const {
  addGrid(S);
  for (unsigned C = 0; C < 3; ++C)
    add(S, BlockLeaf[C], 0, V.Block[C]);
  for (size_t D = 0; D < V.Serial.size(); ++D)
    add(S, serialLeaf(D), 0, V.Serial[D]);
}

void TileProver::addRecovered(Space &S) const {
  for (const RecoveryStep &Step : V.Recovery)
    S.Terms.define(Step.Name, Step.Value);
}

void TileProver::addGuards(Space &S) const {
  for (const ThreadGuard &G : V.Guards)
    S.Points = S.Points.intersect(S.Terms.truth(G.Cond));
}

void TileProver::addStrip(Space &S, const TileStrip *Of) const {
  if (Of)
    add(S, StripLeaf, Of->Lower, Of->Upper);
}

/// The iterations that make an access, by thread.
TileProver::Iterations TileProver::iterations(const AffineAccess &A) const {
  const unsigned Loops = N.Depth + static_cast<unsigned>(A.InnerLoops.size());
  std::vector<unsigned> InThread;
  for (unsigned I = Rank; I < Loops; ++I)
    InThread.push_back(I < N.Depth ? I : A.InnerLoops[I - N.Depth]);
  const std::optional<unsigned> Number = T.stripAmong(InThread);
  const TileStrip *Strip = Number ? &T.Strips[*Number] : nullptr;
  Iterations Out{open(GridAndBlock + static_cast<unsigned>(V.Serial.size()) +
                      (Strip ? 2 : 0) + Loops - Rank),
                 {},
                 Number};
  Space &S = Out.By;
  addThreads(S);
  addStrip(S, Strip);
  if (Strip)
    add(S, InStripLeaf, 0, Sym(Strip->Length));
  addRecovered(S);
  addGuards(S);
  std::vector<isl::PwAff> Iteration;
  for (unsigned D = 0; D < Rank; ++D) {
    Iteration.push_back(S.Terms.value(Sym::leaf(N.Dims[D].Counter)));
    S.Terms.define(placeLeaf(D), T.Axes[D].Place);
  }
  for (const unsigned Loop : InThread) {
    const std::string Free = "loop." + std::to_string(Loop);
    S.Terms.defineDim(Free, S.Next++);
    const bool IsStrip = Strip && Loop == Strip->Loop;
    const Sym Value = IsStrip ? Sym::leaf(StripLeaf) + Sym::leaf(InStripLeaf)
                              : Sym::leaf(Free);
    if (IsStrip)
      S.Points =
          S.Points.intersect(S.Terms.truth(equal(Sym::leaf(Free), Value)));
    else
      S.Terms.define(N.Nest->Loops[Loop].Name, Value);
    Iteration.push_back(S.Terms.value(Value));
  }
  Out.Elements = isl::tuple(Iteration)
                     .named(isl::Dim::Out, "Iteration")
                     .intersectDomain(S.Points)
                     .applyRange(A.Relation.named(isl::Dim::In, "Iteration"));
  return Out;
}

/// The access' element, its place, and what is loaded or stored there.
Answer TileProver::finds(const StagedBuffer &B, unsigned Access,
                         const std::vector<Sym> &At) {
  const AffineAccess &A = N.Accesses[Access];
  const Iterations Of = iterations(A);
  if (B.Strip && B.Strip != Of.Strip)
    return all(Answer::No, "an access is in another strip");
  const IslTerms &Terms = Of.By.Terms;
  std::vector<isl::PwAff> Places;
  isl::Set Inside = isl::Set::universe(Terms.space());
  for (size_t D = 0; D != At.size(); ++D) {
    Places.push_back(Terms.value(B.Origin[D] + At[D]));
    Inside = Inside.intersect(Terms.truth(
        both(less_equal(0, At[D]), less(At[D], Sym(B.Extents[D])))));
  }
  const isl::Set InSlot =
      B.Slots ? Terms.truth(equal(slotOf(*B.Slots, {At[B.Slots->Dim], 1,
                                                    B.Extents[B.Slots->Dim]}),
                                  slotOfThread(*B.Slots, T)))
              : isl::Set::universe(Terms.space());
  const isl::Map Loaded = isl::tuple(Places).named(isl::Dim::Out, "Loaded");
  const isl::Map There = Loaded.applyRange(addresses(B));
  const isl::Set Made = Of.Elements.domain();
  Answer Found = all(isl::isEmpty(Of.Elements.subtract(There)),
                     "an access may find another element");
  if (Found == Answer::Yes)
    Found = all(isl::isSubset(Made, Inside),
                "an access may be outside of the buffer");
  if (Found == Answer::Yes)
    Found = all(isl::isSubset(Made, InSlot),
                "an access may be at another place of the buffer");
  const isl::Set Moved = Loaded.intersectDomain(Made).range().unnamed();
  if (Found == Answer::Yes && A.IsWrite)
    Found = all(isl::isSubset(Moved, where(B, B.Stored)),
                "a write may be of an element that is not stored");
  if (Found == Answer::Yes && !A.IsWrite && !B.isLoaded() && !B.IsPassed) {
    const isl::Map Written = written(B);
    Found = all(Written.isNull()
                    ? Answer::No
                    : isl::isEmpty(byIteration(B, A).subtract(Written)),
                "a read may be of an element that its iteration does not set");
  } else if (Found == Answer::Yes && !A.IsWrite)
    Found = all(isl::isSubset(Moved, everLoaded(B)),
                "a read may be of an element that is not loaded");
  return Found;
}

/// The elements that are loaded whichever condition is asked.
isl::Set TileProver::everLoaded(const StagedBuffer &B) const {
  isl::Set All = where(B, B.Touched);
  const auto Add = [&](const std::optional<ElementsBetween> &Between) {
    if (Between)
      All = All.intersect(where(B, Between->Inside));
  };
  if (!B.Ring) {
    Add(B.Between);
    return All;
  }
  Add(B.Ring->Before.Between);
  Add(B.Ring->OfTurn.Between);
  return All;
}

/// By iterations of the mapped loops, and of the strip.
isl::Map TileProver::byIteration(const StagedBuffer &B,
                                 const AffineAccess &A) const {
  const unsigned Outer = Rank + (B.Strip ? 1 : 0);
  return A.Relation
      .project(isl::Dim::In, Outer, A.Relation.dim(isl::Dim::In) - Outer)
      .named(isl::Dim::In, "Iteration");
}

/// The elements that iterations write for certain.
isl::Map TileProver::written(const StagedBuffer &B) const {
  isl::Map All;
  for (const auto &[Access, At] : B.Writes)
    if (const AffineAccess &A = N.Accesses[Access]; !A.May) {
      const isl::Map Of = byIteration(B, A);
      All = All.isNull() ? Of : All.unionWith(Of);
    }
  return All;
}

/// From coordinates as B has them to elements of the relation.
isl::Map TileProver::addresses(const StagedBuffer &B) const {
  const unsigned Rank = static_cast<unsigned>(B.Origin.size());
  const isl::Space From = N.ParamSpace.withSetDims(Rank).named("Loaded");
  std::vector<isl::PwAff> To;
  for (unsigned D = 0; D != Rank; ++D) {
    const isl::PwAff At = isl::PwAff::var(From, isl::Dim::Set, D);
    if (B.Strides.empty())
      To.push_back(At);
    else if (D == 0)
      To = {At.scale(B.Strides[0])};
    else
      To[0] = To[0] + At.scale(B.Strides[D]);
  }
  return isl::tuple(To).named(isl::Dim::Out, N.Arrays[B.Array].IslName);
}

/// Each place of the dimension has a slot to itself, and each slot a place.
Answer TileProver::slots(const StagedBuffer &B) {
  const int64_t Extent = B.Extents[B.Slots->Dim];
  std::vector<bool> Taken(static_cast<size_t>(Extent));
  bool Holds = B.Pitch >= Extent;
  for (int64_t Place = 0; Holds && Place != Extent; ++Place) {
    const Sym Slot = slotOf(*B.Slots, {Sym(Place), 1, Extent});
    Holds = Slot.isConst() && Slot.value() >= 0 && Slot.value() < Extent &&
            !Taken[static_cast<size_t>(Slot.value())] &&
            placeOf(*B.Slots, {Slot, 1, Extent}).isConst(Place);
    if (Holds)
      Taken[static_cast<size_t>(Slot.value())] = true;
  }
  return all(Holds ? Answer::Yes : Answer::No,
             "two elements may lie at one place of the buffer");
}

/// Over the space of elements, without a name.
isl::Set TileProver::where(const StagedBuffer &B, const Sym &Holds) const {
  IslTerms Terms(
      N.ParamSpace.withSetDims(static_cast<unsigned>(B.Origin.size())));
  for (size_t D = 0; D != B.Origin.size(); ++D)
    Terms.defineDim(elementLeaf(D), static_cast<unsigned>(D));
  return Terms.truth(Holds);
}

/// Where all places of a tile are said to be iterations, no guard fails.
Answer TileProver::full() {
  Space S = open(GridAndBlock + static_cast<unsigned>(V.Serial.size()));
  addThreads(S);
  addRecovered(S);
  S.Points = S.Points.intersect(S.Terms.truth(*T.Full));
  for (const ThreadGuard &G : V.Guards)
    if (const Answer A = isl::isSubset(S.Points, S.Terms.truth(G.Cond));
        A != Answer::Yes)
      return all(A, "a full tile may have threads without an iteration");
  return Answer::Yes;
}

/// Each coordinate at the buffer's first element.
static std::vector<std::pair<std::string, Sym>>
atOrigin(const StagedBuffer &B) {
  std::vector<std::pair<std::string, Sym>> All;
  for (size_t D = 0; D != B.Origin.size(); ++D)
    All.push_back({elementLeaf(D), B.Origin[D]});
  return All;
}

/// Elements of the buffer by block and strip, as far as the conditions hold.
TileProver::Box TileProver::box(const StagedBuffer &B, const Sym &Holds,
                                const std::optional<Sym> &HoldsForAll) const {
  const size_t Dims = B.Origin.size();
  const bool InTurn = B.Ring && !B.Ring->First.isConst();
  const unsigned Others = (B.Strip ? 1 : 0) + (InTurn ? 1 : 0);
  Box Out{open(3 + Others + static_cast<unsigned>(Dims)), {}};
  Space &S = Out.By;
  addGrid(S);
  addStrip(S, T.stripOf(B));
  if (InTurn)
    add(S, serialLeaf(T.Roll->Serial), 0, T.Roll->Turns);
  std::vector<isl::PwAff> Elements;
  for (size_t D = 0; D != Dims; ++D) {
    add(S, elementLeaf(D), B.Origin[D], B.Origin[D] + Sym(B.Extents[D]));
    Elements.push_back(S.Terms.value(Sym::leaf(elementLeaf(D))));
  }
  isl::Set Moved = S.Terms.truth(Holds);
  if (HoldsForAll)
    Moved =
        Moved.unionWith(S.Terms.truth(HoldsForAll->substitute(atOrigin(B))));
  S.Points = S.Points.intersect(Moved);
  Out.Elements = isl::tuple(Elements)
                     .named(isl::Dim::Out, "Loaded")
                     .intersectDomain(S.Points)
                     .applyRange(addresses(B));
  return Out;
}

/// Null: no read is certain.
isl::Set TileProver::certainlyRead(const StagedBuffer &B) const {
  isl::Set Read;
  for (const auto &[Access, At] : B.Reads)
    if (!N.Accesses[Access].May)
      Read = isl::unite(Read, N.Accesses[Access].Relation.range());
  return Read;
}

/// All that some block loads is read for certain by some iteration: by Read.
Answer TileProver::loads(const StagedBuffer &B, const isl::Set &Read) {
  if (Read.isNull())
    return all(Answer::No, "no read is certain");
  const Answer Touched =
      all(isl::isSubset(box(B, B.Touched, B.AllTouched).Elements.range(), Read),
          "an element may be loaded that no iteration reads");
  if (Touched != Answer::Yes || !B.Between)
    return Touched;
  // All of the buffer, or nothing, is between.
  const Sym Holds =
      both(B.allBetween().substitute(atOrigin(B)), B.Between->Inside);
  return all(
      areBetween(box(B, Holds, std::nullopt).Elements.range(), Read),
      "an element may be loaded that is not between those that are read");
}

/// The first coordinate is strictly between those of two elements in Read, and
/// the others are each between those of two. Subscripts are within the rows of
/// the array, so that their order is that of memory, the first one before the
/// others: the launch has asked that of rows of run-time lengths, and C++ asks
/// it of declared ones.
Answer TileProver::areBetween(const isl::Set &Loaded,
                              const isl::Set &Read) const {
  const isl::Map Any = isl::Map::universe(Read.space().to(Read.space()));
  for (unsigned D = 0; D < Read.dim(isl::Dim::Set); ++D) {
    isl::Set Above = Read.apply(Any.whereLess(D)),
             Below = Read.apply(Any.whereGreater(D));
    if (D != 0) {
      const isl::Set Same = Read.apply(Any.whereEqual(D));
      Above = isl::unite(Above, Same);
      Below = isl::unite(Below, Same);
    }
    for (const isl::Set &Side : {Above, Below})
      if (const Answer A = isl::isSubset(Loaded, Side); A != Answer::Yes)
        return A;
  }
  return Answer::Yes;
}

/// The same of what is loaded before the first turn, and in each.
Answer TileProver::loadsInTurns(const StagedBuffer &B) {
  const isl::Set Read = certainlyRead(B);
  if (const std::optional<StagedBuffer> Before = planesBefore(B))
    if (const Answer A = loads(*Before, Read); A != Answer::Yes)
      return A;
  return loads(planeOfTurn(B, T), Read);
}

/// In turn t, planes t to t + Window - 1 are read: Window - 1 of them were
/// loaded before, the last one in the turn. No two of them have one slot. In
/// the next turn the plane is loaded that lies in the slot of t + Window, which
/// is none of them either, so that threads which are still in this turn do not
/// read it.
Answer TileProver::staysInRing(const StagedBuffer &B) {
  const PlaneRing &R = *B.Ring;
  const bool Fits = R.Window >= 1 && R.Slots > R.Window &&
                    B.Extents[R.Dim] == T.Roll->Length + R.Window - 1;
  for (const auto &[Access, At] : B.accesses()) {
    if (!Fits || N.Accesses[Access].IsWrite)
      return all(Answer::No, "two planes may lie at one place of the buffer");
    const Iterations Of = iterations(N.Accesses[Access]);
    const Sym Ahead = At[R.Dim] - Sym::leaf(serialLeaf(T.Roll->Serial));
    const isl::Set Inside = Of.By.Terms.truth(
        both(less_equal(0, Ahead), less(Ahead, Sym(R.Window))));
    if (const Answer A = isl::isSubset(Of.Elements.domain(), Inside);
        A != Answer::Yes)
      return all(A, "a turn may read a plane that is not there");
  }
  return Answer::Yes;
}

/// Each iteration runs in a turn.
Answer TileProver::turns() {
  Space S = open(GridAndBlock + static_cast<unsigned>(V.Serial.size()));
  addThreads(S);
  addRecovered(S);
  addGuards(S);
  const Sym Turn = Sym::leaf(serialLeaf(T.Roll->Serial));
  return all(
      isl::isSubset(S.Points, S.Terms.truth(both(less(Turn, T.Roll->Turns),
                                                 less(Turn, T.Roll->Length)))),
      "an iteration may be in no turn of its block");
}

/// { block, strip of B -> element }, of { points of S -> element }.
isl::Map TileProver::byBlock(const Space &S, const isl::Map &Elements,
                             const StagedBuffer &B) const {
  std::vector<isl::PwAff> Of;
  for (unsigned A = 0; A < 3; ++A)
    Of.push_back(S.Terms.value(Sym::leaf(GridLeaf[A])));
  if (B.Strip)
    Of.push_back(S.Terms.value(Sym::leaf(StripLeaf)));
  return isl::tuple(Of)
      .named(isl::Dim::Out, "Block")
      .intersectDomain(S.Points)
      .reverse()
      .applyRange(Elements);
}

/// All that a block stores its own iterations write for certain, in the same
/// strip; all that it loads they touch.
Answer TileProver::areOwn(const StagedBuffer &B, bool IsStore) {
  isl::Map Own;
  for (const auto &[Access, At] : IsStore ? B.Writes : B.accesses()) {
    if (N.Accesses[Access].May)
      continue;
    const Iterations Of = iterations(N.Accesses[Access]);
    const isl::Map Touched = byBlock(Of.By, Of.Elements, B);
    Own = Own.isNull() ? Touched : Own.unionWith(Touched);
  }
  const Box Of =
      IsStore ? box(B, B.Stored, B.AllStored) : box(B, B.Touched, B.AllTouched);
  const isl::Map Moved = byBlock(Of.By, Of.Elements, B);
  return all(
      Own.isNull() ? Answer::No : isl::isEmpty(Moved.subtract(Own)),
      IsStore ? "a block may store an element that its iterations do not write"
              : "a block may load an element that another one writes");
}

Answer TileProver::run() {
  Answer All = Answer::Yes;
  const auto Join = [&](Answer A) {
    if (A == Answer::No || (A == Answer::Unknown && All == Answer::Yes))
      All = A;
  };
  if (T.Full)
    Join(full());
  if (T.Roll)
    Join(turns());
  for (const StagedBuffer &B : T.Buffers) {
    for (const auto &[Access, At] : B.accesses())
      Join(finds(B, Access, At));
    if (B.Ring)
      Join(staysInRing(B));
    if (B.isLoaded())
      Join(B.Ring ? loadsInTurns(B) : loads(B, certainlyRead(B)));
    if (!B.Writes.empty())
      Join(areOwn(B, /*IsStore=*/true));
    if (!B.Writes.empty() && B.isLoaded())
      Join(areOwn(B, /*IsStore=*/false));
    if (B.Slots)
      Join(slots(B));
  }
  return All;
}

Answer proveTile(const Tile &T, const ThreadMapping &V, const AffineNest &N,
                 unsigned Rank, std::string &Why) {
  Why.clear();
  N.Isl->resume(ProofOperations);
  return TileProver(T, V, N, Rank, Why).run();
}

} // namespace heddle
