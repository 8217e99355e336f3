//===- resident.h - arrays that stay on the device --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include <heddle/resident.h>
//
//   std::vector<double> u(n * n);
//   heddle::resident field(u);
//   advance(u, n);                      // launches, in any function or file
//   std::printf("%g\n", field.host(0)); // code of the host, in between
//
// Where [[heddle::program]] has to see the code between its launches, an object
// of this class has a promise in its place: while it lives, code of the host
// leaves the array alone, but for what host() gives it. HEDDLE_CHECK=1 looks
// whether that is true.
//
// In a build without CUDA host() returns the address, and that is all.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RESIDENT_H
#define HEDDLE_RESIDENT_H

#include "runtime/guard_pages.h"
#include "runtime/program.h"

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

/// As a default argument: where the call stands.
#define HEDDLE_CALLER                                                          \
  { __builtin_FILE(), static_cast<unsigned>(__builtin_LINE()) }

namespace heddle {
inline namespace HEDDLE_BUILD {

/// The elements [first, first + count) of an array stay on the device from the
/// launch that first needs them to the end of the object. Launches of the
/// thread that has made it keep them there where all that they touch of the
/// array lies in that range; others copy. The array must outlive the object,
/// and neither grow nor move.
///
/// A footprint counts from the first element that a launch touches to the last.
/// Launches that touch nothing but such arrays are not waited for. Several
/// objects may keep the same elements.
///
/// Errors are raised as heddle::error: those of launches that were not waited
/// for, by host() and at the end; launches of other threads on the array.
template <class T> class resident {
  static_assert(std::is_trivially_copyable<T>::value,
                "heddle: the elements of a resident array are copied bytewise");

public:
  resident() = default;
  explicit resident(T *first, std::size_t count,
                    const char *file = __builtin_FILE(),
                    unsigned line = __builtin_LINE())
      : first_(first), count_(count), where_{file, line} {
    begin();
  }
  /// All elements of a container with data() and size().
  template <class Container,
            class = decltype(std::declval<Container &>().data(),
                             std::declval<Container &>().size())>
  explicit resident(Container &container, const char *file = __builtin_FILE(),
                    unsigned line = __builtin_LINE())
      : resident(container.data(), container.size(), file, line) {}
  /// All elements of an array of any rank.
  template <class Row, std::size_t N>
  explicit resident(Row (&array)[N], const char *file = __builtin_FILE(),
                    unsigned line = __builtin_LINE())
      : resident(reinterpret_cast<T *>(array), sizeof(array) / sizeof(T), file,
                 line) {}

  resident(resident &&other) noexcept { swap(other); }
  resident &operator=(resident &&other) {
    resident taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~resident() noexcept(false) { end(); }

  void swap(resident &other) noexcept {
    std::swap(first_, other.first_);
    std::swap(count_, other.count_);
    std::swap(where_, other.where_);
  }
  friend void swap(resident &a, resident &b) noexcept { a.swap(b); }

  std::size_t size() const { return count_; }

  /// The elements, for code of the host that may read and write them until the
  /// next launch. The device has them no more.
  T *host(rt::host_place by = HEDDLE_CALLER) {
    uses(by, 0, count_);
    return first_;
  }
  /// The same to read them; the device keeps them.
  const T *host(rt::host_place by = HEDDLE_CALLER) const {
    reads(by, 0, count_);
    return first_;
  }
  /// One element.
  T &host(std::size_t k, rt::host_place by = HEDDLE_CALLER) {
    uses(by, k, 1);
    return first_[k];
  }
  const T &host(std::size_t k, rt::host_place by = HEDDLE_CALLER) const {
    reads(by, k, 1);
    return first_[k];
  }
  /// The elements [k, k + count).
  T *host(std::size_t k, std::size_t count, rt::host_place by = HEDDLE_CALLER) {
    uses(by, k, count);
    return first_ + k;
  }
  const T *host(std::size_t k, std::size_t count,
                rt::host_place by = HEDDLE_CALLER) const {
    reads(by, k, count);
    return first_ + k;
  }

private:
  void within(rt::host_place by, std::size_t k, std::size_t count) const {
    if (k > count_ || count > count_ - k)
      rt::rt_detail::raise(rt::rt_detail::describe(by.as_site()) +
                           ": elements " + std::to_string(k) + " to " +
                           std::to_string(k + count) + " (exclusive) of " +
                           std::to_string(count_) + " that are resident");
  }

#if HEDDLE_CUDA_BUILD
  rt::rt_detail::byte_range bytes(std::size_t k, std::size_t count) const {
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(first_);
    return {begin + k * sizeof(T), begin + (k + count) * sizeof(T)};
  }
  rt::site place() const { return {"resident", where_.file, where_.line}; }

  void begin() {
    if (count_ != 0)
      rt::rt_detail::keep_array(place(), bytes(0, count_));
  }
  void end() {
    if (count_ != 0)
      rt::rt_detail::finish_step(exceptions_, [&] {
        rt::rt_detail::end_array(place(), bytes(0, count_));
      });
  }
  const int exceptions_ = std::uncaught_exceptions();
#else
  void begin() {}
  void end() {}
#endif

  void uses(rt::host_place by, std::size_t k, std::size_t count) const {
    within(by, k, count);
#if HEDDLE_CUDA_BUILD
    rt::rt_detail::leave(by.as_site(), bytes(k, count));
#endif
  }
  void reads(rt::host_place by, std::size_t k, std::size_t count) const {
    within(by, k, count);
#if HEDDLE_CUDA_BUILD
    rt::rt_detail::bring_back(by.as_site(), bytes(k, count));
#endif
  }

  T *first_ = nullptr;
  std::size_t count_ = 0;
  rt::host_place where_{nullptr, 0};
};

template <class Container>
resident(Container &, const char * = nullptr, unsigned = 0) -> resident<
    std::remove_pointer_t<decltype(std::declval<Container &>().data())>>;
template <class Row, std::size_t N>
resident(Row (&)[N], const char * = nullptr, unsigned = 0)
    -> resident<std::remove_all_extents_t<Row>>;

} // namespace HEDDLE_BUILD
} // namespace heddle

#undef HEDDLE_CALLER

#endif // HEDDLE_RESIDENT_H
