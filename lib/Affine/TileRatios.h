//===- TileRatios.h - Tiles of several statements --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the ratios of some arrays are chosen (Affine/Partition), those of the
// others follow: the least ones under which no read needs remainders are taken,
// statement by statement. If these do not fit what is chosen, none do. Source:
// Guillaume Iooss, Sanjay Rajopadhye, Christophe Alias, Yun Zou,
// "Mono-parametric Tiling is a Polyhedral Transformation", section 5.2 and
// theorem 5.4.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_TILERATIOS_H
#define HEDDLE_AFFINE_TILERATIOS_H

#include "Affine/Partition.h"
#include <map>
#include <string>

namespace heddle {

/// By dimension, outermost first; each is positive.
using TileRatios = std::vector<int64_t>;

/// An element that an iteration reads: its subscripts over indices and
/// parameters.
struct RatioRead {
  std::string Array;
  std::vector<AffineForm> Function;
};

/// Each iteration, of Dims indices, reads some elements and sets the one whose
/// subscripts are its first Dims - Reduced indices; where some are Reduced, all
/// iterations that differ in these alone are combined.
struct RatioEquation {
  std::string Array;
  unsigned Dims = 1;
  unsigned Reduced = 0;
  std::vector<RatioRead> Reads;
};

struct DerivedRatios {
  std::map<std::string, TileRatios> Arrays;
  std::vector<TileRatios> Iterations; ///< by equation
};

/// The first read, by equation, that needs remainders under all ratios. Of:
/// nothing where the array depends on itself, and no ratio of a cycle is
/// chosen.
struct UnfitRatios {
  size_t Equation = 0, Read = 0;
  std::optional<RatioConflict> Of;
};

/// The least ratios of all arrays and iterations, beside those that are
/// Chosen. An array that no equation sets has one of these, or ratios of 1.
/// Nothing, and Unfit, where no ratios fit. Exact; least common multiples are
/// to fit 64 bits.
std::optional<DerivedRatios>
deriveRatios(llvm::ArrayRef<RatioEquation> Equations,
             const std::map<std::string, TileRatios> &Chosen,
             UnfitRatios &Unfit);

} // namespace heddle

#endif
