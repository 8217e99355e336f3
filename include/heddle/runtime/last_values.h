//===- runtime/last_values.h - variables that loops would leave set -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LAST_VALUES_H
#define HEDDLE_RUNTIME_LAST_VALUES_H

#include <type_traits>

namespace heddle {
namespace rt {

/// Says of a variable around a launch that it has the value behind it that the
/// loops would leave in it, though each iteration has its own.
template <class T> constexpr T *kept(T *variable) { return variable; }

namespace rt_detail {

/// `first` and so many steps further, modulo a power of two as unsigned
/// counters; signed ones stay in range.
template <class T, class U>
constexpr T stepped(T first, U trips, unsigned long long step, bool up) {
  using bits = std::make_unsigned_t<T>;
  const bits way =
      static_cast<bits>(static_cast<bits>(trips) * static_cast<bits>(step));
  const bits from = static_cast<bits>(first);
  return static_cast<T>(static_cast<bits>(up ? from + way : from - way));
}

/// How many steps lead from `low` to `high` or beyond: low < high, or with
/// `reaches` low <= high, and beyond high then.
template <class U>
constexpr U trips(U low, U high, unsigned long long step, bool reaches) {
  const U way = static_cast<U>(high - low);
  return static_cast<U>(reaches ? way / step + 1 : (way - 1) / step + 1);
}

/// The value of i behind the loop: `up` from `first` to `end`, or down to it,
/// which `reaches` it or stops in front of it.
template <class T, class E>
constexpr T behind(T first, E end, unsigned long long step, bool up,
                   bool reaches) {
  using wide = std::common_type_t<T, E>;
  using bits = std::make_unsigned_t<wide>;
  const wide a = static_cast<wide>(first), b = static_cast<wide>(end);
  const wide low = up ? a : b, high = up ? b : a;
  return low < high || (reaches && low == high)
             ? stepped(first,
                       trips(static_cast<bits>(low), static_cast<bits>(high),
                             step, reaches),
                       step, up)
             : first;
}

} // namespace rt_detail

/// The value of i behind `for (T i = first; i < end; i += step);`, which ends;
/// compared as C++ compares a T with an E.
template <class T, class E>
constexpr T behind_up(T first, E end, unsigned long long step) {
  return rt_detail::behind(first, end, step, true, false);
}

/// The same behind `for (T i = first; i <= last; i += step);`.
template <class T, class E>
constexpr T behind_up_to(T first, E last, unsigned long long step) {
  return rt_detail::behind(first, last, step, true, true);
}

/// The same behind `for (T i = first; i > end; i -= step);`.
template <class T, class E>
constexpr T behind_down(T first, E end, unsigned long long step) {
  return rt_detail::behind(first, end, step, false, false);
}

/// The same behind `for (T i = first; i >= last; i -= step);`.
template <class T, class E>
constexpr T behind_down_to(T first, E last, unsigned long long step) {
  return rt_detail::behind(first, last, step, false, true);
}

} // namespace rt
} // namespace heddle

#endif
