//===- violation.h - Preconditions of the combinators -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The preconditions that a mapping can violate. Combinators never fail while
// they are evaluated; they record the first violation in their result.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIOLATION_H
#define HEDDLE_VIOLATION_H

namespace heddle {

enum class violation {
  none,

  // Known from the arguments of a combinator alone.
  split_not_positive,      // SplitLast(l) with l < 1
  pad_not_positive,        // PadLast(p) with p < 1
  spread_not_positive,     // Spread(k) with k < 1
  not_a_permutation,       // Permute(P): an entry twice, or out of range
  not_zero_or_one,         // CompressGrid(C): an entry that is neither
  serial_not_positive,     // Serial(n) with n < 1
  step_after_serial,       // only GridBlock may follow Serial
  block_rank_out_of_range, // GridBlock(n) with n < 0 or n > 3
  step_after_grid_block,   // GridBlock must be the outermost combinator
  blocks_invalid,          // Blocks: no lengths, or not divided
  too_many_steps,          // more than max_steps combinators
  list_too_long,           // a list of more than max_rank entries

  // Known once the mapping meets an index space.
  rank_out_of_range,      // a space of rank < 1 or > max_rank, at entry
  step_or_width_invalid,  // a space without 1 <= width <= step
  not_zero_based,         // some lower bound is not certainly 0
  not_dense,              // some dimension still has a step
  rank_too_small,         // fewer dimensions than the combinator works on
  rank_above_max,         // SplitLast or Spread would make more than max_rank dimensions
  wrong_length,           // a list that has not one entry a dimension
  grid_rank_out_of_range, // GridBlock(n) leaves more than 3 dimensions
  no_grid_block,          // the mapping does not end in GridBlock
  extent_overflow,        // an extent or index is no 64-bit integer

  // Known to a strategy.
  rank_above_jing, // Jing maps 1 to 5 dimensions
};

/// Says what the violation is and what mends it, in lower case without full
/// stop.
constexpr const char *describe(violation v) {
  switch (v) {
  case violation::none:
    return "no precondition is violated";
  case violation::split_not_positive:
    return "'SplitLast' needs a length of at least 1";
  case violation::pad_not_positive:
    return "'PadLast' needs a multiple of at least 1";
  case violation::spread_not_positive:
    return "'Spread' needs at least 1 index";
  case violation::not_a_permutation:
    return "'Permute' needs each of 0 to rank - 1 exactly once";
  case violation::not_zero_or_one:
    return "'CompressGrid' needs entries that are 0 or 1";
  case violation::serial_not_positive:
    return "'Serial' needs at least 1 dimension";
  case violation::step_after_serial:
    return "only 'GridBlock' can be applied after 'Serial'";
  case violation::block_rank_out_of_range:
    return "'GridBlock' needs 0 to 3 block dimensions";
  case violation::step_after_grid_block:
    return "'GridBlock' must be the outermost combinator";
  case violation::blocks_invalid:
    return "'Blocks' needs one to three lengths of at least 1, and of a thread "
           "as many numbers of at least 1 that divide these";
  case violation::too_many_steps:
    return "the mapping has more combinators than one mapping can hold";
  case violation::list_too_long:
    return "the list has more entries than an index space has dimensions";
  case violation::rank_out_of_range:
    return "the index space has no rank between 1 and 16";
  case violation::step_or_width_invalid:
    return "the index space needs 1 <= width <= step in every dimension";
  case violation::not_zero_based:
    return "the lower bounds are not all 0; apply 'ShiftLB' before";
  case violation::not_dense:
    return "a dimension has a step; apply 'CompressGrid' or 'PruneGrid' before";
  case violation::rank_too_small:
    return "the index space has fewer dimensions than the combinator needs";
  case violation::rank_above_max:
    return "the combinator would make more than 16 dimensions";
  case violation::wrong_length:
    return "the list needs exactly one entry for each dimension";
  case violation::grid_rank_out_of_range:
    return "'GridBlock' leaves more than 3 grid dimensions; apply 'FoldLast2' "
           "before";
  case violation::no_grid_block:
    return "the mapping does not end in 'GridBlock'";
  case violation::extent_overflow:
    return "an extent of the thread space does not fit into 64 bits";
  case violation::rank_above_jing:
    return "'Jing' maps at most 5 dimensions; use 'JingExt' or 'FoldAll'";
  }
  return "unknown violation";
}

} // namespace heddle

#endif // HEDDLE_VIOLATION_H
