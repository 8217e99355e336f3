//===- runtime/trips.h - how often a loop runs ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose step is known at run time alone. Where a counter would go round,
// or never come to its end, these raise heddle::error: such a loop has no
// count.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TRIPS_H
#define HEDDLE_RUNTIME_TRIPS_H

#include "error.h"
#include "last_values.h"

#include <limits>
#include <type_traits>

namespace heddle {
namespace rt {

namespace rt_detail {

/// Steps from `first` towards `end`, which the last one `reaches` or not.
template <class T>
constexpr long long checked_trips(T first, T end, T step, bool up,
                                  bool reaches) {
  using bits = std::make_unsigned_t<T>;
  const T low = up ? first : end, high = up ? end : first;
  if (!(low < high || (reaches && low == high)))
    return 0;
  if (step <= 0)
    raise("the step of a loop is not positive, so that it would not end");
  const bits by = static_cast<bits>(step);
  const bits count =
      trips(static_cast<bits>(low), static_cast<bits>(high), by, reaches);
  const T last = stepped(first, static_cast<bits>(count - 1), by, up);
  const bits reached = static_cast<bits>(last);
  const bits room = static_cast<bits>(
      up ? static_cast<bits>(std::numeric_limits<T>::max()) - reached
         : reached - static_cast<bits>(std::numeric_limits<T>::min()));
  if (room < by)
    raise("the counter of a loop would leave the range of its type");
  if (static_cast<bits>(static_cast<bits>(high) - static_cast<bits>(low)) >
      static_cast<unsigned long long>(std::numeric_limits<long long>::max() -
                                      1))
    raise("the counter of a loop moves further than 63 bits can count");
  return static_cast<long long>(count);
}

} // namespace rt_detail

/// How often `for (T i = first; i < end; i += step)` runs.
template <class T> constexpr long long trips_up(T first, T end, T step) {
  return rt_detail::checked_trips(first, end, step, true, false);
}

/// How often `for (T i = first; i <= last; i += step)` runs.
template <class T> constexpr long long trips_up_to(T first, T last, T step) {
  return rt_detail::checked_trips(first, last, step, true, true);
}

/// How often `for (T i = first; i > end; i -= step)` runs.
template <class T> constexpr long long trips_down(T first, T end, T step) {
  return rt_detail::checked_trips(first, end, step, false, false);
}

/// How often `for (T i = first; i >= last; i -= step)` runs.
template <class T> constexpr long long trips_down_to(T first, T last, T step) {
  return rt_detail::checked_trips(first, last, step, false, true);
}

} // namespace rt
} // namespace heddle

#endif
