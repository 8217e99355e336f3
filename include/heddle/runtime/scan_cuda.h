//===- runtime/scan_cuda.h - scans on a CUDA device -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread does a block of scan.h. The partial results come to the host, which
// combines them as it does without a device.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SCAN_CUDA_H
#define HEDDLE_RUNTIME_SCAN_CUDA_H

#include "reduce_cuda.h"
#include "scan_parts.h"

#if HEDDLE_CUDA_BUILD

#include <tuple>

namespace heddle {
namespace rt {
namespace rt_detail {

/// In a block of threads.
constexpr unsigned scan_threads = 128;

inline namespace HEDDLE_BUILD {

#if defined(__CUDA_ARCH__)

template <auto Updates, order Order, std::size_t... I, class... R, class... P>
__device__ void scan_updates_of_thread(std::index_sequence<I...> all,
                                       unsigned blocks, members<R...> out,
                                       P... parameters) {
  const unsigned block = blockIdx.x * scan_threads + threadIdx.x;
  if (block >= blocks)
    return;
  members<typename R::accumulator...> mine;
  ((get<I>(mine) = identity<typename R::by, typename R::accumulator>()), ...);
  run_in_order<Updates, Order>(all, block, mine, parameters...);
  ((get<I>(out).first[block] = get<I>(mine)), ...);
}

template <auto At, order Order, std::size_t... I, class... R, class... P>
__device__ void scan_from_of_thread(std::index_sequence<I...> all,
                                    unsigned blocks, members<R...> from,
                                    P... parameters) {
  const unsigned block = blockIdx.x * scan_threads + threadIdx.x;
  if (block >= blocks)
    return;
  members<typename R::value...> mine;
  ((get<I>(mine) = get<I>(from).first[block]), ...);
  run_in_order<At, Order>(all, block, mine, parameters...);
  ((get<I>(from).first[block] = get<I>(mine)), ...);
}

#endif // __CUDA_ARCH__

//===--- The host's part --------------------------------------------------===//

/// Copies between the host and memory of the launch.
inline void copy_values(const launch &what, void *to, const void *from,
                        std::size_t bytes) {
  check(copy_bytes(to, from, bytes), "cudaMemcpy", what,
        "copying the values that iterations pass on");
}

/// Copies in what an array that grows holds before the loops, of the elements
/// that are stored. `whole` has a place.
inline void bring_in(const launch &what, transfer &t, const footprint &whole) {
  if (t.print.empty())
    return;
  t.how = access::inout;
  t.place += t.print.begin - whole.begin;
  copy_values(what, reinterpret_cast<void *>(t.place),
              reinterpret_cast<const void *>(t.print.begin), t.print.size);
}

/// Runs a kernel with a thread for each block, to its end.
template <class... P, class... G>
void run_blocks_of(const launch &what, void (*kernel)(P...), unsigned blocks,
                   G... given) {
  start<P...>(what, kernel, rounds_up(blocks, scan_threads), scan_threads,
              given...);
  check(cudaStreamSynchronize(current_stream), "cudaStreamSynchronize", what,
        "running the kernel");
}

template <class A> constexpr bool grows = false;
template <std::size_t I, bool Behind, class T>
constexpr bool grows<grown_argument<I, Behind, T>> = true;

/// `transfers`: the arguments, then partial results and running values by
/// turns. `state` has both on the host.
template <class State, class... P, class... Q, std::size_t... I, class... R,
          std::size_t... J, class... A>
path scan_on_device(const site &where, const shape &space, State &state,
                    void (*updates)(P...), void (*kernel)(Q...),
                    const members<R...> &results, std::index_sequence<J...> all,
                    std::index_sequence<I...>, transfer *transfers,
                    const A &...arguments) {
  constexpr std::size_t given = sizeof...(A);
  const stopwatch total;
  const launch what{where, space, handle_of(kernel)};
  host_runs(where, "a scan");
  const program_pause alone;
  require_nothing_pending(what);
  const unsigned blocks = static_cast<unsigned>(space.grid.x.value());
  ((transfers[given + 2 * J] =
        scratch(blocks * sizeof(typename R::accumulator)),
    transfers[given + 2 * J + 1] =
        scratch(blocks * sizeof(typename R::variable))),
   ...);
  ((transfers[I].how = grows<A> ? access::scratch : transfers[I].how), ...);
  const footprint whole[] = {transfers[I].print..., footprint()};
  place_arrays(what, transfers, given + 2 * sizeof...(R));
  using first = std::tuple<P...>;
  using second = std::tuple<Q...>;
  const stopwatch running_time;
  run_blocks_of(what, updates, blocks,
                parameter<std::tuple_element_t<I, first>, A>::make(
                    arguments, transfers[I].origin_there)...,
                std::tuple_element_t<given + J, first>{
                    reinterpret_cast<typename R::accumulator *>(
                        transfers[given + 2 * J].place)}...,
                blocks);
  (copy_values(what, state.template partial<J>(),
               reinterpret_cast<const void *>(transfers[given + 2 * J].place),
               blocks * sizeof(typename R::accumulator)),
   ...);
  state.combine(results, all);
  if (!(shrink(transfers[I], arguments, state.starts(), state.ends()) && ...))
    return sequential_path(where, "a subscript that wraps around", transfers,
                           given);
  ((grows<A> ? bring_in(what, transfers[I], whole[I]) : void()), ...);
  (copy_values(
       what, reinterpret_cast<void *>(transfers[given + 2 * J + 1].place),
       state.template running<J>(), blocks * sizeof(typename R::variable)),
   ...);
  run_blocks_of(what, kernel, blocks,
                parameter<std::tuple_element_t<I, second>, A>::make(
                    arguments, transfers[I].origin_there)...,
                std::tuple_element_t<given + J, second>{
                    reinterpret_cast<typename R::variable *>(
                        transfers[given + 2 * J + 1].place)}...,
                blocks);
  const long long kernel_time = running_time.microseconds();
  (copy_values(
       what, state.template running<J>(),
       reinterpret_cast<const void *>(transfers[given + 2 * J + 1].place),
       blocks * sizeof(typename R::variable)),
   ...);
  copy_out(what, transfers, given);
  state.store(results, all);
  if (tracing())
    print_device_event(where, space, transfers, given, total.microseconds(),
                       kernel_time);
  return path::done;
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

#endif // HEDDLE_RUNTIME_SCAN_CUDA_H
