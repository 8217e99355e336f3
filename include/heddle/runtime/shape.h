//===- runtime/shape.h - the thread space of a launch ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SHAPE_H
#define HEDDLE_RUNTIME_SHAPE_H

#include "checked.h"

#include <string>

namespace heddle {
namespace rt {

/// Three extents, x (the fastest) first.
struct extents {
  checked x = 1, y = 1, z = 1;

  constexpr checked product() const { return x * y * z; }
  /// Every extent is known, at least 1, and at most so large.
  constexpr bool within(long long most_x, long long most_y,
                        long long most_z) const {
    return x.ok() && y.ok() && z.ok() && x.value() >= 1 && y.value() >= 1 &&
           z.value() >= 1 && x.value() <= most_x && y.value() <= most_y &&
           z.value() <= most_z;
  }
  /// Every extent is known and at least 1.
  constexpr bool positive() const {
    return (x >= 1 && y >= 1 && z >= 1).certain();
  }
};

/// A grid of blocks of threads, both as extents:
/// `shape{{grid x, y, z}, {block x, y, z}}`. Nothing is checked on the way in.
struct shape {
  extents grid, block;

  /// Threads in all; unknown from 2^63 on.
  constexpr checked threads() const { return grid.product() * block.product(); }

  /// All extents are known and positive, and there are fewer than 2^63 threads.
  HEDDLE_OUTLINE constexpr bool representable() const {
    return grid.positive() && block.positive() && threads().ok();
  }

  /// Representable, and within what every CUDA device since compute capability
  /// 3.0 allows (CUDA C++ Programming Guide, "Technical Specifications per
  /// Compute Capability"): at most 1024 threads a block, block extents at most
  /// 1024 x 1024 x 64, grid extents at most 2^31-1 x 65535 x 65535.
  HEDDLE_OUTLINE constexpr bool fits() const {
    if (!block.within(1024, 1024, 64) || !grid.within(2147483647, 65535, 65535))
      return false;
    const rt_detail::i128 each =
        block.x.value() * block.y.value() * block.z.value();
    return each <= 1024 &&
           checked(each * grid.x.value() * grid.y.value() * grid.z.value())
               .ok();
  }

  /// Fits, and few of the threads are idle where so many iterations run: at
  /// most a quarter, unless all of them start together.
  HEDDLE_OUTLINE constexpr bool suits(checked iterations) const {
    return fits() &&
           (threads() <= 65536 || threads() * 3 <= iterations * 4).certain();
  }

  /// Fits, and where each thread runs so many iterations, at most a quarter of
  /// these are none.
  HEDDLE_OUTLINE constexpr bool suits(checked iterations,
                                      long long of_thread) const {
    return fits() && (threads() * of_thread * 3 <= iterations * 4).certain();
  }

  /// Fits, and is wanted, whatever threads are idle.
  constexpr bool fits(bool wanted) const { return wanted && fits(); }
};

namespace rt_detail {

HEDDLE_COLD inline std::string describe(const extents &e) {
  const auto text = [](checked c) {
    return c.ok() ? std::to_string(c.value()) : std::string("?");
  };
  return "(" + text(e.x) + ", " + text(e.y) + ", " + text(e.z) + ")";
}

/// "grid (4, 1, 1), block (32, 1, 1)"
HEDDLE_COLD inline std::string describe(const shape &space) {
  return "grid " + describe(space.grid) + ", block " + describe(space.block);
}

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_SHAPE_H
