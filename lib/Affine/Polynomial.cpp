//===- Polynomial.cpp - Arithmetic of small polynomials -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Polynomial.h"
#include <algorithm>
#include <numeric>

namespace heddle {

int64_t Polynomial::constant() const {
  auto I = Terms.find({});
  return I == Terms.end() ? 0 : I->second;
}

int64_t Polynomial::content() const {
  uint64_t G = 0;
  for (const auto &[M, C] : Terms)
    G = std::gcd(G, C < 0 ? 0 - static_cast<uint64_t>(C)
                          : static_cast<uint64_t>(C));
  return static_cast<int64_t>(G);
}

void Polynomial::add(const Monomial &M, int64_t C) {
  if (C == 0)
    return;
  int64_t &Slot = Terms[M];
  if (__builtin_add_overflow(Slot, C, &Slot))
    Poisoned = true;
  if (Slot == 0)
    Terms.erase(M);
}

Polynomial Polynomial::operator-() const {
  Polynomial R;
  R.Poisoned = Poisoned;
  for (const auto &[M, C] : Terms) {
    if (C == INT64_MIN)
      R.Poisoned = true;
    else
      R.add(M, -C);
  }
  return R;
}

Polynomial &Polynomial::operator+=(const Polynomial &O) {
  Poisoned |= O.Poisoned;
  for (const auto &[M, C] : O.Terms)
    add(M, C);
  return *this;
}

Polynomial operator*(const Polynomial &A, const Polynomial &B) {
  Polynomial R;
  R.Poisoned = A.Poisoned || B.Poisoned;
  for (const auto &[MA, CA] : A.Terms)
    for (const auto &[MB, CB] : B.Terms) {
      Monomial M(MA.size() + MB.size());
      std::merge(MA.begin(), MA.end(), MB.begin(), MB.end(), M.begin());
      int64_t C;
      if (__builtin_mul_overflow(CA, CB, &C))
        R.Poisoned = true;
      else
        R.add(M, C);
    }
  return R;
}

Polynomial Polynomial::dividedBy(int64_t C) const {
  Polynomial R;
  R.Poisoned = Poisoned;
  for (const auto &[M, X] : Terms)
    R.add(M, X / C);
  return R;
}

std::pair<Polynomial, Polynomial> divide(const Polynomial &A,
                                         const Polynomial &D) {
  const auto &[LeadM, LeadC] = *D.terms().begin();
  Polynomial Quotient, Remainder, Rest = A;
  while (!Rest.poisoned() && !Rest.terms().empty()) {
    auto [M, C] = *Rest.terms().begin();
    Monomial Q;
    std::set_difference(M.begin(), M.end(), LeadM.begin(), LeadM.end(),
                        std::back_inserter(Q));
    if (Q.size() + LeadM.size() != M.size() || C % LeadC != 0) {
      Remainder.add(M, C);
      Polynomial Term;
      Term.add(M, C);
      Rest += -Term;
      continue;
    }
    Polynomial Term;
    Term.add(Q, C / LeadC);
    Quotient += Term;
    Rest += -(Term * D);
  }
  if (Rest.poisoned())
    Quotient += Rest;
  return {Quotient, Remainder};
}

std::optional<Polynomial> exactQuotient(const Polynomial &A,
                                        const Polynomial &D) {
  if (D.isZero() || D.poisoned())
    return std::nullopt;
  auto [Q, R] = divide(A, D);
  if (!R.isZero() || Q.poisoned())
    return std::nullopt;
  return Q;
}

} // namespace heddle
