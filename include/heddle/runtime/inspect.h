//===- runtime/inspect.h - a pass over loops that looks at subscripts -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where data say which elements of an array the loops touch, the launch runs
// them once on the host, and leaves no store: an inspector. It finds the first
// and the last element that they touch of each such array. All elements between
// them exist, since they lie in one array. Where nobody knows whether iterations
// share elements, it notes which one touches each, and ends where two share one
// that is stored. The executor is the kernel. Where an iteration reads behind its
// own stores, these are made, and taken back before the next iteration.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_INSPECT_H
#define HEDDLE_RUNTIME_INSPECT_H

#include "array.h"
#include "cuda.h"
#include "host_loops.h"
#include "host_order.h"
#include "transfer.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle {
namespace rt {

namespace rt_detail {

/// Bytes [begin, end) that hold all that was touched of one array; none as long
/// as begin > end.
struct touched_bytes {
  std::uintptr_t begin = ~std::uintptr_t(0), end = 0;

  void add(std::uintptr_t from, std::uintptr_t to) {
    begin = std::min(begin, from);
    end = std::max(end, to);
  }
  bool meets(std::uintptr_t from, std::uintptr_t to) const {
    return from < end && begin < to;
  }
};

/// Which iteration touches each cell of an array, so many bytes wide. Iterations
/// are counted from 1.
class touched_cells {
public:
  /// False: another iteration touches a cell of [from, to), and one of the two
  /// stores to it.
  bool touch(std::uintptr_t from, std::uintptr_t to, std::uintptr_t width,
             std::size_t now, bool stores) {
    for (std::uintptr_t cell = from / width; cell <= (to - 1) / width; ++cell) {
      std::size_t &mark = at(cell);
      const std::size_t first = mark / iteration;
      const bool others = first != 0 && (first != now || (mark & several));
      if (others && (stores || (mark & stored)))
        return false;
      if (first == 0)
        mark = now * iteration;
      mark |= (others ? several : 0) | (stores ? stored : 0);
    }
    return true;
  }

private:
  /// A mark has times `iteration` the first that touches the cell, 0 if none
  /// does, and whether others do, and some stores.
  static constexpr std::size_t stored = 1, several = 2, iteration = 4;
  static constexpr std::uintptr_t cells = 128; ///< of a page

  std::size_t &at(std::uintptr_t cell) {
    const std::uintptr_t number = cell / cells;
    if (pages_.empty())
      first_ = number;
    if (number < first_) {
      // Loops that count down come here once for each page.
      const std::size_t more =
          std::max<std::size_t>(first_ - number,
                                std::min<std::uintptr_t>(pages_.size(), first_));
      pages_.insert(pages_.begin(), more, {});
      first_ -= more;
    }
    if (number - first_ >= pages_.size())
      pages_.resize(number - first_ + 1);
    std::vector<std::size_t> &page = pages_[number - first_];
    if (page.empty())
      page.resize(cells);
    return page[cell % cells];
  }

  std::vector<std::vector<std::size_t>> pages_;
  std::uintptr_t first_ = 0; ///< the number of pages_[0]
};

inline namespace HEDDLE_BUILD {

/// Leaves the pass: it has met what the loops as written might have changed.
struct pass_ends {};

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The pass of one launch.
class inspector {
public:
  explicit inspector(const site &where) : where_(where) {}
  inspector(const inspector &) = delete;
  inspector &operator=(const inspector &) = delete;

  /// Threads may run the iterations, of a device or of the CPU: else nobody
  /// needs the pass. One that tells iterations apart costs more than threads of
  /// the CPU are worth. `arrays` are those that the loops touch; an error is
  /// raised for one that the host cannot read.
  template <class... A> bool wanted(const A &...arrays) {
#if !HEDDLE_EXCEPTIONS
    if (tells_apart_)
      return false; // nothing leaves the pass
#endif
#if HEDDLE_CUDA_BUILD
    if (rt_detail::use_device(where_)) {
      const rt_detail::transfer transfers[] = {
          rt_detail::transfer_of(arrays)..., rt_detail::transfer{}};
      rt_detail::host_looks(where_, "a launch looks at subscripts");
      rt_detail::require_host_memory(
          where_,
          "the launch looks at subscripts there; extent(x, n) says how many "
          "elements an array has, and spares that",
          transfers, sizeof...(A));
      return true;
    }
#else
    ((void)arrays, ...);
    if (rt_detail::host_order_from_environment(where_).kind !=
        rt_detail::host_order::unset)
      return true;
#endif
    return !tells_apart_ && rt_detail::may_use_threads(where_);
  }

  /// No store may reach these bytes, which the loops read besides arrays.
  inspector &keeps(const rt_detail::footprint &storage) {
    kept_.add(storage.begin, storage.begin + storage.size);
    return *this;
  }

  /// Another iteration begins: all stores are taken back.
  template <class... C> void next(const C &...) {
    take_back();
    ++iteration_;
  }

  /// Runs the loops, and takes back what they store. False: one of their reads
  /// is of bytes that other iterations, or stores that are left out, may have
  /// changed by then, so that the pass would go on with what was there before;
  /// or memory does not suffice; or iterations share an element of an array that
  /// tells them apart. Then nothing is known of the arrays. Variables that the
  /// loops pass on are copies, which the function holds.
  template <class Loops> bool run(Loops loops) {
    struct at_end {
      inspector &pass;
      ~at_end() { pass.take_back(); }
    } const finally{*this};
#if HEDDLE_EXCEPTIONS
    try {
      loops();
    } catch (const rt_detail::pass_ends &) {
      return false;
    } catch (const std::bad_alloc &) {
      why_ = "too little memory to look at them first";
      return false;
    }
#else
    loops();
#endif
    return true;
  }

  /// The reason why run() has not come to its end; completes 'because of ...'.
  const char *why() const { return why_.c_str(); }

private:
  template <class T> friend class hull;

  void read(const rt_detail::touched_bytes *of, std::uintptr_t from,
            std::uintptr_t to) const {
    for (const rt_detail::touched_bytes *other : stored_)
      if (other != of && other->meets(from, to))
        end();
  }
  void store(std::uintptr_t from, std::uintptr_t to) const {
    if (kept_.meets(from, to))
      end();
  }
  /// Two iterations touch one element of the array.
  HEDDLE_COLD void share(const char *array) {
    why_ = "elements of '" + std::string(array) + "' that iterations share";
    end();
  }
  /// `element` is stored next.
  template <class E> E &change(E &element) {
    static_assert(std::is_trivially_copyable<E>::value,
                  "heddle: elements are copied byte by byte");
    const unsigned char *first =
        reinterpret_cast<const unsigned char *>(std::addressof(element));
    const std::size_t begin = old_bytes_.size();
    old_bytes_.insert(old_bytes_.end(), first, first + sizeof(E));
    changed_.push_back({std::addressof(element), begin, sizeof(E)});
    return element;
  }
  void take_back() {
    for (; !changed_.empty(); changed_.pop_back()) {
      const piece &last = changed_.back();
      std::memcpy(last.at, old_bytes_.data() + last.begin, last.size);
      old_bytes_.resize(last.begin);
    }
  }
  [[noreturn]] HEDDLE_COLD void end() const {
#if HEDDLE_EXCEPTIONS
    throw rt_detail::pass_ends();
#else
    rt_detail::raise(rt_detail::describe(where_) +
                     ": the loops read what they have stored through another "
                     "pointer; write extent(x, n) for each array");
#endif
  }

  struct piece {
    void *at;
    std::size_t begin, size; ///< of old_bytes_
  };

  site where_;
  bool tells_apart_ = false;
  std::size_t iteration_ = 1;
  std::string why_ = "reads of what the loops store";
  std::vector<const rt_detail::touched_bytes *> stored_;
  rt_detail::touched_bytes kept_;
  /// All that this iteration has stored to, oldest first, and what was there.
  std::vector<piece> changed_;
  std::vector<unsigned char> old_bytes_;
};

/// The elements of one array that the pass finds. T: what its pointer points
/// to.
template <class T> class hull {
public:
  hull(inspector &in, T *origin)
      : in_(in), origin_(reinterpret_cast<std::uintptr_t>(origin)) {}
  hull(const hull &) = delete;
  hull &operator=(const hull &) = delete;

  /// The loops store to the array.
  hull &stored() {
    in_.stored_.push_back(&touched_);
    return *this;
  }

  /// The same, and an iteration may read what it has stored: stores are made,
  /// and taken back.
  hull &taken_back() {
    takes_back_ = true;
    return stored();
  }

  /// Iterations are to touch elements of their own. `name` is that of the
  /// source.
  hull &tell_apart(const char *name) {
    name_ = name;
    in_.tells_apart_ = true;
    return *this;
  }

  /// In the place of an element that is read.
  template <class E> E &read(E &element) {
    const std::uintptr_t at = add(element);
    in_.read(&touched_, at, at + sizeof(E));
    tell(at, at + sizeof(E), false);
    return element;
  }
  /// In the place of an element that is stored: what may be changed instead.
  template <class E> E &write(E &element) {
    const std::uintptr_t at = add(element);
    in_.store(at, at + sizeof(E));
    tell(at, at + sizeof(E), true);
    if (takes_back_)
      return in_.change(element);
    return *ignored(element, std::is_trivially_default_constructible<E>());
  }
  /// The same of one that is read and stored: it begins with its value.
  template <class E> E &update(E &element) {
    const E value = read(element);
    return write(element) = value;
  }
  /// The same of a step of a reduction, with a value from which an integer's
  /// does not overflow.
  template <class E> E &update(E &element, int from) {
    return write(element) = static_cast<E>(from);
  }

  /// The first and the last element, inclusive, in elements from the pointer;
  /// 0 and -1 where none was touched.
  checked first() const {
    return touched_.end == 0 ? checked(0) : element_of(touched_.begin);
  }
  checked last() const {
    return touched_.end == 0 ? checked(-1) : element_of(touched_.end - 1);
  }

  /// An argument that says to the inspector where the array is.
  auto place() const {
    using scalar = const rt_detail::scalar_of<T>;
    return in(reinterpret_cast<scalar *>(origin_), 0, -1);
  }

private:
  // No constructor runs that the loops do not call.
  template <class E> E *ignored(const E &, std::true_type) {
    return ::new (static_cast<void *>(ignored_)) E();
  }
  template <class E> E *ignored(const E &element, std::false_type) {
    return ::new (static_cast<void *>(ignored_)) E(element);
  }
  template <class E> std::uintptr_t add(const E &element) {
    static_assert(sizeof(E) <= sizeof(rt_detail::scalar_of<T>),
                  "heddle: more than an element is touched at once");
    const std::uintptr_t at =
        reinterpret_cast<std::uintptr_t>(std::addressof(element));
    touched_.add(at, at + sizeof(E));
    return at;
  }
  void tell(std::uintptr_t from, std::uintptr_t to, bool stores) {
    using scalar = rt_detail::scalar_of<T>;
    const std::uintptr_t width =
        std::is_class<scalar>::value ? alignof(scalar) : sizeof(scalar);
    const std::uintptr_t before = origin_ % width;
    if (name_ && !cells_.touch(from - before, to - before, width,
                               in_.iteration_, stores))
      in_.share(name_);
  }
  checked element_of(std::uintptr_t byte) const {
    const long long from = static_cast<long long>(byte - origin_);
    const long long width = sizeof(rt_detail::scalar_of<T>);
    return from / width - (from % width < 0 ? 1 : 0);
  }

  inspector &in_;
  std::uintptr_t origin_;
  rt_detail::touched_bytes touched_;
  bool takes_back_ = false;
  const char *name_ = nullptr; ///< of one that tells iterations apart
  rt_detail::touched_cells cells_;
  alignas(rt_detail::scalar_of<T>) unsigned char ignored_[sizeof(
      rt_detail::scalar_of<T>)];
};

template <class T> hull(inspector &, T *) -> hull<T>;

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_INSPECT_H
