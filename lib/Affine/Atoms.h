//===- Atoms.h - The integers of polynomials and Syms --------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table per nest. An atom is a parameter, a loop counter, or a
// quasi-affine subexpression (a division, a minimum, ...) that occurs in a
// polynomial. Products of parameters become *fresh parameters*: new isl
// parameters of which isl knows nothing but their name, and of which the
// launch knows the definition.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ATOMS_H
#define HEDDLE_AFFINE_ATOMS_H

#include "Affine/AffineNest.h"
#include "Affine/Polynomial.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct Atom {
  std::string Key;
  /// The loop it is the counter of; -1 otherwise.
  int Loop = -1;
  /// Its value differs between iterations.
  bool UsesCounters = false;
  /// Its value over parameter leaves, where no counter is in it.
  Sym Value;
};

class AtomTable {
public:
  explicit AtomTable(const LoopNest &Nest);

  unsigned parameter(unsigned SourceParam);
  unsigned counter(unsigned Loop);
  /// A quasi-affine expression; Key tells equal ones.
  unsigned expression(const std::string &Key, bool UsesCounters, Sym Value);
  const Atom &operator[](unsigned A) const { return Atoms[A]; }

  bool usesCounters(const Polynomial &P) const;
  bool usesCounters(const Monomial &M) const;

  /// The isl parameter that stands for a product of counter-free atoms.
  std::string parameterOf(const Monomial &M);
  /// The isl parameter that stands for any value computed at the launch: that
  /// of an equal definition, if there is one.
  std::string parameterOf(const std::string &NameHint, Sym Definition);

  /// P over parameter leaves; products as fresh parameters, so that the result
  /// is affine. P has no counters.
  Sym affineSym(const Polynomial &P);
  /// P over the source's parameters alone, products written out.
  Sym exactSym(const Polynomial &P) const;
  /// S, a sum of products over names of the source's parameters, as P is;
  /// nothing if it is something else.
  std::optional<Polynomial> polynomialOf(const Sym &S);
  /// As the source would spell it, e.g. "n * m + 1".
  std::string text(const Polynomial &P) const;

  /// Source parameters in their order, then the fresh ones.
  const std::vector<AffineNest::Parameter> &parameters() const {
    return Params;
  }

private:
  unsigned intern(Atom A);

  const LoopNest &Nest;
  std::vector<Atom> Atoms;
  std::map<std::string, unsigned> ByKey;
  std::vector<AffineNest::Parameter> Params;
  std::map<Monomial, std::string> Products;
};

/// Smallest and largest value of T, as far as they fit: of 64-bit unsigned
/// types, values above 2^63 - 1 are unknown to the launch and take the
/// sequential path.
int64_t minOf(IntType T);
int64_t maxOf(IntType T);
/// V as a value of T, by C++'s conversion; nothing if it does not fit 64 bits.
std::optional<int64_t> wrapped(int64_t V, IntType T);

} // namespace heddle

#endif
