//===- FusedStages.h - Stages that one kernel runs -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages of a tensor statement leave their results in temporaries. Where all of
// them have one outermost counter, as the number of an element in a batch, and
// what they pass on depends on no other value of it, a block may run all of
// them for some values of that counter, one behind the other, and keep what
// they pass on in shared memory.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_FUSEDSTAGES_H
#define HEDDLE_MAPPING_FUSEDSTAGES_H

#include "Mapping/MappedNest.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

struct FusedStages {
  size_t First = 0; ///< this stage of the statement and all behind it
  /// From First on: each has one mapping, with a tile. All of these have the
  /// same grid and the same blocks, of which each runs the same values of the
  /// outermost counter.
  std::vector<std::shared_ptr<const MappedNest>> Stages;

  /// Shared memory of a block, which several buffers may have, one behind the
  /// other.
  struct Place {
    std::string Type; ///< of an element
    unsigned ElementBytes = 0;
    int64_t Elements = 0; ///< of the longest of them
    std::string Name;     ///< the first array that has it
  };
  std::vector<Place> Places;
  /// By stage, from First on, and by buffer of its tile: into Places.
  std::vector<std::vector<unsigned>> PlaceOf;
  /// The same: an earlier stage has loaded, or left, the elements.
  std::vector<std::vector<bool>> IsThere;

  /// Into LoopNest::Arrays, which is one table for all stages: the last stage
  /// writes A, an earlier one reads B. They must not overlap, since other
  /// blocks may write A before B is read.
  std::vector<std::pair<unsigned, unsigned>> Apart; ///< A, B

  /// When a launch takes the kernel in the place of those of the stages.
  LaunchChoice When;
  int64_t SharedBytes = 0; ///< of a block
};

/// The stages of one statement, as they are mapped by themselves. Nothing where
/// fewer than two of the last ones can share a kernel. That each block finds
/// what it needs is proved: the proof of a stage that passes elements on shows
/// that its own iterations write all of these, and that of a stage that takes
/// them that it needs no others.
std::optional<FusedStages>
fuseStages(llvm::ArrayRef<std::shared_ptr<const MappedNest>> Stages,
           ProofMemo &Memo, const ChoiceOptions &How);

} // namespace heddle

#endif
