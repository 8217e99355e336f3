//===- Fusion.h - Whether two nests may run as one -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two steps that run one after another may run as one, iteration by iteration,
// where they have the same iterations, and each iteration of the second one
// needs of the first one nothing but what the same iteration does.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_FUSION_H
#define HEDDLE_AFFINE_FUSION_H

#include "Affine/AffineProgram.h"

namespace heddle {

struct Fusion {
  enum KindType : unsigned char {
    Possible,
    OtherIterations, ///< the steps do not have the same ones
    Crossing,        ///< iterations that differ touch one element: At, Of
    Unknown
  } Kind = Unknown;
  /// Possible: into Program::Arrays. The second step reads elements of Passed
  /// that the same iteration of the first one may write; both read the same
  /// ones of Shared, outside of inner loops.
  std::vector<unsigned> Passed, Shared;
  unsigned Array = 0;                 ///< Crossing: on this one
  std::vector<int64_t> First, Second; ///< Crossing: iterations, if known
  std::string Sizes; ///< Crossing: "n = 3, m = 2"; may be empty
};

/// Conservative: for all parameters with which both are launched.
Fusion findFusion(const AffineProgram &P, unsigned First, unsigned Second);

} // namespace heddle

#endif
