//===- ExprReader.h - Source expressions over the integers -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the typed expressions of the source as quasi-affine functions (or
// polynomials) of counters and parameters over the unbounded integers, and
// collects the conditions under which that reading is exact: unsigned
// arithmetic does not wrap, conversions do not change values. Signed overflow
// in what the program evaluates is undefined, so its absence is no condition.
//
// '/' and '%' truncate, as in C++; both signs are modelled unless one is proved
// from Frame::Known.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_EXPRREADER_H
#define HEDDLE_AFFINE_EXPRREADER_H

#include "Affine/Atoms.h"
#include "Affine/Isl.h"
#include "IR/LoopNest.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// Where expressions are read.
struct Frame {
  isl::Space Space;            ///< set space; dimension d is Loops[d]'s counter
  std::vector<unsigned> Loops; ///< into LoopNest::Loops
  /// What is known of the parameters wherever the results are used.
  isl::Set Context;
  /// A superset, within Context, of the points where the expressions are
  /// evaluated: functions are exact there.
  isl::Set Known;
};

/// Exact only where Holds (a set over the frame's space), because of At.
struct Condition {
  isl::Set Holds;
  const Expr *At;
};

/// Exact only where Value, which is not affine, lies in the range of At's type.
struct RangeOfPolynomial {
  Polynomial Value;
  const Expr *At;
};

/// A truth value: supersets of the points where it is true and where it is
/// false. Exact: they are disjoint.
struct Truth {
  isl::Set Yes, No;
  bool Exact = true;
};

/// The smallest expression that could not be read.
struct ReadFailure {
  const Expr *At = nullptr;
  std::string Why;
  bool TooLarge = false; ///< a constant above 2^40
};

class ExprReader {
public:
  ExprReader(const LoopNest &Nest, AtomTable &Atoms, Frame F);

  /// E as a function over the frame. Null handle: see failure().
  isl::PwAff value(const Expr &E);
  /// E as a polynomial over atoms. Nothing: see failure(). Modular: only E
  /// modulo 2^64 matters (subscripts), so 64-bit arithmetic may wrap.
  std::optional<Polynomial> polynomial(const Expr &E, bool Modular);
  /// P as a function over the frame; null if P is not affine in it. Products
  /// of counter-free atoms become fresh parameters.
  isl::PwAff affine(const Polynomial &P);
  /// A boolean expression. Parts that cannot be read make it inexact.
  Truth test(const Expr &E);
  /// { x : A Rel B }, bounds by min, max and ?: as unions and intersections of
  /// inequalities. Null: see failure().
  isl::Set compare(Relation Rel, const Expr &A, const Expr &B);
  /// E over parameter leaves; nothing if it reads a counter or cannot be read.
  std::optional<Sym> sym(const Expr &E);

  const std::optional<ReadFailure> &failure() const { return Failure; }
  void clearFailure() { Failure.reset(); }

  std::vector<Condition> Conditions;
  std::vector<RangeOfPolynomial> NonAffineConditions;

  const Frame &frame() const { return F; }
  isl::Set universe() const;
  isl::Set nothing() const;

private:
  bool fail(const Expr &E, std::string Why, bool TooLarge = false);
  bool usesCounters(const Expr &E) const;
  std::string key(const Expr &E) const;
  isl::PwAff constant(int64_t V) const;
  isl::PwAff parameter(const std::string &Name) const;
  isl::PwAff counter(unsigned Loop) const;
  isl::PwAff atomValue(unsigned A);
  std::optional<Polynomial> atom(const Expr &E, isl::PwAff Value);
  std::optional<Polynomial> arithmetic(const Expr &E, bool Modular);
  std::optional<Polynomial> conversion(const Expr &E, bool Modular);
  std::optional<Polynomial> choice(const Expr &E);
  std::optional<Polynomial> division(const Expr &E);
  std::optional<Polynomial> inRange(const Expr &E, Polynomial P);
  isl::PwAff truncatedQuotient(const isl::PwAff &A, int64_t C);
  bool isNever(const isl::Set &S, const isl::Set &Within) const;
  bool addCondition(const Expr &E, const Polynomial &P);
  Truth connective(const Expr &E);
  Truth exactTest(const Expr &E);
  std::optional<Sym> symOfNode(const Expr &E);
  isl::PwAff valueOf(const Expr &E, const std::optional<Polynomial> &P);

  const LoopNest &Nest;
  AtomTable &Atoms;
  Frame F;
  /// Points where the expression at hand is evaluated, as far as the operands
  /// of ?:, && and || restrict them.
  isl::Set Path;
  std::map<unsigned, isl::PwAff> Values;
  std::optional<ReadFailure> Failure;
  /// The first part of a condition that made it inexact.
  std::optional<ReadFailure> Unread;
};

} // namespace heddle

#endif
