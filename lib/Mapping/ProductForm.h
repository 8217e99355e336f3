//===- ProductForm.h - Nests that use elements many times ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_PRODUCTFORM_H
#define HEDDLE_MAPPING_PRODUCTFORM_H

#include "Legality/VerifiedNest.h"
#include "Mapping/Tile.h"

namespace heddle {

/// A nest whose thread runs one loop, in which it multiplies, or combines in
/// another way, elements that do not depend on one of two mapped loops with
/// those that do not depend on the other one: `a[i][k] * b[k][j]`.
struct ProductForm {
  unsigned Loop = 0;              ///< in the thread, into LoopNest::Loops
  std::vector<unsigned> Operands; ///< arrays, ascending: only read, in the loop
  bool IsCertain = true; ///< each iteration of the loop makes all these reads
};

/// First, Second: mapped loops of which the nest is one; nothing where it is
/// none.
std::optional<ProductForm> productForm(const AffineNest &N, unsigned Rank,
                                       unsigned First, unsigned Second);

} // namespace heddle

#endif
