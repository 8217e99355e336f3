//===- Delinearize.h - Linear subscripts as rows and columns ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a[i * ld + j]` is not affine, but (i, j) is, and where rows do not overlap
// two index tuples are equal exactly if their linear offsets are. The strides
// are guessed from the coefficients of the counters over all accesses of the
// array; that they are right is not guessed: for each inner dimension, jointly
// over every access, the largest value minus the smallest must be below the
// width. That is proved, or becomes a Stride check.
//
// Where it never holds (`a[(i - 1) * m + j + 1]` beside `a[i * m + j]`),
// indices may lie up to one row below or above, and are carried over into their
// proper row; the tuples are then again one to one with the offsets.
//
// After Grosser, Ramanujam, Pouchet, Sadayappan, Pop: "Optimistic
// Delinearization of Parametrically Sized Arrays", ICS 2015, with two
// differences: coefficients are polynomials (`i * (n + 2) + j`), and the
// condition is a window over all accesses instead of 0 <= index < width for
// each, which alone would lose dependences between accesses that start at
// different columns.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_DELINEARIZE_H
#define HEDDLE_AFFINE_DELINEARIZE_H

#include "Affine/Atoms.h"
#include "Affine/ExprReader.h"
#include <string>
#include <vector>

namespace heddle {

/// An access whose subscripts have been read but not yet arranged into
/// dimensions.
struct LinearAccess {
  unsigned Source = 0;              ///< into LoopNest::Accesses
  std::vector<unsigned> DataGuards; ///< as in AffineAccess
  bool DataOtherwise = false;
  bool may() const { return DataOtherwise || !DataGuards.empty(); }
  Polynomial Offset; ///< in elements, over atoms
  isl::Set Domain;   ///< iterations that execute it (superset if may())
  std::unique_ptr<ExprReader> Reader; ///< knows its atoms' values
  /// The subscripts as functions, where all of them are affine and each inner
  /// one is known to stay within its constant extent; else empty.
  std::vector<isl::PwAff> InRows;
  /// The subscripts could not be read: Offset means nothing.
  bool AnyElement = false;
};

/// Parameters for which an arrangement is not exact, and what is violated.
struct Violation {
  isl::Set Bad;
  std::string Requirement;
};

/// One way of arranging all accesses of an array.
struct Arrangement {
  std::vector<Polynomial> Widths;  ///< of each dimension but the outermost
  std::vector<isl::Map> Relations; ///< per access; tuples are not named
  std::vector<Violation> Violations;
  bool Proved = false; ///< no violation within what is assumed
  bool Idle = false;   ///< nothing is touched but where there is one
};

/// The polynomial in front of each atom that uses counters; Rest: what has
/// none.
std::map<unsigned, Polynomial>
coefficients(const Polynomial &P, const AtomTable &Atoms, Polynomial &Rest);

class Delinearizer {
public:
  /// Name: of the array, for messages. Assume: what holds on the fast path.
  Delinearizer(std::vector<LinearAccess *> Accesses, AtomTable &Atoms,
               isl::Set Assume, std::string Name);

  /// The arrangement that needs the least; false with why() if there is none,
  /// or if isl gave up.
  bool run(Arrangement &Best);
  const std::string &why() const { return Why; }
  /// Per access { iteration -> its element's place in rows of these widths },
  /// each inner subscript within its width; null where that is not known of
  /// all iterations.
  std::vector<isl::Map> inRows(const std::vector<Polynomial> &Widths);
  /// run() needed different row lengths to be equal.
  bool unified() const { return !Equalities.empty(); }

private:
  enum class StrideChoice { Primitive, WithContent, Monomials };
  enum class RestChoice { Divide, KeepInner };
  /// The accesses' index polynomials under a choice of strides.
  struct Split {
    std::vector<Polynomial> Widths;
    std::vector<std::vector<Polynomial>> Index; ///< per access, per dimension
  };

  bool isPlain() const;
  std::vector<Polynomial> strides(StrideChoice Choice) const;
  std::optional<Split> split(const std::vector<Polynomial> &Strides,
                             RestChoice Choice) const;
  std::vector<Split> splits() const;
  bool unifyRowLengths();
  std::optional<Arrangement> windows(const Split &S);
  std::optional<Arrangement> carried(const Split &S);
  isl::Map relation(const LinearAccess &L,
                    const std::vector<isl::PwAff> &Index) const;
  isl::Map carriedRelation(size_t Access, const Split &S);
  bool judge(Arrangement &A) const;
  std::string requirement(const Polynomial &Width) const;

  std::vector<LinearAccess *> Accesses;
  AtomTable &Atoms;
  isl::Set Assume;
  std::string Name, Why;
  std::vector<Polynomial> Offsets;      ///< per access
  std::vector<Polynomial> Coefficients; ///< of every counter of every access
  std::vector<Violation> Equalities;    ///< row lengths taken to be equal
};

} // namespace heddle

#endif
