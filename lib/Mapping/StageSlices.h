//===- StageSlices.h - What a stage touches for each value -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to FusedStages.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_STAGESLICES_H
#define HEDDLE_MAPPING_STAGESLICES_H

#include "Mapping/MappedNest.h"
#include "Mapping/TileForms.h"

namespace heddle {

/// The elements of an array for one value of the outermost counter e, of which
/// there are Step: those from e Step + Least to e Step + Most, inclusive.
struct Slice {
  int64_t Step = 0, Least = 0, Most = 0;
  bool isWithin() const { return Step > 0 && Least >= 0 && Most < Step; }
};

/// One stage, and how its loops are laid out.
struct Stage {
  const MappedNest &M;
  const std::shared_ptr<const AffineNest> Flat;
  const AffineNest &N; ///< *Flat
  const LoopNest &Source;
  const llvm::DenseSet<unsigned> Placed; ///< accessesWithText()
  /// By access; nothing where they are not linear.
  std::vector<std::optional<Subscripts>> At;
  std::vector<int64_t> Extents; ///< of the mapped loops; the first one's is 1
  /// Mapped loops: threads along x and y, x first, one or two of them.
  std::vector<unsigned> Along;
  std::vector<unsigned> Serial; ///< the others but the outermost, in the thread

  explicit Stage(const MappedNest &M);

  std::optional<int64_t> valuesOfLoop(unsigned Loop, int64_t &First) const;
  std::optional<LinearSubscript> linearOf(unsigned Access) const;
  std::optional<Slice> sliceOf(unsigned Access) const;
  bool isWhole(unsigned Access, const Slice &Of) const;
  int64_t readsOfThread(unsigned Array, std::optional<unsigned> InThread) const;
};

} // namespace heddle

#endif
