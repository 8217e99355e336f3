//===- TensorTest.cpp - tensors, views and what they convert to -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heddle/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <numeric>

using namespace heddle;
using testing::ElementsAre;

namespace {

/// What a statement with wrong shapes says.
template <class F> std::string error_of(F &&f) {
  try {
    f();
  } catch (const shape_error &error) {
    return error.what();
  }
  return "no error";
}

TEST(Tensor, IsRowMajorAndStartsAsZeros) {
  tensor<int, 2, 3> fixed;
  tensor<int, dyn, 3> sized(2, 3);
  tensor<double, 300, 400> large;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(fixed(i, j), 0);
      EXPECT_EQ(sized(i, j), 0);
      EXPECT_EQ(&fixed(i, j), fixed.data() + 3 * i + j);
      EXPECT_EQ(&sized(i, j), sized.data() + 3 * i + j);
    }
  EXPECT_EQ(large(299, 399), 0);
  EXPECT_EQ(&large(299, 399), large.data() + 300 * 400 - 1);
  EXPECT_EQ(sized.extent(0), 2);
  EXPECT_EQ(sized.extent(1), 3);
  EXPECT_EQ(sized.size(), 6);
  EXPECT_LT(sizeof(large), 100u) << "too large for a stack";
}

TEST(Tensor, IsMadeOfAList) {
  constexpr tensor<int, 2, 2> m{1, 2, 3, 4};
  static_assert(m(1, 0) == 3);
  EXPECT_EQ(error_of([] {
              tensor<int, 2, 2> few{1, 2, 3};
            }),
            "heddle: a list of 3 elements for shape 2 x 2");
}

TEST(Tensor, IsMadeOfAnExpression) {
  tensor<int, 2> a{1, 2};
  tensor<int, 2, 2> fixed = outer(a, a);
  tensor<int, dyn, dyn> sized = outer(a, a) + 1;
  auto known = evaluate(outer(a, 2 * a));
  static_assert(std::is_same_v<decltype(known), tensor<int, 2, 2>>);
  EXPECT_THAT(fixed, ElementsAre(1, 2, 2, 4));
  EXPECT_THAT(sized, ElementsAre(2, 3, 3, 5));
  EXPECT_THAT(known, ElementsAre(2, 4, 4, 8));
}

TEST(Tensor, WithoutAShapeTakesOne) {
  tensor<int, dyn, 2> x;
  EXPECT_EQ(x.size(), 0);
  x = tensor<int, 3, 2>{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(x.extent(0), 3);
  EXPECT_EQ(error_of([&] { x = tensor<int, dyn, 2>(4, 2); }),
            "heddle: assignment: shapes 3 x 2 and 4 x 2 differ");
  tensor<int, dyn, 2> y = std::move(x);
  x = tensor<int, dyn, 2>(1, 2);
  EXPECT_EQ(x.extent(0), 1);
  EXPECT_THAT(y, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Tensor, KeepsItsElementsWhereTheyAre) {
  tensor<int, dyn> x(2), other(2);
  const auto view = x.view();
  other.fill(7);
  x = std::move(other);
  EXPECT_EQ(view(1), 7);
  EXPECT_EQ(view.data(), x.data());
}

TEST(Tensor, OfRankZeroIsANumber) {
  tensor<double> s;
  s() = 3;
  double number = s;
  EXPECT_EQ(number, 3);
  s = s * s + 1;
  EXPECT_EQ(s(), 10);
}

TEST(Tensor, CanBeMovedIntoAnExpression) {
  const auto make = [] {
    tensor<int, dyn> t(2);
    t.fill(4);
    return t;
  };
  const auto e = make() + 1; // outlives the tensor that make returns
  tensor<int, 2> x = e * e;
  EXPECT_THAT(x, ElementsAre(25, 25));
}

TEST(Tensor, HoldsOtherNumbers) {
  using complex = std::complex<double>;
  tensor<complex, 2> z{complex(1, 2), complex(0, 1)};
  complex sum = contract<0, 1>(outer(z, complex(2, 0) * z));
  EXPECT_EQ(sum, 2.0 * (z(0) * z(0) + z(1) * z(1)));
  tensor<float, 2> f{0.5f, 1.5f};
  tensor<int, 2> n{2, 3};
  static_assert(std::is_same_v<decltype(f * n)::value_type, float>);
  static_assert(std::is_same_v<decltype(0.5 * n)::value_type, double>);
  n = 2.5 * n; // stored as ints: 5 and 7
  EXPECT_THAT(n, ElementsAre(5, 7));
}

TEST(Tensor, OfSmallIntegersSumsInInt) {
  tensor<signed char, 3, 3> t;
  t.fill(100);
  int trace = contract<0, 1>(t);
  EXPECT_EQ(trace, 300);
  int dot = contract<0, 1>(outer(select<0>(t, 0), select<0>(t, 1)));
  EXPECT_EQ(dot, 30000);
}

TEST(View, IsOfASlice) {
  tensor<int, 4, 4> t;
  std::iota(t.begin(), t.end(), 0);
  auto part = slice(t, {1, 0}, {4, 4}, {2, 3});
  EXPECT_EQ(part.extent(0), 2);
  EXPECT_EQ(part.extent(1), 2);
  EXPECT_EQ(part(1, 1), t(3, 3));
  part = 10 * part;
  EXPECT_EQ(t(1, 0), 40);
  EXPECT_EQ(t(3, 3), 150);
  EXPECT_EQ(t(2, 3), 11) << "not in the slice";
  EXPECT_EQ(error_of([&] {
              slice(t, {0, 1}, {4, 5});
            }),
            "heddle: slice: from 1 below 5 by 1 in dimension 1 of shape 4 x 4");
}

TEST(View, IsOfOneIndex) {
  tensor<int, 2, 3> t{1, 2, 3, 4, 5, 6};
  auto row = select<0>(t, 1);
  static_assert(decltype(row)::static_extents[0] == 3);
  auto column = select<1>(t, 0);
  row = row + 1;
  column = column * 2;
  EXPECT_THAT(t, ElementsAre(2, 2, 3, 10, 6, 7));
  EXPECT_EQ(error_of([&] { select<1>(t, 3); }),
            "heddle: select<1>: index 3 in shape 2 x 3");
}

TEST(View, StoresElementsWhenAssigned) {
  tensor<int, 2> a{1, 2}, b{3, 4};
  auto x = a.view(), y = b.view();
  x = y;
  EXPECT_THAT(a, ElementsAre(3, 4));
  tensor_view<const int, dyn> read = a;
  EXPECT_EQ(read(1), 4);
  EXPECT_EQ(error_of([&] { tensor_view<int, 2> wrong(slice(a, {0}, {1})); }),
            "heddle: view: shapes 2 and 1 differ");
}

TEST(View, OfKnownExtentsMayHaveAnyStrides) {
  double memory[40] = {};
  // Every second element of every fourth row, and the same from behind.
  tensor_view<double, 2, 3> x(memory, {2, 3}, {16, 2});
  const tensor_view<double, 2, 3> behind(memory + 20, {2, 3}, {-16, -2});
  tensor<double, 2, 3> t{1, 2, 3, 4, 5, 6};
  x = t + 1;
  EXPECT_TRUE(std::equal(memory, memory + 5,
                         std::array<double, 5>{2, 0, 3, 0, 4}.begin()));
  t = contract<1, 2>(outer(contract<1, 3>(outer(x, x)), x));
  EXPECT_EQ(t(0, 0), 29 * 2 + 56 * 5);
  // Each element of x is another one of `behind`.
  x = behind + 0;
  EXPECT_EQ(x(0, 0), 7);
  EXPECT_EQ(x(1, 2), 2);
}

TEST(View, IsOfAContainer) {
  std::vector<double> values{1, 2, 3};
  view_of(values) = 2 * view_of(std::as_const(values));
  EXPECT_THAT(values, ElementsAre(2, 4, 6));
  const std::array<int, 2> fixed{5, 6};
  tensor<int, 2> t = view_of(fixed);
  EXPECT_THAT(t, ElementsAre(5, 6));
}

// A multidimensional span as the standard's, which C++17 does not have.
template <class T, bool Strided> struct Span2 {
  using index_type = int;
  struct extents_type {
    int rows = 0, columns = 0;
    extents_type(int r, int c) : rows(r), columns(c) {}
  };
  struct dense_mapping {
    dense_mapping(const extents_type &e) : shape(e), steps{e.columns, 1} {}
    extents_type shape;
    std::array<int, 2> steps;
  };
  struct strided_mapping {
    strided_mapping(const extents_type &e, const std::array<int, 2> &s)
        : shape(e), steps(s) {}
    extents_type shape;
    std::array<int, 2> steps;
  };
  using mapping_type =
      std::conditional_t<Strided, strided_mapping, dense_mapping>;
  Span2(T *p, const mapping_type &m) : first(p), map(m) {}
  T *data_handle() const { return first; }
  static constexpr std::size_t rank() { return 2; }
  int extent(std::size_t k) const {
    return k == 0 ? map.shape.rows : map.shape.columns;
  }
  int stride(std::size_t k) const { return map.steps[k]; }
  T *first;
  mapping_type map;
};

TEST(View, GoesToAndFromMultidimensionalSpans) {
  tensor<int, 2, 4> t{1, 2, 3, 4, 5, 6, 7, 8};
  auto strided = to_mdspan<Span2<int, true>>(slice(t, {0, 0}, {2, 4}, {1, 2}));
  EXPECT_EQ(strided.stride(1), 2);
  auto back = view_of(strided);
  EXPECT_EQ(back(1, 1), 7);
  back = back * 10;
  EXPECT_THAT(t, ElementsAre(10, 2, 30, 4, 50, 6, 70, 8));
  auto dense = to_mdspan<Span2<int, false>>(t);
  EXPECT_EQ(view_of(dense)(1, 3), 8);
  EXPECT_EQ(error_of([&] {
              to_mdspan<Span2<int, false>>(slice(t, {0, 0}, {2, 2}));
            }),
            "heddle: to_mdspan: the view of shape 2 x 2 is not dense; use a "
            "layout with strides");
}

TEST(Shapes, AreNamedWhereTheyDiffer) {
  tensor<int, dyn, dyn> a(3, 4), b(4, 3), x(3, 4);
  tensor<int, dyn> v(3);
  EXPECT_EQ(error_of([&] { a + b; }),
            "heddle: +: shapes 3 x 4 and 4 x 3 differ");
  EXPECT_EQ(error_of([&] { max(a, b); }),
            "heddle: max: shapes 3 x 4 and 4 x 3 differ");
  EXPECT_EQ(error_of([&] { x = b; }),
            "heddle: assignment: shapes 3 x 4 and 4 x 3 differ");
  EXPECT_EQ(
      error_of([&] { contract<1, 2>(outer(a, v)); }),
      "heddle: contract<1, 2>: shape 3 x 4 x 3 has extents 4 and 3 there");
  EXPECT_EQ(error_of([&] { conv(v, tensor<int, dyn>(4)); }),
            "heddle: conv: a kernel of shape 4 does not fit into shape 3");
  EXPECT_EQ(error_of([&] { pad(v, {-1}, {0}); }),
            "heddle: pad: a negative number of elements in dimension 0");
  EXPECT_EQ(error_of([&] { tensor<int, dyn, 4> wrong(3, 5); }),
            "heddle: tensor: shapes -1 x 4 and 3 x 5 differ");
}

TEST(Shapes, AreCheckedBeforeAnythingIsComputed) {
  tensor<int, dyn> x(3), y(4);
  x.fill(1);
  int calls = 0;
  const auto counted = [&](int value) { return ++calls, value; };
  EXPECT_NE(error_of([&] { x = elementwise(counted, y); }), "no error");
  EXPECT_NE(error_of([&] { x = elementwise(counted, x) + y; }), "no error");
  EXPECT_EQ(calls, 0);
  EXPECT_THAT(x, ElementsAre(1, 1, 1));
}

} // namespace
