//===- Owners.h - Which thread owns which element --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where several iterations update one element, a thread that runs them all, in
// their order, needs no partial results. Its coordinates are chosen so that
// they determine the element: a subscript of one counter is that counter, and
// for another one, as of a[i + j], it is the subscript itself. The counter of
// the innermost loop in it then follows from the others. (Because it is the
// innermost one, what is left keeps its lexicographic order.)
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_OWNERS_H
#define HEDDLE_LEGALITY_OWNERS_H

#include "Affine/AffineNest.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// A sum of multiples: of parameters (as in AffineNest::Parameters), of
/// counters of the perfect loops, of the values of subscripts (as in
/// Owners::Elements), and of 1.
struct LinearSum {
  std::vector<int64_t> Params, Counters, Elements;
  int64_t Constant = 0;

  /// Adds Factor times Other; false if a number exceeds 64 bits.
  bool add(const LinearSum &Other, int64_t Factor);
};

struct Owners {
  /// A coordinate of the thread: a counter, or a subscript's value.
  struct Coordinate {
    bool IsElement = false;
    unsigned Index = 0; ///< perfect loop, or into Elements
  };
  /// In the order of the array's dimensions, so that neighbouring threads own
  /// neighbouring elements.
  std::vector<Coordinate> Coordinates;
  std::vector<LinearSum> Elements; ///< over counters and parameters
  /// Per perfect loop: its counter is no coordinate, but follows from these,
  /// counters of loops outside of it, and parameters.
  std::vector<std::optional<LinearSum>> Values;

  bool isCoordinate(unsigned Loop) const;
  /// The perfect loops that run in the thread, outermost first.
  std::vector<unsigned> inThread() const;
};

/// The owners of the elements that access Update, into N.Accesses, writes. Else
/// Why says, as a clause, what of its subscripts stands in the way. Apart:
/// perfect loops, ascending; iterations that differ in one of them share no
/// element, so that these may be coordinates whatever the subscripts are.
std::optional<Owners> chooseOwners(const AffineNest &N, unsigned Update,
                                   llvm::ArrayRef<unsigned> Apart,
                                   std::string &Why);

} // namespace heddle

#endif
