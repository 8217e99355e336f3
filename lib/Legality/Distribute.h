//===- Distribute.h - One nest as several, one after the other -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop distribution: `for i { A; B; }` computes what `for i A;` and then
// `for i B;` do if no iteration of B comes before one of A that touches the
// same element, one of the two writing it. (Kennedy and McKinley, Loop
// distribution with arbitrary control flow, without its control flow:
// Supercomputing 1990.) Each part is then a nest of its own, to be verified
// like any other.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_DISTRIBUTE_H
#define HEDDLE_LEGALITY_DISTRIBUTE_H

#include "IR/Program.h"
#include "Legality/VerifiedNest.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

struct Distribution {
  /// Range checks, stride and overlap checks, on which it rests that the parts
  /// compute the same. Null where there are no parts.
  std::shared_ptr<const CheckedNest> Whole;
  Program Parts;             ///< in the order of the source, at least two
  std::vector<Piece> Begins; ///< parallel to their steps: what each begins with
  /// A clause where there are none.
  std::string Why;
};

/// How many parts there are to be.
enum class Grain : unsigned char {
  /// As few as let every loop be mapped that the annotation declares, and that
  /// conflicts between iterations do not join otherwise.
  Coarse,
  /// Every part that can be, by itself: a sum that iterations share, beside
  /// statements that have nothing to do with it.
  Fine,
};

/// The parts of the innermost perfect loop's body. A conflict that isl cannot
/// decide joins. Affine: the affine form of withoutMapping(Nest); null where
/// that is not understood. Alone: pieces (LoopNest::Pieces) that are parts by
/// themselves if they can be. Reports nothing.
Distribution distribute(std::shared_ptr<const LoopNest> Nest,
                        std::shared_ptr<const AffineNest> Affine, Grain Parts,
                        std::vector<unsigned> Alone = {});

} // namespace heddle

#endif
