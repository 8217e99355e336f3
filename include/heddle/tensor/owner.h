//===- tensor/owner.h - tensors that own their elements -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_OWNER_H
#define HEDDLE_TENSOR_OWNER_H

#include "view.h"

#include <algorithm>
#include <initializer_list>
#include <memory>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// Tensors of known extents up to this size stand in the object itself, larger
/// ones on the heap: a stack does not hold a tensor<double, 1000, 1000>.
inline constexpr integer inline_bytes = 65536;

template <integer... E> constexpr bool all_known = ((E != dyn) && ...);

template <class T, integer... E>
inline constexpr bool
    stands_inline = all_known<E...> &&count(dimensions<int(sizeof...(E))>{
                        E...}) <= inline_bytes /
                                      static_cast<integer>(sizeof(T));

/// In the object.
template <class T, bool Inline, integer... E> class elements {
  static constexpr dimensions<int(sizeof...(E))> shape{E...};
  std::array<T, static_cast<std::size_t>(count(shape))> values{};

public:
  constexpr T *data() { return values.data(); }
  constexpr const T *data() const { return values.data(); }
  static constexpr const auto &extents() { return shape; }
  static constexpr bool shaped() { return true; }
  static constexpr void prepare(const dimensions<int(sizeof...(E))> &) {}
};

/// On the heap. Without a shape when default-constructed with unknown extents,
/// and after it was moved from.
template <class T, integer... E> class elements<T, false, E...> {
  static constexpr int rank = sizeof...(E);
  static constexpr dimensions<rank> declared{E...};
  std::unique_ptr<T[]> values;
  dimensions<rank> shape{};

public:
  elements() {
    if constexpr (all_known<E...>) {
      prepare(declared);
      std::fill_n(data(), count(shape), T());
    }
  }
  elements(const elements &other) {
    if (other.shaped()) {
      prepare(other.shape);
      std::copy_n(other.data(), count(shape), data());
    }
  }
  elements(elements &&other) noexcept { take(other); }
  void take(elements &other) noexcept {
    values = std::move(other.values);
    shape = other.shape;
    other.shape = {};
  }
  elements &operator=(const elements &) = delete;

  T *data() { return values.get(); }
  const T *data() const { return values.get(); }
  const dimensions<rank> &extents() const { return shape; }
  bool shaped() const { return values != nullptr; }
  /// Elements of unspecified value, where there are none yet.
  void prepare(const dimensions<rank> &extents_now) {
    if (shaped())
      return;
    for (int k = 0; k < rank; ++k)
      if (extents_now[at(k)] < 0 ||
          !may_agree(extents_now[at(k)], declared[at(k)]))
        fail_shapes("tensor", declared.data(), rank, extents_now.data(), rank);
    values.reset(new T[static_cast<std::size_t>(count(extents_now))]);
    shape = extents_now;
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

/// A dense tensor, last dimension fastest: tensor<double, 300, 400> v; or, with
/// extents known at run time, tensor<double, dyn, 400> v(n, 400). Elements
/// start as zeros.
///
/// x = e evaluates e and then stores it; the shapes must be equal. A tensor
/// with unknown extents that has none yet (default-constructed or moved from)
/// takes those of e. The elements of a tensor that has a shape never move, so
/// that views of it stay valid until it is destroyed or moved from.
template <class T, std::ptrdiff_t... Extents>
class tensor : public tensor_detail::expression<tensor<T, Extents...>>,
               public tensor_detail::compound<tensor<T, Extents...>> {
  using integer = tensor_detail::integer;

public:
  static_assert(!std::is_const_v<T>, "heddle: a tensor owns what it changes");
  static_assert(((Extents >= 0 || Extents == dyn) && ...),
                "heddle: a negative extent");
  using element_type = T;
  using value_type = T;
  static constexpr int rank = sizeof...(Extents);
  static_assert(rank <= tensor_detail::max_rank,
                "heddle: more than 16 dimensions");
  static constexpr bool labelled = false;
  using dimensions = tensor_detail::dimensions<rank>;
  static constexpr dimensions static_extents{Extents...};

  constexpr tensor() = default;
  constexpr tensor(const tensor &) = default;
  constexpr tensor(tensor &&) = default;

  /// With extents, all of them, outermost first.
  template <class... I,
            std::enable_if_t<sizeof...(I) == rank && rank != 0 &&
                                 !tensor_detail::all_known<Extents...> &&
                                 (tensor_detail::is_index<I> && ...),
                             int> = 0>
  explicit tensor(I... sizes) {
    held.prepare({static_cast<integer>(sizes)...});
    fill(T());
  }
  /// All elements of a tensor of known extents, row by row.
  constexpr tensor(std::initializer_list<T> values) {
    static_assert(tensor_detail::all_known<Extents...>,
                  "heddle: a list of elements for unknown extents");
    if (static_cast<integer>(values.size()) != size())
      tensor_detail::fail("a list of " + std::to_string(values.size()) +
                          " elements for shape " +
                          tensor_detail::shape_text(extents().data(), rank));
    T *next = held.data();
    for (const T &value : values)
      *next++ = value;
  }
  template <class E,
            std::enable_if_t<tensor_detail::is_expression<E> &&
                                 !std::is_same_v<std::decay_t<E>, tensor>,
                             int> = 0>
  tensor(E &&e) {
    *this = std::forward<E>(e);
  }

  tensor &operator=(const tensor &other) {
    if (other.held.shaped())
      store(other.view());
    return *this;
  }
  /// Elements are copied where this has a shape, see above.
  tensor &operator=(tensor &&other) {
    if constexpr (!tensor_detail::stands_inline<T, Extents...>)
      if (!held.shaped() && this != &other) {
        held.take(other.held);
        return *this;
      }
    return *this = std::as_const(other);
  }
  template <class E,
            std::enable_if_t<tensor_detail::are_operands<E, tensor>, int> = 0>
  tensor &operator=(E &&e) {
    store(tensor_detail::as_node(std::forward<E>(e)));
    return *this;
  }

  template <
      class... I,
      std::enable_if_t<
          sizeof...(I) == rank && (tensor_detail::is_index<I> && ...), int> = 0>
  constexpr T &operator()(I... index) {
    return data()[place(index...)];
  }
  template <
      class... I,
      std::enable_if_t<
          sizeof...(I) == rank && (tensor_detail::is_index<I> && ...), int> = 0>
  constexpr const T &operator()(I... index) const {
    return data()[place(index...)];
  }
  template <class... Names,
            std::enable_if_t<sizeof...(Names) != 0 &&
                                 (std::is_same_v<Names, idx> && ...),
                             int> = 0>
  constexpr auto operator()(const Names &...names) {
    return view()(names...);
  }
  template <class... Names,
            std::enable_if_t<sizeof...(Names) != 0 &&
                                 (std::is_same_v<Names, idx> && ...),
                             int> = 0>
  constexpr auto operator()(const Names &...names) const {
    return view()(names...);
  }

  constexpr T *data() { return held.data(); }
  constexpr const T *data() const { return held.data(); }
  constexpr const dimensions &extents() const { return held.extents(); }
  constexpr integer extent(int k) const {
    return extents()[tensor_detail::at(k)];
  }
  constexpr integer size() const { return tensor_detail::count(extents()); }
  constexpr T *begin() { return data(); }
  constexpr T *end() { return data() + size(); }
  constexpr const T *begin() const { return data(); }
  constexpr const T *end() const { return data() + size(); }
  void fill(const T &value) { std::fill(begin(), end(), value); }

  constexpr tensor_view<T, Extents...> view() { return {data(), extents()}; }
  constexpr tensor_view<const T, Extents...> view() const {
    return {data(), extents()};
  }

private:
  using elements =
      tensor_detail::elements<T, tensor_detail::stands_inline<T, Extents...>,
                              Extents...>;
  elements held;

  template <class... I> constexpr integer place(I... index) const {
    return tensor_detail::offset_of(tensor_detail::row_major(extents()),
                                    index...);
  }

  template <class E> void store(const E &e) {
    if constexpr (!tensor_detail::stands_inline<T, Extents...>)
      if (!held.shaped()) {
        if constexpr (E::rank == rank && !E::labelled)
          held.prepare(e.extents);
        else if constexpr (tensor_detail::all_known<Extents...>)
          held.prepare(static_extents);
      }
    tensor_detail::assign(view(), e);
  }
};

} // namespace heddle

#endif // HEDDLE_TENSOR_OWNER_H
