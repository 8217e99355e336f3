//===- runtime/host_loops.h - how loops run on the CPU --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CPU threads cost some microseconds for each launch, so that little work is
// done sooner by one thread. An outermost loop that runs less often than there
// are threads leaves some of them idle; `collapse` gives them all a part, but
// compilers then do not vectorise the innermost loop. Both are weighed at the
// launch: the text knows about how many operands an iteration uses, and its
// extents say how many iterations there are. Loops that read elements which
// others overwrite need copies of these on several threads, not on one
// (host_copy.h), which is weighed as well. Products and transposes run in
// blocks that caches hold, on one thread, too, unless there is little to do.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HOST_LOOPS_H
#define HEDDLE_RUNTIME_HOST_LOOPS_H

#include "checked.h"
#include "environment.h"
#include "error.h"
#include "trace.h"

#include <limits>

#if defined(_OPENMP) && defined(__has_include)
#if __has_include(<omp.h>)
#include <omp.h>
#define HEDDLE_OPENMP 1
#endif
#endif
#ifndef HEDDLE_OPENMP
#define HEDDLE_OPENMP 0
#endif

// A program may link files with and without OpenMP, as HEDDLE_BUILD says.
#if HEDDLE_OPENMP
#define HEDDLE_THREADS with_openmp
#else
#define HEDDLE_THREADS without_openmp
#endif
// Both together.
#define HEDDLE_THREADS_BUILD HEDDLE_JOINED(HEDDLE_BUILD, HEDDLE_THREADS)

namespace heddle {
namespace rt {

struct loops;

namespace rt_detail {

/// How the loops of a launch run, and what else is to be said of that; null:
/// nothing.
struct loop_choice {
  path taken;
  const char *note;
};

inline namespace HEDDLE_BUILD {
loop_choice tuned_loops(const loops &l, loop_choice usual, attempt &tried);
} // namespace HEDDLE_BUILD

} // namespace rt_detail

/// The loops of a launch, as CPU threads see them.
struct loops {
  static constexpr double many = std::numeric_limits<double>::infinity();

  const site &where;
  double operands = many;   ///< that all iterations use together, about
  double outer = many;      ///< iterations of the outermost loop
  bool collapsible = false; ///< the text has the loops under a `collapse`, too
  /// The text has the loops for several threads with copies of arrays.
  bool shares_copies = false;
  double copied_bytes = 0; ///< in these
  bool blockable = false;  ///< the text has blocks of the loops
  bool worth_blocks = false;
  double iterations = many; ///< of all loops that are mapped
  double blocks = many;     ///< of these
  /// In a parallel loop; 0: there is no OpenMP; negative: nobody has asked,
  /// since there is too little work for any number.
  int threads = 0;
  /// Chooses in the place of what is usual; null where there is no OpenMP,
  /// which leaves nothing to choose.
  rt_detail::loop_choice (*tune)(const loops &, rt_detail::loop_choice,
                                 rt_detail::attempt &) = nullptr;

  constexpr loops(const site &at) : where(at) {}

  loops sharing_copies() const {
    loops other = *this;
    other.shares_copies = true;
    return other;
  }
  /// The text has blocks of the loops, too: `rows_of_block` iterations of one
  /// loop by `columns_of_block` of the innermost one, which has `columns`. The
  /// loops inside have `depth` iterations together.
  HEDDLE_OUTLINE loops in_blocks(int rows_of_block, int columns_of_block,
                                 checked columns, checked depth) const {
    constexpr long long few = 8;
    loops other = *this;
    other.blockable = true;
    other.worth_blocks = (columns >= few && depth >= few).certain();
    other.blocks = iterations / rows_of_block / columns_of_block;
    if (other.blocks < 1)
      other.blocks = 1;
    return other;
  }
  loops with_copies(double bytes) const {
    loops other = *this;
    other.copied_bytes = bytes;
    return other;
  }
};

namespace rt_detail {

constexpr double count_of(checked c) {
  return c.ok() ? static_cast<double>(c.value()) : loops::many;
}

/// About what an operand takes in a compiled loop, a byte to copy it in memory
/// that is new, and what it takes to start threads and to wait for them.
constexpr double operand_ns = 0.1, byte_ns = 0.25, start_ns = 4000;

/// More threads than there are would not be worth it, either.
constexpr bool too_little_for_any(double operands) {
  return operands * operand_ns < start_ns;
}

inline namespace HEDDLE_THREADS {

/// Threads that a parallel loop gets; 0: there is no OpenMP.
HEDDLE_OUTLINE inline int threads() {
#if HEDDLE_OPENMP
  return omp_get_active_level() < omp_get_max_active_levels()
             ? omp_get_max_threads()
             : 1;
#else
  return 0;
#endif
}

/// Calls work(step) for all steps in [0, count), on CPU threads if `parallel`.
template <class Work>
void for_each_step(bool parallel, long long count, const Work &work) {
  // An `if` clause would cost more than the steps of a short loop.
  if (!parallel) {
    for (long long step = 0; step < count; ++step)
      work(step);
    return;
  }
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (long long step = 0; step < count; ++step)
    work(step);
}

} // namespace HEDDLE_THREADS

inline namespace HEDDLE_THREADS_BUILD {

HEDDLE_OUTLINE inline loops weighed(const site &at, checked operands,
                                    checked outer, double iterations) {
  loops l(at);
  if (operands.value() != 0)
    l.operands = count_of(operands) * iterations;
  l.iterations = iterations;
  l.outer = count_of(outer);
#if HEDDLE_OPENMP
  l.threads = too_little_for_any(l.operands) ? -1 : threads();
  l.tune = tuned_loops;
#endif
  return l;
}

} // namespace HEDDLE_THREADS_BUILD

inline namespace HEDDLE_BUILD {

/// The choice of HEDDLE_HOST_LOOPS; `done`: it is not set.
HEDDLE_COLD inline path loops_asked_for(const loops &l, const char *value) {
  const std::string text = value;
  if (text == "sequential")
    return path::sequential;
  if (text == "collapsed" && l.collapsible)
    return path::collapsed;
  if (text == "blocked" && l.blockable)
    return path::blocked;
  if (text != "parallel" && text != "collapsed" && text != "blocked")
    raise(describe(l.where) + ": HEDDLE_HOST_LOOPS is '" + text +
          "'; legal are 'sequential', 'parallel', 'collapsed' and 'blocked'");
  return path::parallel;
}

/// By size: `sequential`, `parallel`, `collapsed` or `blocked`. Iterations have
/// the same results in each of these.
HEDDLE_OUTLINE inline loop_choice loops_by_size(const loops &l) {
  // Threads have blocks of their own, and start for as little. One thread with
  // a block is at least as fast as four with loops as they are written.
  constexpr double times = 4;
  if (l.worth_blocks && !too_little_for_any(l.operands) &&
      l.blocks * times >= l.threads)
    return {path::blocked, "in blocks"};
  if (l.threads == 0)
    return {path::parallel, nullptr};
  if (l.threads == 1)
    return {path::sequential, "there is one thread"};
  if (l.threads < 0 || l.operands * operand_ns * (l.threads - 1) <
                           (start_ns + l.copied_bytes * byte_ns) * l.threads)
    return {path::sequential, l.copied_bytes > 0
                                  ? "too little work for threads with copies"
                                  : "too little work for threads"};
  if (l.collapsible && l.outer < l.threads)
    return {path::collapsed, "collapsed, since the outermost loop is short"};
  return {path::parallel, nullptr};
}

constexpr const char *name_of(path taken) {
  return taken == path::sequential ? "sequential"
         : taken == path::parallel ? "parallel"
         : taken == path::blocked  ? "blocked"
                                   : "collapsed";
}

/// In the place of `usual`, what HEDDLE_MAPPINGS or HEDDLE_TUNE chooses.
HEDDLE_COLD inline loop_choice tuned_loops(const loops &l, loop_choice usual,
                                           attempt &tried) {
  if (l.threads < 2 || variable("HEDDLE_HOST_LOOPS"))
    return usual;
  std::vector<path> options{usual.taken};
  for (const path one :
       {path::sequential, path::parallel, path::collapsed, path::blocked})
    if (one != usual.taken && (one != path::collapsed || l.collapsible) &&
        (one != path::blocked || l.blockable))
      options.push_back(one);
  std::vector<std::string> names;
  for (const path one : options)
    names.push_back(name_of(one));
  const std::size_t option =
      chosen_option(l.where, " loops", l.operands, names, tried);
  return option == 0 ? usual : loop_choice{options[option], "by tuning"};
}

/// As HEDDLE_HOST_LOOPS says, or by size.
HEDDLE_OUTLINE inline loop_choice choose_loops(const loops &l) {
  if (const char *value = variable("HEDDLE_HOST_LOOPS")) {
    const path asked = loops_asked_for(l, value);
    return {asked, asked == path::blocked
                       ? "in blocks, as HEDDLE_HOST_LOOPS says"
                       : "as HEDDLE_HOST_LOOPS says"};
  }
  return loops_by_size(l);
}

} // namespace HEDDLE_BUILD

inline namespace HEDDLE_THREADS {

/// Whether loops are worth a pass that only CPU threads need.
inline bool may_use_threads(const site &where) {
  loops l(where);
  l.threads = threads();
  return l.threads != 0 && choose_loops(l).taken != path::sequential;
}

} // namespace HEDDLE_THREADS
} // namespace rt_detail

inline namespace HEDDLE_THREADS_BUILD {

/// A launch knows of its loops about how many operands an iteration uses, 0 if
/// nobody knows, and how often each loop runs, the outermost one first. The
/// unknown counts as much.
template <class... Inner>
loops over(const site &at, checked operands, checked outer, Inner... inner) {
  return rt_detail::weighed(
      at, operands, outer,
      (rt_detail::count_of(outer) * ... * rt_detail::count_of(checked(inner))));
}

/// The same of loops that the text has under a `collapse`, too.
template <class... Inner>
loops over_collapsible(const site &at, checked operands, checked outer,
                       Inner... inner) {
  loops l = over(at, operands, outer, inner...);
  l.collapsible = true;
  return l;
}

} // namespace HEDDLE_THREADS_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_HOST_LOOPS_H
