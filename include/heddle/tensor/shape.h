//===- tensor/shape.h - extents, known and unknown, and their errors ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_SHAPE_H
#define HEDDLE_TENSOR_SHAPE_H

#include "build.h"

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace heddle {

/// An extent that is known at run time only: tensor<double, dyn, 3> v(n, 3).
inline constexpr std::ptrdiff_t dyn = -1;

/// Two dimensions, counted from 0, that contract sums over together:
/// contract<pair<1, 6>, pair<3, 7>>(e). Both numbers are those of e, whatever
/// else is contracted in the same call.
template <int First, int Second> struct pair {};

/// Thrown when two shapes that must agree do not. The text names the operation
/// and both shapes. Without exceptions the text goes to stderr and the program
/// aborts.
class shape_error : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// Extents, strides and offsets, all counted in elements.
using integer = std::ptrdiff_t;

/// The most dimensions of a tensor, and of a subexpression that is computed
/// before the rest. Products that are only contracted may have more.
inline constexpr int max_rank = 16;

constexpr std::size_t at(int k) { return static_cast<std::size_t>(k); }

template <int Rank> using dimensions = std::array<integer, at(Rank)>;

[[noreturn]] HEDDLE_COLD inline void fail(const std::string &text) {
#if HEDDLE_EXCEPTIONS
  throw shape_error("heddle: " + text);
#else
  std::fputs(("heddle: " + text + "\n").c_str(), stderr);
  std::abort();
#endif
}

/// `3 x 4`, outermost dimension first.
HEDDLE_COLD inline std::string shape_text(const integer *extents, int rank) {
  std::string text = rank == 0 ? "scalar" : "";
  for (int k = 0; k < rank; ++k)
    text += (k == 0 ? "" : " x ") + std::to_string(extents[k]);
  return text;
}

[[noreturn]] HEDDLE_COLD inline void fail_shapes(const char *what,
                                                 const integer *a, int rank_a,
                                                 const integer *b, int rank_b) {
  fail(std::string(what) + ": shapes " + shape_text(a, rank_a) + " and " +
       shape_text(b, rank_b) + " differ");
}

/// The shape of a node as far as it is known, as a base of it: nothing at run
/// time where Declared::extents() are all known.
template <class Declared, bool Known> struct held_extents {
  static constexpr auto extents = Declared::extents();

  constexpr held_extents() = default;
  template <class Shape> constexpr explicit held_extents(const Shape &) {}
  template <class Shape> constexpr void set_extents(const Shape &) {}
};
template <class Declared> struct held_extents<Declared, false> {
  decltype(Declared::extents()) extents{};

  constexpr held_extents() = default;
  template <class Shape>
  constexpr explicit held_extents(const Shape &shape) : extents(shape) {}
  template <class Shape> constexpr void set_extents(const Shape &shape) {
    extents = shape;
  }
};

template <std::size_t Rank>
constexpr bool are_known(const std::array<integer, Rank> &extents) {
  for (std::size_t k = 0; k < Rank; ++k)
    if (extents[k] == dyn)
      return false;
  return true;
}
template <class Declared>
using extents_base = held_extents<Declared, are_known(Declared::extents())>;

/// Ends in shape_error unless the extents are equal.
template <std::size_t Rank>
constexpr void require_same(const char *what,
                            const std::array<integer, Rank> &a,
                            const std::array<integer, Rank> &b) {
  for (std::size_t k = 0; k < Rank; ++k)
    if (a[k] != b[k])
      fail_shapes(what, a.data(), static_cast<int>(Rank), b.data(),
                  static_cast<int>(Rank));
}

/// Could extents declared so be equal: where both are known, they are.
constexpr bool may_agree(integer a, integer b) {
  return a == b || a == dyn || b == dyn;
}

template <std::size_t Rank>
constexpr bool may_agree(const std::array<integer, Rank> &a,
                         const std::array<integer, Rank> &b) {
  for (std::size_t k = 0; k < Rank; ++k)
    if (!may_agree(a[k], b[k]))
      return false;
  return true;
}

/// The one of two declared extents that may agree which says more.
constexpr integer refine(integer a, integer b) { return a == dyn ? b : a; }

template <std::size_t Rank>
constexpr integer count(const std::array<integer, Rank> &extents) {
  integer product = 1;
  for (std::size_t k = 0; k < Rank; ++k)
    product *= extents[k];
  return product;
}

/// The strides of a dense tensor, last dimension fastest.
template <std::size_t Rank>
constexpr std::array<integer, Rank>
row_major(const std::array<integer, Rank> &extents) {
  std::array<integer, Rank> strides{};
  integer stride = 1;
  for (std::size_t k = Rank; k-- > 0;) {
    strides[k] = stride;
    stride *= extents[k];
  }
  return strides;
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_SHAPE_H
