//===- runtime/transfer.h - the arguments of a launch ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TRANSFER_H
#define HEDDLE_RUNTIME_TRANSFER_H

#include "array.h"
#include "divisor.h"
#include "error.h"
#include "shape.h"

#include <cstddef>
#include <cstdint>

namespace heddle {
namespace rt {
namespace rt_detail {

class row_set;

/// The memory that one argument of a launch asks for, its type forgotten; a
/// scalar asks nothing.
struct transfer {
  footprint print;
  access how = access::in;
  bool is_array = false;
  bool is_copy = false;            ///< of an array; nothing comes or goes
  const row_set *rows = nullptr;   ///< of a table; print is what was packed
  bool copied = false;             ///< has a place of its own on the device
  bool on_device = false;          ///< the user's memory there alone, known
                                   ///< where the user gives a stream
  const void *stays = nullptr;     ///< the residency in which it has one
  std::uint64_t moved = 0;         ///< bytes of it that were copied there
  std::uintptr_t place = 0;        ///< there, of the first byte touched
  std::uintptr_t origin_there = 0; ///< there, of offset 0
  unsigned begins_at = 0; ///< asks where arrays begin, in bytes (runs.h)
};

template <class A> transfer transfer_of(const A &) { return {}; }

HEDDLE_OUTLINE inline transfer transfer_of_array(const footprint &print,
                                                 access how) {
  transfer t;
  t.print = print;
  t.how = how;
  t.is_array = true;
  t.origin_there = print.origin;
  return t;
}

template <class T, access How>
transfer transfer_of(const array_argument<T, How> &a) {
  return transfer_of_array(footprint_of(a), How);
}

HEDDLE_OUTLINE inline bool all_known(const transfer *transfers,
                                     std::size_t count) {
  for (const transfer *t = transfers; t != transfers + count; ++t)
    if (!t->print.known)
      return false;
  return true;
}

/// How an argument of type A becomes the kernel's parameter of type P.
template <class P, class A> struct parameter {
  static_assert(!std::is_reference<P>::value,
                "heddle: a kernel takes its parameters by value");
  static_assert(!std::is_pointer<A>::value,
                "heddle: pass an array with heddle::rt::in, out or inout");
  static_assert(
      std::is_convertible<A, P>::value,
      "heddle: an argument does not convert to the kernel's parameter");
  static_assert(std::is_trivially_copyable<P>::value,
                "heddle: a kernel parameter must be trivially copyable");

  static bool fits(const A &) { return true; }
  static P make(const A &value, std::uintptr_t) {
    return static_cast<P>(value);
  }
};

/// An extent computed in checked arithmetic; P is an integer type.
template <class P> struct parameter<P, checked> {
  static_assert(std::is_integral<P>::value,
                "heddle: a checked argument meets a kernel parameter that is "
                "neither an integer nor a divisor");

  static bool fits(checked value) {
    return value.ok() && i128{value.value()} >= std::numeric_limits<P>::min() &&
           i128{value.value()} <= std::numeric_limits<P>::max();
  }
  static P make(checked value, std::uintptr_t) {
    return static_cast<P>(value.value());
  }
};
/// A divisor is made from the number, or passed as it is.
template <class T, class A> struct parameter<divisor<T>, A> {
  static_assert(is_integer<A>::value,
                "heddle: a divisor is made from an integer");

  static bool fits(checked value) { return divisor<T>::takes(value); }
  static divisor<T> make(checked value, std::uintptr_t) {
    return divisor<T>(value);
  }
};
template <class T> struct parameter<divisor<T>, checked> {
  static bool fits(checked value) { return divisor<T>::takes(value); }
  static divisor<T> make(checked value, std::uintptr_t) {
    return divisor<T>(value);
  }
};
template <class T> struct parameter<divisor<T>, divisor<T>> {
  static bool fits(const divisor<T> &) { return true; }
  static divisor<T> make(const divisor<T> &value, std::uintptr_t) {
    return value;
  }
};

template <class P, class T, access How>
struct parameter<P, array_argument<T, How>> {
  using target = typename std::remove_pointer<P>::type;
  static_assert(std::is_pointer<P>::value,
                "heddle: an array meets a kernel parameter that is no pointer");
  static_assert(std::is_same<scalar_of<target>, scalar_of<T>>::value,
                "heddle: an array and its kernel parameter differ in element "
                "type");
  static_assert(
      How == access::in ||
          !std::is_const<typename std::remove_all_extents<target>::type>::value,
      "heddle: a written array meets a kernel parameter that is const");
  static_assert(
      !std::is_const<typename std::remove_all_extents<T>::type>::value ||
          std::is_const<typename std::remove_all_extents<target>::type>::value,
      "heddle: a const array meets a kernel parameter that is not "
      "const");

  static bool fits(const array_argument<T, How> &) { return true; }
  /// The pointer is made from an integer: offset 0 may lie outside of every
  /// object there, where pointer arithmetic would be undefined.
  static P make(const array_argument<T, How> &, std::uintptr_t origin) {
    return reinterpret_cast<P>(origin);
  }
};

/// A launch, for messages and for finding its buffer.
struct launch {
  const site &where;
  const shape &space;
  const void *kernel;
};

inline std::string describe(const launch &what) {
  return describe(what.where) + ", " + describe(what.space);
}

inline std::string hexadecimal(std::uintptr_t address) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(address));
  return text;
}

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TRANSFER_H
