//===- runtime/array.h - what a launch touches of an array ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array travels to a kernel as a pointer and the first and last element that
// the nest touches. Both are *inclusive* offsets in scalar elements from the
// pointer, and may be negative; last < first means that nothing is touched. A
// pointer to an array, `double (*)[9]`, counts `double`s from its start.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ARRAY_H
#define HEDDLE_RUNTIME_ARRAY_H

#include "checked.h"

#include <cstdint>
#include <memory>
#include <type_traits>

namespace heddle {
namespace rt {

namespace rt_detail {

template <class T>
using scalar_of =
    typename std::remove_cv<typename std::remove_all_extents<T>::type>::type;

/// Scratch is memory on the device for one launch: nothing is copied.
enum class access { in, out, inout, scratch };

constexpr bool reads(access how) {
  return how == access::in || how == access::inout;
}
constexpr bool writes(access how) {
  return how == access::out || how == access::inout;
}

/// Bytes of memory: [begin, begin + size), or none, or not representable.
struct footprint {
  /// The address of offset 0, which need not lie inside the range.
  std::uintptr_t origin = 0;
  std::uintptr_t begin = 0;
  std::uintptr_t size = 0;
  bool known = true;

  constexpr bool empty() const { return known && size == 0; }
};

/// The bytes of elements first to last (inclusive), each of `width` bytes,
/// counted from `origin`. Unknown where any step leaves [0, 2^63-1].
HEDDLE_OUTLINE constexpr footprint bytes(std::uintptr_t origin, checked first,
                                         checked last, checked width) {
  footprint print;
  print.origin = origin;
  if ((last < first).certain())
    return print;
  // Exact: no factor has more than 65 bits.
  const i128 each = width.value();
  const i128 begin = i128{origin} + first.value() * each;
  const i128 size = (i128{last.value()} - first.value() + 1) * each;
  if (!first.ok() || !last.ok() || !width.ok() || begin < 0 ||
      !checked(begin + size).ok()) {
    print.known = false;
    return print;
  }
  print.begin = static_cast<std::uintptr_t>(begin);
  print.size = static_cast<std::uintptr_t>(size);
  return print;
}

/// An array argument of a launch; made by `in`, `out` and `inout`.
template <class T, access How> struct array_argument {
  T *pointer;
  checked first, last;

  std::uintptr_t address() const {
    return reinterpret_cast<std::uintptr_t>(pointer);
  }
};

template <class T, access How>
footprint footprint_of(const array_argument<T, How> &a) {
  return bytes(a.address(), a.first, a.last, sizeof(scalar_of<T>));
}
inline footprint footprint_of(const footprint &f) { return f; }

template <class T> constexpr void require_plain_elements() {
  static_assert(std::is_trivially_copyable<scalar_of<T>>::value,
                "heddle: elements of an array must be trivially copyable");
  static_assert(
      !std::is_volatile<typename std::remove_all_extents<T>::type>::value,
      "heddle: volatile arrays cannot be passed to a kernel");
}

template <class T> constexpr void require_writable_elements() {
  require_plain_elements<T>();
  static_assert(
      !std::is_const<typename std::remove_all_extents<T>::type>::value,
      "heddle: a const array cannot be written; pass it with heddle::rt::in");
}

} // namespace rt_detail

/// The nest only reads the elements first..last (it need not read all).
template <class T>
constexpr rt_detail::array_argument<T, rt_detail::access::in>
in(T *pointer, checked first, checked last) {
  rt_detail::require_plain_elements<T>();
  return {pointer, first, last};
}

/// The nest reads none and writes *every* one of the elements first..last: they
/// come back from the device without having been sent there.
template <class T>
constexpr rt_detail::array_argument<T, rt_detail::access::out>
out(T *pointer, checked first, checked last) {
  rt_detail::require_writable_elements<T>();
  return {pointer, first, last};
}

/// The nest writes some of the elements first..last, and may read them.
template <class T>
constexpr rt_detail::array_argument<T, rt_detail::access::inout>
inout(T *pointer, checked first, checked last) {
  rt_detail::require_writable_elements<T>();
  return {pointer, first, last};
}

/// The bytes that hold `object`: for a parameter that a write might change.
template <class T> rt_detail::footprint storage(const T &object) {
  return rt_detail::bytes(
      reinterpret_cast<std::uintptr_t>(std::addressof(object)), 0, 0,
      sizeof(T));
}

namespace rt_detail {

HEDDLE_OUTLINE inline bool apart(const footprint &f, const footprint &g) {
  if (f.empty() || g.empty())
    return true;
  return f.known && g.known &&
         (f.begin + f.size <= g.begin || g.begin + g.size <= f.begin);
}

} // namespace rt_detail

/// Whether two footprints (arrays or storage) share no byte. Conservative:
/// false where one is not representable. An empty one touches nothing.
template <class A, class B> bool disjoint(const A &a, const B &b) {
  return rt_detail::apart(rt_detail::footprint_of(a),
                          rt_detail::footprint_of(b));
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_ARRAY_H
