//===- CacheBlocks.h - Loops in the blocks of caches -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_CACHEBLOCKS_H
#define HEDDLE_MAPPING_CACHEBLOCKS_H

#include "Mapping/TileForms.h"

namespace heddle {

/// A CPU thread runs Rows x Columns iterations of two mapped loops, or Columns
/// of one, whose caches hold all that these touch; the loop over columns is the
/// innermost one.
///
/// Where the body has loops that go down the columns of an array, it runs a
/// strip of such a loop at a time, in the order of rows, the strip, columns, so
/// that neighbours follow each other, and compilers vectorise them. Where an
/// array is read along its rows and another one is stored along its columns, or
/// the other way round, all elements in a cache line are touched while it is
/// there.
struct CacheBlocks {
  /// Mapped; that over columns is the innermost mapped one.
  std::optional<unsigned> RowLoop;
  int64_t Rows = 1, Columns = 1;
  std::optional<LoopEnds> ColumnEnds; ///< where they depend on other counters
  std::vector<CountedStrip> Strips;   ///< in the body's order
  /// Reads (into AffineNest::Accesses) of which neighbours along the columns
  /// are none in memory, and which are the same in all rows: `b[j][k]`. Each
  /// iteration of the only strip makes them, and nothing is stored there.
  std::vector<unsigned> Turned;
};

/// Nothing where the loops as they are written serve as well, where iterations
/// cannot run in parts, where other mapped loops than the innermost one depend
/// on each other, or count by other steps, or where a loop of the body has
/// other accesses than the turned ones without neighbours along the columns.
std::optional<CacheBlocks> cacheBlocks(const VerifiedNest &Nest, unsigned Rank);

} // namespace heddle

#endif
