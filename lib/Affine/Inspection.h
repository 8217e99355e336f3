//===- Inspection.h - Elements that a pass over the loops finds -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where data say which elements of an array the loops touch, the launch may run
// them once on the host without their stores, to find the first and the last,
// and whether two iterations touch one (inspector and executor: J. Saltz et
// al., 1991). That asks for the text of each access. Whether the pass sees what
// the loops see is for Legality to say.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_INSPECTION_H
#define HEDDLE_AFFINE_INSPECTION_H

#include "Affine/AffineNest.h"
#include <optional>
#include <string>

namespace heddle {

/// The reason why no pass over the loops can find footprints.
struct NoInspection {
  std::string Why; ///< a clause
  SourceRef Where; ///< its cause, where that is one access
  /// That access may have a text of its own once macros are expanded.
  bool InText = false;
};

/// Nothing where the text of N can be run without its stores.
std::optional<NoInspection> whyNotInspected(const LoopNest &N);

/// Call stands in Code, which belongs to N or to a function that N calls, so
/// that a pass can have another function there.
bool isSeen(const LoopNest &N, const ValueRef &Code, const ReadingCall &Call);

/// The elements that the pass finds of Array, in scalars from the pointer that
/// is passed. The ends rest on leaves that no source has, since they are no
/// names.
ElementRange inspectedRange(const LoopNest &N, unsigned Array);

/// Elements from the pointer: the leaves of inspectedRange().
std::string firstInspected(const ArrayInfo &A);
std::string lastInspected(const ArrayInfo &A);

} // namespace heddle

#endif
