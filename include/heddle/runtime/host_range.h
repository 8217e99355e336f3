//===- runtime/host_range.h - ranges of loops around launches -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element of `for (double x : values)` is read in front of each turn of the
// loop, where no statement can stand: the range does what host_reads() does.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HOST_RANGE_H
#define HEDDLE_RUNTIME_HOST_RANGE_H

#include "program.h"

#include <iterator>
#include <type_traits>
#include <utility>

namespace heddle {
namespace rt {
inline namespace HEDDLE_BUILD {

#if HEDDLE_CUDA_BUILD

/// Range: T & for a range that lives on, T for a temporary one.
template <class Range> class watched_range {
public:
  using iterator = decltype(std::begin(std::declval<Range &>()));
  using sentinel = decltype(std::end(std::declval<Range &>()));

  class place {
  public:
    place(const host_place &where, iterator at) : where_(where), at_(at) {}
    decltype(auto) operator*() const {
      host_reads(where_, *at_);
      return *at_;
    }
    place &operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const sentinel &end) const { return at_ != end; }

  private:
    host_place where_;
    iterator at_;
  };

  watched_range(const host_place &where, Range &&range)
      : where_(where), range_(std::forward<Range>(range)) {}
  place begin() { return {where_, std::begin(range_)}; }
  sentinel end() { return std::end(range_); }

private:
  host_place where_;
  Range range_;
};

/// The range, whose elements are read by code of the host.
template <class Range>
watched_range<Range> host_range(const host_place &where, Range &&range) {
  return {where, std::forward<Range>(range)};
}

#else

template <class Range> Range host_range(const host_place &, Range &&range) {
  return std::forward<Range>(range);
}

#endif

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_HOST_RANGE_H
