//===- PolynomialRange.cpp - Ends of values that are not affine -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a[i * n + j]` in 32-bit unsigned arithmetic is the element the formula says
// only if nothing wraps. The largest and the smallest value over the box of the
// counters' ranges are products of run-time values, which isl does not know;
// the launch computes and compares them (with overflow checks of its own).
//
// So are the first and the last element of an array that is only read, where
// its strides have no order: `a[i * n + j * m]`.
//===----------------------------------------------------------------------===//

#include "Affine/PolynomialRange.h"
#include "Affine/Checks.h"
#include "Affine/Footprint.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

using isl::Answer;

/// Least and greatest value of a counter-like atom over the iterations of L, in
/// terms of parameters; nothing if isl gave up or the range is unbounded.
static std::optional<std::pair<Sym, Sym>> rangeOf(const Builder &B, unsigned A,
                                                  const LinearAccess &L) {
  isl::PwAff Value = affineOf(*L.Reader, Polynomial::atom(A));
  if (Value.isNull())
    return std::nullopt;
  isl::Set Image = L.Domain.apply(Value.toMap());
  if (isl::isBounded(Image, 0) != Answer::Yes)
    return std::nullopt;
  isl::Set Where = Image.params().intersect(B.Assume);
  auto End = [&](const isl::PwMultiAff &P) { return symOf(P.at(0), Where); };
  std::optional<Sym> Low = End(isl::firstOf(Image));
  std::optional<Sym> High = End(isl::lastOf(Image));
  if (!Low || !High)
    return std::nullopt;
  return std::make_pair(*Low, *High);
}

/// The atoms take every combination of values between their ends.
static bool fillsBox(const std::vector<unsigned> &Used, const LinearAccess &L) {
  std::vector<isl::PwAff> Values;
  for (unsigned A : Used)
    Values.push_back(affineOf(*L.Reader, Polynomial::atom(A)));
  if (Used.empty())
    return true;
  isl::Set Image = L.Domain.apply(isl::tuple(Values));
  isl::Set Box;
  for (unsigned D = 0; D < Used.size(); ++D) {
    isl::Set One = isl::coordinate(Image, D);
    Box = Box.isNull() ? One : isl::flatProduct(Box, One);
  }
  // Only the ends of each atom matter, so gaps between them do no harm.
  return isl::isEqual(Image, Box) == Answer::Yes;
}

/// First and last element that L reads; nothing if they are not certain.
static std::optional<ElementRange> readRange(const Builder &B,
                                             const LinearAccess &L) {
  Polynomial Rest;
  std::map<unsigned, Polynomial> Factors =
      coefficients(L.Offset, B.Atoms, Rest);
  std::vector<unsigned> Used;
  for (const auto &[A, P] : Factors)
    Used.push_back(A);
  if (L.may() || !fillsBox(Used, L))
    return std::nullopt;
  ElementRange Range;
  Range.First = Range.Last = B.Atoms.exactSym(Rest);
  for (const auto &[A, P] : Factors) {
    std::optional<std::pair<Sym, Sym>> Ends = rangeOf(B, A, L);
    if (!Ends)
      return std::nullopt;
    Sym Factor = B.Atoms.exactSym(P);
    Sym Low = Factor * Ends->first, High = Factor * Ends->second;
    bool Ordered = Factor.isConst() && Factor.value() >= 0;
    Range.First = Range.First + (Ordered ? Low : min_of(Low, High));
    Range.Last = Range.Last + (Ordered ? High : max_of(Low, High));
  }
  isl::Set Executed = L.Domain.params();
  Answer Always = isl::isSubset(B.Assume, Executed);
  if (Always == Answer::Unknown)
    return std::nullopt;
  if (Always == Answer::No) {
    std::optional<Sym> S =
        symOf(isl::coalesced(Executed.gist(B.Assume)), B.Assume);
    if (!S)
      return std::nullopt;
    Range.Touched = *S;
  }
  return Range;
}

std::optional<ElementRange>
readRange(const Builder &B, const std::vector<LinearAccess *> &Accesses) {
  std::optional<ElementRange> All;
  for (const LinearAccess *L : Accesses) {
    std::optional<ElementRange> Range = readRange(B, *L);
    if (!Range)
      return std::nullopt;
    All = All ? unite(*All, *Range) : *Range;
  }
  return All;
}

/// A factor without counters must not be negative, or its products have no
/// known order.
static bool requireNonNegative(Builder &B, unsigned A) {
  isl::PwAff V = toIsl(B.Atoms[A].Value, statementSpace(B, 0));
  isl::Set Negative = V.whereNonNegative().complement().params();
  return addCheck(B, CheckKind::Other, Negative,
                  "'" + toString(B.Atoms[A].Value) + "' is not negative") <=
         CheckResult::Checked;
}

/// Lower and upper bound of Value over the box of its counters.
static std::optional<std::pair<Sym, Sym>>
boxOf(Builder &B, const Polynomial &Value, const LinearAccess &L) {
  Sym Low(0), High(0);
  for (const auto &[M, C] : Value.terms()) {
    Sym Factor(1), Least(1), Greatest(1);
    for (unsigned A : M) {
      if (B.Atoms[A].UsesCounters) {
        std::optional<std::pair<Sym, Sym>> Range = rangeOf(B, A, L);
        if (!Range)
          return std::nullopt;
        Least = Range->first;
        Greatest = Range->second;
      } else if (!requireNonNegative(B, A)) {
        return std::nullopt;
      } else {
        Factor = Factor * B.Atoms[A].Value;
      }
    }
    if (C < 0)
      std::swap(Least, Greatest);
    Low = Low + Factor * Least * Sym(C);
    High = High + Factor * Greatest * Sym(C);
  }
  return std::make_pair(Low, High);
}

/// S as a polynomial, if it is a sum of products of the source's parameters.
static std::optional<Polynomial> polynomialOf(Builder &B, const Sym &S) {
  if (S.isConst())
    return Polynomial(S.value());
  if (S.kind() == SymKind::Leaf) {
    const auto &All = B.Atoms.parameters();
    const auto P =
        llvm::find_if(All, [&](auto &P) { return P.Name == S.name(); });
    if (P == All.end())
      return std::nullopt;
    if (P->SourceParam < 0)
      return polynomialOf(B, P->Definition);
    return Polynomial::atom(
        B.Atoms.parameter(static_cast<unsigned>(P->SourceParam)));
  }
  std::vector<Polynomial> X;
  for (const Sym &Op : S.operands()) {
    std::optional<Polynomial> P = polynomialOf(B, Op);
    if (!P)
      return std::nullopt;
    X.push_back(std::move(*P));
  }
  switch (S.kind()) {
  case SymKind::Neg:
    return -X[0];
  case SymKind::Add:
    return X[0] + X[1];
  case SymKind::Sub:
    return X[0] - X[1];
  case SymKind::Mul:
    return X[0] * X[1];
  default:
    return std::nullopt;
  }
}

/// Value, which the launch computes, so that isl compares it with others of
/// that kind: over parameters that stand for products, else one of its own.
static Sym comparable(Builder &B, const Sym &Value, const std::string &Hint) {
  const std::optional<Polynomial> P = polynomialOf(B, Value);
  return P && !P->poisoned() ? B.Atoms.affineSym(*P)
                             : Sym::leaf(B.Atoms.parameterOf(Hint, Value));
}

/// Requires Value <= Limit (or >=), Value being computed at the launch.
static bool requireBound(Builder &B, const Sym &Value, bool Above,
                         int64_t Limit, const std::string &Hint,
                         const std::string &Reason) {
  if (Value.isConst() &&
      (Above ? Value.value() <= Limit : Value.value() >= Limit))
    return true;
  const Sym Known = comparable(B, Value, Hint);
  const Sym Fails = Above ? less(Sym(Limit), Known) : less(Known, Sym(Limit));
  isl::Set Bad = toIslSet(Fails, paramSpace(B));
  return addCheck(B, CheckKind::Other, Bad, Reason) <= CheckResult::Checked;
}

bool requirePolynomials(Builder &B, const LinearAccess &L) {
  std::string Hint;
  for (char C : B.Nest.Arrays[B.Nest.Accesses[L.Source].Array].Name)
    Hint += llvm::isAlnum(C) ? C : '_';
  const std::vector<RangeOfPolynomial> &All = L.Reader->NonAffineConditions;
  // The needs of `i * n + j` include those of `i * n`, if j is not negative.
  auto IsAbove = [&](const RangeOfPolynomial &Y, const RangeOfPolynomial &X) {
    if (Y.At->Type.Bits > X.At->Type.Bits || Y.Value == X.Value)
      return Y.Value == X.Value && Y.At->Type == X.At->Type && &Y < &X;
    std::optional<std::pair<Sym, Sym>> Box = boxOf(B, Y.Value - X.Value, L);
    return Box && Box->first.isConst() && Box->first.value() >= 0;
  };
  for (const RangeOfPolynomial &X : All) {
    std::optional<std::pair<Sym, Sym>> Box = boxOf(B, X.Value, L);
    bool Implied = Box && Box->first.isConst() && Box->first.value() >= 0 &&
                   llvm::any_of(All, [&](const RangeOfPolynomial &Y) {
                     return &Y != &X && IsAbove(Y, X);
                   });
    if (Implied)
      continue;
    std::string Reason = "'" + X.At->Text + "' does not wrap around";
    if (!Box ||
        !requireBound(B, Box->second, true, maxOf(X.At->Type), Hint + "_most",
                      Reason) ||
        !requireBound(B, Box->first, false, minOf(X.At->Type), Hint + "_least",
                      Reason)) {
      if (B.Out->Isl->exhausted())
        return tooComplex(B);
      B.Diags.add(DiagID::HD258, X.At->Where, X.At->Text, X.At->Type.Bits);
      return false;
    }
  }
  return true;
}

} // namespace heddle
