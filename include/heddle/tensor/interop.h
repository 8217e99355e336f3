//===- tensor/interop.h - spans, containers and multidimensional spans ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_INTEROP_H
#define HEDDLE_TENSOR_INTEROP_H

#include "owner.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

template <class M, class = void> inline constexpr bool is_mdspan = false;
template <class M>
inline constexpr bool
    is_mdspan<M, std::void_t<decltype(std::declval<const M &>().data_handle()),
                             decltype(std::declval<const M &>().extent(0)),
                             decltype(std::declval<const M &>().stride(0)),
                             decltype(M::rank())>> = true;

template <class S, class = void> inline constexpr bool is_span = false;
template <class S>
inline constexpr bool is_span<
    S, std::void_t<std::enable_if_t<
                       std::is_pointer_v<decltype(std::declval<S &>().data())>>,
                   decltype(std::declval<S &>().size())>> =
    !is_expression<S> && !is_mdspan<S>;

template <class M> struct mdspan_traits {
  using element =
      std::remove_pointer_t<decltype(std::declval<const M &>().data_handle())>;
  static constexpr int rank = static_cast<int>(M::rank());

  template <std::size_t... K>
  static auto view(const M &m, std::index_sequence<K...>) {
    return tensor_view<element, ((void)K, dyn)...>(
        m.data_handle(), {static_cast<integer>(m.extent(K))...},
        {static_cast<integer>(m.stride(K))...});
  }
};

template <class M, class View, std::size_t... K>
M to_mdspan(const View &x, std::index_sequence<K...>) {
  using size = typename M::index_type;
  using shape = typename M::extents_type;
  using mapping = typename M::mapping_type;
  const shape extents(static_cast<size>(x.extents[K])...);
  if constexpr (std::is_constructible_v<mapping, shape,
                                        std::array<size, sizeof...(K)>>)
    return M(x.data(),
             mapping(extents, std::array<size, sizeof...(K)>{
                                  static_cast<size>(x.strides[K])...}));
  else {
    if (x.strides != row_major(x.extents))
      fail("to_mdspan: the view of shape " +
           shape_text(x.extents.data(), x.rank) +
           " is not dense; use a layout with strides");
    return M(x.data(), extents);
  }
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

/// The elements of a std::span, std::vector, std::array or the like, or of a
/// multidimensional span (data_handle, extent, stride), as a view.
template <class S, std::enable_if_t<tensor_detail::is_span<S> ||
                                        tensor_detail::is_mdspan<S>,
                                    int> = 0>
auto view_of(S &s) {
  if constexpr (tensor_detail::is_mdspan<S>) {
    using traits = tensor_detail::mdspan_traits<S>;
    return traits::view(s, std::make_index_sequence<traits::rank>());
  } else
    return tensor_view<std::remove_pointer_t<decltype(s.data())>, dyn>(
        s.data(), {static_cast<tensor_detail::integer>(s.size())});
}
template <class S, std::enable_if_t<tensor_detail::is_span<const S> ||
                                        tensor_detail::is_mdspan<S>,
                                    int> = 0>
auto view_of(const S &s) {
  if constexpr (tensor_detail::is_mdspan<S>) {
    using traits = tensor_detail::mdspan_traits<S>;
    return traits::view(s, std::make_index_sequence<traits::rank>());
  } else
    return tensor_view<std::remove_pointer_t<decltype(s.data())>, dyn>(
        s.data(), {static_cast<tensor_detail::integer>(s.size())});
}

/// A tensor or view as a multidimensional span of type M; ends in shape_error
/// if M knows no strides and the view is not dense. Tensors convert to
/// std::span by themselves.
template <class M, class X,
          std::enable_if_t<tensor_detail::is_expression<X>, int> = 0>
M to_mdspan(X &&x) {
  return tensor_detail::to_mdspan<M>(
      x.view(),
      std::make_index_sequence<tensor_detail::at(std::decay_t<X>::rank)>());
}

} // namespace heddle

#endif // HEDDLE_TENSOR_INTEROP_H
