//===- runtime/rows.h - tables whose elements lead to rows ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `double **a`, `double *a[9]`, `std::vector<std::vector<double>>`: an element
// of the table is a pointer or a vector, which leads to a row, or to the next
// table. Rows lie anywhere. A table travels to a kernel as the first and the
// last value of each subscript, *inclusive*, outermost first; the kernel has a
// table of pointers of its own, in which a[i][j] names the same element. For a
// device the rows are packed side by side behind that table, and unpacked when
// the kernel has written them.
//
// A vector that is shorter gives what it has: a program touches nothing beyond.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ROWS_H
#define HEDDLE_RUNTIME_ROWS_H

#include "transfer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace heddle {
namespace rt {

/// Values of one subscript, inclusive; last < first: there are none.
struct side {
  checked first, last;
};

namespace rt_detail {

/// Where a table's element leads: the first element there, how many there are,
/// or -1 where only the user knows.
template <class T> struct lead {
  T *first;
  long long count;
};
template <class T> lead<T> lead_of(T *pointer) { return {pointer, -1}; }
template <class V> auto lead_of(V &container) {
  return lead<typename std::remove_pointer<decltype(container.data())>::type>{
      container.data(), static_cast<long long>(container.size())};
}
template <class From>
using led_to = typename std::remove_pointer<
    decltype(lead_of(std::declval<From &>()).first)>::type;

/// The scalar behind Levels tables, of the first of which Element is an
/// element.
template <class Element, std::size_t Levels> struct row_scalar {
  using type = typename row_scalar<led_to<Element>, Levels - 1>::type;
};
template <class Element> struct row_scalar<Element, 0> {
  using type = Element;
};

/// A row that a launch passes: its elements are those from `first` on.
struct row {
  std::uintptr_t origin; ///< of element 0, or 0: there is none
  long long first, last; ///< inclusive
};

/// The rows of one argument, as the launch sees them; see rows_argument.
class row_set {
public:
  row_set(access how, std::size_t width, bool is_copy)
      : how_(how), width_(width), is_copy_(is_copy) {}
  virtual ~row_set() = default;

  /// No pointer on the way to the rows is null. The table is read, so what it
  /// is asked for must be there.
  bool usable() const {
    read();
    return usable_;
  }
  /// Rows have no byte in common, with each other or with the tables.
  HEDDLE_COLD bool apart() const {
    std::vector<footprint> all = pieces();
    std::sort(all.begin(), all.end(),
              [](const footprint &a, const footprint &b) {
                return a.begin < b.begin;
              });
    for (std::size_t k = 1; k < all.size(); ++k)
      if (all[k].begin - all[k - 1].begin < all[k - 1].size)
        return false;
    return usable();
  }
  /// From the first to the last byte of the rows and tables.
  HEDDLE_COLD footprint hull() const {
    footprint all;
    all.known = known();
    if (!all.known)
      return all;
    for (const footprint &f : pieces()) {
      const std::uintptr_t end =
          all.size == 0 ? f.begin + f.size
                        : std::max(all.begin + all.size, f.begin + f.size);
      all.begin = all.size == 0 ? f.begin : std::min(all.begin, f.begin);
      all.size = end - all.begin;
    }
    all.origin = all.begin;
    return all;
  }
  /// The rows and tables, each by itself.
  HEDDLE_COLD std::vector<footprint> pieces() const {
    read();
    std::vector<footprint> all = tables_;
    for (const row &r : rows_)
      if (r.first <= r.last)
        all.push_back(
            bytes(r.origin, r.first, r.last, static_cast<long long>(width_)));
    return all;
  }

  /// Every subscript's ends are representable.
  virtual bool known() const = 0;
  /// The address of the table, which need not be readable.
  virtual std::uintptr_t address() const = 0;
  /// Where the table has been read: what it leads to.
  const std::vector<row> &seen() const { return rows_; }
  std::size_t width() const { return width_; }

  /// The rows are those that another argument has, as they are before the
  /// launch.
  bool is_copy() const { return is_copy_; }

  /// A table of pointers to the rows where they are, or to copies; the address
  /// of its element 0. Lives as long as this.
  HEDDLE_COLD std::uintptr_t in_place() const {
    if (is_copy_)
      return aim(pack().begin);
    read();
    std::vector<std::uintptr_t> starts;
    for (const row &r : rows_)
      starts.push_back(r.origin);
    return table_of(starts, 0);
  }

  /// A table and copies of the rows, for a device; nothing leads anywhere yet.
  footprint pack() const;
  /// `there`: where the device finds the first byte of what was packed, which
  /// is made to lead there. The address of the table's element 0.
  std::uintptr_t aim(std::uintptr_t there) const;
  /// Writes rows back that the device has changed.
  void unpack() const;

protected:
  virtual void read() const = 0;

  access how_;
  std::size_t width_; ///< of an element, in bytes
  bool is_copy_;
  mutable bool read_ = false, usable_ = true;
  mutable std::vector<row> rows_; ///< by their subscripts, the last one fastest
  mutable std::vector<footprint> tables_;
  /// The first value of each subscript of the tables, and how many there are.
  mutable std::vector<long long> first_, count_;

private:
  std::uintptr_t table_of(const std::vector<std::uintptr_t> &starts,
                          std::uintptr_t there) const;
  std::size_t table_bytes() const;

  mutable std::vector<std::uintptr_t> table_; ///< all levels, outermost first
  mutable std::vector<unsigned char> packed_; ///< table and rows
  mutable std::vector<std::size_t> place_;    ///< in these, of each row
};

/// Bytes in the tables of all levels, rounded up to whole sectors.
inline std::size_t row_set::table_bytes() const {
  std::size_t pointers = 0, each = 1;
  for (const long long count : count_)
    pointers += each *= static_cast<std::size_t>(count);
  return (pointers * sizeof(std::uintptr_t) + 31) / 32 * 32;
}

/// Fills table_ for rows that start (element 0) at `starts`. The addresses are
/// those of a table that stands at `there`; 0: of table_ itself.
HEDDLE_COLD inline std::uintptr_t
row_set::table_of(const std::vector<std::uintptr_t> &starts,
                  std::uintptr_t there) const {
  table_.assign(table_bytes() / sizeof(std::uintptr_t), 0);
  if (there == 0)
    there = reinterpret_cast<std::uintptr_t>(table_.data());
  const auto biased = [](std::uintptr_t begin, long long first) {
    return begin - static_cast<std::uintptr_t>(first) * sizeof(std::uintptr_t);
  };
  std::size_t at = 0, each = 1;
  for (std::size_t level = 0; level != count_.size(); ++level) {
    each *= static_cast<std::size_t>(count_[level]);
    const std::size_t next = at + each;
    for (std::size_t k = 0; k != each; ++k) {
      if (level + 1 == count_.size()) {
        table_[at + k] = starts[k];
        continue;
      }
      const std::size_t to =
          next + k * static_cast<std::size_t>(count_[level + 1]);
      table_[at + k] =
          biased(there + to * sizeof(std::uintptr_t), first_[level + 1]);
    }
    at = next;
  }
  return count_.empty() ? there : biased(there, first_.front());
}

HEDDLE_COLD inline footprint row_set::pack() const {
  read();
  std::size_t need = table_bytes();
  place_.clear();
  for (const row &r : rows_) {
    // Element 0 would fall on a sector, as it does in memory that is allocated.
    const long long lead = r.first * static_cast<long long>(width_) % 32;
    place_.push_back(need + static_cast<std::size_t>((lead + 32) % 32));
    if (r.first <= r.last)
      need = (place_.back() +
              static_cast<std::size_t>(r.last - r.first + 1) * width_ + 31) /
             32 * 32;
  }
  packed_.assign(need, 0);
  if (reads(how_))
    for (std::size_t k = 0; k != rows_.size(); ++k)
      if (const row &r = rows_[k]; r.first <= r.last) {
        const footprint from =
            bytes(r.origin, r.first, r.last, static_cast<long long>(width_));
        std::memcpy(packed_.data() + place_[k],
                    reinterpret_cast<const void *>(from.begin), from.size);
      }
  footprint print;
  print.begin = reinterpret_cast<std::uintptr_t>(packed_.data());
  print.origin = print.begin;
  print.size = packed_.size();
  return print;
}

HEDDLE_COLD inline std::uintptr_t row_set::aim(std::uintptr_t there) const {
  std::vector<std::uintptr_t> starts;
  for (std::size_t k = 0; k != rows_.size(); ++k)
    starts.push_back(there + place_[k] -
                     static_cast<std::uintptr_t>(rows_[k].first) * width_);
  const std::uintptr_t origin = table_of(starts, there);
  if (!table_.empty())
    std::memcpy(packed_.data(), table_.data(),
                table_.size() * sizeof(std::uintptr_t));
  return origin;
}

HEDDLE_COLD inline void row_set::unpack() const {
  if (!writes(how_))
    return;
  for (std::size_t k = 0; k != rows_.size(); ++k)
    if (const row &r = rows_[k]; r.first <= r.last) {
      const footprint to =
          bytes(r.origin, r.first, r.last, static_cast<long long>(width_));
      std::memcpy(reinterpret_cast<void *>(to.begin),
                  packed_.data() + place_[k], to.size);
    }
}

/// A table as an argument of a launch; made by in_rows, out_rows and
/// inout_rows. T: its element. Levels: how many subscripts choose what leads
/// on.
template <class T, access How, std::size_t Levels>
class rows_argument final : public row_set {
public:
  using scalar = typename row_scalar<T, Levels>::type;

  rows_argument(lead<T> table, const side (&sides)[Levels + 1],
                bool is_copy = false)
      : row_set(How, sizeof(scalar), is_copy), table_at_(table) {
    std::copy(sides, sides + Levels + 1, sides_);
    require_plain_elements<scalar>();
    static_assert(!writes(How) || !std::is_const<scalar>::value,
                  "heddle: const rows cannot be written");
  }

  bool known() const override {
    for (const side &s : sides_)
      if (!s.first.ok() || !s.last.ok())
        return false;
    return true;
  }
  std::uintptr_t address() const override {
    return reinterpret_cast<std::uintptr_t>(table_at_.first);
  }
  rows_argument<T, access::in, Levels> copy() const {
    return {table_at_, sides_, true};
  }

private:
  void read() const override {
    if (read_)
      return;
    read_ = true;
    usable_ = known();
    for (std::size_t level = 0; level != Levels; ++level) {
      first_.push_back(usable_ ? sides_[level].first.value() : 0);
      const checked count = sides_[level].last - sides_[level].first + 1;
      count_.push_back(
          usable_ && count.ok() && count.value() > 0 ? count.value() : 0);
    }
    // Pointers to rows are read also where no element is.
    if (count_.front() != 0)
      walk<0>(table_at_);
  }

  /// Notes what `from` leads to by subscript Level.
  template <std::size_t Level, class E> void walk(const lead<E> &from) const {
    long long first = sides_[Level].first.value();
    long long last = sides_[Level].last.value();
    const long long asked = first, end = last;
    usable_ = usable_ && (from.first || from.count >= 0 || asked > end);
    if (from.count >= 0) {
      first = std::max(first, 0LL);
      last = std::min(last, from.count - 1);
    }
    if constexpr (Level == Levels) {
      rows_.push_back({reinterpret_cast<std::uintptr_t>(from.first), first,
                       from.first ? last : first - 1});
    } else {
      if (from.first && first <= last)
        tables_.push_back(bytes(reinterpret_cast<std::uintptr_t>(from.first),
                                first, last,
                                static_cast<long long>(sizeof(E))));
      using next = decltype(lead_of(*from.first));
      for (long long k = asked; k <= end; ++k)
        walk<Level + 1>(from.first && k >= first && k <= last
                            ? lead_of(from.first[k])
                            : next{nullptr, 0});
    }
  }

  lead<T> table_at_;
  side sides_[Levels + 1];
};

template <class T, access How, std::size_t Levels>
transfer transfer_of(const rows_argument<T, How, Levels> &a) {
  transfer t;
  t.how = How;
  t.rows = &a;
  t.print.known = a.known();
  t.print.origin = a.address();
  return t;
}

template <class P, class T, access How, std::size_t Levels>
struct parameter<P, rows_argument<T, How, Levels>> {
  using argument = rows_argument<T, How, Levels>;
  static_assert(std::is_pointer<P>::value,
                "heddle: a table meets a kernel parameter that is no pointer");
  using target =
      typename row_scalar<typename std::remove_pointer<P>::type, Levels>::type;
  static_assert(
      std::is_same<
          typename std::remove_cv<target>::type,
          typename std::remove_cv<typename argument::scalar>::type>::value,
      "heddle: a table and its kernel parameter differ in element "
      "type");
  static_assert(How == access::in || !std::is_const<target>::value,
                "heddle: written rows meet a kernel parameter that is const");

  static bool fits(const argument &) { return true; }
  static P make(const argument &, std::uintptr_t origin) {
    return reinterpret_cast<P>(origin);
  }
};

inline footprint footprint_of(const row_set &rows) { return rows.hull(); }

/// Each of `all` is apart from f.
inline bool apart_from_each(const std::vector<footprint> &all,
                            const footprint &f) {
  for (const footprint &one : all)
    if (!apart(one, f))
      return false;
  return true;
}

template <class A> bool rows_apart(const row_set &rows, const A &other) {
  if (!rows.known())
    return false;
  if (apart(rows.hull(), footprint_of(other)))
    return true;
  if constexpr (std::is_base_of<row_set, A>::value) {
    for (const footprint &piece : other.pieces())
      if (!apart_from_each(rows.pieces(), piece))
        return false;
    return true;
  } else {
    return apart_from_each(rows.pieces(), footprint_of(other));
  }
}

} // namespace rt_detail

/// Whether no row, nor table, has a byte in common with another argument.
template <class T, rt_detail::access H, std::size_t L, class B>
bool disjoint(const rt_detail::rows_argument<T, H, L> &a, const B &b) {
  return rt_detail::rows_apart(a, b);
}
template <class A, class T, rt_detail::access H, std::size_t L>
auto disjoint(const A &a, const rt_detail::rows_argument<T, H, L> &b) ->
    typename std::enable_if<!std::is_base_of<rt_detail::row_set, A>::value,
                            bool>::type {
  return rt_detail::rows_apart(b, a);
}

namespace rt_detail {

template <access How, class T, std::size_t Sides>
rows_argument<T, How, Sides - 1> made_rows(lead<T> table,
                                           const side (&sides)[Sides]) {
  return {table, sides};
}

} // namespace rt_detail

/// The nest only reads what the subscripts choose (it need not read all): by
/// subscript the least and the greatest value, outermost first. `table` is a
/// pointer, an array or a vector.
template <class Table, std::size_t Sides>
auto in_rows(Table &&table, const side (&sides)[Sides]) {
  return rt_detail::made_rows<rt_detail::access::in>(rt_detail::lead_of(table),
                                                     sides);
}

/// The nest reads none and writes *every* element that the subscripts choose.
template <class Table, std::size_t Sides>
auto out_rows(Table &&table, const side (&sides)[Sides]) {
  return rt_detail::made_rows<rt_detail::access::out>(rt_detail::lead_of(table),
                                                      sides);
}

/// The nest writes some of these elements, and may read them.
template <class Table, std::size_t Sides>
auto inout_rows(Table &&table, const side (&sides)[Sides]) {
  return rt_detail::made_rows<rt_detail::access::inout>(
      rt_detail::lead_of(table), sides);
}

/// The rows of an argument as they are before the launch, which takes that
/// argument as well.
template <class T, rt_detail::access How, std::size_t Levels>
auto copied_rows(const rt_detail::rows_argument<T, How, Levels> &rows) {
  return rows.copy();
}

namespace rt_detail {

/// Gives the tables among the arguments their address on the host.
HEDDLE_OUTLINE inline void place_rows(transfer *transfers, std::size_t count) {
  for (transfer *t = transfers; t != transfers + count; ++t)
    if (t->rows)
      t->origin_there = t->rows->in_place();
}

} // namespace rt_detail

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_ROWS_H
