//===- runtime/segments.h - which iterations update which element ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where data say which elements an iteration updates, the launch runs the loops
// once on the host to list, for each element, the iterations that do, in the
// order of the loops. The list of an element is its segment: a thread of the
// kernel runs it. Nothing is updated meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SEGMENTS_H
#define HEDDLE_RUNTIME_SEGMENTS_H

#include "array.h"
#include "cuda.h"
#include "host_order.h"
#include "rows.h"
#include "trace.h"
#include "transfer.h"

#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle {
namespace rt {

inline namespace HEDDLE_BUILD {

/// The segments of a launch. I: the types of the counters of its perfect loops,
/// outermost first.
template <class... I> class segments {
public:
  /// A segment for each of the elements 0 to elements - 1.
  segments(const site &where, checked elements)
      : where_(begun(where)), elements_(elements) {}

  /// Threads of the kernel are going to run, so that the segments are needed,
  /// which are empty until then. `read` are the arrays that the loops read:
  /// an error is raised for one that the host cannot.
  template <class... A> bool wanted(const A &...read) {
    if (!elements_.ok() || elements_.value() <= 0)
      return false;
#if HEDDLE_CUDA_BUILD
    if (!rt_detail::use_device(where_))
      return false;
    const rt_detail::transfer transfers[] = {rt_detail::transfer_of(read)...,
                                             rt_detail::transfer{}};
    rt_detail::require_host_memory(
        where_, "the launch lists the iterations of each element there",
        transfers, sizeof...(A));
#else
    if (rt_detail::host_order_from_environment(where_).kind ==
        rt_detail::host_order::unset)
      return false;
    ((void)read, ...);
#endif
    allocate([&] { seen_.assign(size(), 0); });
    return true;
  }

  /// Another iteration begins, with these counters.
  void next(I... counters) {
    now_ = std::tuple<I...>(counters...);
    ++iteration_;
  }

  /// The iteration updates the element, 0 <= element < elements.
  void add(std::size_t element) {
    if (seen_[element] == iteration_)
      return;
    seen_[element] = iteration_;
    allocate([&] { found_.push_back({element, now_}); });
  }

  /// Makes the segments of what was added, by counting.
  void sort() {
    allocate([&] {
      first_.assign(size() + 1, 0);
      for (const entry &e : found_)
        ++first_[e.element + 1];
      for (std::size_t k = 0; k != size(); ++k)
        first_[k + 1] += first_[k];
      place(std::index_sequence_for<I...>());
      found_ = std::vector<entry>();
      seen_ = std::vector<std::size_t>();
      missed_.assign(size(), 0);
    });
  }

  /// Behind the launch: raises an error if a thread has run an iteration in its
  /// segment and found none of its elements updated there. Then the device
  /// rounds what subscripts or conditions are computed from in another way.
  void check(path taken) const {
    if (taken != path::done)
      return;
    for (const unsigned char missed : missed_)
      if (missed)
        raise_missed();
  }

  const site &where() const { return where_; }
  /// As the kernel takes it: the segment of element k has the places first[k]
  /// to first[k + 1] - 1.
  auto first() const { return passed(first_); }
  /// The counters of perfect loop K, by place.
  template <std::size_t K> auto counters() const {
    return passed(std::get<K>(counters_));
  }

  /// The marks that the threads leave, one an element.
  auto missed() {
    return out(missed_.data(), 0, static_cast<long long>(missed_.size()) - 1);
  }

private:
  /// Also where no segments are made: the loops as written run then.
  static const site &begun(const site &where) {
#if HEDDLE_CUDA_BUILD
    rt_detail::host_runs(where, "a launch lists iterations");
#endif
    return where;
  }

  struct entry {
    std::size_t element;
    std::tuple<I...> at;
  };

  std::size_t size() const {
    return static_cast<std::size_t>(elements_.value());
  }

  template <class T>
  static rt_detail::array_argument<const T, rt_detail::access::in>
  passed(const std::vector<T> &all) {
    return in(all.data(), 0, static_cast<long long>(all.size()) - 1);
  }

  template <std::size_t... K> void place(std::index_sequence<K...>) {
    (std::get<K>(counters_).resize(found_.size()), ...);
    std::vector<long long> next(first_.begin(), first_.end() - 1);
    for (const entry &e : found_) {
      const std::size_t at = static_cast<std::size_t>(next[e.element]++);
      ((std::get<K>(counters_)[at] = std::get<K>(e.at)), ...);
    }
  }

  template <class Do> void allocate(const Do &work) {
#if HEDDLE_EXCEPTIONS
    try {
      work();
    } catch (const std::bad_alloc &) {
      no_memory();
    } catch (const std::length_error &) {
      no_memory();
    }
#else
    work();
#endif
  }
  [[noreturn]] HEDDLE_COLD void no_memory() const {
    rt_detail::raise(rt_detail::describe(where_) + ": no memory for " +
                     std::to_string(elements_.value()) +
                     " segments and the iterations in them");
  }

  [[noreturn]] HEDDLE_COLD void raise_missed() const {
    rt_detail::raise(rt_detail::describe(where_) +
                     ": the device computes other subscripts or conditions "
                     "than the host, so that updates are missing; compile it "
                     "without contracted products (nvcc --fmad=false, clang "
                     "-ffp-contract=off) and without fast functions");
  }

  site where_;
#if HEDDLE_CUDA_BUILD
  /// The lists are arrays that end with the launch: none stays on the device.
  rt_detail::program_pause alone_;
#endif
  checked elements_;
  std::size_t iteration_ = 0; ///< that runs, from 1 on
  std::tuple<I...> now_{};
  std::vector<std::size_t> seen_; ///< by element: the last one that updates it
  std::vector<entry> found_;      ///< in the order of the iterations
  std::vector<long long> first_;
  std::vector<unsigned char> missed_;
  std::tuple<std::vector<I>...> counters_;
};

/// The first segment's place, and the counters, as arguments of a launch.
template <class... I> auto first_of(const segments<I...> &s) {
  return s.first();
}
template <std::size_t K, class... I> auto counters_of(const segments<I...> &s) {
  return s.template counters<K>();
}

template <class... I> auto missed_by(segments<I...> &s) { return s.missed(); }

/// The updates of one array, in loops that only list their iterations.
template <class Segments, class T> class listed_updates {
public:
  /// `array` is an argument of the launch, of elements from 0 on, `name` that
  /// of the source.
  template <class A>
  listed_updates(Segments &to, const A &array, const char *name)
      : to_(to), name_(name), begin_(array.address()),
        bytes_(behind(rt_detail::footprint_of(array))) {}

  /// In the place of an update's element: what may be changed instead. Raises
  /// an error where there is no such element.
  T &touch(const T &element) {
    const std::uintptr_t from =
        reinterpret_cast<std::uintptr_t>(&element) - begin_;
    if (from >= bytes_)
      outside(to_.where(), name_, begin_, bytes_, &element);
    to_.add(from / sizeof(T));
    return ignored_;
  }
  /// The same, with a value from which an integer's update does not overflow.
  T &touch(const T &element, int from) {
    T &instead = touch(element);
    instead = static_cast<T>(from);
    return instead;
  }

private:
  /// From element 0 on.
  static std::uintptr_t behind(const rt_detail::footprint &array) {
    return array.empty() ? 0 : array.begin - array.origin + array.size;
  }
  [[noreturn]] HEDDLE_COLD static void
  outside(const site &where, const char *name, std::uintptr_t begin,
          std::uintptr_t bytes, const T *element) {
    const long long width = static_cast<long long>(sizeof(T));
    const long long from = static_cast<long long>(
        reinterpret_cast<std::uintptr_t>(element) - begin);
    const long long index = from / width - (from % width < 0 ? 1 : 0);
    rt_detail::raise(rt_detail::describe(where) +
                     ": the loops update element " + std::to_string(index) +
                     " of '" + name + "', which has " +
                     std::to_string(bytes / sizeof(T)));
  }

  Segments &to_;
  const char *name_;
  std::uintptr_t begin_, bytes_;
  T ignored_{};
};

template <class Segments, class T, rt_detail::access How>
listed_updates(Segments &, const rt_detail::array_argument<T, How> &,
               const char *)
    -> listed_updates<Segments, rt_detail::scalar_of<T>>;

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_SEGMENTS_H
