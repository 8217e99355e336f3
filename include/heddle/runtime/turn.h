//===- runtime/turn.h - one thread at a time, and what is told once -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TURN_H
#define HEDDLE_RUNTIME_TURN_H

#include "outline.h"

#include <atomic>
#include <memory>
#include <string>

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

/// Texts that are told once.
class told_texts {
public:
  /// False where this was called with the text before.
  HEDDLE_COLD bool is_news(const std::string &text) {
    const turn mine(busy_);
    std::unique_ptr<one> *at = &first_;
    while (*at && (*at)->text != text)
      at = &(*at)->next;
    if (*at)
      return false;
    at->reset(new one);
    (*at)->text = text;
    return true;
  }

private:
  struct one {
    std::string text;
    std::unique_ptr<one> next;
  };

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  std::unique_ptr<one> first_;
};

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TURN_H
