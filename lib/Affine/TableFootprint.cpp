//===- TableFootprint.cpp - Rows and columns touched ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Affine/TableFootprint.h"
#include "Affine/SymFromIsl.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

namespace {

class TableFinder {
public:
  TableFinder(const AffineNest &N, unsigned Array)
      : N(N), Dims(N.Arrays[Array].Dims), Array(Array),
        Launch(launchContext(N)), Reached(Dims), Certain(Dims) {}

  std::optional<TouchedRange> find();

private:
  isl::Set range(const isl::Map &Relation) const {
    return isl::coalesced(Relation.intersectParams(Launch).range().unnamed());
  }
  void add(const isl::Set &Subscripts, bool May);
  bool readAccesses(TouchedRange &T);
  std::optional<SubscriptRange> side(const isl::Set &Values) const;
  isl::Set box() const;
  bool clamp(TouchedRange &T) const;
  Sym claimed(unsigned D) const;

  const AffineNest &N;
  const unsigned Dims, Array;
  const isl::Set Launch;
  /// By subscript, the values that accesses may take, and that they take for
  /// certain; null: none.
  std::vector<isl::Set> Reached, Certain;
  isl::Set All;              ///< elements that some access may touch
  isl::Set Sure, SureWrites; ///< that are touched, or written, for certain
  bool DataDecides = false;  ///< on what none of these implies
};

/// Notes the values of as many subscripts as Subscripts has coordinates.
void TableFinder::add(const isl::Set &Subscripts, bool May) {
  for (unsigned D = 0; D != Subscripts.dim(isl::Dim::Set); ++D) {
    const isl::Set Values = isl::coordinate(Subscripts, D);
    Reached[D] = isl::unite(Reached[D], Values);
    if (!May)
      Certain[D] = isl::unite(Certain[D], Values);
  }
}

/// Unites what the accesses reach. False: there is no access.
bool TableFinder::readAccesses(TouchedRange &T) {
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    const isl::Set Elements = range(A.Relation);
    add(Elements, A.May);
    (A.IsWrite ? T.Written : T.Read) = true;
    All = isl::unite(All, Elements);
    if (A.May)
      continue;
    Sure = isl::unite(Sure, Elements);
    if (A.IsWrite)
      SureWrites = isl::unite(SureWrites, Elements);
  }
  if (All.isNull())
    return false;
  DataDecides = Sure.isNull() || isl::isSubset(All, Sure) != Answer::Yes;
  for (const AffineRowLoad &L : N.RowLoads)
    if (L.Array == Array) {
      add(range(L.Relation), L.May);
      DataDecides |= L.May;
    }
  return true;
}

/// The ends of Values, of one coordinate; nothing if isl gave up.
std::optional<SubscriptRange> TableFinder::side(const isl::Set &Values) const {
  if (isl::isEmpty(Values) == Answer::Yes)
    return SubscriptRange{Sym(0), Sym(-1)};
  const isl::Set Touched = Values.params(), Where = Touched.intersect(Launch);
  const Answer Always = isl::isSubset(Launch, Touched);
  std::optional<Sym> First = symOf(isl::firstOf(Values).at(0), Where);
  std::optional<Sym> Last = symOf(isl::lastOf(Values).at(0), Where);
  if (!First || !Last || Always == Answer::Unknown)
    return std::nullopt;
  if (Always == Answer::Yes)
    return SubscriptRange{*First, *Last};
  std::optional<Sym> Some = symOf(isl::coalesced(Touched.gist(Launch)), Launch);
  if (!Some)
    return std::nullopt;
  return SubscriptRange{select(*Some, *First, Sym(0)),
                        select(*Some, *Last, Sym(-1))};
}

/// All tuples of values between the ends of what is reached.
isl::Set TableFinder::box() const {
  isl::Set Box;
  for (unsigned D = 0; D != Dims; ++D) {
    const isl::Set Line = isl::Set::universe(Reached[D].space());
    const isl::Set Side =
        isl::lexGe(Line, isl::lexmin(Reached[D]))
            .domain()
            .intersect(isl::lexLe(Line, isl::lexmax(Reached[D])).domain());
    Box = D == 0 ? Side : isl::flatProduct(Box, Side);
  }
  return Box.intersectParams(Launch);
}

/// The number that the user claims for subscript D.
Sym TableFinder::claimed(unsigned D) const {
  const LoopNest &Source = *N.Nest;
  const unsigned P = Source.Arrays[Array].RowExtents[D];
  return max_of(Sym::leaf(Source.Params[P].Name), Sym(0));
}

/// Bounds the sides by what the user claims. False if isl gave up.
bool TableFinder::clamp(TouchedRange &T) const {
  for (unsigned D = 0; D != Dims; ++D) {
    SubscriptRange &S = T.Sides[D];
    S.First = max_of(S.First, Sym(0));
    S.Last = min_of(S.Last, claimed(D) - Sym(1));
    if (Certain[D].isNull() || isl::isEmpty(Certain[D]) == Answer::Yes)
      continue;
    // A claim is no reason to leave out what certainly is there.
    std::optional<SubscriptRange> There = side(Certain[D]);
    if (!There)
      return false;
    S.First = min_of(S.First, There->First);
    S.Last = max_of(S.Last, There->Last);
  }
  return true;
}

std::optional<TouchedRange> TableFinder::find() {
  TouchedRange T;
  if (!readAccesses(T))
    return std::nullopt;
  for (const isl::Set &Values : Reached) {
    std::optional<SubscriptRange> Side = side(Values);
    if (!Side)
      return std::nullopt;
    T.Sides.push_back(*Side);
  }
  const isl::Set Box = box();
  T.HasGaps = isl::isEmpty(Box) != Answer::Yes &&
              (Sure.isNull() || isl::isSubset(Box, Sure) != Answer::Yes);
  T.WritesCover =
      !SureWrites.isNull() && isl::isSubset(Box, SureWrites) == Answer::Yes;
  if (DataDecides && !N.Nest->Arrays[Array].RowExtents.empty() && !clamp(T))
    return std::nullopt;
  T.First = T.Sides.front().First;
  T.Last = T.Sides.front().Last;
  if (N.Isl->exhausted())
    return std::nullopt;
  return T;
}

} // namespace

std::optional<TouchedRange> touchedTable(const AffineNest &N, unsigned Array) {
  return TableFinder(N, Array).find();
}

} // namespace heddle
