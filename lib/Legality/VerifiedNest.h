//===- VerifiedNest.h - A nest shown to be parallel -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only verify() can make one, so nothing unverified is ever mapped or emitted.
// A CheckedNest is less: what a launch asks before anything of the nest runs.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_VERIFIEDNEST_H
#define HEDDLE_LEGALITY_VERIFIEDNEST_H

#include "Affine/AffineNest.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

enum class ConflictKind : unsigned char { Anti, Flow, Output };

enum class ArrayVerdict : unsigned char {
  ReadOnly,
  Compatible, ///< written; only the iteration itself reads what it writes
  Reduced,    ///< written; iterations combine what they write
  Scanned,    ///< the same, and use what earlier ones have made of it
  Copied,     ///< some reads take a copy made before the launch (ArrayCopy)
};

/// First and last element touched, inclusive, in elements from the pointer
/// that is passed; conservative. Valid where all checks hold and the nest is
/// not zero-trip. Last = First - 1 where conditions leave nothing touched.
struct Footprint {
  unsigned Array = 0;
  Sym First, Last;
  /// For tables, by subscript, the least and the greatest value; First and Last
  /// are those of the first one. Empty for other arrays.
  std::vector<SubscriptRange> Sides;
  bool Read = false;    ///< copied in
  bool Written = false; ///< copied out
  ArrayVerdict Verdict = ArrayVerdict::ReadOnly;
};

/// How many elements are passed.
Sym elementsOf(const Footprint &F);

/// Footprints whose bytes must not overlap at run time. Without B, A's and the
/// storage of a parameter or pointer, Storage being an lvalue expression; where
/// both are one array, its rows.
struct OverlapCheck {
  unsigned A = 0;
  std::optional<unsigned> B;
  std::string Storage;
  /// The user says that they do not (noalias), so the check is one of the
  /// claim, made where the program is asked to check.
  bool Claimed = false;
};

/// An array whose elements all threads may update, by steps of one class
/// (Access::Reduces); conflicts between threads join nothing else.
struct Reduction {
  unsigned Array = 0;
  std::string Class;
};

/// A read of a copied array that takes the copy.
struct RedirectedRead {
  unsigned Access = 0; ///< into AffineNest::Accesses
  /// Over loop variables and parameters: where the read takes the copy; else it
  /// takes the array, which its own thread may have written.
  Sym Where = Sym::truth(true);
  /// Every number in Where fits an int; else it is computed in 64 bits.
  bool Narrow = true;
};

/// The values that an array has before the launch, kept for reads of what other
/// threads may overwrite. That of a table has all rows that are passed, as far
/// as they are passed; First and Last are the first and the last of these.
struct ArrayCopy {
  unsigned Array = 0;
  /// The elements that redirected reads need, inclusive, in elements from the
  /// pointer that is passed, within the array's footprint. Conservative, and
  /// valid where that is. Last = First - 1 where none is needed.
  Sym First, Last;
  Sym Elements;                      ///< how many
  std::vector<RedirectedRead> Reads; ///< not empty; accesses ascending
};

/// Stores that the pass over the loops makes, and takes back behind each
/// iteration, since the iteration reads what it has stored.
struct PassStores {
  std::vector<unsigned> Arrays; ///< ascending
  unsigned Depth = 0;           ///< the outer loops whose iterations they are
};

/// A nest whose elements and storage are known: what its launch checks. It says
/// nothing about the order of iterations, so nothing of it can be mapped. If
/// the nest runs as several launches, it is what comes before the first.
class CheckedNest {
public:
  const AffineNest &affine() const { return *Affine; }
  const std::shared_ptr<const AffineNest> &sharedAffine() const {
    return Affine;
  }
  const LoopNest &source() const { return *Affine->Nest; }
  /// One per array that the nest touches, ascending.
  const std::vector<Footprint> &footprints() const { return Footprints; }
  /// The nest stores into the array.
  bool writes(unsigned Array) const;
  const std::vector<OverlapCheck> &overlaps() const { return Overlaps; }
  /// Arrays, ascending, whose footprints the launch finds by a pass over the
  /// loops: their ends are those of inspectedRange().
  const std::vector<unsigned> &inspected() const { return Inspected; }
  bool isInspected(unsigned Array) const;
  /// That pass makes them.
  const PassStores &passStores() const { return Stores; }

private:
  friend class Verifier;
  friend class VerifiedNest;
  CheckedNest() = default;

  std::shared_ptr<const AffineNest> Affine;
  std::vector<Footprint> Footprints;
  std::vector<OverlapCheck> Overlaps;
  std::vector<unsigned> Inspected;
  PassStores Stores;
};

/// A nest whose mapped loops have no order.
class VerifiedNest : public CheckedNest {
public:
  /// Number of mapped loops, always a prefix of the perfect loops.
  unsigned rank() const { return Rank; }
  /// Per perfect loop: no conflict joins iterations that differ in it.
  const std::vector<bool> &mappable() const { return Mappable; }
  /// Ascending; none where each thread has its own elements.
  const std::vector<Reduction> &reductions() const { return Reductions; }
  /// Iterations use what those before them have made of the variables in
  /// reductions(): they are passed on in the order of the loops.
  bool scans() const { return Scans; }
  /// Arrays ascending.
  const std::vector<ArrayCopy> &copies() const { return Copies; }

private:
  friend class Verifier;
  VerifiedNest() = default;

  unsigned Rank = 0;
  std::vector<bool> Mappable;
  std::vector<Reduction> Reductions;
  bool Scans = false;
  std::vector<ArrayCopy> Copies;
};

/// All threads reduce to some variable: they form a tree.
bool reducesVariable(const VerifiedNest &N);

/// AffineNest -> VerifiedNest. Null after reporting at least one error.
std::shared_ptr<const VerifiedNest>
verify(std::shared_ptr<const AffineNest> Nest, Report &R);

/// Footprints and overlap checks of all accesses, whatever conflicts there are.
/// Null after reporting at least one error.
std::shared_ptr<const CheckedNest>
checksOf(std::shared_ptr<const AffineNest> Nest, Report &R);

/// "compatible", as dumps and reports say.
const char *verdictName(ArrayVerdict V);

void dump(const VerifiedNest &N, llvm::raw_ostream &OS);

/// "(n - 1) * 8 bytes", or "99 * 8 = 792 bytes"; empty where the expression
/// says nothing to people.
std::string bytesText(const ArrayCopy &C, unsigned ElementBytes);
/// "elements 1 to n - 1", or "some elements" likewise.
std::string elementsText(const ArrayCopy &C, const LoopNest &N);

} // namespace heddle

#endif
