//===- runtime/copy.h - what an array holds before the launch -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that reads an element which another thread overwrites takes it from
// a copy of the array, made before the kernel starts: on a device within its
// memory, from wherever the array is there, in the launch's own buffer; for
// mapped threads on the host in memory of the host. A copy has the array's
// offsets: element i of the array is element i of the copy.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_COPY_H
#define HEDDLE_RUNTIME_COPY_H

#include "rows.h"
#include "transfer.h"

#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace heddle {
namespace rt {

namespace rt_detail {

/// A copy that a launch needs; made by `copied`.
template <class T> struct copy_argument {
  T *pointer; ///< of the array, which is an argument of the launch, too
  checked first, last;
};

template <class T> transfer transfer_of(const copy_argument<T> &a) {
  transfer t;
  t.print = bytes(reinterpret_cast<std::uintptr_t>(a.pointer), a.first, a.last,
                  sizeof(scalar_of<T>));
  t.is_copy = true;
  t.origin_there = t.print.origin;
  return t;
}

/// Only the pointer's element type matters: the copy is the launch's own.
template <class P, class T> struct parameter<P, copy_argument<T>> {
  using target = typename std::remove_pointer<P>::type;
  static_assert(std::is_pointer<P>::value,
                "heddle: a copy meets a kernel parameter that is no pointer");
  static_assert(std::is_same<scalar_of<target>, scalar_of<T>>::value,
                "heddle: a copy and its kernel parameter differ in element "
                "type");

  static bool fits(const copy_argument<T> &) { return true; }
  static P make(const copy_argument<T> &, std::uintptr_t origin) {
    return reinterpret_cast<P>(origin);
  }
};

/// The places of all copies behind `need` bytes of a buffer, as offsets into
/// it; the bytes needed then. Offset 0 of each array falls on a 256-byte
/// boundary.
HEDDLE_COLD inline checked place_copies(transfer *transfers, std::size_t count,
                                        checked need) {
  for (transfer *t = transfers; t != transfers + count; ++t) {
    if (!t->is_copy || t->print.empty() || !need.ok())
      continue;
    const std::uintptr_t lead = t->print.begin - t->print.origin;
    t->place = static_cast<std::uintptr_t>(need.value()) + lead % 256;
    need = ceil_div(checked(t->place) + checked(t->print.size), 256) * 256;
  }
  return need;
}

/// The launch keeps values of before for t.
inline bool takes_copy(const transfer &t) {
  return t.is_copy || (t.rows && t.rows->is_copy());
}

/// Bytes in all copies of a launch.
HEDDLE_COLD inline std::uint64_t copied_bytes(const transfer *transfers,
                                              std::size_t count) {
  std::uint64_t bytes = 0;
  for (const transfer *t = transfers; t != transfers + count; ++t)
    if (takes_copy(*t))
      bytes += t->print.size;
  return bytes;
}

inline namespace HEDDLE_BUILD {

/// Makes the copies in memory of the host, which lives as long as the result,
/// and the tables of the arguments.
HEDDLE_COLD inline std::unique_ptr<unsigned char[]>
copy_on_host(const site &where, transfer *transfers, std::size_t count) {
  place_rows(transfers, count);
  const checked need = place_copies(transfers, count, 0);
  std::unique_ptr<unsigned char[]> memory;
  if (need.ok() && need.value() == 0)
    return memory;
  const checked padded = need + 256;
  if (padded.ok())
    memory.reset(new (
        std::nothrow) unsigned char[static_cast<std::size_t>(padded.value())]);
  if (!memory)
    raise(describe(where) + ": no memory for " +
          std::to_string(copied_bytes(transfers, count)) +
          " bytes of copies of arrays");
  const std::uintptr_t start =
      (reinterpret_cast<std::uintptr_t>(memory.get()) + 255) / 256 * 256;
  for (transfer *t = transfers; t != transfers + count; ++t) {
    if (!t->is_copy || t->print.empty())
      continue;
    t->place += start;
    t->origin_there = t->place - (t->print.begin - t->print.origin);
    std::memcpy(reinterpret_cast<void *>(t->place),
                reinterpret_cast<const void *>(t->print.begin), t->print.size);
  }
  return memory;
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

/// `c ? p : q`. GCC 12 evaluates a part of `(c ? p : q)[i]` for one of the two
/// alone, under -fsanitize=signed-integer-overflow. For kernels, too.
template <class P, class Q>
HEDDLE_HD constexpr typename std::common_type<P *, Q *>::type
either(bool c, P *p, Q *q) {
  return c ? p : q;
}

/// The elements first..last (inclusive, as in `in`) of an array argument as
/// they are before the launch, which takes the array as an argument as well;
/// they lie within the elements of that.
template <class T, rt_detail::access How>
constexpr rt_detail::copy_argument<T>
copied(const rt_detail::array_argument<T, How> &array, checked first,
       checked last) {
  return {array.pointer, first, last};
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_COPY_H
