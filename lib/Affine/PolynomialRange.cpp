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

#include "Affine/Builder.h"
#include "Affine/Footprint.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

using isl::Answer;

/// Least and greatest value of a counter-like atom over the iterations of L, in
/// terms of parameters; nothing if isl gave up or the range is unbounded.
std::optional<std::pair<Sym, Sym>> Builder::rangeOf(unsigned A,
                                                    const LinearAccess &L) {
  isl::PwAff Value = L.Reader->affine(Polynomial::atom(A));
  isl::Set Image = L.Domain.apply(Value.toMap());
  if (isl::isBounded(Image, 0) != Answer::Yes)
    return std::nullopt;
  isl::Set Where = Image.params().intersect(Assume);
  auto End = [&](const isl::PwMultiAff &P) { return symOf(P.at(0), Where); };
  std::optional<Sym> Low = End(isl::firstOf(Image));
  std::optional<Sym> High = End(isl::lastOf(Image));
  if (!Low || !High)
    return std::nullopt;
  return std::make_pair(*Low, *High);
}

/// The atoms take every combination of values between their ends.
bool Builder::fillsBox(const std::vector<unsigned> &Used,
                       const LinearAccess &L) {
  std::vector<isl::PwAff> Values;
  for (unsigned A : Used)
    Values.push_back(L.Reader->affine(Polynomial::atom(A)));
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
std::optional<ElementRange> Builder::readRange(const LinearAccess &L) {
  Polynomial Rest;
  std::map<unsigned, Polynomial> Factors = coefficients(L.Offset, Atoms, Rest);
  std::vector<unsigned> Used;
  for (const auto &[A, P] : Factors)
    Used.push_back(A);
  if (L.may() || !fillsBox(Used, L))
    return std::nullopt;
  ElementRange Range;
  Range.First = Range.Last = Atoms.exactSym(Rest);
  for (const auto &[A, P] : Factors) {
    std::optional<std::pair<Sym, Sym>> Ends = rangeOf(A, L);
    if (!Ends)
      return std::nullopt;
    Sym Factor = Atoms.exactSym(P);
    Sym Low = Factor * Ends->first, High = Factor * Ends->second;
    bool Ordered = Factor.isConst() && Factor.value() >= 0;
    Range.First = Range.First + (Ordered ? Low : min_of(Low, High));
    Range.Last = Range.Last + (Ordered ? High : max_of(Low, High));
  }
  isl::Set Executed = L.Domain.params();
  Answer Always = isl::isSubset(Assume, Executed);
  if (Always == Answer::Unknown)
    return std::nullopt;
  if (Always == Answer::No) {
    std::optional<Sym> S = symOf(isl::coalesced(Executed.gist(Assume)), Assume);
    if (!S)
      return std::nullopt;
    Range.Touched = *S;
  }
  return Range;
}

std::optional<ElementRange>
Builder::readRange(const std::vector<LinearAccess *> &Accesses) {
  std::optional<ElementRange> All;
  for (const LinearAccess *L : Accesses) {
    std::optional<ElementRange> Range = readRange(*L);
    if (!Range)
      return std::nullopt;
    All = All ? unite(*All, *Range) : *Range;
  }
  return All;
}

/// A factor without counters must not be negative, or its products have no
/// known order.
bool Builder::requireNonNegative(unsigned A) {
  isl::PwAff V = toIsl(Atoms[A].Value, statementSpace(0));
  isl::Set Negative = V.whereNonNegative().complement().params();
  return addCheck(CheckKind::Other, Negative,
                  "'" + toString(Atoms[A].Value) + "' is not negative") <=
         CheckResult::Checked;
}

/// Lower and upper bound of Value over the box of its counters.
std::optional<std::pair<Sym, Sym>> Builder::boxOf(const Polynomial &Value,
                                                  const LinearAccess &L) {
  Sym Low(0), High(0);
  for (const auto &[M, C] : Value.terms()) {
    Sym Factor(1), Least(1), Greatest(1);
    for (unsigned A : M) {
      if (Atoms[A].UsesCounters) {
        std::optional<std::pair<Sym, Sym>> Range = rangeOf(A, L);
        if (!Range)
          return std::nullopt;
        Least = Range->first;
        Greatest = Range->second;
      } else if (!requireNonNegative(A)) {
        return std::nullopt;
      } else {
        Factor = Factor * Atoms[A].Value;
      }
    }
    if (C < 0)
      std::swap(Least, Greatest);
    Low = Low + Factor * Least * Sym(C);
    High = High + Factor * Greatest * Sym(C);
  }
  return std::make_pair(Low, High);
}

/// Requires Value <= Limit (or >=), Value being computed at the launch.
bool Builder::requireBound(const Sym &Value, bool Above, int64_t Limit,
                           const std::string &Hint, const std::string &Reason) {
  if (Value.isConst() &&
      (Above ? Value.value() <= Limit : Value.value() >= Limit))
    return true;
  Sym Leaf = Sym::leaf(Atoms.freshParameter(Hint, Value));
  Sym Fails = Above ? less(Sym(Limit), Leaf) : less(Leaf, Sym(Limit));
  isl::Set Bad = toIslSet(Fails, paramSpace());
  return addCheck(CheckKind::Other, Bad, Reason) <= CheckResult::Checked;
}

/// Unsigned arithmetic below 64 bits whose value is not affine.
bool Builder::requirePolynomials(const LinearAccess &L) {
  std::string Hint;
  for (char C : Nest.Arrays[Nest.Accesses[L.Source].Array].Name)
    Hint += llvm::isAlnum(C) ? C : '_';
  const std::vector<RangeOfPolynomial> &All = L.Reader->NonAffineConditions;
  // The needs of `i * n + j` include those of `i * n`, if j is not negative.
  auto IsAbove = [&](const RangeOfPolynomial &Y, const RangeOfPolynomial &X) {
    if (Y.At->Type.Bits > X.At->Type.Bits || Y.Value == X.Value)
      return Y.Value == X.Value && Y.At->Type == X.At->Type && &Y < &X;
    std::optional<std::pair<Sym, Sym>> Box = boxOf(Y.Value - X.Value, L);
    return Box && Box->first.isConst() && Box->first.value() >= 0;
  };
  for (const RangeOfPolynomial &X : All) {
    std::optional<std::pair<Sym, Sym>> Box = boxOf(X.Value, L);
    bool Implied = Box && Box->first.isConst() && Box->first.value() >= 0 &&
                   llvm::any_of(All, [&](const RangeOfPolynomial &Y) {
                     return &Y != &X && IsAbove(Y, X);
                   });
    if (Implied)
      continue;
    std::string Reason = "'" + X.At->Text + "' does not wrap around";
    if (!Box ||
        !requireBound(Box->second, true, maxOf(X.At->Type), Hint + "_most",
                      Reason) ||
        !requireBound(Box->first, false, minOf(X.At->Type), Hint + "_least",
                      Reason)) {
      if (Out->Isl->exhausted())
        return tooComplex();
      R.add(DiagID::HD258, X.At->Where, X.At->Text, X.At->Type.Bits);
      return false;
    }
  }
  return true;
}

} // namespace heddle
