//===- runtime/host_order.h - mapped threads on the host ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a thread space on the calling host thread, one mapped thread after the
// other, in a chosen order. This is how mappings are tested without a GPU: a
// result that depends on the order shows.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HOST_ORDER_H
#define HEDDLE_RUNTIME_HOST_ORDER_H

#include "environment.h"
#include "shape.h"
#include "thread.h"

#include <cstdint>

namespace heddle {
namespace rt {
namespace rt_detail {

/// A bijection of [0, size) chosen by a seed, for 1 <= size < 2^63, in constant
/// space: a Feistel network over the next even number of bits, walked along its
/// cycle until it is back in range (J. Black, P. Rogaway, "Ciphers with
/// Arbitrary Finite Domains", CT-RSA 2002, sections 3 and 4). The domain is at
/// most four times as large as the range, so a walk takes four steps on
/// average at worst.
class permutation {
public:
  HEDDLE_COLD permutation(std::uint64_t size, std::uint64_t seed)
      : size_(size) {
    while (half_ < 32 && size - 1 >= std::uint64_t{1} << 2 * half_)
      ++half_;
    for (std::uint64_t &key : keys_)
      key = mix(seed += 0x9E3779B97F4A7C15u);
  }

  std::uint64_t operator()(std::uint64_t i) const {
    do
      i = network(i);
    while (i >= size_);
    return i;
  }

private:
  // The finaliser of G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable
  // Pseudorandom Number Generators", OOPSLA 2014 (variant 13 of D. Stafford).
  static std::uint64_t mix(std::uint64_t v) {
    v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9u;
    v = (v ^ (v >> 27)) * 0x94D049BB133111EBu;
    return v ^ (v >> 31);
  }

  HEDDLE_COLD std::uint64_t network(std::uint64_t i) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_) - 1;
    std::uint64_t left = i >> half_, right = i & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t next = left ^ (mix(right + key) & mask);
      left = right;
      right = next;
    }
    return left << half_ | right;
  }

  std::uint64_t size_;
  unsigned half_ = 1; // bits of each half; the network permutes [0, 4^half_)
  std::uint64_t keys_[6];
};

/// The place of number `index` in a box, x fastest; `index` becomes the number
/// of the box.
inline position take_position(const extents &box, std::uint64_t &index) {
  const auto digit = [&index](checked extent) {
    const std::uint64_t e = static_cast<std::uint64_t>(extent.value());
    const std::uint64_t d = index % e;
    index /= e;
    return static_cast<unsigned>(d);
  };
  position p{};
  p.x = digit(box.x);
  p.y = digit(box.y);
  p.z = digit(box.z);
  return p;
}

/// The number in [0, count) of the thread that is run as number `step`.
inline std::uint64_t reordered(const host_order &order,
                               const permutation &shuffled, std::uint64_t count,
                               std::uint64_t step) {
  switch (order.kind) {
  case host_order::reverse:
    return count - 1 - step;
  case host_order::shuffle:
    return shuffled(step);
  case host_order::unset:
  case host_order::forward:
    break;
  }
  return step;
}

inline namespace HEDDLE_BUILD {
#if !HEDDLE_CUDA_BUILD

/// Calls `body(of)` once for every thread of every block of `space`, which must
/// fit(), with the coordinates set. Forward is blocks in order and threads in
/// order within each; shuffled interleaves threads of different blocks.
HEDDLE_COLD inline void for_each_thread(const host_order &order,
                                        const shape &space,
                                        void (*body)(const void *),
                                        const void *of) {
  const std::uint64_t count =
      static_cast<std::uint64_t>(space.threads().value());
  const permutation shuffled(count, order.seed);
  for (std::uint64_t step = 0; step < count; ++step) {
    std::uint64_t index = reordered(order, shuffled, count, step);
    current_thread = take_position(space.block, index);
    current_block = take_position(space.grid, index);
    body(of);
  }
}

#endif
} // namespace HEDDLE_BUILD

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_HOST_ORDER_H
