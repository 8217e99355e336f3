//===- IslAff.h - Quasi-affine functions of isl ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aff is one quasi-affine expression, PwAff one per piece of a domain; MultiAff
// and PwMultiAff have tuples of them. All are functions on a space of sets, or
// on one of parameters.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLAFF_H
#define HEDDLE_AFFINE_ISLAFF_H

#include "Affine/IslSpace.h"
#include <isl/aff.h>
#include <vector>

namespace heddle {
namespace isl {

class Map;
class Set;

class Aff : public Handle<isl_aff, isl_aff_copy, isl_aff_free> {
public:
  using Handle::Handle;

  static Aff zero(const Space &Domain);
  static Aff var(const Space &Domain, Dim Kind, unsigned Pos);
  Aff withCoefficient(Dim Kind, unsigned Pos, int64_t V) const;
  Aff withConstant(int64_t V) const;
  Aff plus(int64_t V) const;
  Aff floorDiv(unsigned Divisor) const;

  unsigned dim(Dim Kind) const; ///< 0 of null
  Val coefficient(Dim Kind, unsigned Pos) const;
  Val constant() const;
  Answer hasDivisions() const;
  Map toMap() const;
};

class MultiAff
    : public Handle<isl_multi_aff, isl_multi_aff_copy, isl_multi_aff_free> {
public:
  using Handle::Handle;

  static MultiAff zero(const Space &Pairs);
  static MultiAff identity(const Space &Domain);
  unsigned size() const; ///< 0 of null
  Aff at(unsigned Pos) const;
  MultiAff with(unsigned Pos, const Aff &A) const;
  Map toMap() const;
};

/// Points at which a comparison does not hold, or at which an operand is not
/// defined, are not in its set.
class PwAff : public Handle<isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free> {
public:
  using Handle::Handle;

  static PwAff constant(const Space &Domain, int64_t V);
  static PwAff constant(const Space &Domain, const Val &V);
  static PwAff var(const Space &Domain, Dim Kind, unsigned Pos);

  PwAff scale(int64_t By) const;
  PwAff scaleDown(int64_t By) const; ///< a fraction
  PwAff mod(int64_t By) const;       ///< 0 <= ... < By
  PwAff floor() const;
  PwAff ceil() const;
  PwAff intersectDomain(const Set &S) const;
  PwAff intersectParams(const Set &Params) const;

  Set lt(const PwAff &B) const;
  Set le(const PwAff &B) const;
  Set gt(const PwAff &B) const;
  Set ge(const PwAff &B) const;
  Set eq(const PwAff &B) const;
  Set ne(const PwAff &B) const;
  Set whereZero() const;
  Set whereNonZero() const;
  Set wherePositive() const;
  Set whereNonNegative() const;

  Space space() const; ///< its domain's
  Set domain() const;
  Answer isConstant() const;
  Map toMap() const;
};

/// Defined where both operands are.
PwAff operator+(const PwAff &A, const PwAff &B);
PwAff operator-(const PwAff &A, const PwAff &B);
PwAff operator-(const PwAff &A);
/// One of them is constant.
PwAff operator*(const PwAff &A, const PwAff &B);
PwAff min(const PwAff &A, const PwAff &B);
PwAff max(const PwAff &A, const PwAff &B);
/// Divisors are constant and not 0: a fraction, and rounded towards zero.
PwAff quotient(const PwAff &A, const PwAff &B);
PwAff truncatedQuotient(const PwAff &A, const PwAff &B);
PwAff truncatedRemainder(const PwAff &A, const PwAff &B);

/// Defined where either is; the sum where both are.
PwAff unionAdd(const PwAff &A, const PwAff &B);
/// V at all points of Domain.
PwAff constantOn(const Set &Domain, const Val &V);
/// The value of F, a function of parameters alone.
Set valueSet(const PwAff &F);
/// F in simpler words, as it is where Params holds.
PwAff gistParams(const PwAff &F, const Set &Params);
/// F as isl simplifies it, where isl shows that to be equal.
PwAff coalesced(PwAff F);
/// The extreme values; infinite where there is none.
Val minimum(const PwAff &F);
Val maximum(const PwAff &F);
unsigned pieces(const PwAff &F);
Answer isEqual(const PwAff &A, const PwAff &B);

class PwMultiAff : public Handle<isl_pw_multi_aff, isl_pw_multi_aff_copy,
                                 isl_pw_multi_aff_free> {
public:
  using Handle::Handle;

  explicit PwMultiAff(const Map &SingleValued);
  unsigned pieces() const; ///< 0 of null
  PwAff at(unsigned Pos) const;
  /// The function that it is everywhere; null if there is none.
  MultiAff single() const;
  /// The function that it is wherever it is defined; null if there are several.
  MultiAff onlyPiece() const;
};

/// { x -> (F[0](x), F[1](x), ...) }; null if there is no function.
/// A - B by coordinate, where it is the same for all points; else nothing.
std::optional<std::vector<int64_t>> constantDifference(const MultiAff &A,
                                                       const MultiAff &B);

Map tuple(const std::vector<PwAff> &F);

} // namespace isl
} // namespace heddle

#endif
