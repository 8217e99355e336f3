//===- Builder.h - The steps from LoopNest to AffineNest -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. One object per nest; each step fills a part of the
// AffineNest from the parts before it and returns false after reporting:
//
//   readContext   parameters, type bounds, assumptions      (Context.cpp)
//   readLoops     domains, range checks of the headers       (Domain.cpp)
//   readSpace     bounds/step/width, rank, zero trip          (Space.cpp)
//   readAccesses  guards, subscripts, relations  (Accesses.cpp,
//   Delinearize.cpp,
//                                                  PolynomialRange.cpp)
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_BUILDER_H
#define HEDDLE_AFFINE_BUILDER_H

#include "Affine/AffineNest.h"
#include "Affine/Atoms.h"
#include "Affine/Delinearize.h"
#include "Affine/ExprReader.h"
#include "Affine/Witness.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// The outcome of a condition on parameters.
enum class CheckResult : unsigned char {
  Proved,  ///< it always holds
  Checked, ///< a RuntimeCheck has been added
  Never,   ///< it holds for no parameter value
  Unknown, ///< isl gave up, or the check would be too long to print
};

class Builder {
public:
  /// Isl: where all sets and relations are made.
  Builder(std::shared_ptr<const LoopNest> Nest, Report &R,
          std::shared_ptr<isl::Context> Isl);
  std::shared_ptr<const AffineNest> build();

private:
  // Context.cpp
  bool readContext();
  isl::Space paramSpace() const;
  isl::Space statementSpace(size_t Dims) const;
  /// The loops around and including Loop, outermost first.
  std::vector<unsigned> chain(unsigned Loop) const;
  Frame frame(std::vector<unsigned> Loops, isl::Set Known) const;
  bool reportFailure(const ExprReader &Reader);
  bool tooComplex();
  /// Adds the check that no point of Bad exists, if it is not proved.
  CheckResult addCheck(CheckKind Kind, const isl::Set &Bad, std::string Reason);
  /// Requires each condition on Where; reports if one can never hold.
  bool require(CheckKind Kind, const std::vector<Condition> &Conditions,
               const isl::Set &Where);
  std::string reasonOf(const Condition &C) const;
  /// " for n = 2" with the source's parameters that matter to S; maybe empty.
  std::string parametersOf(const Witness &W, const isl::Set &S) const;

  // Domain.cpp
  bool readLoops();
  bool readLoop(unsigned Index);
  bool readApproximateLoop(unsigned Index, const isl::Set &Outer);
  isl::Set outerDomain(unsigned Index) const;
  bool checkHeader(unsigned Index, const isl::Set &Outer,
                   const std::vector<Condition> &Conditions,
                   const isl::PwAff &Init);
  bool checkMeeting(unsigned Index, const isl::Set &Outer,
                    const isl::PwAff &Init, const isl::PwAff &Bound);

  // Space.cpp
  bool readSpace();
  bool readRank();
  bool declaredDimensions();
  bool inferDimension(unsigned Index, Dimension &D);
  void inferDimensions();
  bool isSpaceDeclared() const;
  bool requireDimensions(unsigned Needed);
  void inferHulls();
  std::optional<Dimension> inferHull(unsigned Index);
  bool addTaken(const isl::Set &Runs, Dimension &D);
  bool fillsHull(Dimension &D) const;
  isl::Set spaceOf(const std::vector<Dimension> &Dims, size_t Count) const;
  bool compareWithDeclared();
  void noteScalarBounds(Diagnostic &D) const;
  bool reportMismatch(const isl::Set &Domain, const isl::Set &Declared);
  void simplifyBounds();
  void zeroTrip();

  // PolynomialRange.cpp
  bool requirePolynomials(const LinearAccess &L);
  std::optional<std::pair<Sym, Sym>> rangeOf(unsigned Atom,
                                             const LinearAccess &L);
  std::optional<std::pair<Sym, Sym>> boxOf(const Polynomial &Value,
                                           const LinearAccess &L);
  std::optional<ElementRange> readRange(const LinearAccess &L);
  std::optional<ElementRange>
  readRange(const std::vector<LinearAccess *> &Accesses);
  bool fillsBox(const std::vector<unsigned> &Atoms, const LinearAccess &L);
  bool requireNonNegative(unsigned Atom);
  bool requireBound(const Sym &Value, bool Above, int64_t Limit,
                    const std::string &Hint, const std::string &Reason);

  // Accesses.cpp
  bool readAccesses();
  bool readAccess(unsigned Index);
  bool readGuards(const Access &A, LinearAccess &L);
  bool linearOffset(const Access &A, LinearAccess &L);
  bool isOnlyRead(unsigned Array) const;
  bool takeAnyElement(const Access &A, const Expr &Subscript, LinearAccess &L);
  bool checkExtents(const Access &A, const LinearAccess &L,
                    const std::vector<isl::PwAff> &Subscripts);
  bool stayInRows(const Access &A, LinearAccess &L,
                  const std::vector<isl::PwAff> &Subscripts);
  bool arrange(unsigned Array);
  bool arrangeDeclared(unsigned Array,
                       const std::vector<LinearAccess *> &Accesses);
  bool arrangeRows(unsigned Array, const std::vector<LinearAccess *> &Accesses);
  bool takeRange(unsigned Array, const std::vector<LinearAccess *> &Accesses);
  void addRelation(LinearAccess &L, unsigned Array, isl::Map Relation);
  void storeDomain();
  bool checkDeclaredAgainstStores();

  std::shared_ptr<const LoopNest> NestPtr;
  const LoopNest &Nest;
  Report &R;
  std::shared_ptr<AffineNest> Out;
  AtomTable Atoms;

  /// Context and the range checks added so far.
  isl::Set Ranges;
  /// Ranges, not zero-trip, and the other checks added so far.
  isl::Set Assume;
  /// Per loop: iterations of the loops chain(Loop), as far as they are run.
  std::vector<isl::Set> Domains;
  std::vector<bool> Approximate;
  std::vector<LinearAccess> Linear;
};

/// E mentions the counter, or the parameter, Index.
bool reads(const Expr &E, ExprKind Kind, unsigned Index);

} // namespace heddle

#endif
