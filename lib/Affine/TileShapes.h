//===- TileShapes.h - Tiles of other shapes than boxes ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of any bounded shape that is scaled by one size b, as hexagons and
// trapezoids: tile B begins at b * Lattice * B, and has the points of which the
// difference to that is in the shape. As with boxes (Affine/Partition),
// polyhedra and affine functions become unions of pieces that have affine
// conditions on block indices, and others on local ones. Source: Guillaume
// Iooss, Sanjay Rajopadhye, Christophe Alias, Yun Zou, "Mono-parametric Tiling
// is a Polyhedral Transformation", theorems 6.1 and 6.3.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_TILESHAPES_H
#define HEDDLE_AFFINE_TILESHAPES_H

#include "Affine/Partition.h"

namespace heddle {

/// Index d is b * (sum of Lattice[d][e] * block e) + local d. Local indices may
/// be negative.
struct ShapedTiles {
  std::vector<std::vector<int64_t>> Lattice; ///< with a determinant but 0
  std::vector<LocalConstraint> Shape; ///< over local indices and b: bounded
  std::vector<bool> Divides;          ///< as Partitioning has it
  int64_t Least = 1;                  ///< value of b

  unsigned dims() const { return static_cast<unsigned>(Lattice.size()); }
};

/// The tiles whose corners are neighbours in the lattice: they tessellate.
ShapedTiles latticeTiles(std::vector<std::vector<int64_t>> Lattice,
                         std::vector<bool> Divides, int64_t Least = 1);

/// For all sizes, each point is in one tile. Unknown also where a shape goes
/// farther from its origin than 16 * b.
isl::Answer tessellates(const isl::Context &C, const ShapedTiles &T);

/// As partition() of Affine/Partition, with Locals beside the shape. Nothing
/// also where the shape goes farther than 16 * b.
std::optional<std::vector<TilePiece>>
partition(const isl::Context &C, llvm::ArrayRef<AffineConstraint> Domain,
          const ShapedTiles &By);

/// The branches of a function between two tessellated spaces. Each is for one
/// part of the source's tile and one of the image's, both parts of cells of the
/// image's lattice. Where: beside the source's shape.
struct ShapedFunction {
  std::vector<FunctionBranch> Branches;
  /// A block of the source would begin within a cell of the image's lattice:
  /// there are no branches.
  bool NeedsRemainders = false;
};
std::optional<ShapedFunction> partition(const isl::Context &C,
                                        llvm::ArrayRef<AffineForm> Function,
                                        const ShapedTiles &From,
                                        const ShapedTiles &To);

/// Local indices for which all hold, over b and the local parameters behind it.
isl::Set localsOf(const isl::Context &C, llvm::ArrayRef<LocalConstraint> Locals,
                  const ShapedTiles &T);

} // namespace heddle

#endif
