//===- runtime/reduce_cuda.h - reductions on a CUDA device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree of reduce.h with a warp for each of its blocks. Lane l does the
// places l, l + 32, ..., l + 224: neighbouring lanes read neighbouring elements,
// a lane has eight iterations in flight, and nothing passes through shared
// memory before the last round.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_REDUCE_CUDA_H
#define HEDDLE_RUNTIME_REDUCE_CUDA_H

#include "accumulators.h"
#include "reduce_parts.h"
#include "run.h"

#if HEDDLE_CUDA_BUILD

#include <tuple>
#include <type_traits>

namespace heddle {
namespace rt {
namespace rt_detail {

constexpr unsigned lanes = 32, per_lane = reduction_block / lanes;
/// Warps in a block of threads: of the kernels for many blocks of the tree, and
/// of the one that ends it, which takes so many of them at once.
constexpr unsigned warps = 8, last_warps = 32;

inline namespace HEDDLE_BUILD {

#if defined(__CUDA_ARCH__)

/// The value of the lane `distance` further on; its own where there is none.
template <class A> __device__ A from_lane(A value, unsigned distance) {
  constexpr unsigned everyone = 0xffffffffu;
  if constexpr (!std::is_integral<A>::value)
    return __shfl_down_sync(everyone, value, distance);
  else if constexpr (sizeof(A) <= sizeof(unsigned))
    return static_cast<A>(__shfl_down_sync(
        everyone, static_cast<unsigned>(value), distance));
  else
    return static_cast<A>(__shfl_down_sync(
        everyone, static_cast<unsigned long long>(value), distance));
}

template <class Key, class... With, std::size_t... I>
__device__ offer<Key, With...> offer_from_lane(const offer<Key, With...> &mine,
                                               unsigned distance,
                                               std::index_sequence<I...>) {
  offer<Key, With...> other;
  other.key = from_lane(mine.key, distance);
  ((get<I>(other.with) = from_lane(get<I>(mine.with), distance)), ...);
  other.number = from_lane(mine.number, distance);
  return other;
}

template <class Key, class... With>
__device__ offer<Key, With...> from_lane(const offer<Key, With...> &mine,
                                         unsigned distance) {
  return offer_from_lane(mine, distance, std::index_sequence_for<With...>());
}

/// The places of a lane, which come to be in mine[0]. Compilers do not unroll a
/// loop over halves, and places would then have addresses, and be in memory.
template <class Op, unsigned distance, class A>
__device__ void combine_own(A (&mine)[per_lane]) {
#pragma unroll
  for (unsigned p = 0; p != distance; ++p)
    mine[p] = combined<Op>(mine[p], mine[p + distance]);
  if constexpr (distance > 1)
    combine_own<Op, distance / 2>(mine);
}

/// The places of a lane, and then those of all lanes; the result is lane 0's.
template <class Op, class A> __device__ A combine_warp(A (&mine)[per_lane]) {
  combine_own<Op, per_lane / 2>(mine);
  A value = mine[0];
#pragma unroll
  for (unsigned distance = lanes / 2; distance != 0; distance /= 2)
    value = combined<Op>(value, from_lane(value, distance));
  return value;
}

/// Values [256 * block, 256 * block + 256), as far as there are.
template <class Op, class A>
__device__ A combine_values(const A *in, unsigned count, unsigned block,
                            unsigned lane) {
  A mine[per_lane];
#pragma unroll
  for (unsigned p = 0; p != per_lane; ++p) {
    const unsigned long long k =
        static_cast<unsigned long long>(block) * reduction_block + p * lanes +
        lane;
    mine[p] = k < count ? in[k] : identity<Op, A>();
  }
  return combine_warp<Op>(mine);
}

template <class A> struct lane_places {
  A value[per_lane];
};

template <auto At, std::size_t... I, class... R, class... P>
__device__ void reduce_lanes(std::index_sequence<I...>, unsigned blocks,
                             members<R...> out, P... parameters) {
  const unsigned lane = threadIdx.x % lanes;
  const unsigned block = blockIdx.x * warps + threadIdx.x / lanes;
  if (block >= blocks)
    return;
  members<lane_places<typename R::accumulator>...> mine;
#pragma unroll
  for (unsigned p = 0; p != per_lane; ++p) {
    members<typename R::accumulator...> one;
    run_iteration<At, R...>(std::index_sequence<I...>(), one, block,
                            p * lanes + lane, parameters...);
    ((get<I>(mine).value[p] = get<I>(one)), ...);
  }
  members<typename R::accumulator...> all;
  ((get<I>(all) = combine_warp<typename R::by>(get<I>(mine).value)), ...);
  if (lane == 0)
    ((get<I>(out).first[block] = get<I>(all)), ...);
}

#endif // __CUDA_ARCH__

/// One round: a warp for each 256 values.
template <class Op, class A>
__global__ void combine_round(const A *in, unsigned count, A *out) {
#if defined(__CUDA_ARCH__)
  const unsigned lane = threadIdx.x % lanes;
  const unsigned block = blockIdx.x * warps + threadIdx.x / lanes;
  if (block >= (count + reduction_block - 1) / reduction_block)
    return;
  const A value = combine_values<Op>(in, count, block, lane);
  if (lane == 0)
    out[block] = value;
#else
  (void)in;
  (void)count;
  (void)out;
#endif
}

/// The last two rounds, of at most last_warps * 256 values, by one block of
/// threads, and the variables. A round of one value changes nothing.
template <class Op, class A, class... T>
__global__ void combine_last(const A *in, unsigned count, T *...variables) {
#if defined(__CUDA_ARCH__)
  __shared__ A results[last_warps];
  const unsigned lane = threadIdx.x % lanes, warp = threadIdx.x / lanes;
  A value = identity<Op, A>();
  if (warp * reduction_block < count)
    value = combine_values<Op>(in, count, warp, lane);
  if (lane == 0) // one thread for each element
    results[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const A all = combine_values<Op>(results, last_warps, 0, lane);
    if (lane == 0)
      put<Op>(all, variables...);
  }
#else
  (void)in;
  (void)count;
  ((void)variables, ...);
#endif
}

//===--- The host's part --------------------------------------------------===//

constexpr unsigned last_values = last_warps * reduction_block;

constexpr unsigned rounds_up(unsigned count, unsigned by) {
  return count / by + (count % by != 0);
}

/// Partial results of all rounds that need a place, those of `count` blocks
/// included.
constexpr unsigned long long partial_count(unsigned count) {
  unsigned long long all = count;
  while (count > last_values) {
    count = rounds_up(count, reduction_block);
    all += count;
  }
  return all;
}

/// Memory on the device for one launch.
inline transfer scratch(unsigned long long bytes) {
  transfer t;
  t.print.size = static_cast<std::uintptr_t>(bytes);
  t.how = access::scratch;
  return t;
}

/// Starts a kernel, whose parameters live until then.
template <class... P>
void start(const launch &what, void (*kernel)(P...), unsigned grid,
           unsigned block, P... parameters) {
  void *addresses[] = {static_cast<void *>(&parameters)..., nullptr};
  check(cudaLaunchKernel(handle_of(kernel), dim3(grid), dim3(block), addresses,
                         0, current_stream),
        "cudaLaunchKernel", what, "launching the kernel");
  check(cudaGetLastError(), "cudaGetLastError", what, "launching the kernel");
}

/// The rounds after the first. `variables` are those of the result.
template <class by, class accumulator, class... T, std::size_t... V>
void finish(const reduction<by, accumulator, T...> &, std::index_sequence<V...>,
            const launch &what, unsigned count, std::uintptr_t partial,
            const transfer *variables) {
  accumulator *in = reinterpret_cast<accumulator *>(partial);
  while (count > last_values) {
    const unsigned blocks = rounds_up(count, reduction_block);
    start<const accumulator *, unsigned, accumulator *>(
        what, combine_round<by, accumulator>, rounds_up(blocks, warps),
        warps * lanes, in, count, in + count);
    in += count;
    count = blocks;
  }
  start<const accumulator *, unsigned, T *...>(
      what, combine_last<by, accumulator, T...>, 1, last_warps * lanes, in,
      count, reinterpret_cast<T *>(variables[V].origin_there)...);
}

/// `transfers`: the arguments, the variables, the partial results.
template <class... P, std::size_t... I, class... R, std::size_t... J,
          class... A>
path reduce_on_device(const site &where, const shape &space,
                      void (*kernel)(P...), const members<R...> &results,
                      std::index_sequence<J...>, std::index_sequence<I...>,
                      transfer *transfers, const A &...arguments) {
  constexpr std::size_t given = sizeof...(A), reduced = sizeof...(R),
                        touched = given + (R::variables + ...);
  const stopwatch total;
  const launch what{where, space, handle_of(kernel)};
  require_nothing_pending(what);
  const unsigned blocks = static_cast<unsigned>(space.grid.x.value());
  ((transfers[touched + J] =
        scratch(partial_count(blocks) * sizeof(typename R::accumulator))),
   ...);
  place_arrays(what, transfers, touched + reduced);
  using parameters = std::tuple<P...>;
  const stopwatch running;
  start<P...>(what, kernel, rounds_up(blocks, warps), warps * lanes,
              parameter<std::tuple_element_t<I, parameters>, A>::make(
                  arguments, transfers[I].origin_there)...,
              std::tuple_element_t<given + J, parameters>{
                  reinterpret_cast<typename R::accumulator *>(
                      transfers[touched + J].place)}...,
              blocks);
  // A variable that no iteration reaches has no place on the device.
  const transfer *variables = transfers + given;
  ((variables->print.size != 0
        ? finish(get<J>(results), std::make_index_sequence<R::variables>(),
                 what, blocks, transfers[touched + J].place, variables)
        : void(),
    variables += R::variables),
   ...);
  check(cudaStreamSynchronize(current_stream), "cudaStreamSynchronize", what,
        "running the kernel");
  const long long kernel_time = running.microseconds();
  copy_out(what, transfers, touched);
  if (tracing())
    print_device_event(where, space, transfers, touched, total.microseconds(),
                       kernel_time);
  return path::done;
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

#endif // HEDDLE_RUNTIME_REDUCE_CUDA_H
