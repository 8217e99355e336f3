//===- Footprint.h - First and last element touched ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Because columns stay within rows (the Stride checks), the lexicographic order
// of index tuples is the order of linear offsets, so the first and the last
// element are the lexmin and the lexmax of what the accesses touch. A box per
// dimension would be wrong: for `j < n - i` its corner is element
// (n - 1) * n + n - 1, but the last one touched is (n - 1) * n.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_FOOTPRINT_H
#define HEDDLE_AFFINE_FOOTPRINT_H

#include "Affine/AffineNest.h"
#include <optional>
#include <vector>

namespace heddle {

/// Scalars in one element of an array: 1, but for arrays of structures.
int64_t scalarsPerElement(const ArrayInfo &A);

/// How many elements there are, structures being one each: as declared, or as a
/// container says at the launch, a leaf of LoopNest::Params that only the
/// launch knows. Nothing where only the nest's accesses tell.
std::optional<Sym> existingElements(const LoopNest &N, unsigned Array);

/// Elements of one array, counted from the pointer that is passed. All of it
/// holds where every check of the nest holds and ZeroTrip does not.
struct TouchedRange {
  /// Inclusive. First is 0 and Last is -1 where nothing is touched. For
  /// tables they are values of the first subscript.
  Sym First, Last;
  /// For tables, by subscript, the least and the greatest value; else empty.
  std::vector<SubscriptRange> Sides;
  /// For tables: some of what Sides enclose is not certain to be touched.
  bool HasGaps = false;
  /// Read: but by iterations that have certainly written the element before.
  bool Read = false, Written = false;
  /// Not Read, and every element from First to Last is written by a write that
  /// certainly executes. (Only then no copy-in is needed.)
  bool WritesCover = false;
  /// An end rests on an access that data may prevent, and lies outside both
  /// what certainly is touched and the array's declared extents: the memory
  /// between First and Last need not be there as a whole. DataAccess is that
  /// access's index in AffineNest::Accesses.
  bool EndsRestOnData = false;
  unsigned DataAccess = 0;
};

/// From the smaller first to the larger last; where only one of them has any
/// elements, its ends count.
ElementRange unite(const ElementRange &A, const ElementRange &B);

/// Nothing if no access touches Array, or if isl gave up (Isl->exhausted()).
std::optional<TouchedRange> touchedRange(const AffineNest &N, unsigned Array);

/// The elements of Array that the relations { iteration -> element } reach;
/// nothing if isl gave up.
std::optional<ElementRange>
reachedRange(const AffineNest &N, unsigned Array,
             const std::vector<isl::Map> &Relations);

/// Where the fast path runs a nest that is not empty: context, checks but those
/// of CheckKind::Apart, and not zero-trip. Conservative.
isl::Set launchContext(const AffineNest &N);

} // namespace heddle

#endif
