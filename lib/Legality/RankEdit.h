//===- RankEdit.h - How to ask for fewer mapped loops ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where only the outer loops of a nest can be mapped, the annotation has to say
// so: what to write, spelled as the source spells its bounds.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_RANKEDIT_H
#define HEDDLE_LEGALITY_RANKEDIT_H

#include "Affine/AffineNest.h"
#include <string>
#include <vector>

namespace heddle {

struct RankEdit {
  /// "bounds(0, n), step(2)"; empty where the source does not give the text.
  std::string Words;
  /// To make of the annotation; none where more than that has to be changed, or
  /// where the text has several instantiations.
  std::vector<FixIt> Edits;
  /// The mapping that is written takes no space of this rank.
  bool NewMapping = false;
};

/// The edit that makes the outer Rank loops of N the mapped ones. Rank is at
/// least 1, and below the number of loops that are mapped as the annotation
/// stands.
RankEdit editForRank(const AffineNest &N, unsigned Rank);

} // namespace heddle

#endif
