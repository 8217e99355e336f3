//===- runtime/temporary.h - what one launch leaves to the next -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement that takes several kernels has arrays of its own, which one
// kernel writes and later ones read. They are where the kernels run: on the
// device, in memory that the host thread keeps for the statement, or in memory
// of the host for mapped threads there. Where no kernel runs there are none.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TEMPORARY_H
#define HEDDLE_RUNTIME_TEMPORARY_H

#include "cuda.h"
#include "environment.h"
#include "transfer.h"

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace heddle {
namespace rt {

/// So many elements, of unspecified values, once `temporaries` has placed them;
/// an argument of launches.
template <class T> struct temporary {
  static_assert(std::is_trivially_copyable<T>::value,
                "heddle: elements of a temporary must be trivially copyable");

  constexpr explicit temporary(checked elements) : size(elements) {}

  checked size;
  T *pointer = nullptr;
};

namespace rt_detail {

/// It is where the kernel runs already: nothing comes or goes.
template <class T> transfer transfer_of(const temporary<T> &a) {
  transfer t;
  t.print.origin = reinterpret_cast<std::uintptr_t>(a.pointer);
  t.print.known = a.size.ok();
  t.origin_there = t.print.origin;
  return t;
}

template <class P, class T> struct parameter<P, temporary<T>> {
  using target = typename std::remove_pointer<P>::type;
  static_assert(std::is_pointer<P>::value &&
                    std::is_same<scalar_of<target>, T>::value,
                "heddle: a temporary and its kernel parameter differ in "
                "element type");

  static bool fits(const temporary<T> &) { return true; }
  static P make(const temporary<T> &value, std::uintptr_t) {
    return value.pointer;
  }
};

inline namespace HEDDLE_BUILD {

/// Memory for all temporaries of one statement.
class temporary_memory {
public:
  /// Null where no kernel is going to run.
  HEDDLE_COLD unsigned char *take(const site &where, checked bytes) {
#if HEDDLE_CUDA_BUILD
    if (!use_device(where))
      return nullptr;
    const shape none{{1, 1, 1}, {1, 1, 1}};
    const launch what{where, none, where.kernel};
    require_nothing_pending(what);
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice", what,
          "asking for the current device");
    buffer_ = take_buffer(what, device, size_of(where, bytes));
    return reinterpret_cast<unsigned char *>(buffer_.address());
#else
    if (host_order_from_environment(where).kind == host_order::unset)
      return nullptr;
    buffer_.reset(new (std::nothrow) unsigned char[size_of(where, bytes)]);
    if (!buffer_)
      raise(describe(where) + ": no memory for " +
            std::to_string(bytes.value()) + " bytes of temporaries");
    return buffer_.get();
#endif
  }

#if HEDDLE_CUDA_BUILD
  temporary_memory() : buffer_(nullptr, 0) {}
  temporary_memory(const temporary_memory &) = delete;
  temporary_memory &operator=(const temporary_memory &) = delete;
  ~temporary_memory() {
    if (buffer_.size() != 0)
      keep_buffer(std::move(buffer_));
  }
#endif

private:
  static std::size_t size_of(const site &where, checked bytes) {
    if (!bytes.ok())
      raise(describe(where) +
            ": the temporaries together exceed the address space");
    return static_cast<std::size_t>(bytes.value());
  }

#if HEDDLE_CUDA_BUILD
  device_buffer buffer_;
#else
  std::unique_ptr<unsigned char[]> buffer_;
#endif
};

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// Places the temporaries of one statement, for as long as it lives.
class temporaries {
public:
  /// One whose size is not representable gets no place: the launch that takes
  /// it says so.
  template <class... T>
  explicit temporaries(const site &where, temporary<T> &...all) {
    checked need = 0;
    (add<T>(need, all), ...);
    unsigned char *const memory = memory_.take(where, need);
    if (!memory)
      return;
    checked from = 0;
    ((all.pointer = reinterpret_cast<T *>(memory + from.value()),
      add<T>(from, all)),
     ...);
  }

private:
  /// Each begins where memory of its own would, as threads coalesce best.
  template <class T> static void add(checked &bytes, const temporary<T> &one) {
    if (one.size.ok())
      bytes = bytes + ceil_div(one.size * checked(sizeof(T)), 256) * 256;
  }

  rt_detail::temporary_memory memory_;
};

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TEMPORARY_H
