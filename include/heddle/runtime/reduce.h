//===- runtime/reduce.h - one value out of all iterations -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction combines the values of all iterations in an order that the
// extents of the loops alone fix:
//
//   - iterations are numbered as FoldAll does, by ascending counters, that of
//     the innermost mapped loop fastest. Iteration k is place k % 256 of block
//     k / 256; it starts from the operator's identity. Places without an
//     iteration keep the identity;
//   - in a block, place p takes in place p + d, for d = 128, 64, ..., 1;
//   - the results of the blocks are iterations of a next round, until one is
//     left, which is combined with the variable's old value.
//
// The same on a device, on one host thread and on many, so that the results are
// the same, too. On a device a warp does a block: each lane eight places,
// d = 128, 64 and 32 in registers, the rest by exchange between lanes.
//
// A nest that reduces is emitted as a function `At(block, place, parameters...,
// accumulators&...)`, which does one iteration, and a kernel that hands it to
// reduce_blocks(). Variables that iterations choose together (choose.h) are one
// accumulator each, with a truth value behind them, which At sets with them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_REDUCE_H
#define HEDDLE_RUNTIME_REDUCE_H

#include "accumulators.h"
#include "reduce_cuda.h"
#include "reduce_parts.h"
#include "run.h"

#include <cstdint>
#include <memory>
#include <new>
#include <tuple>

namespace heddle {
namespace rt {

namespace rt_detail {

/// Combines the places, each a fixed distance apart, into the first.
template <class Op, class A> void combine_places(A *places) {
  for (unsigned distance = reduction_block / 2; distance != 0; distance /= 2)
    for (unsigned p = 0; p != distance; ++p)
      places[p] = combined<Op>(places[p], places[p + distance]);
}

/// All rounds after the first, in place; `count` is at least 1.
template <class Op, class A> A combine_rounds(A *values, std::size_t count) {
  A places[reduction_block];
  do {
    const std::size_t blocks = (count + reduction_block - 1) / reduction_block;
    for (std::size_t b = 0; b != blocks; ++b) {
      for (unsigned p = 0; p != reduction_block; ++p) {
        const std::size_t k = b * reduction_block + p;
        places[p] = k < count ? values[k] : identity<Op, A>();
      }
      combine_places<Op>(places);
      values[b] = places[0];
    }
    count = blocks;
  } while (count != 1);
  return values[0];
}

template <class A> struct block_places {
  A value[reduction_block];
};

inline namespace HEDDLE_BUILD {

/// Calls work(block) for all blocks, in the order that is asked for or, if
/// `parallel`, on CPU threads.
template <class Work>
void for_each_block_of(const host_order &order, bool parallel, unsigned blocks,
                       const Work &work) {
  if (order.kind == host_order::unset)
    return for_each_step(parallel, blocks, [&](long long block) {
      work(static_cast<unsigned>(block));
    });
  const permutation shuffled(blocks, order.seed);
  for (std::uint64_t step = 0; step != blocks; ++step)
    work(static_cast<unsigned>(reordered(order, shuffled, blocks, step)));
}

/// The rounds on the host, of which the first may have several threads.
template <auto At, class... R> class host_reduction {
public:
  host_reduction(const site &where, const host_order &order, bool parallel,
                 unsigned blocks)
      : order_(order), parallel_(parallel), blocks_(blocks),
        partial_(std::unique_ptr<typename R::accumulator[]>(
            new (std::nothrow) typename R::accumulator[blocks])...) {
    constexpr std::size_t each = (sizeof(typename R::accumulator) + ...);
    const auto made = [](const auto &...p) { return ((p != nullptr) && ...); };
    if (!std::apply(made, partial_))
      raise(describe(where) + ": no memory for " +
            std::to_string(std::uint64_t{blocks} * each) +
            " bytes of partial results");
  }

  template <class... P, std::size_t... I>
  void run(const members<R...> &results, std::index_sequence<I...>,
           const P &...parameters) {
    for_each_block_of(order_, parallel_, blocks_, [&](unsigned block) {
      do_block<I...>(block, parameters...);
    });
    (store<I>(get<I>(results)), ...);
  }

private:
  template <std::size_t... I, class... P>
  void do_block(unsigned block, const P &...parameters) {
    members<block_places<typename R::accumulator>...> places;
    const auto place = [&](unsigned p) {
      members<typename R::accumulator...> mine;
      run_iteration<At, R...>(std::index_sequence<I...>(), mine, block, p,
                              parameters...);
      ((get<I>(places).value[p] = get<I>(mine)), ...);
    };
    if (order_.kind == host_order::unset) {
      for (unsigned p = 0; p != reduction_block; ++p)
        place(p);
    } else {
      const permutation shuffled(reduction_block, order_.seed + block);
      for (unsigned step = 0; step != reduction_block; ++step)
        place(static_cast<unsigned>(
            reordered(order_, shuffled, reduction_block, step)));
    }
    (combine_places<typename R::by>(get<I>(places).value), ...);
    ((std::get<I>(partial_)[block] = get<I>(places).value[0]), ...);
  }

  template <std::size_t I, class One> void store(const One &result) {
    using accumulator = typename One::accumulator;
    const accumulator all = combine_rounds<typename One::by>(
        std::get<I>(partial_).get(), static_cast<std::size_t>(blocks_));
    store(result, all, std::make_index_sequence<One::variables>());
  }
  template <class One, std::size_t... V>
  void store(const One &result, const typename One::accumulator &all,
             std::index_sequence<V...>) {
    put<typename One::by>(all, get<V>(result.places).pointer...);
  }

  const host_order order_;
  const bool parallel_;
  const unsigned blocks_;
  std::tuple<std::unique_ptr<typename R::accumulator[]>...> partial_;
};

#if HEDDLE_CUDA_BUILD
inline host_order reduction_order(const site &) { return {}; }
#else
inline host_order reduction_order(const site &where) {
  return host_order_from_environment(where);
}
#endif

/// `transfers` describe the arguments, then the variables.
template <auto At, class... P, std::size_t... I, class... R, std::size_t... J,
          class... A>
path reduce_on_host(const loops &l, const shape &space, const char *why,
                    const members<R...> &results, std::index_sequence<J...> all,
                    std::index_sequence<I...>, transfer *transfers,
                    const A &...arguments) {
  const site &where = l.where;
  const host_order order = reduction_order(where);
  const stopwatch total;
  const std::unique_ptr<unsigned char[]> copies =
      copy_on_host(where, transfers, sizeof...(A));
  const bool parallel = order.kind == host_order::unset &&
                        chosen_path(l, &space, why) != path::sequential;
  host_reduction<At, R...> reduction(
      where, order, parallel, static_cast<unsigned>(space.grid.x.value()));
  using parameters = std::tuple<P...>;
  reduction.run(results, all,
                parameter<std::tuple_element_t<I, parameters>, A>::make(
                    arguments, transfers[I].origin_there)...);
  if (order.kind != host_order::unset && tracing())
    print_host_event(where, space, transfers, sizeof...(A),
                     total.microseconds());
  return path::done;
}

/// The variables of one result, from `next` on.
template <class R, std::size_t... V>
void add_places(const R &result, transfer *&next, std::index_sequence<V...>) {
  ((*next++ = transfer_of(get<V>(result.places))), ...);
}

template <auto At, class... P, std::size_t... I, class... R, std::size_t... J,
          class... A>
path reduce_with(const loops &l, const shape &space, void (*kernel)(P...),
                 const members<R...> &results, std::index_sequence<J...> all,
                 std::index_sequence<I...> given, const A &...arguments) {
  const site &where = l.where;
  using parameters = std::tuple<P...>;
  constexpr std::size_t touched = sizeof...(A) + (R::variables + ...);
  // The last places are for partial results.
  transfer transfers[touched + sizeof...(R)] = {transfer_of(arguments)...};
  transfer *next = transfers + sizeof...(A);
  (add_places(get<J>(results), next, std::make_index_sequence<R::variables>()),
   ...);
  if (!all_known(transfers, touched))
    return sequential_path(where, "the byte range of an array", transfers,
                           touched);
  if (!(parameter<std::tuple_element_t<I, parameters>, A>::fits(arguments) &&
        ...))
    return sequential_path(where, "the range of a kernel argument", transfers,
                           touched);
#if HEDDLE_CUDA_BUILD
  const char *why = "no CUDA device";
  if (use_device(where)) {
    if (!is_little(l, space, transfers, touched))
      return reduce_on_device(where, space, kernel, results, all, given,
                              transfers, arguments...);
    why = little_to_do;
  }
#else
  (void)kernel;
  require_cpu_path(where, "", transfers, touched);
  const char *const why = "built without CUDA";
#endif
  return reduce_on_host<At, P...>(l, space, why, results, all, given, transfers,
                                  arguments...);
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The work of a kernel that reduces: its part of the iterations of `blocks`
/// blocks, and of their tree. For kernels only.
template <auto At, class... R, class... P>
HEDDLE_HD void reduce_blocks(unsigned blocks,
                             const rt_detail::members<R...> &out,
                             P... parameters) {
#if defined(__CUDA_ARCH__)
  rt_detail::reduce_lanes<At>(std::index_sequence_for<R...>(), blocks, out,
                              parameters...);
#else
  (void)blocks;
  (void)out;
  ((void)parameters, ...);
#endif
}

/// Runs a nest that reduces, on a device or, in the same tree, on the CPU:
/// `done`; or says `sequential`, as run() does. `space` is blocks of 256 in one
/// dimension and must fit(). The kernel's parameters are those of the
/// arguments, then for each result its partials, then the number of blocks; At
/// does one iteration.
template <auto At, class... P, class... R, class... A>
path reduce(const loops &l, const shape &space, void (*kernel)(P...),
            const rt_detail::members<R...> &results, A... arguments) {
  using namespace rt_detail;
  static_assert(sizeof...(P) == sizeof...(A) + sizeof...(R) + 1,
                "heddle: a kernel that reduces has the parameters of its "
                "arguments, partials, and the number of blocks");
  if (!space.fits() || space.block.x.value() != reduction_block ||
      space.threads().value() != (space.grid.x * reduction_block).value())
    raise(describe(l.where) + ", " + describe(space) +
          ": the thread space is not that of a reduction");
  return reduce_with<At>(l, space, kernel, results,
                         std::index_sequence_for<R...>(),
                         std::index_sequence_for<A...>(), arguments...);
}

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_REDUCE_H
