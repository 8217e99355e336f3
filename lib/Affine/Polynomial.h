//===- Polynomial.h - Integer polynomials over named atoms -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Just enough of a polynomial ring to take linear subscripts apart: sums,
// products and division by one divisor. Variables are numbers that the
// AtomTable gives to counters, parameters and quasi-affine subexpressions.
// Coefficients are 64-bit; an overflow poisons the value.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_POLYNOMIAL_H
#define HEDDLE_AFFINE_POLYNOMIAL_H

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace heddle {

/// A product of atoms: their numbers in ascending order, repeated by exponent.
using Monomial = std::vector<unsigned>;

/// Higher total degree first, then lexicographic: a monomial order, so that
/// division ends.
struct MonomialOrder {
  bool operator()(const Monomial &A, const Monomial &B) const {
    return A.size() != B.size() ? A.size() > B.size() : A < B;
  }
};

class Polynomial {
public:
  using TermMap = std::map<Monomial, int64_t, MonomialOrder>;

  Polynomial() = default;
  Polynomial(int64_t C) { add({}, C); }
  static Polynomial atom(unsigned A) {
    Polynomial P;
    P.add({A}, 1);
    return P;
  }

  const TermMap &terms() const { return Terms; }
  bool poisoned() const { return Poisoned; }
  bool isZero() const { return !Poisoned && Terms.empty(); }
  bool isConstant() const {
    return !Poisoned && (Terms.empty() ||
                         (Terms.size() == 1 && Terms.begin()->first.empty()));
  }
  /// The term without atoms.
  int64_t constant() const;
  unsigned degree() const {
    return Terms.empty() ? 0
                         : static_cast<unsigned>(Terms.begin()->first.size());
  }
  /// Greatest common divisor of the coefficients, >= 0; 0 for zero.
  int64_t content() const;

  void add(const Monomial &M, int64_t C);
  Polynomial operator-() const;
  Polynomial &operator+=(const Polynomial &O);
  friend Polynomial operator+(Polynomial A, const Polynomial &B) {
    return A += B;
  }
  friend Polynomial operator-(Polynomial A, const Polynomial &B) {
    return A += -B;
  }
  friend Polynomial operator*(const Polynomial &A, const Polynomial &B);
  /// Coefficients divided by C, which divides the content.
  Polynomial dividedBy(int64_t C) const;

  bool operator==(const Polynomial &O) const {
    return Terms == O.Terms && Poisoned == O.Poisoned;
  }

private:
  TermMap Terms;
  bool Poisoned = false;
};

/// A = Quotient * D + Remainder; no term of the remainder is divisible by D's
/// leading term with an integer coefficient. D is not zero.
std::pair<Polynomial, Polynomial> divide(const Polynomial &A,
                                         const Polynomial &D);

/// A / D if the division leaves nothing.
std::optional<Polynomial> exactQuotient(const Polynomial &A,
                                        const Polynomial &D);

} // namespace heddle

#endif
