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
// from Frame::Known. Quotients by run-time values have no affine function. They
// are numbers in polynomials, where they may cancel out.
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

/// Where expressions are read, and what the reading has found. Functions are
/// free and take it first.
struct ExprReader {
  ExprReader(const LoopNest &Nest, AtomTable &Atoms, Frame F);

  const LoopNest &Nest;
  AtomTable &Atoms;
  Frame F;
  /// Points where the expression at hand is evaluated, as far as the operands
  /// of ?:, && and || restrict them.
  isl::Set Path;
  /// The values of the atoms that are expressions.
  std::map<unsigned, isl::PwAff> Values;
  /// Dividend / Divisor rounded towards zero, at the first place that has it.
  struct Quotient {
    const Expr *At;
    Polynomial Dividend, Divisor;
  };
  /// The atoms of which no value is known but that they are quotients. The
  /// divisor is not zero wherever the program divides.
  std::map<unsigned, Quotient> Quotients;

  std::vector<Condition> Conditions;
  std::vector<RangeOfPolynomial> NonAffineConditions;
  std::optional<ReadFailure> Failure;
  /// The first part of a condition that made it inexact.
  std::optional<ReadFailure> Unread;
};

//===--- ExprReader.cpp ---------------------------------------------------===//

/// E as a function over the frame. Null handle: see Failure.
isl::PwAff valueOf(ExprReader &R, const Expr &E);
/// E as a polynomial over atoms. Nothing: see Failure. Modular: only E modulo
/// 2^64 matters (subscripts), so 64-bit arithmetic may wrap.
std::optional<Polynomial> polynomialOf(ExprReader &R, const Expr &E,
                                       bool Modular);
/// P as a function over the frame; null if P is not affine in it. Products of
/// counter-free atoms become fresh parameters.
isl::PwAff affineOf(ExprReader &R, const Polynomial &P);
/// P reads the value of a quotient of which none is known: see Failure.
bool failAtQuotient(ExprReader &R, const Polynomial &P);

//===--- ExprConditions.cpp -----------------------------------------------===//

/// A boolean expression. Parts that cannot be read make it inexact.
Truth truthOf(ExprReader &R, const Expr &E);
/// { x : A Rel B }, bounds by min, max and ?: as unions and intersections of
/// inequalities. Null: see Failure.
isl::Set compare(ExprReader &R, Relation Rel, const Expr &A, const Expr &B);

//===--- ExprSym.cpp ------------------------------------------------------===//

/// E over parameter leaves; nothing if it reads a counter or cannot be read.
std::optional<Sym> symOf(ExprReader &R, const Expr &E);

} // namespace heddle

#endif
