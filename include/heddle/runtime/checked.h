//===- runtime/checked.h - 64-bit integers that know their overflow -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions that choose a path (ranges, overlap, strides) and the launch
// shapes are arithmetic that the user's program does not contain, so nothing
// excuses an overflow in it. A `checked` holds either a mathematical integer
// between -2^63 and 2^63-1 or 'unknown'; whatever leaves that range, divides by
// zero or uses an unknown operand is unknown. Comparing an unknown gives an
// unknown `tri`, and only `tri::certain()` decides: a doubt is never a yes.
//
// All of it is constexpr, host code, and free of undefined behaviour.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CHECKED_H
#define HEDDLE_RUNTIME_CHECKED_H

#include "config.h"
#include "outline.h"

#include <limits>
#include <type_traits>

namespace heddle {
namespace rt {

namespace rt_detail {

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/// Integers, those of 128 bits included, which std::is_integral knows only
/// outside of strict modes.
template <class T>
struct is_integer
    : std::integral_constant<bool, std::is_integral<T>::value ||
                                       std::is_same<T, i128>::value ||
                                       std::is_same<T, u128>::value> {};

} // namespace rt_detail

/// A truth value of Kleene's three-valued logic: no, yes, or unknown.
///
/// `&&` and `||` evaluate both operands (they are overloaded), which is
/// harmless because evaluating a `checked` expression has no undefined case.
class tri {
public:
  /// From exactly `bool`: a pointer or an integer does not slip in.
  template <class B,
            class = typename std::enable_if<std::is_same<B, bool>::value>::type>
  constexpr tri(B known) : state_(known ? yes : no) {}

  static constexpr tri unknown() { return tri(maybe); }

  /// True only for a certain yes.
  constexpr bool certain() const { return state_ == yes; }
  /// True only for a certain no.
  constexpr bool impossible() const { return state_ == no; }
  constexpr bool is_unknown() const { return state_ == maybe; }

  friend constexpr tri operator!(tri a) {
    return a.state_ == maybe ? a : tri(a.state_ == no);
  }
  friend constexpr tri operator&&(tri a, tri b) {
    return a.state_ < b.state_ ? a : b;
  }
  friend constexpr tri operator||(tri a, tri b) {
    return a.state_ < b.state_ ? b : a;
  }
  /// Equality of truth values; unknown if either is.
  friend constexpr tri operator==(tri a, tri b) {
    return a.state_ == maybe || b.state_ == maybe ? unknown()
                                                  : tri(a.state_ == b.state_);
  }
  friend constexpr tri operator!=(tri a, tri b) { return !(a == b); }

private:
  // In this order conjunction is the minimum and disjunction the maximum.
  enum state : unsigned char { no, maybe, yes };
  constexpr explicit tri(state s) : state_(s) {}
  state state_;
};

/// An integer in [-2^63, 2^63-1], or unknown.
class checked {
public:
  // Kernels pass on structures with bounds in them, which they never read.
  HEDDLE_HD constexpr checked() : value_(0), ok_(true) {}

  /// From any integer, bool, character or unscoped enumeration; an unsigned
  /// value above 2^63-1 is unknown.
  template <class T, class = typename std::enable_if<
                         rt_detail::is_integer<T>::value ||
                         (std::is_enum<T>::value &&
                          std::is_convertible<T, long long>::value)>::type>
  constexpr checked(T v) : value_(0), ok_(true) {
    // All in one function: clang 22 does not instantiate a function template
    // called from here in time for a constant that names this constructor.
    if constexpr (std::is_enum<T>::value) {
      *this = checked(static_cast<typename std::underlying_type<T>::type>(v));
    } else {
      if constexpr (std::is_same<T, rt_detail::i128>::value)
        ok_ = v >= min && v <= max;
      else if constexpr (sizeof(T) >= sizeof(long long) &&
                         !(static_cast<T>(-1) < static_cast<T>(0)))
        ok_ = v <= static_cast<T>(max);
      value_ = ok_ ? static_cast<long long>(v) : 0;
    }
  }

  static constexpr checked unknown() { return checked(0, false); }

  /// The integer; 0 where unknown.
  constexpr long long value() const { return value_; }
  /// False if something overflowed or divided by zero on the way here.
  constexpr bool ok() const { return ok_; }

  HEDDLE_OUTLINE friend constexpr checked operator+(checked a,
                                                    checked b) {
    return both(a, b) ? checked(rt_detail::i128{a.value_} + b.value_)
                      : unknown();
  }
  HEDDLE_OUTLINE friend constexpr checked operator-(checked a,
                                                    checked b) {
    return both(a, b) ? checked(rt_detail::i128{a.value_} - b.value_)
                      : unknown();
  }
  HEDDLE_OUTLINE friend constexpr checked operator*(checked a,
                                                    checked b) {
    return both(a, b) ? checked(rt_detail::i128{a.value_} * b.value_)
                      : unknown();
  }
  friend constexpr checked operator-(checked a) { return checked(0) - a; }
  friend constexpr checked operator+(checked a) { return a; }

  HEDDLE_OUTLINE friend constexpr tri operator<(checked a, checked b) {
    return both(a, b) ? tri(a.value_ < b.value_) : tri::unknown();
  }
  HEDDLE_OUTLINE friend constexpr tri operator<=(checked a, checked b) {
    return both(a, b) ? tri(a.value_ <= b.value_) : tri::unknown();
  }
  friend constexpr tri operator>(checked a, checked b) { return b < a; }
  friend constexpr tri operator>=(checked a, checked b) { return b <= a; }
  HEDDLE_OUTLINE friend constexpr tri operator==(checked a, checked b) {
    return both(a, b) ? tri(a.value_ == b.value_) : tri::unknown();
  }
  friend constexpr tri operator!=(checked a, checked b) { return !(a == b); }

private:
  static constexpr long long max = std::numeric_limits<long long>::max();
  static constexpr long long min = std::numeric_limits<long long>::min();

  constexpr checked(long long v, bool ok) : value_(v), ok_(ok) {}

  static constexpr bool both(checked a, checked b) { return a.ok_ && b.ok_; }

  long long value_;
  bool ok_;
};

//===----------------------------------------------------------------------===//
// Division. By zero: unknown. -2^63 by -1: unknown (the quotient is 2^63), and
// its remainder is 0.
//===----------------------------------------------------------------------===//

/// The quotient rounded towards zero, as C++ `/`.
HEDDLE_OUTLINE constexpr checked trunc_div(checked a, checked b) {
  if (!a.ok() || !b.ok() || b.value() == 0)
    return checked::unknown();
  if (b.value() == -1)
    return -a;
  return a.value() / b.value();
}

/// a - b * trunc_div(a, b), as C++ `%`: the sign of `a`.
HEDDLE_OUTLINE constexpr checked trunc_mod(checked a, checked b) {
  if (!a.ok() || !b.ok() || b.value() == 0)
    return checked::unknown();
  if (b.value() == -1)
    return 0;
  return a.value() % b.value();
}

namespace rt_detail {

/// The quotient rounded towards plus infinity, or towards minus infinity.
HEDDLE_OUTLINE constexpr checked rounded_div(checked a, checked b, bool up) {
  if (!a.ok() || !b.ok() || b.value() == 0)
    return checked::unknown();
  if (b.value() == -1)
    return -a;
  const long long q = a.value() / b.value(), r = a.value() % b.value();
  if (r == 0 || ((r < 0) == (b.value() < 0)) != up)
    return q;
  return up ? q + 1 : q - 1;
}

} // namespace rt_detail

/// The quotient rounded towards minus infinity.
constexpr checked floor_div(checked a, checked b) {
  return rt_detail::rounded_div(a, b, false);
}

/// a - b * floor_div(a, b): the sign of `b`.
HEDDLE_OUTLINE constexpr checked floor_mod(checked a, checked b) {
  const checked r = trunc_mod(a, b);
  if (!r.ok() || r.value() == 0)
    return r;
  return (r.value() < 0) != (b.value() < 0) ? r + b : r;
}

/// The quotient rounded towards plus infinity.
constexpr checked ceil_div(checked a, checked b) {
  return rt_detail::rounded_div(a, b, true);
}

//===----------------------------------------------------------------------===//
// Choice.
//===----------------------------------------------------------------------===//

/// The smallest operand; unknown if any is unknown.
HEDDLE_OUTLINE constexpr checked min_of(checked a, checked b) {
  return !a.ok() || !b.ok()      ? checked::unknown()
         : b.value() < a.value() ? b
                                 : a;
}
template <class... More>
constexpr checked min_of(checked a, checked b, checked c, More... more) {
  return min_of(min_of(a, b), c, more...);
}

/// The largest operand; unknown if any is unknown.
HEDDLE_OUTLINE constexpr checked max_of(checked a, checked b) {
  return !a.ok() || !b.ok()      ? checked::unknown()
         : a.value() < b.value() ? b
                                 : a;
}
template <class... More>
constexpr checked max_of(checked a, checked b, checked c, More... more) {
  return max_of(max_of(a, b), c, more...);
}

/// `c ? a : b`. The operand not chosen may be unknown. Under an unknown
/// condition the result is known only where both operands are the same.
HEDDLE_OUTLINE constexpr checked select(tri c, checked a, checked b) {
  if (c.certain())
    return a;
  if (c.impossible())
    return b;
  return (a == b).certain() ? a : checked::unknown();
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_CHECKED_H
