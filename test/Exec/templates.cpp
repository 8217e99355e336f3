//===- templates.cpp - loops in templates, generic lambdas, constexpr ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <type_traits>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class T> void type_parameter(T *y, const T *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + T(1);
}

template <int Size> void array_size(int (&y)[Size], int value) {
  [[heddle::bounds(Size), heddle::map]]
  for (int i = 0; i < Size; ++i)
    y[i] = value + i;
}

template <class T, class Count>
void two_parameters(T *y, Count n, T value) {
  [[heddle::map(FoldAll)]]
  for (Count i = 0; i < n; ++i)
    y[i] = value;
}

template <class T> struct box {
  T *data;
  int n;
  void fill(T value) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      data[i] = value;
  }
  void negate();
  template <class U> void convert(const U *from) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      data[i] = static_cast<T>(from[i]);
  }
};

template <class T> void box<T>::negate() {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    data[i] = -data[i];
}

struct plain {
  template <class T> static void store(T *y, int n, T value) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = value + T(2);
  }
};

CASE(templates) {
  for (const int n : {-1, 0, 1, 33, 70}) {
    const auto path = harness::fast_if(n > 0);
    auto y = r.out<int>(n);
    auto x = r.in<int>(n);
    r.call({1, n}, path, [&] { type_parameter(y, x, n); });
    auto d = r.out<double>(n);
    auto e = r.in<double>(n);
    r.call({2, n}, path, [&] { type_parameter(d, e, n); });
    y = r.out<int>(n);
    r.call({4, n}, path, [&] { two_parameters(y, n, 7); });
    auto f = r.out<float>(n);
    r.call({5, n}, path, [&] { two_parameters(f, n, 7.5f); });
    y = r.out<int>(n);
    x = r.in<int>(n);
    d = r.out<double>(n);
    r.call({6, n}, harness::expectation(path.path, 5), [&] {
      box<int> a{y, n};
      a.fill(3);
      a.negate();
      box<double> b{d, n};
      b.fill(0.5);
      b.negate();
      b.convert(x);
    });
    y = r.out<int>(n);
    f = r.out<float>(n);
    r.call({7, n}, harness::expectation(path.path, 2), [&] {
      plain::store(y, n, 4);
      plain::store(f, n, 4.5f);
    });
  }
  auto five = reinterpret_cast<int(*)[5]>(r.out<int>(5));
  r.call({9}, taken::fast, [&] { array_size(*five, 6); });
}

//===----------------------------------------------------------------------===//
// What is verified rests on the arguments
//===----------------------------------------------------------------------===//

template <int Tile, int Lead> void tiled_by(int *y, const int *x, int n) {
  [[heddle::bounds(n), heddle::map(GridBlock(1, SplitLast(Tile, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i + Lead] * Tile;
}

template <class Count> void counted(double *y, Count n) {
  [[heddle::map]]
  for (Count i = 2; i < n - 1; ++i)
    y[i - 2] = static_cast<double>(i);
}

enum class shade : short { dark = -3, light = 2 };

template <unsigned First, bool Twice, shade Shade, class T, class... More>
void of_many_kinds(T *y, int n, More...) {
  [[heddle::map]]
  for (unsigned i = First; i < static_cast<unsigned>(n); ++i) {
    y[i] = static_cast<T>(sizeof...(More)) + static_cast<T>(Shade);
    if constexpr (Twice)
      y[i] *= 2;
    else
      y[i] += static_cast<T>(n);
  }
}

template <class T> struct traits;
template <> struct traits<int> {
  using value = double;
  static constexpr int rows = 3;
};
template <> struct traits<short> {
  using value = float;
  static constexpr int rows = 5;
};

template <class C> struct table {
  typename traits<C>::value *values;
  static constexpr int columns = 2 * traits<C>::rows;
  void fill() {
    [[heddle::map(FoldAll)]]
    for (int i = 0; i < traits<C>::rows; ++i)
      for (int j = 0; j < columns; ++j) {
        typename traits<C>::value v = i;
        values[i * columns + j] = v - j + columns + sizeof(C);
      }
  }
  template <int Depth> void deep(int (*z)[columns][Depth]) const;
};
// The definition has names of its own.
template <class D>
template <int Levels>
void table<D>::deep(int (*z)[columns][Levels]) const {
  [[heddle::map]]
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < columns; ++j)
      for (int k = 0; k < Levels; ++k)
        z[i][j][k] = i * 100 + j * 10 + k;
}

// A member of the class depends on a parameter without a name.
template <class T, class = void> struct special {
  T *y;
  static const int n;
  void fill() {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = T(n);
  }
};
template <class T, class U> const int special<T, U>::n = 4;
template <> const int special<int, float>::n = 7;

// Each branch names what the other one's kernel does not have.
template <bool First> void one_branch(int *y, int n, int a, int b) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if constexpr (First)
      y[i] = a + i;
    else
      y[i] = b - i;
}

template <auto Value, int... Is> void of_values(int *y) {
  [[heddle::map]]
  for (int i = 0; i < static_cast<int>(sizeof...(Is)); ++i)
    y[i] = static_cast<int>(Value) + i;
}

// Named by a typedef alone.
typedef struct {
  short a, b;
} pair_of_shorts;
template <class T> void reverse_all(T *y, const T *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[n - 1 - i] = x[i];
}

CASE(types_that_a_typedef_names) {
  for (const int n : harness::few_sizes()) {
    auto y = reinterpret_cast<pair_of_shorts *>(r.out<short>(2 * n));
    auto x = reinterpret_cast<const pair_of_shorts *>(r.in<short>(2 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { reverse_all(y, x, n); });
  }
}

CASE(template_arguments) {
  for (const int n : {-1, 0, 1, 33, 70}) {
    const auto path = harness::fast_if(n > 0);
    auto y = r.out<int>(n);
    auto x = r.in<int>(n + 9);
    r.call({1, n}, path, [&] { tiled_by<32, 0>(y, x, n); });
    y = r.out<int>(n);
    x = r.in<int>(n + 9);
    r.call({2, n}, path, [&] { tiled_by<7, 9>(y, x, n); });
    y = r.out<int>(n);
    r.call({19, n}, path, [&] { one_branch<true>(y, n, 1, 2); });
    y = r.out<int>(n);
    r.call({20, n}, path, [&] { one_branch<false>(y, n, 1, 2); });
    auto d = r.out<double>(n);
    r.call({3, n}, harness::fast_if(n > 3), [&] { counted(d, n); });
    d = r.out<double>(n);
    r.call({4, n}, harness::fast_if(n > 3),
           [&] { counted(d, static_cast<long long>(n)); });
    auto s = r.out<short>(n);
    if (n >= 0)
      r.call({5, n}, harness::fast_if(n > 2),
             [&] { of_many_kinds<2u, true, shade::dark>(s, n, 1, 2.0); });
    auto f = r.out<float>(n);
    if (n >= 0)
      r.call({6, n}, harness::fast_if(n > 9),
             [&] { of_many_kinds<9u, false, shade::light>(f, n); });
  }
  // Where a bound of 0 would wrap.
  auto d = r.out<double>(1);
  r.call({7}, taken::any, [&] { counted(d, 4u); });
  auto a = r.out<double>(18);
  r.call({8}, taken::fast, [&] { table<int>{a}.fill(); });
  auto b = r.out<float>(50);
  r.call({9}, taken::fast, [&] { table<short>{b}.fill(); });
  auto z = reinterpret_cast<int(*)[6][4]>(r.out<int>(72));
  r.call({10}, taken::fast, [&] { table<int>{nullptr}.deep(z); });
  auto w = reinterpret_cast<int(*)[10][3]>(r.out<int>(90));
  r.call({11}, taken::fast, [&] { table<short>{nullptr}.deep(w); });
  auto y = r.out<int>(7);
  r.call({12}, taken::fast, [&] { special<int>{y}.fill(); });
  y = r.out<int>(7);
  r.call({13}, taken::fast, [&] { special<int, float>{y}.fill(); });
  y = r.out<int>(7);
  r.call({14}, taken::fast, [&] { of_values<3, 1, 2, 3>(y); });
  y = r.out<int>(7);
  r.call({15}, taken::fast, [&] { of_values<'a', 1, 2>(y); });
  r.call({16}, taken::nothing, [&] { of_values<3L>(y); });
  auto five = reinterpret_cast<int(*)[5]>(r.out<int>(5));
  r.call({17}, taken::fast, [&] { array_size(*five, 6); });
  auto forty = reinterpret_cast<int(*)[40]>(r.out<int>(40));
  r.call({18}, taken::fast, [&] { array_size(*forty, 6); });
}

//===----------------------------------------------------------------------===//
// One name, several functions
//===----------------------------------------------------------------------===//

template <class T> void named(T *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}
template <> void named<int>(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 2;
}
template <class T> void named(T *y, T *z, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = z[i] + 3;
}
void named(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 4;
}

template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
void chosen(T *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 5;
}
template <class T, std::enable_if_t<!std::is_integral<T>::value, int> = 0>
void chosen(T *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 6;
}

template <class T> struct partly {
  static void fill(T *y) {
    [[heddle::map]]
    for (int i = 0; i < 3; ++i)
      y[i] = 7;
  }
};
template <class T> struct partly<T *> {
  static void fill(T *y) {
    [[heddle::map]]
    for (int i = 0; i < 4; ++i)
      y[i] = 8;
  }
};
template <class T> struct partly<const T *> {
  static void fill(T *y) {
    [[heddle::map]]
    for (int i = 0; i < 5; ++i)
      y[i] = 9;
  }
};
template <> struct partly<char> {
  static void fill(char *y) {
    [[heddle::map]]
    for (int i = 0; i < 5; ++i)
      y[i] = 'x';
  }
};

CASE(specialisations_and_overloads) {
  for (const int n : {0, 33}) {
    const auto path = harness::fast_if(n > 0);
    auto f = r.out<float>(n);
    r.call({1, n}, path, [&] { named(f, n); });
    auto y = r.out<int>(n);
    r.call({2, n}, path, [&] { named(y, n); });
    f = r.out<float>(n);
    auto g = r.in<float>(n);
    r.call({3, n}, path, [&] { named(f, g, n); });
    auto d = r.out<double>(n);
    r.call({4, n}, path, [&] { named(d, n); });
    y = r.out<int>(n);
    r.call({5, n}, path, [&] { chosen(y, n); });
    d = r.out<double>(n);
    r.call({6, n}, path, [&] { chosen(d, n); });
  }
  auto y = r.out<int>(5);
  r.call({7}, taken::fast, [&] { partly<int>::fill(y); });
  y = r.out<int>(5);
  r.call({8}, taken::fast, [&] { partly<int *>::fill(y); });
  y = r.out<int>(5);
  r.call({9}, taken::fast, [&] { partly<const int *>::fill(y); });
  auto c = r.out<char>(5);
  r.call({10}, taken::fast, [&] { partly<char>::fill(c); });
}

//===----------------------------------------------------------------------===//
// Generic lambdas
//===----------------------------------------------------------------------===//

void generic_captures(int *y, float *f, int n, int a) {
  int b = a + 1;
  auto fill = [=](auto *to, auto count, auto &&scale) {
    [[heddle::map]]
    for (decltype(count) i = 0; i < count; ++i)
      to[i] = a * i + b * scale;
  };
  fill(y, n, 3);
  fill(f, static_cast<long>(n), 2.5f);
  auto more = [&](auto by) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] += by + a;
  };
  more(2);
  more(static_cast<short>(5));
}

auto generic_at_return() {
  return [](auto &row, const auto &...rest) {
    [[heddle::map]]
    for (int i = 0; i < static_cast<int>(sizeof(row) / sizeof(row[0])); ++i)
      row[i] = static_cast<int>(sizeof...(rest)) + i;
  };
}

template <class T> void lambda_in_template(T *y, int n, T value) {
  auto fill = [&](int count) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = value + T(count);
  };
  fill(1);
  fill(4);
}

CASE(generic_lambdas) {
  for (const int n : {-1, 0, 1, 33, 70}) {
    const auto path = harness::fast_if(n > 0).path;
    auto y = r.out<int>(n);
    auto f = r.out<float>(n);
    r.call({1, n}, harness::expectation(path, 4),
           [&] { generic_captures(y, f, n, 3); });
    y = r.out<int>(n);
    r.call({2, n}, harness::expectation(path, 2),
           [&] { lambda_in_template(y, n, 4); });
    f = r.out<float>(n);
    r.call({3, n}, harness::expectation(path, 2),
           [&] { lambda_in_template(f, n, 4.5f); });
  }
  auto five = reinterpret_cast<int(*)[5]>(r.out<int>(5));
  r.call({4}, taken::fast, [&] { generic_at_return()(*five); });
  auto nine = reinterpret_cast<float(*)[9]>(r.out<float>(9));
  r.call({5}, taken::fast, [&] { generic_at_return()(*nine, 1, 2.0); });
}

//===----------------------------------------------------------------------===//
// constexpr functions
//===----------------------------------------------------------------------===//

constexpr int sum_of_squares(int n) {
  int squares[40] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    squares[i] = i * i;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += squares[i];
  return sum;
}
static_assert(sum_of_squares(5) == 30, "evaluated while compiling");

template <class T> constexpr T filled(T *y, int n, int from) {
  [[heddle::map(FoldAll)]]
  for (int i = n; i != from; --i)
    y[i - 1] = T(i) + T(from);
  return y[n - 1];
}

struct constant_grid {
  int rows, columns;
  constexpr void fill(int *y, int value) const {
    [[heddle::map]]
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        y[i * columns + j] = value * i + j * this->rows;
  }
};

CASE(constexpr_functions) {
  for (const int n : {0, 1, 5, 33}) {
    auto y = r.out<int>(1);
    r.call({1, n}, harness::fast_if(n > 0), [&] { *y = sum_of_squares(n); });
    if (n == 0)
      continue;
    auto d = r.out<double>(n);
    r.call({2, n}, harness::fast_if(n > 0), [&] { filled(d, n, 0); });
    auto s = r.out<short>(n);
    r.call({3, n}, harness::fast_if(n > 1), [&] { filled(s, n, 1); });
  }
  auto y = r.out<int>(48);
  r.call({4}, taken::fast, [&] { constant_grid{6, 8}.fill(y, 3); });
  r.call({5}, taken::nothing, [&] { constant_grid{6, 0}.fill(y, 3); });
}

} // namespace SIDE
