//===- runtime/runs.h - neighbouring iterations of one thread -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread may run several neighbouring iterations. Where none of these is
// beyond the end, the kernel needs no condition between them, and compilers
// join their loads and stores to wider ones, if they know that arrays begin
// where such loads may. The launch looks at the addresses that threads will
// use, and passes the number of runs that are so.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_RUNS_H
#define HEDDLE_RUNTIME_RUNS_H

#include "transfer.h"

namespace heddle {
namespace rt {

/// The type of full_runs().
template <unsigned Bytes> struct full_runs_argument { checked count; };

/// An argument of a launch: `count` where every array that the launch passes
/// begins at a multiple of Bytes on the device, and 0 where one does not. An
/// array of which nothing is touched does not count.
template <unsigned Bytes>
constexpr full_runs_argument<Bytes> full_runs(checked count) {
  static_assert(Bytes != 0 && (Bytes & (Bytes - 1)) == 0,
                "heddle: addresses are multiples of powers of two");
  return {count};
}

/// p, as a pointer of which compilers know that it is a multiple of Bytes. Only
/// a thread that runs a full run may say so.
template <unsigned Bytes, class T> HEDDLE_BODY T *aligned(T *p) {
#if defined(__CUDA_ARCH__)
  return static_cast<T *>(__builtin_assume_aligned(p, Bytes));
#else
  return p;
#endif
}

namespace rt_detail {

template <unsigned Bytes>
transfer transfer_of(const full_runs_argument<Bytes> &) {
  transfer t;
  t.begins_at = Bytes;
  return t;
}

/// Where arrays are in place: origin_there of full_runs arguments is 1 if they
/// begin as these ask, and 0 if not.
HEDDLE_OUTLINE inline void look_at_beginnings(transfer *transfers,
                                              std::size_t count) {
  for (transfer *runs = transfers; runs != transfers + count; ++runs) {
    if (runs->begins_at == 0)
      continue;
    runs->origin_there = 1;
    for (const transfer *t = transfers; t != transfers + count; ++t)
      if ((t->is_array || t->is_copy) && !t->print.empty() &&
          t->origin_there % runs->begins_at != 0)
        runs->origin_there = 0;
  }
}

template <class P, unsigned Bytes>
struct parameter<P, full_runs_argument<Bytes>> {
  static bool fits(const full_runs_argument<Bytes> &runs) {
    return parameter<P, checked>::fits(runs.count);
  }
  static P make(const full_runs_argument<Bytes> &runs, std::uintptr_t there) {
    return there ? parameter<P, checked>::make(runs.count, 0) : P{0};
  }
};

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_RUNS_H
