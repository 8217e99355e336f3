//===- tensor/reuse.h - tensors in the memory of dead ones ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The parts of [[heddle::reuse]]: the promise that a tensor is dead, and, in
// the rewritten program, the memory of one tensor as another's.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_REUSE_H
#define HEDDLE_TENSOR_REUSE_H

#include "compatible.h"
#include "owner.h"

namespace heddle {

/// Promises that from here on nobody reads the elements of these tensors or
/// views before they have been assigned anew, all of them. It does nothing: a
/// block with [[heddle::reuse]] may give their memory to other tensors.
template <class... X, std::enable_if_t<((tensor_detail::is_tensor<X> ||
                                         tensor_detail::is_view<X>)&&...),
                                       int> = 0>
constexpr void dead(const X &...) noexcept {}

namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// Where a tensor stands that was given the memory of another: there, unless
/// that is too small, has another shape (where the types are equal), or is also
/// the memory of something else that is in use; then in its own.
template <class Tensor> class reused_memory;
template <class T, integer... E> class reused_memory<tensor<T, E...>> {
  using owner = tensor<T, E...>;
  static constexpr int rank = sizeof...(E);

  std::unique_ptr<owner> own;
  owner *whole = nullptr;
  T *first = nullptr;
  dimensions<rank> shape;

  template <std::size_t... K> void allocate(std::index_sequence<K...>) {
    if constexpr (all_known<E...>)
      own = std::make_unique<owner>();
    else
      own = std::make_unique<owner>(shape[K]...);
  }

  template <class Lender> bool fits(const Lender &lender) const {
    if constexpr (std::is_same_v<Lender, owner>)
      return lender.extents() == shape;
    else {
      for (integer extent : shape)
        if (extent < 0)
          return false;
      return count(shape) <= lender.size();
    }
  }

public:
  /// in_use: what must not meet the lender in memory.
  template <class Lender, class... InUse>
  reused_memory(const dimensions<rank> &extents, Lender &lender,
                const InUse &...in_use)
      : shape(extents) {
    const bool usable =
        lender.data() != nullptr && fits(lender) &&
        ((share(std::as_const(lender).view(), const_view(in_use.view())) ==
          sharing::nothing) &&
         ...);
    if (!usable)
      allocate(std::make_index_sequence<at(rank)>());
    if constexpr (std::is_same_v<Lender, owner>)
      whole = usable ? &lender : own.get();
    first = usable ? lender.data() : own->data();
  }
  /// For known extents.
  template <class Lender, class... InUse,
            std::enable_if_t<is_tensor<Lender>, int> = 0>
  explicit reused_memory(Lender &lender, const InUse &...in_use)
      : reused_memory(dimensions<rank>{E...}, lender, in_use...) {}

  reused_memory(const reused_memory &) = delete;
  reused_memory &operator=(const reused_memory &) = delete;

  bool is_reused() const { return own == nullptr; }
  /// Where the lender has this type.
  owner &as_tensor() { return *whole; }
  tensor_view<T, E...> as_view() { return {first, shape}; }
};

template <class... I>
constexpr dimensions<int(sizeof...(I))> extents_of(I... sizes) {
  return {static_cast<integer>(sizes)...};
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_REUSE_H
