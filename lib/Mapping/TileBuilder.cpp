//===- TileBuilder.cpp - The tile that an annotation asks for -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Mapping/MappedNest.h"
#include "Mapping/Proof.h"
#include "Mapping/TileBanks.h"
#include "Mapping/TileForms.h"
#include "Mapping/TileParts.h"
#include "Mapping/TileRolls.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <set>

namespace heddle {

namespace {

class TileBuilder {
public:
  TileBuilder(const ThreadMapping &V, const VerifiedNest &Nest, unsigned Rank,
              const TileWish &Wish, Report &R)
      : V(V), Nest(Nest), N(Nest.affine()), Source(*N.Nest), Rank(Rank),
        Wish(Wish), R(R) {}

  std::optional<Tile> build();

private:
  struct Read {
    unsigned Access;
    Subscripts Of;
  };

  bool refuse(const Annotation::Staged &S, const std::string &Why);
  bool refuseStrip(const Annotation::Strip &S, const std::string &Why,
                   const Loop *Which = nullptr);
  bool checkNest();
  bool findRoll();
  bool keepRoll();
  bool findStrips(const Annotation::Strip &S);
  bool checkParts();
  bool stage(const Annotation::Staged &S);
  bool isStageable(const Annotation::Staged &S);
  using Groups = std::vector<std::vector<Read>>;
  bool mayStore(const Groups &All, std::string &Why) const;
  bool tellsPlaces(const Subscripts &Of, std::optional<unsigned> Strip) const;
  using Buffers = std::vector<StagedBuffer>;
  std::vector<int64_t> stridesOf(unsigned Array, const Groups &Of) const;
  static std::optional<std::pair<Groups, std::vector<int64_t>>>
  inRows(Groups Of);
  static int64_t elementsOf(const Buffers &All);
  bool isSetFirst(const StagedBuffer &B) const;
  std::optional<unsigned> placeFor(const StagedBuffer &B) const;
  std::optional<Buffers> buffersOf(unsigned Array, const Groups &Of,
                                   const std::vector<int64_t> &Strides,
                                   std::string &Why);
  bool placeDimension(StagedBuffer &B, size_t D, llvm::ArrayRef<Read> Reads,
                      std::string &Why);
  std::optional<unsigned> stripOf(const AffineAccess &A) const;
  void findOwn(unsigned Array, unsigned Strip);
  bool mayBeOwn(unsigned Array) const;

  const ThreadMapping &V;
  const VerifiedNest &Nest;
  const AffineNest &N;
  const LoopNest &Source;
  const unsigned Rank;
  const TileWish &Wish;
  Report &R;
  Tile Out;
};

} // namespace

bool TileBuilder::refuse(const Annotation::Staged &S, const std::string &Why) {
  R.add(DiagID::HD522, S.Where, Source.Arrays[S.Array].Name, Why);
  return false;
}

/// Which: the loop, if there are several of the counter.
bool TileBuilder::refuseStrip(const Annotation::Strip &S,
                              const std::string &Why, const Loop *Which) {
  Diagnostic &Said = R.add(DiagID::HD521, S.Where, S.Counter, Why);
  if (Which)
    Said.note(Which->Where, "it is this loop of that counter");
  return false;
}

/// Threads of a block wait for one another, so that each runs all of the body's
/// parts, and in the loops' order.
bool TileBuilder::checkNest() {
  const SourceRef Where = !Wish.Strips.empty() ? Wish.Strips.front().Where
                          : Wish.Roll          ? Wish.Roll->Where
                                               : Wish.Stage.front().Where;
  const char *Why = whyNotInParts(Nest, !Wish.Strips.empty());
  if (!Why)
    return true;
  R.add(DiagID::HD523, Where, Why);
  return false;
}

//===--- Strips -----------------------------------------------------------===//

/// Tile::Roll.
bool TileBuilder::findRoll() {
  if (!Wish.Roll)
    return true;
  std::string Why;
  if (!Wish.Strips.empty())
    Why = "'strip' has a loop run in strips, and both are not supported";
  else if (Wish.Stage.empty())
    Why = "no array is staged; name some: stage(x)";
  else if ((Out.Roll = rollOf(Out, V, N, Wish.Roll->Counter, Why)) ||
           Source.isPart()) // it may be of another part
    return true;
  else if (!Source.Annot.Map)
    Why = "no mapping is named that leaves all iterations of a block along it "
          "to each thread, as map(Blocks({16, 4, 32}, {16, 1, 1})) does";
  R.add(DiagID::HD529, Wish.Roll->Where, Wish.Roll->Counter, Why);
  return false;
}

/// Some buffer has less than all planes of the block.
bool TileBuilder::keepRoll() {
  if (!Out.Roll || llvm::any_of(Out.Buffers, [](const StagedBuffer &B) {
        return B.Ring.has_value();
      }))
    return true;
  Out.Roll.reset();
  if (Source.isPart())
    return true;
  R.add(DiagID::HD529, Wish.Roll->Where, Wish.Roll->Counter,
        "a block reads no staged array in more planes than it would hold");
  return false;
}

/// All loops of the counter have some.
bool TileBuilder::findStrips(const Annotation::Strip &S) {
  std::vector<unsigned> Named;
  for (unsigned L = 0; L < Source.Loops.size(); ++L)
    if (Source.Loops[L].Name == S.Counter)
      Named.push_back(L);
  if (Named.empty() && Source.isPart())
    return true; // the loop is in another part
  if (Named.empty())
    return refuseStrip(S, "no loop of the nest has that counter");
  for (const unsigned L : Named) {
    std::string Why;
    std::optional<TileStrip> Of = stripsOf(N, Rank, L, S.Length, Why);
    if (!Of)
      return refuseStrip(S, Why, Named.size() > 1 ? &Source.Loops[L] : nullptr);
    Out.Strips.push_back(std::move(*Of));
  }
  llvm::sort(Out.Strips, [&](const TileStrip &A, const TileStrip &B) {
    return Source.Loops[A.Loop].TextBegin < Source.Loops[B.Loop].TextBegin;
  });
  return true;
}

/// The parts of the body share numbers at most, where staged reads find their
/// elements in buffers.
bool TileBuilder::checkParts() {
  llvm::DenseSet<unsigned> Staged;
  for (const StagedBuffer &B : Out.Buffers)
    for (const auto &[Access, At] : B.accesses())
      Staged.insert(N.Accesses[Access].Source);
  const ValueRef Body =
      changed(bodyOf(Source.Loops[Rank - 1], Source.Code),
              [&](const ValueRef &X) -> ValueRef {
                return X->Kind == ValueKind::Element && !X->Accesses.empty() &&
                               Staged.contains(X->Accesses.front())
                           ? makeTokens("")
                           : nullptr;
              });
  std::string Why;
  if (sharedNumbers(bodyParts(Body, Source, Rank, Out.stripLoops()), Source,
                    Why))
    return true;
  if (!Wish.Strips.empty())
    return refuseStrip(Wish.Strips.front(), Why);
  R.add(DiagID::HD523, Wish.Stage.front().Where, Why);
  return false;
}

/// Into Tile::Strips.
std::optional<unsigned> TileBuilder::stripOf(const AffineAccess &A) const {
  return Out.stripAmong(Source.Accesses[A.Source].Loops);
}

//===--- Arrays -----------------------------------------------------------===//

bool TileBuilder::isStageable(const Annotation::Staged &S) {
  const ArrayInfo &A = Source.Arrays[S.Array];
  if (A.Tables)
    return refuse(S, "it is a table, whose rows lie anywhere");
  if (A.Records || A.Scalar || !A.Number)
    return refuse(S, "its elements are no plain numbers");
  if (N.Arrays[S.Array].Range)
    return refuse(S, "its subscripts do not say which elements are read, or "
                     "have rows of several lengths");
  // Rows are declared, or a linear subscript has some.
  const size_t Dims = N.Arrays[S.Array].Widths.size() + 1;
  if (A.Extents.size() != 1 && A.Extents.size() != Dims &&
      (Dims != 1 || declaredStrides(A).empty()))
    return refuse(S, "its subscripts address parts of its rows");
  const llvm::DenseSet<unsigned> Placed = accessesWithText(Source);
  if (llvm::any_of(Nest.copies(),
                   [&](const ArrayCopy &C) { return C.Array == S.Array; }))
    return refuse(S, "the launch copies it before iterations store into it");
  for (const AffineAccess &Of : N.Accesses)
    if (Of.Array == S.Array && !Placed.contains(Of.Source))
      return refuse(S, "'" + Source.Accesses[Of.Source].Text +
                           "' has no text of its own");
  return touches(Source, S.Array) || refuse(S, "the nest does not touch it");
}

/// A block stores into no element that another block touches, and a strip into
/// none that the same loop touches in another strip, where iterations that
/// differ in places of the block, or of the strip, touch different elements.
bool TileBuilder::mayStore(const Groups &All, std::string &Why) const {
  const auto Refuse = [&](const std::string &Because) {
    Why = "the nest stores into it, and " + Because;
    return false;
  };
  for (const std::vector<Read> &Group : All) {
    const Read &First = Group.front();
    const std::string Text =
        "'" + Source.Accesses[N.Accesses[First.Access].Source].Text + "' ";
    const std::optional<unsigned> Strip = stripOf(N.Accesses[First.Access]);
    if (!Strip && !Out.Strips.empty())
      return Refuse(Text + "is outside of the loops in strips");
    const auto OfStrip = [&](const std::vector<Read> &Other) {
      return stripOf(N.Accesses[Other.front().Access]) == Strip;
    };
    const auto IsSame = [&](const Read &Other) {
      return llvm::all_of(llvm::zip(First.Of, Other.Of), [](const auto &P) {
        return std::get<0>(P).Constant == std::get<1>(P).Constant;
      });
    };
    if (llvm::count_if(All, OfStrip) > 1 || !llvm::all_of(Group, IsSame))
      return Refuse("an iteration touches several of its elements");
    if (!tellsPlaces(First.Of, Strip))
      return Refuse("the subscripts of " + Text +
                    "do not say which iteration of a block it is");
  }
  return true;
}

/// Each loop of which a block or a strip has several iterations moves a
/// dimension of its own by one, and no loop inside of these moves any.
bool TileBuilder::tellsPlaces(const Subscripts &Of,
                              std::optional<unsigned> Strip) const {
  std::set<unsigned> Told;
  for (const LinearSubscript &Dim : Of) {
    unsigned Movers = 0;
    for (const auto &[Loop, C] : Dim.ByLoop) {
      if (Loop < Rank && Out.Axes[Loop].Extent == 1)
        continue;
      const bool IsOfStrip = Strip && Out.Strips[*Strip].Loop == Loop;
      if (++Movers > 1 || std::abs(C) != 1 || !(Loop < Rank || IsOfStrip) ||
          !Told.insert(Loop).second)
        return false;
    }
  }
  for (unsigned Loop = 0; Loop != Rank; ++Loop)
    if (Out.Axes[Loop].Extent > 1 && !Told.count(Loop))
      return false;
  return !Strip || Told.count(Out.Strips[*Strip].Loop);
}

/// Reads that differ in constants alone share a buffer.
bool TileBuilder::stage(const Annotation::Staged &S) {
  if (!isStageable(S))
    return false;
  Groups All;
  for (unsigned I = 0; I < N.Accesses.size(); ++I) {
    const AffineAccess &A = N.Accesses[I];
    if (A.Array != S.Array)
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (!Of)
      return refuse(S, "the subscripts of '" + Source.Accesses[A.Source].Text +
                           "' are not linear, or leave their row");
    const auto IsLike = [&](const std::vector<Read> &Group) {
      return stripOf(N.Accesses[Group.front().Access]) == stripOf(A) &&
             llvm::all_of(llvm::zip(Group.front().Of, *Of), [](const auto &P) {
               return std::get<0>(P).ByLoop == std::get<1>(P).ByLoop &&
                      std::get<0>(P).ByParam == std::get<1>(P).ByParam;
             });
    };
    const auto Group = llvm::find_if(All, IsLike);
    if (Group == All.end())
      All.push_back({{I, *Of}});
    else
      Group->push_back({I, *Of});
  }
  const bool IsWritten = llvm::any_of(N.Accesses, [&](const AffineAccess &A) {
    return A.Array == S.Array && A.IsWrite;
  });
  std::string Why;
  const auto Buffered = [&](const Groups &Of,
                            const std::vector<int64_t> &Strides,
                            std::string &Why) -> std::optional<Buffers> {
    if (IsWritten && !mayStore(Of, Why))
      return std::nullopt;
    return buffersOf(S.Array, Of, Strides, Why);
  };
  std::optional<Buffers> Found = Buffered(All, stridesOf(S.Array, All), Why);
  if (auto Rows = inRows(All)) {
    std::string Unused;
    std::optional<Buffers> InRows = Buffered(Rows->first, Rows->second, Unused);
    // A block goes along a dimension before the innermost one.
    if (InRows &&
        (!Found || Out.Roll || elementsOf(*InRows) < elementsOf(*Found)))
      Found = std::move(InRows);
  }
  if (!Found)
    return refuse(S, Why);
  for (const StagedBuffer &B : *Found)
    if (const auto Access = firstUncertain(B, N))
      return refuse(S, "'" + Source.Accesses[N.Accesses[*Access].Source].Text +
                           "' is touched only where data say so");
  for (StagedBuffer &B : *Found) {
    if (Out.Roll && !findRing(B, Out, N, Why))
      return refuse(S, "the block rolls along loop '" + Wish.Roll->Counter +
                           "', and " + Why);
    const unsigned ElementBytes = Source.Arrays[B.Array].ElementBytes;
    layOut(B, Out, ElementBytes);
    B.InPlaceOf = placeFor(B);
    // A buffer begins at a multiple of the longest word.
    if (!B.InPlaceOf)
      Out.Bytes += static_cast<int64_t>(llvm::alignTo<16>(
          static_cast<uint64_t>(B.elements()) * ElementBytes));
    Out.Buffers.push_back(std::move(B));
  }
  return true;
}

/// StagedBuffer::IsSetFirst, of iterations of a loop in strips.
bool TileBuilder::isSetFirst(const StagedBuffer &B) const {
  if (B.Writes.empty() || B.Reads.empty() || !B.Strip)
    return false;
  std::set<unsigned> All;
  for (const auto &[Access, At] : B.accesses()) {
    if (N.Accesses[Access].May)
      return false;
    All.insert(N.Accesses[Access].Source);
  }
  const Loop &L = Source.Loops[Out.Strips[*B.Strip].Loop];
  return setsFirst(*bodyOf(L, Source.Code), All);
}

/// StagedBuffer::InPlaceOf.
std::optional<unsigned> TileBuilder::placeFor(const StagedBuffer &B) const {
  const auto IsLike = [&](const StagedBuffer &Other) {
    return Other.Array == B.Array && Other.Strip && Other.Strip != B.Strip &&
           !Other.InPlaceOf && Other.Extents == B.Extents &&
           Other.Pitch == B.Pitch && Other.order() == B.order();
  };
  // Another buffer of the strip may have it.
  const auto IsFree = [&](unsigned At) {
    return llvm::none_of(Out.Buffers, [&](const StagedBuffer &Other) {
      return Other.Strip == B.Strip && Other.InPlaceOf == At;
    });
  };
  for (unsigned I = 0; B.Strip && I != Out.Buffers.size(); ++I)
    if (IsLike(Out.Buffers[I]) && IsFree(I))
      return I;
  return std::nullopt;
}

/// How far apart neighbours are where the subscripts are several dimensions of
/// a linear relation; empty where the relation has these itself.
std::vector<int64_t> TileBuilder::stridesOf(unsigned Array,
                                            const Groups &Of) const {
  const Read &First = Of.front().front();
  return N.Accesses[First.Access].Relation.dim(isl::Dim::Out) == First.Of.size()
             ? std::vector<int64_t>()
             : declaredStrides(Source.Arrays[Array]);
}

/// A linear array as rows of constant lengths, and how far apart neighbours are
/// then; nothing where it has none.
std::optional<std::pair<TileBuilder::Groups, std::vector<int64_t>>>
TileBuilder::inRows(Groups Of) {
  std::vector<LinearSubscript> Linear;
  for (const std::vector<Read> &Group : Of)
    if (Group.front().Of.size() == 1)
      Linear.push_back(Group.front().Of.front());
  std::vector<int64_t> Rows = rowsIn(Linear);
  if (Linear.empty() || Rows.empty())
    return std::nullopt;
  for (std::vector<Read> &Group : Of)
    for (Read &Each : Group)
      Each.Of = splitSubscript(Each.Of.front(), Rows);
  return std::make_pair(std::move(Of), std::move(Rows));
}

int64_t TileBuilder::elementsOf(const Buffers &All) {
  int64_t Count = 0;
  for (const StagedBuffer &B : All)
    Count += B.loaded();
  return Count;
}

/// Origin, extent and reads of one dimension.
bool TileBuilder::placeDimension(StagedBuffer &B, size_t D,
                                 llvm::ArrayRef<Read> Reads, std::string &Why) {
  const LinearSubscript &First = Reads.front().Of[D];
  int64_t Least = First.Constant, Most = First.Constant;
  for (const Read &Each : Reads) {
    Least = std::min(Least, Each.Of[D].Constant);
    Most = std::max(Most, Each.Of[D].Constant);
  }
  int64_t Extent = Most - Least + 1;
  Sym Origin = 0, In = 0;
  // Adds C times Value, which lies between Low and Low + Length - 1 where it
  // is; Base: what does not differ within the box.
  const auto Add = [&](int64_t C, const Sym &Base, const Sym &Value,
                       int64_t Low, int64_t Length) {
    const int64_t Lowest = C > 0 ? C * Low : C * (Low + Length - 1);
    Origin = Origin + Base * Sym(C) + Sym(Lowest);
    In = In + Value * Sym(C) - Sym(Lowest);
    Extent += std::abs(C) * (Length - 1);
  };
  for (const auto &[Loop, C] : First.ByLoop) {
    if (Loop < Rank) {
      const TileAxis &Axis = Out.Axes[Loop];
      Add(C, Axis.Origin, Sym::leaf(placeLeaf(Loop)), 0, Axis.Extent);
    } else if (const auto Strip = Out.stripAmong({Loop})) {
      B.Strip = Strip;
      Add(C, Sym::leaf(StripLeaf), Sym::leaf(InStripLeaf), 0,
          Out.Strips[*Strip].Length);
    } else if (!Source.Loops[Loop].NameIsUnique) {
      Why = "another variable of the nest has the name of loop '" +
            Source.Loops[Loop].Name + "'";
      return false;
    } else if (const auto Values = valuesOf(Source.Loops[Loop])) {
      Add(C, 0, Sym::leaf(Source.Loops[Loop].Name), Values->first,
          Values->second - Values->first + 1);
    } else {
      Why = "loop '" + Source.Loops[Loop].Name +
            "' has no constant number of iterations; run it in strips: strip(" +
            Source.Loops[Loop].Name + ", 16)";
      return false;
    }
    if (Extent > SharedBytes && !Out.Roll) {
      Why = "a block touches more than " + std::to_string(SharedBytes) +
            " elements of it";
      return false;
    }
  }
  for (const auto &[Param, C] : First.ByParam)
    Origin = Origin + Sym::leaf(N.Parameters[Param].Name) * Sym(C);
  B.Origin.push_back(Origin + Sym(Least));
  B.Extents.push_back(Extent);
  for (const Read &Each : Reads)
    (N.Accesses[Each.Access].IsWrite ? B.Writes : B.Reads)[Each.Access]
        .push_back(In + Sym(Each.Of[D].Constant - Least));
  return true;
}

/// A buffer for each group; nothing, and why, where some have none.
std::optional<TileBuilder::Buffers>
TileBuilder::buffersOf(unsigned Array, const Groups &Of,
                       const std::vector<int64_t> &Strides, std::string &Why) {
  // The cost of another way does not count.
  N.Isl->resume(ProofOperations);
  Buffers All;
  for (const std::vector<Read> &Reads : Of) {
    StagedBuffer &B = All.emplace_back();
    B.Array = Array;
    B.Strides = Strides;
    for (size_t D = 0; D != Reads.front().Of.size(); ++D) {
      if (!placeDimension(B, D, Reads, Why))
        return std::nullopt;
      // Shared memory has some planes of a rolling block at a time.
      if (B.loaded() > SharedBytes * (Out.Roll ? Out.Roll->Length : 1)) {
        Why = "a block touches more than " + std::to_string(SharedBytes) +
              " elements of it";
        return std::nullopt;
      }
    }
    B.IsSetFirst = isSetFirst(B);
    if (!findTouched(B, Out, N)) {
      Why = "which of its elements the nest touches is no simple condition";
      return std::nullopt;
    }
  }
  return All;
}

llvm::DenseSet<unsigned> accessesWithText(const LoopNest &N) {
  llvm::DenseSet<unsigned> Placed;
  forEachValue(*N.Code, [&](const Value &X) {
    if (X.Kind == ValueKind::Element)
      Placed.insert(X.Accesses.begin(), X.Accesses.end());
    return true;
  });
  return Placed;
}

bool TileBuilder::mayBeOwn(unsigned Array) const {
  const ArrayInfo &A = Source.Arrays[Array];
  return A.Number && !A.Tables && !A.Records && !A.Scalar &&
         !N.Arrays[Array].Range &&
         llvm::none_of(Wish.Stage,
                       [&](const auto &S) { return S.Array == Array; }) &&
         llvm::none_of(Nest.copies(),
                       [&](const ArrayCopy &C) { return C.Array == Array; });
}

/// The element is touched for certain, so that it may be loaded and stored.
void TileBuilder::findOwn(unsigned Array, unsigned Strip) {
  const llvm::DenseSet<unsigned> Placed = accessesWithText(Source);
  OwnElement Own{Array, Strip, {}};
  std::optional<Subscripts> First;
  bool IsWritten = false, IsCertain = false;
  for (unsigned I = 0; I < N.Accesses.size(); ++I) {
    const AffineAccess &A = N.Accesses[I];
    if (A.Array != Array || stripOf(A) != Strip)
      continue;
    const Access &From = Source.Accesses[A.Source];
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    const auto IsSame = [](const auto &P) {
      const LinearSubscript &X = std::get<0>(P), &Y = std::get<1>(P);
      return X.ByLoop == Y.ByLoop && X.ByParam == Y.ByParam &&
             X.Constant == Y.Constant;
    };
    if (A.May || !Of || !Placed.contains(A.Source) ||
        (First && !llvm::all_of(llvm::zip(*First, *Of), IsSame)))
      return;
    First = Of;
    IsWritten |= A.IsWrite;
    IsCertain |=
        From.Guards.empty() && From.Loops.back() == Out.Strips[Strip].Loop;
    Own.Accesses.push_back(I);
  }
  const auto IsOfThread = [&](const LinearSubscript &S) {
    return llvm::all_of(S.ByLoop, [&](auto &By) { return By.first < Rank; });
  };
  if (IsWritten && IsCertain && llvm::all_of(*First, IsOfThread))
    Out.Own.push_back(std::move(Own));
}

std::optional<Tile> TileBuilder::build() {
  if (!checkNest())
    return std::nullopt;
  std::string Why;
  auto Axes = tileAxes(V, N, Rank, Why);
  if (!Axes) {
    R.add(DiagID::HD523,
          Source.Annot.MapWhere.isValid() ? Source.Annot.MapWhere
                                          : Source.Where,
          Why);
    return std::nullopt;
  }
  Out.Axes = std::move(*Axes);
  for (unsigned A = 0; A < 3; ++A)
    Out.Threads[A] = V.Block[A].value();
  for (const Sym &Extent : V.Serial)
    Out.Serial.push_back(Extent.value());
  Out.Full = fullTile(V);
  if (!findRoll())
    return std::nullopt;
  for (const Annotation::Strip &S : Wish.Strips)
    if (!findStrips(S))
      return std::nullopt;
  for (const Annotation::Staged &S : Wish.Stage)
    // A part of the nest may have other arrays.
    if (!(Source.isPart() && !touches(Source, S.Array)) && !stage(S))
      return std::nullopt;
  if (!keepRoll() || !checkParts())
    return std::nullopt;
  for (unsigned S = 0; S != Out.Strips.size(); ++S)
    for (unsigned A = 0; A < Source.Arrays.size(); ++A)
      if (mayBeOwn(A))
        findOwn(A, S);
  if (Out.Bytes > SharedBytes) {
    R.add(DiagID::HD524, Wish.Stage.front().Where, Out.Bytes, SharedBytes);
    return std::nullopt;
  }
  const isl::Answer Holds = proveTile(Out, V, N, Rank, Why);
  if (Holds == isl::Answer::Yes)
    return std::move(Out);
  R.add(Holds == isl::Answer::No ? DiagID::HD901 : DiagID::HD525,
        Source.Annot.MapWhere.isValid() ? Source.Annot.MapWhere : Source.Where,
        V.Spelling, Why);
  return std::nullopt;
}

std::optional<Tile> buildTile(const ThreadMapping &V, const VerifiedNest &Nest,
                              unsigned Rank, const TileWish &Wish, Report &R) {
  return TileBuilder(V, Nest, Rank, Wish, R).build();
}

} // namespace heddle
