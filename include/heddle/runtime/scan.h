//===- runtime/scan.h - values that iterations pass on --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a scan an iteration uses what the iterations before it have made of a
// variable, and combines a value with it by an operator of combine.h:
// `s += x[i]; y[i] = s;`. The order in which values are combined is fixed by
// the extents of the loops alone:
//
//   - iterations are numbered as for reductions (reduce.h), and block k has the
//     numbers 256 k to 256 k + 255. Loops that count down run the numbers from
//     the last one on;
//   - each block combines its values in order, from the operator's identity on.
//     Only the statements run that this takes;
//   - the results of the blocks are combined in order with the value in front
//     of the loops, by the host. This gives the value in front of each block;
//   - each block runs its iterations, in order, from that value on. The value
//     behind the last one is the value behind the loops.
//
// The same on a device, on one host thread and on many, so that the results are
// the same, too.
//
// A nest that scans is emitted as two functions `(block, place, parameters...,
// variables&...)`, of which one does what the variables take of an iteration,
// and the other all of it, and as two kernels, which hand them to
// scan_updates() and scan_from().
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SCAN_H
#define HEDDLE_RUNTIME_SCAN_H

#include "reduce.h"
#include "scan_cuda.h"
#include "scan_parts.h"

#include <cstdint>
#include <memory>
#include <new>
#include <tuple>

namespace heddle {
namespace rt {
namespace rt_detail {

inline namespace HEDDLE_BUILD {

/// Partial results and values in front of each block, on the host.
template <order Order, class... R> class scan_state {
public:
  using values = members<typename R::variable...>;

  scan_state(const site &where, unsigned blocks)
      : blocks_(blocks),
        partial_(new_values<typename R::accumulator>(blocks)...),
        running_(new_values<typename R::variable>(blocks)...) {
    const auto made = [](const auto &...p) { return ((p != nullptr) && ...); };
    if (!std::apply(made, partial_) || !std::apply(made, running_))
      raise(describe(where) + ": no memory for the values of " +
            std::to_string(blocks) + " blocks");
  }

  template <std::size_t I> auto *partial() {
    return std::get<I>(partial_).get();
  }
  template <std::size_t I> auto *running() {
    return std::get<I>(running_).get();
  }
  /// In front of the loops, and behind them by the partial results.
  const values &starts() const { return starts_; }
  const values &ends() const { return ends_; }

  /// From partial results to values in front of each block.
  template <std::size_t... J>
  void combine(const members<R...> &results, std::index_sequence<J...>) {
    ((get<J>(starts_) = *get<0>(get<J>(results).places).pointer), ...);
    ((get<J>(ends_) = combine_in_order<typename R::by, Order>(
          partial<J>(), running<J>(), blocks_, get<J>(starts_))),
     ...);
  }

  /// The variables get the value behind the last block.
  template <std::size_t... J>
  void store(const members<R...> &results, std::index_sequence<J...>) {
    const unsigned last = nth<Order>(blocks_ - 1, blocks_);
    ((*get<0>(get<J>(results).places).pointer = running<J>()[last]), ...);
  }

private:
  template <class T> static std::unique_ptr<T[]> new_values(unsigned count) {
    return std::unique_ptr<T[]>(new (std::nothrow) T[count]);
  }

  const unsigned blocks_;
  std::tuple<std::unique_ptr<typename R::accumulator[]>...> partial_;
  std::tuple<std::unique_ptr<typename R::variable[]>...> running_;
  values starts_{}, ends_{};
};

template <auto Updates, order Order, class State, class... R, std::size_t... J,
          class... P>
void update_block(State &state, const members<R...> &,
                  std::index_sequence<J...> all, unsigned block,
                  const P &...parameters) {
  members<typename R::accumulator...> mine;
  ((get<J>(mine) = identity<typename R::by, typename R::accumulator>()), ...);
  run_in_order<Updates, Order>(all, block, mine, parameters...);
  ((state.template partial<J>()[block] = get<J>(mine)), ...);
}

template <auto At, order Order, class State, std::size_t... J, class... P>
void continue_block(State &state, std::index_sequence<J...> all, unsigned block,
                    const P &...parameters) {
  typename State::values mine;
  ((get<J>(mine) = state.template running<J>()[block]), ...);
  run_in_order<At, Order>(all, block, mine, parameters...);
  ((state.template running<J>()[block] = get<J>(mine)), ...);
}

template <auto Updates, auto At, order Order, class... P, class State,
          std::size_t... I, class... R, std::size_t... J, class... A>
path scan_on_host(const loops &l, const shape &space, const char *why,
                  State &state, const members<R...> &results,
                  std::index_sequence<J...> all, std::index_sequence<I...>,
                  transfer *transfers, const A &...arguments) {
  const site &where = l.where;
  const host_order order = reduction_order(where);
  const bool parallel = order.kind == host_order::unset &&
                        choose_loops(l).taken != path::sequential;
  const stopwatch total;
  const std::unique_ptr<unsigned char[]> copies =
      copy_on_host(where, transfers, sizeof...(A));
  const unsigned blocks = static_cast<unsigned>(space.grid.x.value());
  using parameters = std::tuple<P...>;
  for_each_block_of(order, parallel, blocks, [&](unsigned block) {
    update_block<Updates, Order>(
        state, results, all, block,
        parameter<std::tuple_element_t<I, parameters>, A>::make(
            arguments, transfers[I].origin_there)...);
  });
  state.combine(results, all);
  if (!(shrink(transfers[I], arguments, state.starts(), state.ends()) && ...))
    return sequential_path(where, "a subscript that wraps around", transfers,
                           sizeof...(A));
  if (order.kind == host_order::unset)
    (void)chosen_path(l, &space, why);
  for_each_block_of(order, parallel, blocks, [&](unsigned block) {
    continue_block<At, Order>(
        state, all, block,
        parameter<std::tuple_element_t<I, parameters>, A>::make(
            arguments, transfers[I].origin_there)...);
  });
  state.store(results, all);
  if (order.kind != host_order::unset && tracing())
    print_host_event(where, space, transfers, sizeof...(A),
                     total.microseconds());
  return path::done;
}

template <auto Updates, auto At, order Order, class... P, class... Q,
          std::size_t... I, class... R, std::size_t... J, class... A>
path scan_with(const loops &l, const shape &space, void (*updates)(P...),
               void (*kernel)(Q...), const members<R...> &results,
               std::index_sequence<J...> all, std::index_sequence<I...> given,
               const A &...arguments) {
  const site &where = l.where;
  // The last places are for partial results and running values.
  transfer transfers[sizeof...(A) + 2 * sizeof...(R)] = {
      transfer_of(arguments)...};
  if (!all_known(transfers, sizeof...(A)))
    return sequential_path(where, "the byte range of an array", transfers,
                           sizeof...(A));
  if (!(parameter<std::tuple_element_t<I, std::tuple<P...>>, A>::fits(
            arguments) &&
        ...))
    return sequential_path(where, "the range of a kernel argument", transfers,
                           sizeof...(A));
  scan_state<Order, R...> state(where,
                                static_cast<unsigned>(space.grid.x.value()));
#if HEDDLE_CUDA_BUILD
  if (use_device(where))
    return scan_on_device(where, space, state, updates, kernel, results, all,
                          given, transfers, arguments...);
  const char *const why = "no CUDA device";
#else
  (void)updates;
  (void)kernel;
  const char *const why = "built without CUDA";
#endif
  require_cpu_path(where, "", transfers, sizeof...(A));
  return scan_on_host<Updates, At, Order, P...>(
      l, space, why, state, results, all, given, transfers, arguments...);
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The work of the first kernel: what the variables take of its block. For
/// kernels only.
template <auto Updates, order Order, class... R, class... P>
HEDDLE_HD void scan_updates(unsigned blocks,
                            const rt_detail::members<R...> &out,
                            P... parameters) {
#if defined(__CUDA_ARCH__)
  rt_detail::scan_updates_of_thread<Updates, Order>(
      std::index_sequence_for<R...>(), blocks, out, parameters...);
#else
  (void)blocks;
  (void)out;
  ((void)parameters, ...);
#endif
}

/// The work of the second kernel: the iterations of its block. For kernels
/// only.
template <auto At, order Order, class... R, class... P>
HEDDLE_HD void scan_from(unsigned blocks, const rt_detail::members<R...> &from,
                         P... parameters) {
#if defined(__CUDA_ARCH__)
  rt_detail::scan_from_of_thread<At, Order>(std::index_sequence_for<R...>(),
                                            blocks, from, parameters...);
#else
  (void)blocks;
  (void)from;
  ((void)parameters, ...);
#endif
}

/// Runs a nest that scans, on a device or, in the same blocks, on the CPU:
/// `done`; or says `sequential`, as run() does, before anything is stored.
/// `space` is blocks of 256 in one dimension and must fit(). The parameters of
/// both kernels are those of the arguments, then for each result its partials
/// or its running values, then the number of blocks.
template <auto Updates, auto At, order Order, class... P, class... Q,
          class... R, class... A>
path scan(const loops &l, const shape &space, void (*updates)(P...),
          void (*kernel)(Q...), const rt_detail::members<R...> &results,
          A... arguments) {
  using namespace rt_detail;
  static_assert(sizeof...(P) == sizeof...(A) + sizeof...(R) + 1 &&
                    sizeof...(Q) == sizeof...(P),
                "heddle: the kernels of a scan have the parameters of its "
                "arguments, one for each result, and the number of blocks");
  static_assert(((R::variables == 1) && ...),
                "heddle: the results of a scan are one variable each");
  if (!space.fits() || space.block.x.value() != reduction_block ||
      space.threads().value() != (space.grid.x * reduction_block).value())
    raise(describe(l.where) + ", " + describe(space) +
          ": the thread space is not that of a scan");
  return scan_with<Updates, At, Order>(
      l, space, updates, kernel, results, std::index_sequence_for<R...>(),
      std::index_sequence_for<A...>(), arguments...);
}

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_SCAN_H
