//===- thread_space.h - CUDA thread spaces and their limits -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The thread space that a mapping ends in, and what a CUDA device allows. The
// limits are those of every device of compute capability 3.0 and above: CUDA
// C++ Programming Guide, "Technical Specifications per Compute Capability".
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_THREAD_SPACE_H
#define HEDDLE_THREAD_SPACE_H

#include "heddle/index_space.h"

namespace heddle {

/// The axes of a grid and of a block. x is the innermost dimension.
enum class axis { x, y, z };

/// Where a dimension of the thread space runs.
enum class thread_part { grid, block };

/// The thread indices are those of the box 0 <= i[d] < extent[d] (half-open,
/// in blocks or threads) with dimension 0 outermost. The first grid_rank
/// dimensions are the grid, the next block_rank ones the block, at most 3 each;
/// within a part the innermost dimension is x. The dimensions after these, up
/// to rank, run inside a thread (Serial).
template <class Int> struct thread_space {
  int rank = 0;
  int grid_rank = 0;
  int block_rank = 0;
  index_vector<Int> extent{};

  /// The extent along an axis of the grid, in blocks; 1 where the grid has no
  /// such axis.
  constexpr Int grid_extent(axis a) const { return extent_of(0, grid_rank, a); }

  /// The extent along an axis of the block, in threads; 1 where the block has
  /// no such axis.
  constexpr Int block_extent(axis a) const {
    return extent_of(grid_rank, block_rank, a);
  }

  /// The first dimension that runs inside a thread; rank if none does.
  constexpr int first_serial() const { return grid_rank + block_rank; }

  /// The part that dimension d < grid_rank + block_rank belongs to.
  constexpr thread_part part_of(int d) const {
    return d < grid_rank ? thread_part::grid : thread_part::block;
  }

  /// The axis of its part that dimension d < grid_rank + block_rank is.
  constexpr axis axis_of(int d) const {
    const int end = d < grid_rank ? grid_rank : grid_rank + block_rank;
    return static_cast<axis>(end - 1 - d);
  }

private:
  constexpr Int extent_of(int first, int count, axis a) const {
    const int d = count - 1 - static_cast<int>(a);
    if (d < 0 || first < 0 || first + d >= max_rank)
      return Int(1);
    return extent[static_cast<std::size_t>(first) +
                  static_cast<std::size_t>(d)];
  }
};

/// The limits of a device in one launch; all inclusive.
struct device_limits {
  long long block_threads = 1024; // in the whole block
  long long block_x = 1024;
  long long block_y = 1024;
  long long block_z = 64;
  long long grid_x = 2147483647; // 2^31 - 1
  long long grid_y = 65535;
  long long grid_z = 65535;
};

inline constexpr device_limits cuda_limits{};

/// The single limits.
enum class device_limit {
  none,
  block_x,
  block_y,
  block_z,
  block_threads,
  grid_x,
  grid_y,
  grid_z,
};

/// The limit in words, in lower case without full stop.
constexpr const char *describe(device_limit limit) {
  switch (limit) {
  case device_limit::none:
    return "no limit is exceeded";
  case device_limit::block_x:
    return "a block has at most 1024 threads along x";
  case device_limit::block_y:
    return "a block has at most 1024 threads along y";
  case device_limit::block_z:
    return "a block has at most 64 threads along z";
  case device_limit::block_threads:
    return "a block has at most 1024 threads in all";
  case device_limit::grid_x:
    return "a grid has at most 2147483647 blocks along x";
  case device_limit::grid_y:
    return "a grid has at most 65535 blocks along y";
  case device_limit::grid_z:
    return "a grid has at most 65535 blocks along z";
  }
  return "unknown limit";
}

/// Is some extent certainly 0 (or less), so that nothing is launched.
template <class Int>
constexpr bool certainly_empty(const thread_space<Int> &threads) {
  using integer::certainly_at_most;
  for (int d = 0; d < threads.rank && d < max_rank; ++d)
    if (certainly_at_most(threads.extent[static_cast<std::size_t>(d)], 0))
      return true;
  return false;
}

/// The first limit that is exceeded for certain, whatever the values not known
/// are (unless one of them makes the space empty), else `none`. Conservative;
/// exact for numbers. A space that is certainly empty exceeds nothing, since
/// nothing is launched.
template <class Int>
constexpr device_limit limit_exceeded(const thread_space<Int> &threads) {
  using integer::known_value;
  if (certainly_empty(threads))
    return device_limit::none;
  const long long block_limits[3] = {cuda_limits.block_x, cuda_limits.block_y,
                                     cuda_limits.block_z};
  const long long grid_limits[3] = {cuda_limits.grid_x, cuda_limits.grid_y,
                                    cuda_limits.grid_z};
  long long in_block = 1;
  for (int a = 0; a < 3; ++a) {
    const std::pair<bool, long long> extent =
        known_value(threads.block_extent(static_cast<axis>(a)));
    if (extent.first && extent.second > block_limits[a])
      return static_cast<device_limit>(static_cast<int>(device_limit::block_x) +
                                       a);
    if (extent.first)
      in_block = integer::product_of(in_block, extent.second);
  }
  if (in_block > cuda_limits.block_threads)
    return device_limit::block_threads;
  for (int a = 0; a < 3; ++a) {
    const std::pair<bool, long long> extent =
        known_value(threads.grid_extent(static_cast<axis>(a)));
    if (extent.first && extent.second > grid_limits[a])
      return static_cast<device_limit>(static_cast<int>(device_limit::grid_x) +
                                       a);
  }
  return device_limit::none;
}

/// Can every launch be made, whatever the values not known are. Conservative;
/// for numbers exactly `limit_exceeded(threads) == device_limit::none`.
template <class Int> constexpr bool fits(const thread_space<Int> &threads) {
  using integer::certainly_at_most;
  using integer::known_value;
  if (certainly_empty(threads))
    return true;
  if (limit_exceeded(threads) != device_limit::none)
    return false;
  // Every block extent must be known, since their product counts.
  for (int a = 0; a < 3; ++a)
    if (!known_value(threads.block_extent(static_cast<axis>(a))).first)
      return false;
  return certainly_at_most(threads.grid_extent(axis::x), cuda_limits.grid_x) &&
         certainly_at_most(threads.grid_extent(axis::y), cuda_limits.grid_y) &&
         certainly_at_most(threads.grid_extent(axis::z), cuda_limits.grid_z);
}

} // namespace heddle

#endif // HEDDLE_THREAD_SPACE_H
