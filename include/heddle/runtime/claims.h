//===- runtime/claims.h - what annotations claim, checked -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CLAIMS_H
#define HEDDLE_RUNTIME_CLAIMS_H

#include "array.h"
#include "environment.h"
#include "kept.h"
#include "rows.h"
#include "trace.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace heddle {
namespace rt {

namespace rt_detail {

/// "'x' (bytes 0x10 to 0x1f)", the last one inclusive.
HEDDLE_COLD inline std::string describe(const char *name, const footprint &f) {
  std::string text = std::string("'") + name + "'";
  if (!f.known)
    return text + " (bytes beyond the address space)";
  char range[2 * 16 + 32];
  std::snprintf(range, sizeof range, " (bytes 0x%llx to 0x%llx)",
                static_cast<unsigned long long>(f.begin),
                static_cast<unsigned long long>(f.begin + f.size - 1));
  return text + range;
}

inline namespace HEDDLE_BUILD {

[[noreturn]] HEDDLE_COLD inline void
raise_overlap(const site &where, const footprint &a, const char *name_a,
              const footprint &b, const char *name_b) {
  raise(describe(where) + ": noalias(" + name_a + ", " + name_b +
        ") is wrong: " + describe(name_a, a) + " overlaps " +
        describe(name_b, b));
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The claim noalias(a, b): the bytes from the first to the last element that
/// the nest touches of `a` and those of `b` are apart. Looked at only under
/// HEDDLE_CHECK=1; then a claim that is wrong raises an error. True otherwise.
template <class A, class B>
bool claimed_apart(const site &where, const A &a, const char *name_a,
                   const B &b, const char *name_b) {
  if (!rt_detail::checking() || disjoint(a, b))
    return true;
  rt_detail::raise_overlap(where, rt_detail::footprint_of(a), name_a,
                           rt_detail::footprint_of(b), name_b);
}

/// Under HEDDLE_CHECK=1: the loops run in order, and look at each access of the
/// arrays of which something is claimed (extent, independent), and each use of
/// variables that are claimed to be an iteration's own (private, lastprivate).
HEDDLE_OUTLINE inline bool checks_claims(const site &where) {
  if (!rt_detail::checking())
    return false;
#if HEDDLE_CUDA_BUILD
  rt_detail::host_runs(where, "HEDDLE_CHECK looks at what is claimed");
#endif
  if (rt_detail::tracing()) {
    rt_detail::event e;
    e.taken = "checked";
    e.why = "HEDDLE_CHECK looks at what is claimed";
    rt_detail::print_event(where, e);
  }
  return true;
}

/// Which iteration of the loops that a claim speaks of runs now.
class claimed_iterations {
public:
  /// The names of the counters, outermost first.
  claimed_iterations(const site &where, std::vector<const char *> counters)
      : where_(where), names_(std::move(counters)) {}

  /// Another iteration begins, with these counters.
  template <class... I> void next(const I &...counters) {
    (values_.push_back(static_cast<long long>(counters)), ...);
    ++count_;
  }
  std::size_t now() const { return count_; }

  /// "iteration i = 3, j = 4" of the one with that number, from 1 on.
  std::string text(std::size_t number) const {
    if (number == 0)
      return "the loop";
    std::string all = "iteration ";
    for (std::size_t d = 0; d != names_.size(); ++d)
      all += (d ? ", " : "") + std::string(names_[d]) + " = " +
             std::to_string(values_[(number - 1) * names_.size() + d]);
    return all;
  }

  /// The error about `claim`, as in "private(t)".
  [[noreturn]] HEDDLE_COLD void wrong(const std::string &claim,
                                      const std::string &why) const {
    rt_detail::raise(rt_detail::describe(where_) + ": " + claim +
                     " is wrong: " + why);
  }

private:
  site where_;
  std::vector<const char *> names_;
  std::vector<long long> values_;
  std::size_t count_ = 0;
};

/// The claims of one array, for loops in order that look at each access. The
/// functions that keep accesses are templates: who claims nothing does not pay
/// for the compilation of their containers.
class claimed_array {
public:
  /// `name` is that of the source, `first` points to x[0].
  template <class T>
  claimed_array(const claimed_iterations &at, const char *name, const T *first)
      : at_(at), name_(name), begin_(reinterpret_cast<std::uintptr_t>(first)),
        width_(sizeof(T)), step_(std::is_class<rt_detail::scalar_of<T>>::value
                                     ? 1
                                     : sizeof(rt_detail::scalar_of<T>)) {}

  /// extent(x, elements): x[0] to x[elements - 1] exist.
  claimed_array &extent(checked elements) {
    has_extent_ = true;
    elements_ = elements;
    return *this;
  }
  /// rows(x, n, m): each of the n pointers in the table leads to m elements, or
  /// with another level to a table of pointers.
  template <class Table, std::size_t Sides>
  claimed_array &rows(const Table &table, const checked (&extents)[Sides]) {
    side sides[Sides];
    for (std::size_t k = 0; k != Sides; ++k)
      sides[k] = {0, extents[k] - 1};
    const auto all = in_rows(table, sides);
    if (!all.known() || !all.usable())
      at_.wrong("rows(" + std::string(name_) + ", ...)",
                all.known() ? "a row is null" : "a number exceeds 63 bits");
    has_rows_ = true;
    for (const rt_detail::row &r : all.seen())
      if (r.first <= r.last)
        rows_.push_back(rt_detail::bytes(r.origin, r.first, r.last,
                                         static_cast<long long>(all.width())));
    std::sort(rows_.begin(), rows_.end(),
              [](const rt_detail::footprint &a, const rt_detail::footprint &b) {
                return a.begin < b.begin;
              });
    return *this;
  }
  /// independent(x): no two iterations touch one element but to read it.
  claimed_array &independent() {
    is_independent_ = true;
    return *this;
  }

  /// An access to `place`, which the source spells `text`.
  template <class E> E &read(E &place, const char *text) {
    look<sizeof(E)>(reinterpret_cast<std::uintptr_t>(&place), false, text);
    return place;
  }
  template <class E> E &write(E &place, const char *text) {
    look<sizeof(E)>(reinterpret_cast<std::uintptr_t>(&place), true, text);
    return place;
  }

private:
  struct touched {
    std::size_t first, other; ///< iterations that have; other 0: one alone
    bool written;
  };

  std::string element(std::uintptr_t address) const {
    // In signed numbers: the access may lie before the array.
    const long long bytes = static_cast<long long>(address - begin_);
    const long long width = static_cast<long long>(width_);
    const long long index = bytes / width - (bytes % width < 0 ? 1 : 0);
    return std::to_string(index);
  }
  template <std::size_t bytes>
  void look(std::uintptr_t address, bool writes, const char *text) {
    if (has_extent_) {
      const rt_detail::footprint all = rt_detail::bytes(
          begin_, 0, max_of(elements_, 0) - 1, static_cast<long long>(width_));
      const std::uintptr_t from = address - begin_;
      if (!all.known || from >= all.size || bytes > all.size - from)
        at_.wrong("extent(" + std::string(name_) + ", " +
                      (elements_.ok()
                           ? std::to_string(elements_.value())
                           : std::string("a number beyond 63 bits")) +
                      ")",
                  at_.text(at_.now()) + " touches '" + text + "', element " +
                      element(address));
    }
    if (has_rows_ && !is_in_row(address, bytes))
      at_.wrong("rows(" + std::string(name_) + ", ...)",
                at_.text(at_.now()) + " touches '" + text +
                    "', which is in none of the rows");
    if (is_independent_)
      for (std::size_t b = 0; b < bytes; b += step_)
        touch(seen_, address + b, writes, text);
  }
  /// Some row that begins at or before the address holds all of the bytes. Rows
  /// may overlap, but are equally long.
  bool is_in_row(std::uintptr_t address, std::size_t bytes) const {
    auto next = std::upper_bound(
        rows_.begin(), rows_.end(), address,
        [](std::uintptr_t at, const rt_detail::footprint &row) {
          return at < row.begin;
        });
    return next != rows_.begin() &&
           (--next, address - next->begin + bytes <= next->size);
  }
  template <class Seen>
  void touch(Seen &seen, std::uintptr_t address, bool writes,
             const char *text) {
    const std::size_t now = at_.now();
    touched &t = seen.try_emplace(address, touched{now, 0, false}).first->second;
    const std::size_t with = t.first != now ? t.first : t.other;
    if (with != 0 && (writes || t.written))
      at_.wrong("independent(" + std::string(name_) + ")",
                at_.text(now) + (writes ? " writes '" : " reads '") + text +
                    (has_rows_ ? "'" : "', element " + element(address)) +
                    ", which " + at_.text(with) +
                    (t.written ? " has written" : " has read"));
    if (t.first != now)
      t.other = now;
    t.written |= writes;
  }

  const claimed_iterations &at_;
  const char *name_;
  std::uintptr_t begin_;
  std::size_t width_, step_; ///< bytes of x[0], and of what is told apart
  bool has_extent_ = false, has_rows_ = false, is_independent_ = false;
  std::vector<rt_detail::footprint> rows_; ///< by address
  checked elements_;
  std::map<std::uintptr_t, touched> seen_;
};

/// private(t) or lastprivate(t), for loops in order that look at each use: an
/// iteration sets the variable, or an element of it, before it reads it.
class claimed_private {
public:
  /// `name` is that of the source, `claim` the word of the annotation.
  claimed_private(const claimed_iterations &at, const char *claim,
                  const char *name)
      : at_(at), claim_(claim), name_(name) {}

  /// A use of `place`, which the source spells `text`.
  template <class E> E &read(E &place, const char *text) {
    begin<std::set<const void *>>();
    if (set_.count(&place) == 0)
      wrong(at_.text(at_.now()) + " reads '" + text + "' before it has set it");
    return place;
  }
  template <class E> E &write(E &place, const char *) {
    begin<std::set<const void *>>();
    set_.insert(&place);
    return place;
  }
  template <class E> E &read_write(E &place, const char *text) {
    return read(place, text);
  }
  /// lastprivate(t): the last iteration has set it.
  template <class Set = std::set<const void *>> void ended() {
    begin<Set>();
    if (at_.now() != 0 && set_.empty())
      wrong(at_.text(at_.now()) + ", the last one, does not set '" + name_ +
            "'");
  }

private:
  template <class Set> void begin() {
    if (now_ != at_.now())
      static_cast<Set &>(set_).clear();
    now_ = at_.now();
  }
  [[noreturn]] HEDDLE_COLD void wrong(const std::string &why) const {
    at_.wrong(std::string(claim_) + "(" + name_ + ")", why);
  }

  const claimed_iterations &at_;
  const char *claim_, *name_;
  std::size_t now_ = 0;
  std::set<const void *> set_;
};

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_CLAIMS_H
