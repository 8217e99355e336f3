//===- TileProof.cpp - Threads read what their block has loaded -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each staged read, for all parameters, blocks, threads, serial points and
// iterations of the loops in the thread: the place in the buffer lies in it,
// the element that is loaded there is the one that the source reads, and the
// load is not left out. And each element that some block loads is one that an
// iteration of the nest reads for certain. And a tile that is said to be full
// is. All of it from the expressions that are printed.
//===----------------------------------------------------------------------===//
#include "Mapping/IslTerms.h"
#include "Mapping/MappedNest.h"
#include "Mapping/Proof.h"
#include "Mapping/TileLayout.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

namespace {

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
  void addStrip(Space &S, const TileStrip *Of) const;
  Answer read(const StagedBuffer &B, unsigned Access,
              const std::vector<Sym> &At);
  Answer loads(const StagedBuffer &B);
  Answer slots(const StagedBuffer &B);
  Answer full();
  isl::Map addresses(const StagedBuffer &B) const;
  isl::Set touched(const StagedBuffer &B) const;
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

void TileProver::addStrip(Space &S, const TileStrip *Of) const {
  if (Of)
    add(S, StripLeaf, Of->Lower, Of->Upper);
}

static constexpr unsigned GridAndBlock = 6;

/// The iterations that make the access, by thread: the read's element, its
/// place, and what is loaded there.
Answer TileProver::read(const StagedBuffer &B, unsigned Access,
                        const std::vector<Sym> &At) {
  const AffineAccess &A = N.Accesses[Access];
  const unsigned Loops = N.Depth + static_cast<unsigned>(A.InnerLoops.size());
  std::vector<unsigned> InThread;
  for (unsigned I = Rank; I < Loops; ++I)
    InThread.push_back(I < N.Depth ? I : A.InnerLoops[I - N.Depth]);
  const std::optional<unsigned> Number = T.stripAmong(InThread);
  if (B.Strip && B.Strip != Number)
    return all(Answer::No, "a read is in another strip");
  const TileStrip *Strip = Number ? &T.Strips[*Number] : nullptr;
  Space S = open(GridAndBlock + static_cast<unsigned>(V.Serial.size()) +
                 (Strip ? 2 : 0) + Loops - Rank);
  addThreads(S);
  addStrip(S, Strip);
  if (Strip)
    add(S, InStripLeaf, 0, Sym(Strip->Length));
  for (const RecoveryStep &Step : V.Recovery)
    S.Terms.define(Step.Name, Step.Value);
  for (const ThreadGuard &G : V.Guards)
    S.Points = S.Points.intersect(S.Terms.truth(G.Cond));
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
  std::vector<isl::PwAff> Places;
  isl::Set Inside = isl::Set::universe(S.Terms.space());
  for (size_t D = 0; D != At.size(); ++D) {
    Places.push_back(S.Terms.value(B.Origin[D] + At[D]));
    Inside = Inside.intersect(S.Terms.truth(
        both(less_equal(0, At[D]), less(At[D], Sym(B.Extents[D])))));
  }
  const isl::Set InSlot =
      B.Slots ? S.Terms.truth(equal(slotOf(*B.Slots, {At[B.Slots->Dim], 1,
                                                      B.Extents[B.Slots->Dim]}),
                                    slotOfThread(*B.Slots, T)))
              : isl::Set::universe(S.Terms.space());
  const isl::Map Reads =
      isl::tuple(Iteration)
          .named(isl::Dim::Out, "Iteration")
          .intersectDomain(S.Points)
          .applyRange(A.Relation.named(isl::Dim::In, "Iteration"));
  const isl::Map Loaded = isl::tuple(Places).named(isl::Dim::Out, "Loaded");
  const isl::Map There = Loaded.applyRange(addresses(B));
  Answer Found = all(isl::isEmpty(Reads.subtract(There)),
                     "a read may find another element");
  if (Found == Answer::Yes)
    Found = all(isl::isSubset(Reads.domain(), Inside),
                "a read may be outside of the buffer");
  if (Found == Answer::Yes)
    Found = all(isl::isSubset(Reads.domain(), InSlot),
                "a read may be at another place of the buffer");
  if (Found == Answer::Yes)
    Found = all(
        isl::isSubset(Loaded.intersectDomain(Reads.domain()).range().unnamed(),
                      touched(B)),
        "a read may be of an element that is not loaded");
  return Found;
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
isl::Set TileProver::touched(const StagedBuffer &B) const {
  IslTerms Terms(
      N.ParamSpace.withSetDims(static_cast<unsigned>(B.Origin.size())));
  for (size_t D = 0; D != B.Origin.size(); ++D)
    Terms.defineDim(elementLeaf(D), static_cast<unsigned>(D));
  return Terms.truth(B.Touched);
}

/// Where all places of a tile are said to be iterations, no guard fails.
Answer TileProver::full() {
  Space S = open(GridAndBlock + static_cast<unsigned>(V.Serial.size()));
  addThreads(S);
  for (const RecoveryStep &Step : V.Recovery)
    S.Terms.define(Step.Name, Step.Value);
  S.Points = S.Points.intersect(S.Terms.truth(*T.Full));
  for (const ThreadGuard &G : V.Guards)
    if (const Answer A = isl::isSubset(S.Points, S.Terms.truth(G.Cond));
        A != Answer::Yes)
      return all(A, "a full tile may have threads without an iteration");
  return Answer::Yes;
}

/// All that some block loads is read for certain by some iteration.
Answer TileProver::loads(const StagedBuffer &B) {
  const unsigned Rank = static_cast<unsigned>(B.Origin.size());
  Space S = open(3 + (B.Strip ? 1 : 0) + Rank);
  addGrid(S);
  addStrip(S, T.stripOf(B));
  const unsigned First = S.Next;
  for (size_t D = 0; D != Rank; ++D)
    add(S, elementLeaf(D), B.Origin[D], B.Origin[D] + Sym(B.Extents[D]));
  isl::Set Loads = S.Terms.truth(B.Touched);
  if (B.AllTouched) {
    std::vector<std::pair<std::string, Sym>> Origin;
    for (size_t D = 0; D != Rank; ++D)
      Origin.push_back({elementLeaf(D), B.Origin[D]});
    Loads = Loads.unionWith(S.Terms.truth(B.AllTouched->substitute(Origin)));
  }
  const isl::Set Loaded =
      S.Points.intersect(Loads).project(isl::Dim::Set, 0, First);
  isl::Set Read;
  for (const auto &[Access, At] : B.Reads)
    if (!N.Accesses[Access].May)
      Read = isl::unite(Read, N.Accesses[Access].Relation.range());
  if (Read.isNull())
    return all(Answer::No, "no read is certain");
  return all(isl::isSubset(Loaded.named("Loaded").apply(addresses(B)), Read),
             "an element may be loaded that no iteration reads");
}

Answer TileProver::run() {
  Answer All = Answer::Yes;
  const auto Join = [&](Answer A) {
    if (A == Answer::No || (A == Answer::Unknown && All == Answer::Yes))
      All = A;
  };
  if (T.Full)
    Join(full());
  for (const StagedBuffer &B : T.Buffers) {
    for (const auto &[Access, At] : B.Reads)
      Join(read(B, Access, At));
    Join(loads(B));
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
