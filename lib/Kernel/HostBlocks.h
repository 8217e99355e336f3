//===- HostBlocks.h - Loops in blocks on the CPU ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPU threads run loops in blocks that stay in their caches. All iterations of
// a block run the first part of the body, then, where loops of the body go down
// columns, such a loop, strip by strip, then the next part. Each iteration runs
// its own parts in order, and iterations are independent, so that the results
// are those of the loops.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_HOSTBLOCKS_H
#define HEDDLE_KERNEL_HOSTBLOCKS_H

#include "Mapping/CacheBlocks.h"
#include "Mapping/MappedNest.h"

namespace heddle {

struct HostBlocks {
  /// Statements of the body.
  struct Part {
    ValueRef Code;
    unsigned TextBegin = 0; ///< into LoopNest::Text
    /// Into CacheBlocks::Strips: the body of that loop.
    std::optional<unsigned> Strip;
    /// Into Kept: what it uses of the parts before it, and what it declares for
    /// the parts behind it.
    std::vector<unsigned> Used, Declared;
  };
  /// A read that finds its element in an array of the block, where neighbours
  /// along the columns are neighbours. It is filled for each strip.
  struct Staged {
    ValueRef Element; ///< as the body has it
    std::string Type, Rows;
  };
  /// The values of a counter: half-open.
  struct Range {
    std::string First, End;
  };
  struct StripRanges {
    Range All, Strip; ///< in a block, and in a strip
    Range OfRow;      ///< in a strip, where the ends depend on other counters
  };
  /// A number that an iteration keeps from one part to the next.
  struct Number {
    std::string Name; ///< of the variable in the body
    std::string Type; ///< with `const`, if it has that
    std::string Rows; ///< of the array that has one for each iteration
    /// It has no value yet where its declaration ends.
    bool IsUnset = false;
  };
  CacheBlocks Of;
  std::vector<Part> Parts;
  std::vector<Number> Kept;
  std::vector<Staged> Turned;
  std::optional<Range> Rows;
  Range Columns;
  Range ColumnsOfRow;  ///< where CacheBlocks has ColumnEnds
  Range ColumnsOfRows; ///< then: those of all rows, of which reads are turned
  std::vector<StripRanges> Strips; ///< parallel to CacheBlocks::Strips
};

/// Body: what each thread of the kernels runs. Nothing where loops as they are
/// written serve as well, or cannot be divided.
std::optional<HostBlocks> planHostBlocks(const MappedNest &M,
                                         const ValueRef &Body);

} // namespace heddle

#endif
