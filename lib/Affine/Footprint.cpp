//===- Footprint.cpp - First and last element touched ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Footprint.h"
#include "Affine/ShiftedAccesses.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Affine/TableFootprint.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

ElementRange unite(const ElementRange &A, const ElementRange &B) {
  ElementRange All;
  All.Touched = either(A.Touched, B.Touched);
  if (A.Touched == B.Touched) {
    All.Touched = A.Touched;
    All.First = min_of(A.First, B.First);
    All.Last = max_of(A.Last, B.Last);
    return All;
  }
  All.First = select(
      A.Touched, select(B.Touched, min_of(A.First, B.First), A.First), B.First);
  All.Last = select(A.Touched,
                    select(B.Touched, max_of(A.Last, B.Last), A.Last), B.Last);
  return All;
}

int64_t scalarsPerElement(const ArrayInfo &A) {
  return A.Records ? A.Extents.back()->Value : 1;
}

std::optional<Sym> existingElements(const LoopNest &N, unsigned Array) {
  ArrayInfo A = N.Arrays[Array];
  if (A.Tables)
    return std::nullopt;
  if (std::optional<int64_t> Elements = declaredElements(A))
    return Sym(*Elements);
  if (A.Rows < 0)
    return std::nullopt;
  Sym Rows = Sym::leaf(N.Params[static_cast<unsigned>(A.Rows)].Name);
  if (A.RowsClaimed)
    Rows = max_of(Rows, Sym(0));
  A.Extents.erase(A.Extents.begin());
  if (A.Extents.size() == (A.Records ? 1 : 0))
    return Rows;
  if (std::optional<int64_t> InRow = declaredElements(A))
    return Rows * Sym(*InRow);
  return std::nullopt;
}

namespace {

/// Above this many pieces the ends are minima and maxima over accesses.
constexpr int MostPieces = 4;

/// Numbers of accesses to an array that is only read. More than the first are
/// united if the text of their ends is long, more than the second only if it is
/// very long: isl may not manage.
constexpr size_t MostUnited = 16, ManyMore = 24;

/// In the text of both ends.
constexpr unsigned LongText = 40, VeryLongText = 400;

/// Data-dependent conditions whose outcomes are enumerated.
constexpr size_t MostConditions = 6;

class FootprintFinder {
public:
  FootprintFinder(const AffineNest &N, unsigned Array)
      : N(N), Array(Array), Launch(launchContext(N)) {
    for (unsigned A = 0; A < N.Accesses.size(); ++A)
      if (N.Accesses[A].Array == Array)
        Accesses.push_back(A);
  }

  std::optional<TouchedRange> find();
  std::optional<TouchedRange> findOfMany(llvm::ArrayRef<unsigned> Ends);
  isl::Set rangeOf(llvm::ArrayRef<unsigned> Some) const;
  std::optional<ElementRange> reached(const std::vector<isl::Map> &Relations);

private:
  isl::Set range(const isl::Map &Relation) const {
    return isl::coalesced(Relation.intersectParams(Launch).range());
  }
  isl::Set range(const AffineAccess &A) const { return range(A.Relation); }
  std::optional<Sym> linear(const isl::PwMultiAff &Point,
                            const isl::Set &Where) const;
  std::optional<ElementRange> endsOf(const isl::Set &Elements) const;
  std::optional<ElementRange>
  endsOfEach(const std::vector<isl::Map> &Relations) const;
  bool tooManyPieces(const isl::Set &Elements) const;
  isl::Set between(const isl::Set &Candidates, const isl::Set &Elements) const;
  isl::Set certain(bool WritesOnly) const;
  isl::Set whole(isl::Set Elements) const;
  bool certainTogether(const AffineAccess &A, bool WritesOnly) const;
  bool readsOwnWrites(const AffineAccess &Read) const;
  bool readsBefore() const;
  bool covers(const isl::Set &Elements, const isl::Set &Written) const;
  bool judgeEnds(TouchedRange &T);

  const AffineNest &N;
  unsigned Array;
  isl::Set Launch;
  std::vector<unsigned> Accesses;
};

/// ((d0 * W1 + d1) * W2 + d2) ... of a point given as a function of parameters.
std::optional<Sym> FootprintFinder::linear(const isl::PwMultiAff &Point,
                                           const isl::Set &Where) const {
  const AffineArray &A = N.Arrays[Array];
  Sym Offset(0);
  for (unsigned D = 0; D < A.Dims; ++D) {
    std::optional<Sym> S = symOf(Point.at(D), Where);
    if (!S)
      return std::nullopt;
    Offset = D == 0 ? *S : Offset * A.Widths[D - 1] + *S;
  }
  return Offset;
}

std::optional<ElementRange>
FootprintFinder::endsOf(const isl::Set &Elements) const {
  ElementRange E;
  isl::Set Touched = Elements.params();
  isl::Set Where = Touched.intersect(Launch);
  Answer Always = isl::isSubset(Launch, Touched);
  if (Always == Answer::Unknown)
    return std::nullopt;
  if (Always == Answer::No) {
    std::optional<Sym> S = symOf(isl::coalesced(Touched.gist(Launch)), Launch);
    if (!S)
      return std::nullopt;
    E.Touched = *S;
  }
  std::optional<Sym> First = linear(isl::firstOf(Elements), Where);
  std::optional<Sym> Last =
      First ? linear(isl::lastOf(Elements), Where) : std::nullopt;
  if (!Last)
    return std::nullopt;
  E.First = *First;
  E.Last = *Last;
  return E;
}

bool FootprintFinder::tooManyPieces(const isl::Set &Elements) const {
  isl::PwMultiAff First = isl::firstOf(Elements);
  isl::PwMultiAff Last = isl::lastOf(Elements);
  return First.pieces() > MostPieces || Last.pieces() > MostPieces;
}

/// The ends of all of them by minimum and maximum at run time.
std::optional<ElementRange>
FootprintFinder::endsOfEach(const std::vector<isl::Map> &Relations) const {
  std::optional<ElementRange> All;
  for (const isl::Map &R : Relations) {
    isl::Set Elements = range(R);
    if (isl::isEmpty(Elements) == Answer::Yes)
      continue;
    std::optional<ElementRange> E = endsOf(Elements);
    if (!E)
      return std::nullopt;
    All = All ? heddle::unite(*All, *E) : *E;
  }
  return All;
}

std::optional<ElementRange>
FootprintFinder::reached(const std::vector<isl::Map> &Relations) {
  isl::Set All;
  for (const isl::Map &R : Relations)
    All = isl::unite(All, range(R));
  if (isl::isEmpty(All) == Answer::Yes) {
    ElementRange None{Sym::truth(false), 0, -1};
    return None;
  }
  std::optional<ElementRange> E =
      All.isNull() || tooManyPieces(All) ? endsOfEach(Relations) : endsOf(All);
  return N.Isl->exhausted() ? std::nullopt : E;
}

/// The points of Candidates between the first and the last of Elements.
isl::Set FootprintFinder::between(const isl::Set &Candidates,
                                  const isl::Set &Elements) const {
  isl::Set After = isl::lexGe(Candidates, isl::lexmin(Elements)).domain();
  isl::Set Before = isl::lexLe(Candidates, isl::lexmax(Elements)).domain();
  return After.intersect(Before);
}

/// Some access executes wherever A may: of all accesses to the same elements,
/// one finds its data-dependent conditions fulfilled, whatever they are (as in
/// `if (x[i] > 0) y[i] = 1; else y[i] = 2;`).
bool FootprintFinder::certainTogether(const AffineAccess &A,
                                      bool WritesOnly) const {
  std::vector<const AffineAccess *> Group;
  std::vector<const Expr *> Conditions;
  for (unsigned I : Accesses) {
    const AffineAccess &B = N.Accesses[I];
    if (B.DataOtherwise || (WritesOnly && !B.IsWrite) ||
        isl::isEqual(A.Relation, B.Relation) != Answer::Yes)
      continue;
    Group.push_back(&B);
    for (unsigned G : B.DataGuards) {
      const Expr *C = N.Nest->Guards[G].Cond.get();
      if (!llvm::is_contained(Conditions, C))
        Conditions.push_back(C);
    }
  }
  if (Group.empty() || Conditions.size() > MostConditions)
    return false;
  auto Executes = [&](const AffineAccess *B, unsigned Outcome) {
    return llvm::all_of(B->DataGuards, [&](unsigned G) {
      const Guard &X = N.Nest->Guards[G];
      auto At = llvm::find(Conditions, X.Cond.get()) - Conditions.begin();
      return ((Outcome >> At) & 1) != (X.Negated ? 1u : 0u);
    });
  };
  for (unsigned Outcome = 0; Outcome < 1u << Conditions.size(); ++Outcome)
    if (llvm::none_of(
            Group, [&](const AffineAccess *B) { return Executes(B, Outcome); }))
      return false;
  return true;
}

/// A statement before it in the same iteration, outside of inner loops, has
/// certainly written what Read reads.
bool FootprintFinder::readsOwnWrites(const AffineAccess &Read) const {
  const auto StatementOf = [&](const AffineAccess &A) {
    return N.Nest->Accesses[A.Source].Statement;
  };
  const isl::Map Reads =
      Read.Relation.intersectParams(Launch)
          .project(isl::Dim::In, N.Depth, Read.InnerLoops.size())
          .named(isl::Dim::In, "");
  return llvm::any_of(Accesses, [&](unsigned I) {
    const AffineAccess &W = N.Accesses[I];
    return W.IsWrite && !W.May && W.InnerLoops.empty() &&
           !N.Nest->Accesses[W.Source].Dropped &&
           StatementOf(W) < StatementOf(Read) &&
           isl::isEmpty(Reads.subtract(W.Relation.named(isl::Dim::In, ""))) ==
               Answer::Yes;
  });
}

/// Some iteration reads what it has not certainly written before; also where
/// that takes long to see.
bool FootprintFinder::readsBefore() const {
  constexpr size_t Most = 8;
  return N.Owner || Accesses.size() > Most ||
         llvm::any_of(Accesses, [&](unsigned I) {
           return !N.Accesses[I].IsWrite && !readsOwnWrites(N.Accesses[I]);
         });
}

/// Elements that are certainly accessed (written); null if there are none.
isl::Set FootprintFinder::certain(bool WritesOnly) const {
  isl::Set S;
  for (unsigned I : Accesses) {
    const AffineAccess &A = N.Accesses[I];
    if (WritesOnly && !A.IsWrite)
      continue;
    if (!A.May || certainTogether(A, WritesOnly))
      S = isl::unite(S, range(A));
  }
  return S;
}

/// Whether Written holds every element from the first to the last of Elements.
/// Each inner coordinate runs through a window as wide as the dimension, which
/// starts where the elements' coordinates do.
bool FootprintFinder::covers(const isl::Set &Elements,
                             const isl::Set &Written) const {
  const AffineArray &A = N.Arrays[Array];
  isl::Set All = isl::Set::universe(Elements.space());
  for (unsigned D = 1; D < A.Dims; ++D) {
    isl::Set Column = isl::coordinate(Elements.unnamed(), D);
    isl::PwAff Low = isl::firstOf(Column).at(0);
    isl::PwAff Width = toIsl(A.Widths[D - 1], N.ParamSpace);
    if (Low.isNull() || Width.isNull())
      return false;
    isl::PwAff High = Low + Width;
    // From functions of parameters to bounds of coordinate D.
    auto Bound = [&](const isl::PwAff &F, bool Below) {
      isl::Set Pairs = isl::flatProduct(
          isl::Set::universe(Elements.space()).unnamed(), isl::valueSet(F));
      isl::Space Space = Pairs.space();
      Sym X = Sym::leaf("<x>"), B = Sym::leaf("<b>");
      isl::Set Ordered = toIslSet(Below ? less(X, B) : less_equal(B, X), Space,
                                  {{"<x>", D}, {"<b>", A.Dims}});
      Pairs = Pairs.intersect(Ordered);
      Pairs = Pairs.project(isl::Dim::Set, A.Dims, 1);
      return isl::namedLike(Pairs, Elements);
    };
    All = All.intersect(Bound(Low, false)).intersect(Bound(High, true));
  }
  All = All.intersectParams(Launch);
  return isl::isSubset(between(All, Elements), Written) == Answer::Yes;
}

/// All scalars of the structures of which Elements has one. The last coordinate
/// counts scalars.
isl::Set FootprintFinder::whole(isl::Set Elements) const {
  const ArrayInfo &A = N.Nest->Arrays[Array];
  if (Elements.isNull() || !A.Records)
    return Elements;
  const unsigned Last = N.Arrays[Array].Dims - 1;
  isl::MultiAff Structure = isl::MultiAff::identity(Elements.space());
  isl::Aff Number =
      Structure.at(Last).floorDiv(static_cast<unsigned>(scalarsPerElement(A)));
  isl::Map Of = Structure.with(Last, Number).toMap();
  return Elements.apply(Of).apply(Of.reverse());
}

/// May-accesses may only widen the range within memory that is known to exist.
bool FootprintFinder::judgeEnds(TouchedRange &T) {
  if (llvm::none_of(Accesses, [&](unsigned I) { return N.Accesses[I].May; }))
    return true;
  isl::Set Sure = whole(certain(false));
  bool Exceeds = false;
  for (unsigned I : Accesses) {
    const AffineAccess &A = N.Accesses[I];
    if (!A.May)
      continue;
    isl::Set Elements = range(A);
    Answer Inside = Sure.isNull()
                        ? isl::isEmpty(Elements)
                        : isl::isSubset(Elements, between(Elements, Sure));
    if (Inside == Answer::Unknown)
      return false;
    if (Inside == Answer::No && !Exceeds) {
      Exceeds = true;
      T.DataAccess = I;
    }
  }
  if (!Exceeds)
    return true;
  const ArrayInfo &Source = N.Nest->Arrays[Array];
  std::optional<Sym> Elements = existingElements(*N.Nest, Array);
  if (!Elements || (Source.Rows >= 0 && !Source.RowsClaimed)) {
    T.EndsRestOnData = true;
    return true;
  }
  // The whole array exists, and what is executed stays inside.
  ElementRange Inside;
  Inside.First = max_of(T.First, Sym(0));
  Inside.Last =
      min_of(T.Last, *Elements * Sym(scalarsPerElement(Source)) - Sym(1));
  if (Source.RowsClaimed && !Sure.isNull()) {
    // A claim is no reason to leave out what certainly is there.
    std::optional<ElementRange> Certain = endsOf(Sure);
    if (!Certain)
      return false;
    Inside = heddle::unite(Inside, *Certain);
  }
  T.First = Inside.First;
  T.Last = Inside.Last;
  return true;
}

/// The ends of many reads, all certain, without their union; nothing unless
/// they happen under one condition and are short, as those of shifted reads.
std::optional<TouchedRange>
FootprintFinder::findOfMany(llvm::ArrayRef<unsigned> Ends) {
  const unsigned Most = Ends.size() > ManyMore ? VeryLongText : LongText;
  std::optional<ElementRange> All;
  for (unsigned I : Ends) {
    isl::Set Elements = range(N.Accesses[I]);
    if (isl::isEmpty(Elements) == Answer::Yes)
      continue;
    std::optional<ElementRange> E = endsOf(Elements);
    if (!E || (All && All->Touched != E->Touched))
      return std::nullopt;
    All = All ? heddle::unite(*All, *E) : *E;
    if (operatorCount(All->First) + operatorCount(All->Last) > Most)
      return std::nullopt;
  }
  if (N.Isl->exhausted())
    return std::nullopt;
  TouchedRange T;
  T.Read = true;
  T.First = All ? select(All->Touched, All->First, Sym(0)) : Sym(0);
  T.Last = All ? select(All->Touched, All->Last, Sym(-1)) : Sym(-1);
  return T;
}

/// Some is not empty.
isl::Set FootprintFinder::rangeOf(llvm::ArrayRef<unsigned> Some) const {
  isl::Set All;
  for (unsigned I : Some)
    All = isl::unite(All, range(N.Accesses[I]));
  return All;
}

std::optional<TouchedRange> FootprintFinder::find() {
  TouchedRange T;
  for (unsigned I : Accesses)
    (N.Accesses[I].IsWrite ? T.Written : T.Read) = true;
  if (Accesses.empty())
    return std::nullopt;
  if (const std::optional<ElementRange> &Range = N.Arrays[Array].Range) {
    T.First = select(Range->Touched, Range->First, Sym(0));
    T.Last = select(Range->Touched, Range->Last, Sym(-1));
    return T;
  }
  const std::vector<unsigned> Ends = outermostShifts(N, Accesses);
  if (Ends.size() > MostUnited && llvm::none_of(Accesses, [&](unsigned I) {
        return N.Accesses[I].IsWrite || N.Accesses[I].May;
      }))
    if (std::optional<TouchedRange> Many = findOfMany(Ends))
      return Many;
  isl::Set All = rangeOf(Ends);
  if (isl::isEmpty(All) == Answer::Yes) {
    T.First = 0;
    T.Last = -1;
    return T;
  }
  std::vector<isl::Map> Relations;
  for (unsigned I : Ends)
    Relations.push_back(N.Accesses[I].Relation);
  std::optional<ElementRange> E =
      tooManyPieces(All) ? endsOfEach(Relations) : endsOf(All);
  if (!E || N.Isl->exhausted())
    return std::nullopt;
  T.First = E->First;
  T.Last = E->Last;
  if (!judgeEnds(T))
    return std::nullopt;
  T.First = select(E->Touched, T.First, Sym(0));
  T.Last = select(E->Touched, T.Last, Sym(-1));
  if (N.Isl->exhausted())
    return std::nullopt;
  if (T.Read && T.Written)
    T.Read = readsBefore();
  // Only where nothing is read does it matter.
  if (!T.Read && T.Written) {
    isl::Set Sure = certain(true);
    T.WritesCover = !Sure.isNull() && covers(rangeOf(Accesses), Sure);
  }
  return N.Isl->exhausted() ? std::nullopt : std::optional<TouchedRange>(T);
}

} // namespace

isl::Set launchContext(const AffineNest &N) {
  isl::Set S = N.Context;
  // How iterations meet says little about how far they go.
  for (const RuntimeCheck &C : N.Checks)
    if (C.Kind != CheckKind::Apart)
      S = S.intersect(C.Holds);
  isl::Set Idle = toIslSet(N.ZeroTrip, N.ParamSpace);
  return isl::coalesced(S.subtract(Idle));
}

namespace {

/// S as X * D + Rest; nothing where that is not seen.
std::optional<std::pair<Sym, long long>> multipleAndRest(const Sym &S,
                                                         long long D) {
  using Parts = std::pair<Sym, long long>;
  if (S.isConst())
    return Parts(Sym(0), S.value());
  if (S.kind() == SymKind::Mul)
    for (unsigned I = 0; I < 2; ++I)
      if (const Sym &By = S.operands()[I]; By.isConst() && By.value() % D == 0)
        return Parts(S.operands()[1 - I] * Sym(By.value() / D), 0);
  if (S.kind() != SymKind::Add && S.kind() != SymKind::Sub)
    return std::nullopt;
  std::optional<Parts> A = multipleAndRest(S.operands()[0], D),
                       B = multipleAndRest(S.operands()[1], D);
  if (!A || !B)
    return std::nullopt;
  const bool Adds = S.kind() == SymKind::Add;
  long long Rest;
  if (Adds ? __builtin_add_overflow(A->second, B->second, &Rest)
           : __builtin_sub_overflow(A->second, B->second, &Rest))
    return std::nullopt;
  return Parts(Adds ? A->first + B->first : A->first - B->first, Rest);
}

/// The element that scalar number S is in. Divides where that is plain.
Sym elementOf(const Sym &S, long long Scalars) {
  const std::vector<Sym> &X = S.operands();
  switch (S.kind()) {
  case SymKind::Min:
    return min_of(elementOf(X[0], Scalars), elementOf(X[1], Scalars));
  case SymKind::Max:
    return max_of(elementOf(X[0], Scalars), elementOf(X[1], Scalars));
  case SymKind::Select:
    return select(X[0], elementOf(X[1], Scalars), elementOf(X[2], Scalars));
  default:
    break;
  }
  if (auto Parts = multipleAndRest(S, Scalars))
    return Parts->first + floor_div(Sym(Parts->second), Sym(Scalars));
  return floor_div(S, Sym(Scalars));
}

} // namespace

std::optional<TouchedRange> touchedRange(const AffineNest &N, unsigned Array) {
  if (N.Nest->Arrays[Array].Tables)
    return touchedTable(N, Array);
  std::optional<TouchedRange> T = FootprintFinder(N, Array).find();
  const ArrayInfo &A = N.Nest->Arrays[Array];
  if (!T || !A.Records)
    return T;
  T->First = elementOf(T->First, scalarsPerElement(A));
  T->Last = elementOf(T->Last, scalarsPerElement(A));
  // Members that are not written, and padding, are copied back, too.
  T->WritesCover = false;
  return T;
}

std::optional<ElementRange>
reachedRange(const AffineNest &N, unsigned Array,
             const std::vector<isl::Map> &Relations) {
  std::optional<ElementRange> E = FootprintFinder(N, Array).reached(Relations);
  if (const ArrayInfo &A = N.Nest->Arrays[Array]; E && A.Records) {
    E->First = elementOf(E->First, scalarsPerElement(A));
    E->Last = elementOf(E->Last, scalarsPerElement(A));
  }
  return E;
}

} // namespace heddle
