//===- runtime/phases.h - kernels whose threads wait for each other -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel in phases is one text for the device and for the host:
//
//   template <int b> static __global__ void flip(float *to, const float *from) {
//     HEDDLE_SHARED heddle::rt::shared<float[b][b + 1]> tile;
//     heddle::rt::per_thread<float[2]> kept;
//     heddle::rt::phase([&](int x, int y) { tile[y][x] = ... });
//     heddle::rt::each([&](int x, int y) { to[...] = tile[x][y]; });
//   }
//
// On the device each(f) is f for the thread that calls it, and phase(f) is the
// same with a barrier of the block behind it. On the host the kernel is called
// once a block (run_blocks in run.h), and both run f for every thread of the
// block, to its end, in the order of HEDDLE_HOST_ORDER. A barrier that is missing
// does not show there; the interpreter of PTX finds it.
//
// Threads of a block take the same way from phase to phase: loops and conditions
// around a phase mention no thread. State that a thread keeps from one phase to
// the next is a per_thread<T>, what the threads of a block share a shared<T>. On
// the host both are made anew for each block, outside of the stack, and hold a
// pattern of NaNs until they are written, so that what an earlier block has left
// is never taken for a value.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_PHASES_H
#define HEDDLE_RUNTIME_PHASES_H

#include "error.h"
#include "host_order.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>

// HEDDLE_SHARED   stands before a shared<T>, once a block
// HEDDLE_UNROLL   stands before a loop of a thread whose turns are to be written
//                 out, or n of them at a time, HEDDLE_UNROLL_BY(n); on the host
//                 that is left to the compiler
#if HEDDLE_CUDA_BUILD
#define HEDDLE_SHARED __shared__
#define HEDDLE_OF_THREADS __device__
#else
#define HEDDLE_SHARED
#define HEDDLE_OF_THREADS
#endif
#if defined(__CUDA_ARCH__) && !defined(FAKE_CUDA_KERNELS)
#define HEDDLE_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HEDDLE_UNROLL HEDDLE_PRAGMA(unroll)
#define HEDDLE_UNROLL_BY(n) HEDDLE_PRAGMA(unroll n)
#else
#define HEDDLE_UNROLL
#define HEDDLE_UNROLL_BY(n)
#endif

namespace heddle {
namespace rt {

namespace rt_detail {
inline namespace HEDDLE_BUILD {

/// Calls f with as many coordinates as it takes, x first.
template <class F>
HEDDLE_OF_THREADS void at_place(const F &f, int x, int y, int z) {
  if constexpr (std::is_invocable_v<const F &, int, int, int>) {
    f(x, y, z);
  } else if constexpr (std::is_invocable_v<const F &, int, int>) {
    (void)z;
    f(x, y);
  } else {
    (void)y;
    (void)z;
    f(x);
  }
}

#if !HEDDLE_CUDA_BUILD

/// The block whose kernel this host thread is running: its extents, and in which
/// order its threads run.
struct block_in_phases {
  unsigned x = 1, y = 1, z = 1;
  host_order order = {};
  std::uint64_t begun = 0; ///< phases, of all blocks of the launch
};
inline thread_local block_in_phases running_block = {};

inline std::size_t threads_of_block() {
  return std::size_t{running_block.x} * running_block.y * running_block.z;
}

/// Calls `body(of)` for every thread of the block that runs, with the coordinates
/// set. Each phase is shuffled in an order of its own.
HEDDLE_COLD inline void for_each_of_block(void (*body)(const void *),
                                          const void *of) {
  block_in_phases &block = running_block;
  const extents box{block.x, block.y, block.z};
  const std::uint64_t count = threads_of_block();
  const permutation shuffled(count, block.order.seed + ++block.begun);
  for (std::uint64_t step = 0; step < count; ++step) {
    std::uint64_t index = reordered(block.order, shuffled, count, step);
    current_thread = take_position(box, index);
    body(of);
  }
}

/// Calls `body(of)` once for every block of `space`, which must fit().
HEDDLE_COLD inline void for_each_block(const host_order &order,
                                       const shape &space,
                                       void (*body)(const void *),
                                       const void *of) {
  const auto extent = [](checked e) { return static_cast<unsigned>(e.value()); };
  running_block = {extent(space.block.x), extent(space.block.y),
                   extent(space.block.z), order, 0};
  const std::uint64_t count =
      static_cast<std::uint64_t>(space.grid.product().value());
  const permutation shuffled(count, order.seed);
  for (std::uint64_t step = 0; step < count; ++step) {
    std::uint64_t index = reordered(order, shuffled, count, step);
    current_block = take_position(space.grid, index);
    body(of);
  }
}

/// Memory for `count` objects of type T, outside of the stack, filled with a
/// pattern: a signalling NaN as a double; two NaNs as floats, the first of them
/// signalling; large numbers as integers.
template <class T> class poisoned {
  static_assert(std::is_trivially_destructible_v<T> &&
                    alignof(T) <= alignof(std::max_align_t),
                "heddle: what threads keep or share has no destructor and no "
                "alignment beyond that of the fundamental types");

public:
  explicit poisoned(std::size_t count)
      : bytes_(new (std::nothrow) unsigned char[count * sizeof(T)]) {
    const std::size_t size = count * sizeof(T);
    if (!bytes_)
      raise("heddle: no memory for " + std::to_string(size) +
            " bytes of a block");
    constexpr std::uint64_t pattern = 0x7FF4A5A57FA5A5A5u;
    for (std::size_t i = 0; i < size; i += sizeof pattern)
      std::memcpy(bytes_.get() + i, &pattern,
                  size - i < sizeof pattern ? size - i : sizeof pattern);
  }

  T &operator[](std::size_t i) const {
    return *reinterpret_cast<T *>(bytes_.get() + i * sizeof(T));
  }

private:
  std::unique_ptr<unsigned char[]> bytes_;
};

#endif
} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// Runs f(x), f(x, y) or f(x, y, z) for the threads of a block, whose
/// coordinates these are. Nothing orders one thread's part and another's. For
/// kernels only.
template <class F> HEDDLE_OF_THREADS void each(const F &f) {
#if HEDDLE_CUDA_BUILD
#if defined(__CUDA_ARCH__)
  rt_detail::at_place(f, static_cast<int>(threadIdx.x),
                      static_cast<int>(threadIdx.y),
                      static_cast<int>(threadIdx.z));
#else
  (void)f;
#endif
#else
  rt_detail::for_each_of_block(
      [](const void *of) {
        const rt_detail::position &at = rt_detail::current_thread;
        rt_detail::at_place(*static_cast<const F *>(of),
                            static_cast<int>(at.x), static_cast<int>(at.y),
                            static_cast<int>(at.z));
      },
      &f);
#endif
}

/// As each(f); what follows begins when all threads of the block are done, and
/// sees what they have written. For kernels only, and where all threads of the
/// block come.
template <class F> HEDDLE_OF_THREADS void phase(const F &f) {
  each(f);
#if defined(__CUDA_ARCH__)
  __syncthreads();
#endif
}

#if HEDDLE_CUDA_BUILD

template <class T> struct per_thread {
  T value;
  HEDDLE_OF_THREADS T &operator()(long long, long long = 0, long long = 0) {
    return value;
  }
};

/// A thread may read neighbours as one word.
template <class T> struct alignas(16) shared {
  static_assert(std::is_array_v<T>, "heddle: threads share arrays");
  T elements;
  template <class I>
  HEDDLE_OF_THREADS std::remove_extent_t<T> &operator[](I i) {
    return elements[i];
  }
};

#else

/// A T of each thread of the block, which lives as long as the kernel. The
/// coordinates are those that each() gave. For kernels only.
template <class T> class per_thread {
public:
  per_thread() : all_(rt_detail::threads_of_block()) {}
  T &operator()(long long x, long long y = 0, long long z = 0) const {
    const rt_detail::block_in_phases &block = rt_detail::running_block;
    return all_[(static_cast<std::size_t>(z) * block.y +
                 static_cast<std::size_t>(y)) *
                    block.x +
                static_cast<std::size_t>(x)];
  }

private:
  rt_detail::poisoned<T> all_;
};

/// An array that the threads of a block share, declared behind HEDDLE_SHARED.
/// For kernels only.
template <class T> class shared {
  static_assert(std::is_array_v<T>, "heddle: threads share arrays");

public:
  shared() : one_(1) {}
  template <class I> std::remove_extent_t<T> &operator[](I i) const {
    return one_[0][i];
  }

private:
  rt_detail::poisoned<T> one_;
};

#endif

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#undef HEDDLE_OF_THREADS

#endif // HEDDLE_RUNTIME_PHASES_H
