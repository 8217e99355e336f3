//===- runtime/thread.h - who a kernel thread is --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_THREAD_H
#define HEDDLE_RUNTIME_THREAD_H

#include "config.h"

namespace heddle {
namespace rt {

namespace rt_detail {

struct position {
  unsigned x, y, z;
};

inline namespace HEDDLE_BUILD {
#if !HEDDLE_CUDA_BUILD
/// The mapped thread that this host thread is running. Constant initialised,
/// so that reading it costs one addressed load.
inline thread_local position current_block = {0, 0, 0};
inline thread_local position current_thread = {0, 0, 0};
#endif
} // namespace HEDDLE_BUILD

} // namespace rt_detail

// In a CUDA build kernels run on the device only, and the host pass merely
// needs a body.
#if defined(__CUDA_ARCH__)
#define HEDDLE_COORDINATE(device_value, host_value) device_value
#elif HEDDLE_CUDA_BUILD
#define HEDDLE_COORDINATE(device_value, host_value) 0u
#else
#define HEDDLE_COORDINATE(device_value, host_value) host_value
#endif

inline namespace HEDDLE_BUILD {

/// Compilers may use the condition, which has been proved: device code has no
/// test of what follows from it. For kernels only.
HEDDLE_HD inline void holds([[maybe_unused]] bool condition) {
#if defined(__CUDA_ARCH__) && !defined(FAKE_CUDA_KERNELS)
  __builtin_assume(condition);
#endif
}

/// The block's place in the grid, and the thread's in its block; x is the
/// fastest dimension. For kernels only.
HEDDLE_HD inline unsigned block_x() {
  return HEDDLE_COORDINATE(blockIdx.x, rt_detail::current_block.x);
}
HEDDLE_HD inline unsigned block_y() {
  return HEDDLE_COORDINATE(blockIdx.y, rt_detail::current_block.y);
}
HEDDLE_HD inline unsigned block_z() {
  return HEDDLE_COORDINATE(blockIdx.z, rt_detail::current_block.z);
}
HEDDLE_HD inline unsigned thread_x() {
  return HEDDLE_COORDINATE(threadIdx.x, rt_detail::current_thread.x);
}
HEDDLE_HD inline unsigned thread_y() {
  return HEDDLE_COORDINATE(threadIdx.y, rt_detail::current_thread.y);
}
HEDDLE_HD inline unsigned thread_z() {
  return HEDDLE_COORDINATE(threadIdx.z, rt_detail::current_thread.z);
}

} // namespace HEDDLE_BUILD

#undef HEDDLE_COORDINATE

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_THREAD_H
