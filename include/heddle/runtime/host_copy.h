//===- runtime/host_copy.h - copies for loops on CPU threads --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread reads an element before it overwrites it, in the order of the
// loops. Several threads have no such order: they read what a copy holds, which
// is made before they start, as for the threads of a kernel (copy.h). Its
// memory is kept for the next launch (buffer.h): pages that are new cost more
// than the copy.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HOST_COPY_H
#define HEDDLE_RUNTIME_HOST_COPY_H

#include "buffer.h"
#include "copy.h"
#include "host_loops.h"
#include "trace.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle {
namespace rt {
namespace rt_detail {
inline namespace HEDDLE_THREADS {

/// As std::memcpy, by the threads that are going to read the bytes.
HEDDLE_COLD inline void copy_bytes(unsigned char *to, const unsigned char *from,
                                   std::size_t size) {
  constexpr std::size_t part = 1 << 16;
  for_each_step(
      /*parallel=*/true, static_cast<long long>((size + part - 1) / part),
      [&](long long step) {
        const std::size_t begin = static_cast<std::size_t>(step) * part;
        std::memcpy(to + begin, from + begin,
                    size - begin < part ? size - begin : part);
      });
}

} // namespace HEDDLE_THREADS
} // namespace rt_detail

inline namespace HEDDLE_THREADS_BUILD {

/// The elements that `of` names as they are before the loops, where these are
/// to run on several threads. Without memory for them the loops run as written
/// instead: `taken` says so then.
template <class T> class host_copy {
public:
  HEDDLE_OUTLINE host_copy(const site &where, path &taken,
                           const rt_detail::copy_argument<T> &of) {
    if (taken == path::parallel || taken == path::collapsed)
      make(where, taken, rt_detail::transfer_of(of).print);
  }
  ~host_copy() {
    if (memory_.data)
      rt_detail::keep_block(memory_);
  }
  host_copy(const host_copy &) = delete;
  host_copy &operator=(const host_copy &) = delete;

  /// Offset i from it is element i of the array; null where none was made.
  T *pointer() const { return reinterpret_cast<T *>(origin_); }

private:
  void make(const site &where, path &taken, const rt_detail::footprint &print) {
    if (!print.known) {
      taken = path::sequential;
      return;
    }
    if (print.empty())
      return;
    // An element of the copy lies as its original does in words and vectors.
    constexpr std::uintptr_t words = 64;
    memory_ = rt_detail::take_block(print.size + words);
    if (!memory_.data) {
      taken = path::sequential;
      if (rt_detail::tracing())
        rt_detail::print_line(rt_detail::describe(where) +
                              ": sequential after all (no memory for copies)");
      return;
    }
    const auto start = reinterpret_cast<std::uintptr_t>(memory_.data);
    const std::uintptr_t begin = start + (print.begin - start) % words;
    rt_detail::copy_bytes(reinterpret_cast<unsigned char *>(begin),
                          reinterpret_cast<const unsigned char *>(print.begin),
                          print.size);
    origin_ = begin - (print.begin - print.origin);
  }

  rt_detail::host_block memory_;
  std::uintptr_t origin_ = 0;
};

} // namespace HEDDLE_THREADS_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_HOST_COPY_H
