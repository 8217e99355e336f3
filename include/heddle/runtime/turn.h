//===- runtime/turn.h - one thread at a time ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TURN_H
#define HEDDLE_RUNTIME_TURN_H

#include <atomic>

namespace heddle {
namespace rt {
namespace rt_detail {

/// While it lives, no other one of the same flag does. For a few instructions;
/// a mutex would need the library of threads.
class turn {
public:
  explicit turn(std::atomic_flag &busy) : busy_(busy) {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~turn() { busy_.clear(std::memory_order_release); }
  turn(const turn &) = delete;
  turn &operator=(const turn &) = delete;

private:
  std::atomic_flag &busy_;
};

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TURN_H
