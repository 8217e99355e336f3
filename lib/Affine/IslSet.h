//===- IslSet.h - Sets of points, or of parameters -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLSET_H
#define HEDDLE_AFFINE_ISLSET_H

#include "Affine/IslAff.h"
#include <isl/set.h>
#include <utility>

namespace heddle {
namespace isl {

/// Params stands for a set of parameters.
class Set : public Handle<isl_set, isl_set_copy, isl_set_free> {
public:
  using Handle::Handle;

  static Set universe(const Space &S);
  static Set empty(const Space &S);

  Set intersect(const Set &B) const;
  Set intersectParams(const Set &Params) const;
  Set unionWith(const Set &B) const; ///< not coalesced, as unite() is
  Set subtract(const Set &B) const;
  Set complement() const;
  /// In simpler words, as it is in Known.
  Set gist(const Set &Known) const;
  Set gistParams(const Set &Params) const;
  Set apply(const Map &M) const;
  /// The parameters for which there are points.
  Set params() const;

  /// Without Count dimensions of the kind, from First on.
  Set project(Dim Kind, unsigned First, unsigned Count) const;
  Set addDims(Dim Kind,
              unsigned Count) const; ///< as the last ones; of any value
  Set alignParams(const Space &Model) const;
  Set named(const std::string &Tuple) const;
  Set unnamed() const;
  Set lowerBound(Dim Kind, unsigned Pos, int64_t V) const; ///< inclusive
  Set upperBound(Dim Kind, unsigned Pos, int64_t V) const; ///< inclusive
  Set fix(Dim Kind, unsigned Pos, int64_t V) const;

  Space space() const;
  unsigned dim(Dim Kind) const; ///< 0 of null
  /// Its constraints mention the dimension.
  Answer involves(Dim Kind, unsigned Pos) const;
};

//===----------------------------------------------------------------------===//
// Rarer operations
//===----------------------------------------------------------------------===//

/// The same points in fewer pieces where isl finds them. isl_set_coalesce of
/// isl 0.25 adds points to some unions of an interval and a lattice, { 0, 1 }
/// and { 0, 2, 4 } giving { 0, ..., 5 }, so it is used nowhere else, and only
/// where isl shows the outcome to be equal.
Set coalesced(Set S);
/// The union, coalesced. A null A is none yet, and not empty: B.
Set unite(const Set &A, const Set &B);

Set flatProduct(const Set &A, const Set &B);
Set insertDims(const Set &S, Dim Kind, unsigned First, unsigned Count);
Set nameDim(const Set &S, Dim Kind, unsigned Pos, const std::string &Name);
/// S with the name that Other's points have.
Set namedLike(const Set &S, const Set &Other);
Set upperBound(const Set &S, Dim Kind, unsigned Pos, const Val &V);
/// The points at which the sum of factors times coordinates is not negative.
Set whereNonNegative(const Set &S,
                     const std::vector<std::pair<unsigned, int>> &Terms);
/// The points at which A is not negative, and at which it is 0.
Set nonNegativeSet(const Aff &A);
Set zeroSet(const Aff &A);
/// A sum of coefficients times dimensions, the same of parameters, and a
/// constant, which is 0 or, otherwise, not negative.
struct LinearConstraint {
  std::vector<int64_t> OfDims, OfParams;
  int64_t Constant = 0;
  bool IsEquality = false;
};
/// The constraints of convex sets that make up S and have no point in common.
/// Nothing where some of them have divisions, or numbers beyond 64 bits.
std::optional<std::vector<std::vector<LinearConstraint>>>
constraintsOf(const Set &S);
/// The points with By added to one coordinate.
Set shifted(const Set &S, unsigned Pos, int64_t By);
/// The values of one coordinate.
Set coordinate(const Set &S, unsigned Pos);
/// S over parameters alone: its dimensions come after those it has.
Set dimsAsParams(const Set &S);
/// The same for its first Count dimensions; the others are what is left.
Set outerDimsAsParams(const Set &S, unsigned Count);
/// S without parameters: they are its first dimensions.
Set paramsAsDims(const Set &S);

/// The first and the last point in lexicographic order, per parameter value;
/// firstOf and lastOf as functions of the parameters.
Set lexmin(const Set &S);
Set lexmax(const Set &S);
PwMultiAff firstOf(const Set &S);
PwMultiAff lastOf(const Set &S);
/// The pairs of points that are in lexicographic order, equal ones included.
Map lexLe(const Set &A, const Set &B);
Map lexGe(const Set &A, const Set &B);
/// The least and the greatest value of a coordinate.
PwAff dimMin(const Set &S, unsigned Pos);
PwAff dimMax(const Set &S, unsigned Pos);
/// The greatest number that divides the differences between values of a
/// coordinate; nothing if it exceeds 64 bits, or isl gave up.
std::optional<int64_t> strideOf(const Set &S, unsigned Pos);
/// F, a function of parameters alone, at all points of Domain.
PwAff onDims(const PwAff &F, const Space &Domain);
/// 1 in S, 0 elsewhere.
PwAff indicator(const Set &S);
/// Some point; nothing if there is none, or if a coordinate exceeds 64 bits.
std::optional<std::vector<int64_t>> samplePoint(const Set &S);

/// Unknown also where the context has met an error before.
Answer isEmpty(const Set &S);
Answer isEqual(const Set &A, const Set &B);
/// They have the same constraints, so that they are equal. False says nothing.
bool looksEqual(const Set &A, const Set &B);
Answer isSubset(const Set &A, const Set &B);
/// These ask about S alone. Whether a coordinate has a least and a greatest
/// value for all parameters.
Answer isBounded(const Set &S, unsigned Pos);
/// There are no constraints.
Answer isUniverse(const Set &S);
unsigned pieces(const Set &S);
/// The points for which all equations hold that hold for S. A superset.
Set affineHull(const Set &S);

/// Text as isl writes it. readSet: null where Text says no set.
std::string toString(const Set &S);
Set readSet(const Context &C, const std::string &Text);

} // namespace isl
} // namespace heddle

#endif
