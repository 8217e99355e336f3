//===- mdspan.h - As the reference implementation of std::mdspan has it ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of its interface that the gallery and the tests use, in C++17 and for
// all compilers: the names of C++23's [views.multidim] in std::experimental, with
// operator(). Programs of your own include <mdspan>, or that implementation.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SAMPLES_MDSPAN_H
#define HEDDLE_SAMPLES_MDSPAN_H

#include <array>
#include <cstddef>
#include <utility>

namespace std {
namespace experimental {

constexpr size_t dynamic_extent = static_cast<size_t>(-1);

template <class Index, size_t... Extents> class extents {
public:
  using index_type = Index;
  static constexpr size_t rank() { return sizeof...(Extents); }
  static constexpr size_t rank_dynamic() {
    return ((Extents == dynamic_extent ? 1 : 0) + ... + size_t(0));
  }
  constexpr extents() = default;
  /// All extents, or those that are not in the type.
  template <class... Ints> constexpr explicit extents(Ints... given) {
    const Index all[] = {static_cast<Index>(given)...};
    constexpr size_t in_type[] = {Extents...};
    size_t kept = 0;
    for (size_t d = 0; d < rank(); ++d)
      if (in_type[d] == dynamic_extent) {
        dynamic_[kept] = all[sizeof...(Ints) == rank() ? d : kept];
        ++kept;
      }
  }
  constexpr Index extent(size_t d) const {
    constexpr size_t in_type[] = {Extents...};
    size_t kept = 0;
    for (size_t e = 0; e < d; ++e)
      kept += in_type[e] == dynamic_extent ? 1 : 0;
    return in_type[d] == dynamic_extent ? dynamic_[kept]
                                        : static_cast<Index>(in_type[d]);
  }

private:
  array<Index, rank_dynamic()> dynamic_{};
};

template <class Index, class Sequence> struct all_dynamic;
template <class Index, size_t... D>
struct all_dynamic<Index, index_sequence<D...>> {
  using type = extents<Index, (static_cast<void>(D), dynamic_extent)...>;
};
template <class Index, size_t Rank>
using dextents =
    typename all_dynamic<Index, make_index_sequence<Rank>>::type;

struct layout_right {
  template <class Extents> class mapping {
  public:
    constexpr mapping() = default;
    constexpr mapping(const Extents &e) : extents_(e) {}
    constexpr const Extents &extents() const { return extents_; }
    template <class... Ints> constexpr auto operator()(Ints... given) const {
      using Index = typename Extents::index_type;
      const Index at[] = {static_cast<Index>(given)...};
      Index place = 0;
      for (size_t d = 0; d < Extents::rank(); ++d)
        place = place * extents_.extent(d) + at[d];
      return place;
    }

  private:
    Extents extents_;
  };
};

struct layout_left {
  template <class Extents> class mapping {
  public:
    constexpr mapping() = default;
    constexpr mapping(const Extents &e) : extents_(e) {}
    constexpr const Extents &extents() const { return extents_; }
    template <class... Ints> constexpr auto operator()(Ints... given) const {
      using Index = typename Extents::index_type;
      const Index at[] = {static_cast<Index>(given)...};
      Index place = 0;
      for (size_t d = Extents::rank(); d-- > 0;)
        place = place * extents_.extent(d) + at[d];
      return place;
    }

  private:
    Extents extents_;
  };
};

struct layout_stride {
  template <class Extents> class mapping {
  public:
    using Index = typename Extents::index_type;
    constexpr mapping() = default;
    constexpr mapping(const Extents &e,
                      const array<Index, Extents::rank()> &strides)
        : extents_(e), strides_(strides) {}
    constexpr const Extents &extents() const { return extents_; }
    constexpr Index stride(size_t d) const { return strides_[d]; }
    template <class... Ints> constexpr auto operator()(Ints... given) const {
      const Index at[] = {static_cast<Index>(given)...};
      Index place = 0;
      for (size_t d = 0; d < Extents::rank(); ++d)
        place += at[d] * strides_[d];
      return place;
    }

  private:
    Extents extents_;
    array<Index, Extents::rank()> strides_{};
  };
};

template <class T> struct default_accessor {
  using reference = T &;
  constexpr T &access(T *p, size_t i) const { return p[i]; }
};

template <class T, class Extents, class Layout = layout_right,
          class Accessor = default_accessor<T>>
class mdspan {
public:
  using index_type = typename Extents::index_type;
  using mapping_type = typename Layout::template mapping<Extents>;
  constexpr mdspan() = default;
  template <class... Ints>
  constexpr explicit mdspan(T *p, Ints... given)
      : pointer_(p), mapping_(Extents(given...)) {}
  constexpr mdspan(T *p, const mapping_type &m) : pointer_(p), mapping_(m) {}
  template <class... Ints> constexpr T &operator()(Ints... given) const {
    return Accessor().access(pointer_,
                             static_cast<size_t>(mapping_(given...)));
  }
  constexpr index_type extent(size_t d) const {
    return mapping_.extents().extent(d);
  }
  constexpr index_type stride(size_t d) const { return mapping_.stride(d); }
  constexpr T *const &data_handle() const { return pointer_; }

private:
  T *pointer_ = nullptr;
  mapping_type mapping_;
};

} // namespace experimental
} // namespace std

#endif
