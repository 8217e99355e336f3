//===- mapped_space.h - Applying a mapping, and the way back ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `apply` carries an index space through the combinators of a mapping to a
// thread space, `recover` carries a thread index back.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPED_SPACE_H
#define HEDDLE_MAPPED_SPACE_H

#include "heddle/mapping.h"
#include "heddle/thread_space.h"

namespace heddle {

/// A mapping applied to a space. stages[0] is the space as Gen gives it and
/// stages[k + 1] what applied.steps[k] made of stages[k], for k < count. If a
/// precondition is violated, `error` says which, error_step is the index of the
/// step (the mapping's count if its end is what is missing, 0 with count 0 if
/// it is the space itself), count the number of steps that succeeded before it,
/// and `threads` has rank 0.
template <class Int> struct mapped_space {
  mapping applied{};
  std::array<basic_index_space<Int>, max_steps + 1> stages{};
  int count = 0;
  violation error = violation::none;
  int error_step = 0;
  thread_space<Int> threads{};

  constexpr bool valid() const { return error == violation::none; }

  /// The space after the last step that succeeded.
  constexpr const basic_index_space<Int> &last() const {
    return stages[static_cast<std::size_t>(count)];
  }
};

namespace detail {

/// Gen: dense dimensions lose their steps, and no extent is negative.
template <class Int>
constexpr basic_index_space<Int> normalized(basic_index_space<Int> space) {
  using integer::max_of;
  for (std::size_t d = 0; d < space.dimensions(); ++d) {
    space.upper[d] = max_of(space.lower[d], space.upper[d]);
    if (space.step[d] == space.width[d]) {
      space.step[d] = 1;
      space.width[d] = 1;
    }
  }
  return space;
}

template <class Int>
constexpr violation forward(const mapping_step &s,
                            basic_index_space<Int> &space) {
  if (s.count < 0 || s.count > max_rank)
    return violation::list_too_long;
  violation found = violation::none;
  // Captures by name are laid out alike by all compilers.
  all_combinators::visit(s.kind, [&found, &s, &space](auto c) {
    using C = decltype(c);
    found = C::check(s);
    if (found == violation::none)
      found = C::forward(space, s);
  });
  return found;
}

template <class Int>
constexpr thread_space<Int> threads_of(const basic_index_space<Int> &space,
                                       int block_rank) {
  thread_space<Int> threads{};
  threads.rank = space.rank;
  threads.grid_rank = space.thread_rank() - block_rank;
  threads.block_rank = block_rank;
  threads.extent = space.upper;
  return threads;
}

} // namespace detail

/// Applies the combinators one after another until one cannot be.
///
/// For numbers, the extents of a space that is not empty are exact or a
/// violation (extent_overflow), those of an empty one may saturate: nothing
/// overflows, whatever the space and the arguments are.
template <class Int>
constexpr mapped_space<Int> apply(const mapping &m,
                                  const basic_index_space<Int> &space) {
  mapped_space<Int> out{};
  out.applied = m;
  if (space.rank < 1 || space.rank > max_rank)
    out.error = violation::rank_out_of_range;
  else if (!space.valid())
    out.error = violation::step_or_width_invalid;
  else
    out.stages[0] = detail::normalized(space);
  while (out.valid()) {
    const auto at = static_cast<std::size_t>(out.count);
    out.error_step = out.count;
    if (!m.valid() && m.error_step <= out.count) {
      out.error = m.error;
    } else if (out.count >= m.count || out.count >= max_steps) {
      break;
    } else {
      basic_index_space<Int> next = out.stages[at];
      out.error = detail::forward(m.steps[at], next);
      if (out.valid()) {
        out.stages[at + 1] = next;
        ++out.count;
      }
    }
  }
  if (!out.valid())
    return out;
  const mapping_step ending =
      out.count == 0 ? mapping_step{}
                     : m.steps[static_cast<std::size_t>(out.count - 1)];
  if (ending.kind != combinator::GridBlock) {
    out.error = violation::no_grid_block;
    return out;
  }
  out.error_step = 0;
  out.threads =
      detail::threads_of(out.last(), static_cast<int>(ending.args[0]));
  return out;
}

/// The iteration vector, outermost dimension first, that the thread of the
/// given index runs, if it is on: iff all guards hold. The threads that are on
/// map one to one onto the space that was mapped. A thread index has one entry
/// a dimension of the last stage, outermost first; the entries of serial
/// dimensions say which of a thread's iterations is meant.
template <class Int, class Guards>
constexpr index_vector<Int> recover(const mapped_space<Int> &mapped,
                                    const index_vector<Int> &thread_index,
                                    Guards &guards) {
  index_vector<Int> index = thread_index;
  for (int k = mapped.count; k-- > 0;) {
    const auto at = static_cast<std::size_t>(k);
    const mapping_step &s = mapped.applied.steps[at];
    all_combinators::visit(s.kind, [&mapped, at, &s, &index, &guards](auto c) {
      decltype(c)::back(mapped.stages[at], s, index, guards);
    });
  }
  return index;
}

/// Guards for numbers: is the thread on.
struct thread_guards {
  bool on = true;

  constexpr void require_less(long long value, long long bound) {
    on = on && value < bound;
  }
};

} // namespace heddle

#endif // HEDDLE_MAPPED_SPACE_H
