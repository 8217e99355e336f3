//===- TileParts.h - A body between barriers -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILEPARTS_H
#define HEDDLE_MAPPING_TILEPARTS_H

#include "IR/LoopNest.h"
#include "Mapping/Tile.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>

namespace heddle {

/// Statements that threads run between two barriers, and where their text
/// begins.
struct BodyPart {
  ValueRef Code;
  unsigned TextBegin = 0; ///< into LoopNest::Text
  /// Into the loops that run in strips: it is the body of that one.
  std::optional<unsigned> Strip;
};

/// The body of mapped loop Rank - 1 in its order, of which Body is the value:
/// all of it, or, where loops run in strips, what stands before such a loop,
/// its body, and what stands behind it. Parts without statements are left out,
/// but for strips. Strips: into LoopNest::Loops, in the body's order.
std::vector<BodyPart> bodyParts(const ValueRef &Body, const LoopNest &N,
                                unsigned Rank, llvm::ArrayRef<unsigned> Strips);

/// The first statement of Body, a block, that mentions one of the accesses (into
/// LoopNest::Accesses) sets the element of one of them, and mentions no other.
bool setsFirst(const Value &Body, const std::set<unsigned> &Accesses);

/// A number that a part declares and later ones use.
struct SharedNumber {
  std::string Name;
  std::string Type; ///< with `const`, if it has that
  unsigned Part = 0;
  std::vector<unsigned> Users; ///< parts
  bool IsUnset = false;    ///< it has no value behind the part that declares it
  bool MayBeUnset = false; ///< the same, or some iterations give it one
};

/// Why says which name stands in the way where there is none: what a part uses
/// of earlier ones is no number, or not known.
std::optional<std::vector<SharedNumber>>
sharedNumbers(const std::vector<BodyPart> &Parts, const LoopNest &N,
              std::string &Why);

} // namespace heddle

#endif
