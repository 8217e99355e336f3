//===- runtime/little.h - loops that are done before a kernel begins ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To start a kernel takes some microseconds. In a program, loops that the CPU
// has done by then run there, as long as no array that they touch is on the
// device: so a program over small arrays never copies any. Once a larger launch
// has taken an array to the device, it stays there, and so do the launches that
// touch it. The results are the same in either place, as far as functions of
// <cmath> are.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LITTLE_H
#define HEDDLE_RUNTIME_LITTLE_H

#include "cuda.h"
#include "host_loops.h"

#if HEDDLE_CUDA_BUILD

#include <algorithm>
#include <cstdint>

namespace heddle {
namespace rt {
namespace rt_detail {

inline namespace HEDDLE_BUILD {

constexpr const char *little_to_do =
    "little to do, with arrays that the host has";

/// The time that the start of a kernel takes, in nanoseconds: HEDDLE_LAUNCH_NS,
/// or 5000, which nobody has measured on the machine at hand.
HEDDLE_OUTLINE inline double launch_ns(const site &where) {
  const char *const text = variable("HEDDLE_LAUNCH_NS");
  if (!text)
    return 5000;
  std::uint64_t asked = 0;
  if (!parse_seed(text, asked))
    raise(describe(where) + ": HEDDLE_LAUNCH_NS is '" + text +
          "'; it is a number of nanoseconds");
  return static_cast<double>(asked);
}

/// The host's memory has all of the array, and nobody else is at work on it.
inline bool is_on_host(const launch &what, const transfer &t) {
  if (t.rows || !t.print.known)
    return false;
  if (!t.is_array || t.print.empty())
    return true;
  bool stays = false;
  for_each_home([&](const residency &home) {
    stays = stays || home.holds(residency::range_of(t.print));
  });
  if (stays || kept_around(residency::range_of(t.print)).where.file)
    return false;
  return attributes_of(what, t.print.begin).type ==
             cudaMemoryTypeUnregistered &&
         attributes_of(what, t.print.begin + (t.print.size - 1)).type ==
             cudaMemoryTypeUnregistered;
}

/// Whether the loops of a program are done sooner where they are.
inline bool is_little(const loops &l, const shape &space,
                      const transfer *transfers, std::size_t count) {
  if (!active_program() || current_stream || l.where.ends || gpu_required() ||
      variable("HEDDLE_TUNE") ||
      !(l.operands * operand_ns < launch_ns(l.where)))
    return false;
  int device = 0, pageable = 0;
  const bool known =
      cudaGetDevice(&device) == cudaSuccess &&
      cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess,
                             device) == cudaSuccess;
  const launch what{l.where, space, nullptr};
  // Kernels that still run may be at work on memory of the host.
  return known && !pageable &&
         std::all_of(transfers, transfers + count,
                     [&](const transfer &t) { return is_on_host(what, t); });
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

#endif // HEDDLE_RUNTIME_LITTLE_H
