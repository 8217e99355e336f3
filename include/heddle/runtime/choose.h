//===- runtime/choose.h - the best value, and what belongs to it ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reduction of `if (e < key) { key = e; with = f; }`. An iteration offers
// what it stores, if it stores anything; of two offers the better key remains,
// and of equal keys, 0 and -0 among them, that of the iteration that the loop
// runs first, or last. No key that is offered is a NaN, which compares with
// nothing. The variables take the offer that is left if its key is better than
// the one that they hold: the same values as the loop gives them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CHOOSE_H
#define HEDDLE_RUNTIME_CHOOSE_H

#include "combine.h"
#include "reduce_parts.h"

#include <type_traits>
#include <utility>

namespace heddle {
namespace rt {

/// All that an iteration, or the best of several, would store: the key and what
/// is chosen with it. Copies are made member by member, since what stands
/// between the members has no value.
template <class Key, class... With> struct offer {
  static constexpr std::size_t companions = sizeof...(With);
  static constexpr unsigned long long nobody = ~0ULL;

  unsigned long long number; ///< of the iteration, as reduce.h counts them
  Key key;
  rt_detail::members<With...> with;

  offer() = default;
  HEDDLE_HD offer(const offer &other) { assign(other, indices()); }
  HEDDLE_HD offer &operator=(const offer &other) {
    assign(other, indices());
    return *this;
  }
  HEDDLE_HD bool is_made() const { return number != nobody; }

private:
  using indices = std::index_sequence_for<With...>;
  template <std::size_t... I>
  HEDDLE_HD void assign(const offer &other, std::index_sequence<I...>) {
    number = other.number;
    key = other.key;
    ((rt_detail::get<I>(with) = rt_detail::get<I>(other.with)), ...);
  }
};

namespace by {

/// The operators of a choice. Op::is_better(e, s): `e` takes the place of the
/// `s` of an earlier iteration. Op::worst<Key>() is better than nothing that is
/// offered.
template <class Op> struct choosing {
  /// The loops of the nest do: iterations run by descending numbers.
  static constexpr bool counts_down = false;
};

struct arg_min : choosing<arg_min> {
  template <class Key> static HEDDLE_HD constexpr Key worst() {
    return min::identity<Key>();
  }
  template <class Key> static HEDDLE_HD constexpr bool is_better(Key e, Key s) {
    return e < s;
  }
};
struct last_arg_min : arg_min {
  template <class Key> static HEDDLE_HD constexpr bool is_better(Key e, Key s) {
    return e <= s;
  }
};
struct arg_max : choosing<arg_max> {
  template <class Key> static HEDDLE_HD constexpr Key worst() {
    return max::identity<Key>();
  }
  template <class Key> static HEDDLE_HD constexpr bool is_better(Key e, Key s) {
    return e > s;
  }
};
struct last_arg_max : arg_max {
  template <class Key> static HEDDLE_HD constexpr bool is_better(Key e, Key s) {
    return e >= s;
  }
};
template <class Op> struct descending : Op {
  static constexpr bool counts_down = true;
};

} // namespace by

namespace rt_detail {

/// Nothing is offered yet.
template <class Op, class Key, class... With, std::size_t... I>
HEDDLE_HD void clear(offer<Key, With...> &none, std::index_sequence<I...>) {
  none.number = none.nobody;
  none.key = Op::template worst<Key>();
  ((get<I>(none.with) = With()), ...);
}

template <class Op, class Offer> HEDDLE_HD Offer no_offer() {
  Offer none;
  clear<Op>(none, std::make_index_sequence<Offer::companions>());
  return none;
}

/// `b`, of other iterations, takes the place of `a`.
template <class Op, class Offer>
HEDDLE_HD bool takes_place(const Offer &b, const Offer &a) {
  if (!b.is_made() || !a.is_made())
    return b.is_made();
  return (a.number < b.number) != Op::counts_down
             ? Op::is_better(b.key, a.key)
             : !Op::is_better(a.key, b.key);
}

template <class Op, class Offer>
HEDDLE_HD Offer better(const Offer &a, const Offer &b) {
  Offer best = a;
  if (takes_place<Op>(b, a))
    best = b;
  return best;
}

template <class Key, class... With, std::size_t... I>
HEDDLE_HD void store_offer(const offer<Key, With...> &best,
                           std::index_sequence<I...>, Key &key, With &...with) {
  key = best.key;
  ((with = get<I>(best.with)), ...);
}

/// The variables take the best offer.
template <class Op, class Key, class... With>
HEDDLE_HD void take(const offer<Key, With...> &best, Key *key, With *...with) {
  if (best.is_made() && Op::is_better(best.key, *key))
    store_offer(best, std::index_sequence_for<With...>(), *key, *with...);
}

template <class A> struct is_offer : std::false_type {};
template <class Key, class... With>
struct is_offer<offer<Key, With...>> : std::true_type {};

} // namespace rt_detail

/// As reduced(), of variables that iterations choose together by Op: the key
/// first.
template <class Op, class Key, class... With>
constexpr rt_detail::reduction<Op, offer<Key, With...>, Key, With...> chosen(
    const rt_detail::array_argument<Key, rt_detail::access::inout> &key,
    const rt_detail::array_argument<With, rt_detail::access::inout> &...with) {
  return {{{{key}, {with}...}}};
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_CHOOSE_H
