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

/// A CPU thread runs Rows x Columns iterations of two mapped loops, whose caches
/// hold all that these touch; the loop over columns is the innermost one.
///
/// For a product it runs a strip of the loop in the thread at a time, in the
/// order of rows, the strip, columns, so that neighbours follow each other, and
/// compilers vectorise them. Where an array is read along its rows and another
/// one is stored along its columns, or the other way round, all elements in a
/// cache line are touched while it is there.
struct CacheBlocks {
  unsigned RowLoop = 0;   ///< mapped; that over columns is the innermost one
  int64_t Rows = 1, Columns = 1;
  std::optional<TileStrip> Strip; ///< of a product
  /// Reads (into AffineNest::Accesses) of which neighbours along the columns
  /// are none in memory, and which are the same in all rows: `b[j][k]`. Each
  /// iteration of the strip makes them, and nothing is stored there.
  std::vector<unsigned> Turned;
};

/// Nothing where the loops as they are written serve as well, where iterations
/// cannot run in parts, where the mapped loops are no box of ascending counters,
/// or where other accesses of a product than the turned ones have no neighbours
/// along the columns.
std::optional<CacheBlocks> cacheBlocks(const VerifiedNest &Nest, unsigned Rank);

} // namespace heddle

#endif
