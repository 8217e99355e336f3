//===- runtime/byte_ranges.h - a set of addresses -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_BYTE_RANGES_H
#define HEDDLE_RUNTIME_BYTE_RANGES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {
namespace rt {
namespace rt_detail {

/// The bytes [begin, end) of memory; none where end <= begin.
struct byte_range {
  std::uintptr_t begin = 0, end = 0;

  bool empty() const { return end <= begin; }
  std::size_t size() const { return empty() ? 0 : end - begin; }
  bool overlaps(const byte_range &o) const {
    return begin < o.end && o.begin < end;
  }
  bool contains(const byte_range &o) const {
    return begin <= o.begin && o.end <= end;
  }
};

inline byte_range common(const byte_range &a, const byte_range &b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// A set of bytes: ranges in ascending order of which no two touch.
class byte_ranges {
public:
  bool empty() const { return pieces_.empty(); }
  const std::vector<byte_range> &pieces() const { return pieces_; }

  void add(byte_range r) {
    if (r.empty())
      return;
    std::vector<byte_range> result;
    for (const byte_range &p : pieces_)
      if (p.end < r.begin || r.end < p.begin)
        result.push_back(p);
      else
        r = {std::min(r.begin, p.begin), std::max(r.end, p.end)};
    result.push_back(r);
    std::sort(result.begin(), result.end(),
              [](const byte_range &a, const byte_range &b) {
                return a.begin < b.begin;
              });
    pieces_.swap(result);
  }

  void remove(const byte_range &r) {
    if (r.empty())
      return;
    std::vector<byte_range> result;
    for (const byte_range &p : pieces_)
      for (const byte_range &rest :
           {byte_range{p.begin, std::min(p.end, r.begin)},
            byte_range{std::max(p.begin, r.end), p.end}})
        if (!rest.empty())
          result.push_back(rest);
    pieces_.swap(result);
  }

  /// The pieces of r that are in the set, ascending.
  std::vector<byte_range> within(const byte_range &r) const {
    std::vector<byte_range> result;
    for (const byte_range &p : pieces_)
      if (!common(p, r).empty())
        result.push_back(common(p, r));
    return result;
  }

  /// The pieces of r that are not, ascending.
  std::vector<byte_range> missing(const byte_range &r) const {
    byte_ranges rest;
    rest.add(r);
    for (const byte_range &p : pieces_)
      rest.remove(p);
    return rest.pieces_;
  }

private:
  std::vector<byte_range> pieces_;
};

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_BYTE_RANGES_H
