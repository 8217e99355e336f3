//===- mdspan.cpp - Elements named by one index a dimension ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include "mdspan.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

namespace md = std::experimental;

template <class T> std::vector<T> filled(int n, int seed) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k)
    v[k] = static_cast<T>((k * 37 + seed * 11) % 101 - 50);
  return v;
}

using grid = md::mdspan<double, md::dextents<int, 2>>;
using const_grid = md::mdspan<const double, md::dextents<int, 2>>;

void scale(grid y, const_grid x, double a) {
  [[heddle::map]]
  for (int i = 0; i < y.extent(0); ++i)
    for (int j = 0; j < y.extent(1); ++j)
      y(i, j) = a * x(i, j);
}

CASE(rows) {
  const int sizes[][2] = {{1, 1}, {7, 33}, {40, 5}, {0, 4}};
  for (const auto &size : sizes) {
    const int n = size[0], m = size[1];
    const std::vector<double> x = filled<double>(n * m, 1);
    double *y = r.out<double>(n * m);
    r.call({1, n, m}, harness::fast_if(n > 0),
           [&] { scale(grid(y, n, m), const_grid(x.data(), n, m), 3); });
    // Rows of x that are longer than those of y.
    const std::vector<double> wide = filled<double>(n * (m + 3), 2);
    y = r.out<double>(n * m);
    r.call({2, n, m}, harness::fast_if(n > 0), [&] {
      scale(grid(y, n, m), const_grid(wide.data(), n, m + 3), 2);
    });
  }
}

using columns = md::mdspan<float, md::dextents<std::size_t, 3>, md::layout_left>;

void stencil(columns y,
             md::mdspan<const float, md::dextents<std::size_t, 3>,
                        md::layout_left>
                 x,
             int n, int m, int l) {
  [[heddle::map]]
  for (int k = 1; k < l - 1; ++k)
    for (int j = 1; j < m - 1; ++j)
      for (int i = 1; i < n - 1; ++i)
        y(i, j, k) = x(i - 1, j, k) + x(i + 1, j, k) + x(i, j - 1, k) +
                     x(i, j + 1, k) + x(i, j, k - 1) + x(i, j, k + 1);
}

CASE(columns_first) {
  for (const int n : {2, 3, 9, 17}) {
    const int m = n + 2, l = n + 1;
    const std::vector<float> x = filled<float>(n * m * l, 3);
    float *y = r.out<float>(n * m * l);
    r.call({n}, harness::fast_if(n > 2), [&] {
      stencil(columns(y, n, m, l),
              md::mdspan<const float, md::dextents<std::size_t, 3>,
                         md::layout_left>(x.data(), n, m, l),
              n, m, l);
    });
  }
}

using fixed = md::mdspan<int, md::extents<long, md::dynamic_extent, 8>>;
using strided =
    md::mdspan<const int, md::dextents<int, 2>, md::layout_stride>;

void transposed(fixed y, strided x) {
  [[heddle::map]]
  for (int i = 0; i < y.extent(0); ++i)
    for (int j = 0; j < 8; ++j)
      y(i, j) = x(j, i) - j;
}

CASE(strides) {
  for (const int n : {1, 5, 64}) {
    const std::vector<int> x = filled<int>(8 * 2 * n, 4);
    int *y = r.out<int>(n * 8);
    r.call({n}, taken::fast, [&] {
      // Every second element of rows of 2 n.
      const strided::mapping_type every_second(
          md::dextents<int, 2>(8, n), std::array<int, 2>{2 * n, 2});
      transposed(fixed(y, n), strided(x.data(), every_second));
    });
  }
}

#define FIRST 0
#define NEXT(k) (k) + 1

struct field {
  md::mdspan<long, md::dextents<int, 2>> cells;
  md::mdspan<const int, md::dextents<int, 1>> weight;

  long &at(int i, int j) const { return cells(i, j); }

  void sweep() {
    [[heddle::map]]
    for (int i = 0; i < cells.extent(0); ++i)
      for (int j = 1; j < cells.extent(1); ++j)
        this->cells(i, (j)) += weight(j - 1) * at(i, j);
  }

  /// Indices that are macros' uses, and of several kinds.
  void mark(long n) {
    [[heddle::map]]
    for (long j = 0; j < n - 1; ++j)
      cells(FIRST , NEXT(j)) += cells ( FIRST,static_cast<unsigned>(j)+1U );
  }

  /// By the pointer, as a whole.
  void clear() {
    [[heddle::map]]
    for (int k = 0; k < weight.extent(0); ++k)
      cells.data_handle()[k] = weight.data_handle()[k];
  }

  /// Each row needs the one before.
  void carried(int from) {
    [[heddle::map]]
    for (int j = 0; j < cells.extent(1); ++j)
      for (int i = from; i < cells.extent(0); ++i)
        cells(i, j) += cells(i - 1, j);
  }
};

template <class T, class Layout>
long total(md::mdspan<T, md::dextents<long, 2>, Layout> x) {
  long sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (long i = 0; i < x.extent(0); ++i)
    for (long j = 0; j < x.extent(1); j += 2)
      sum += x(i, j < 3 ? j : j - 1);
  return sum;
}

CASE(members_and_templates) {
  for (const int n : {1, 6, 40}) {
    const int m = n + 3;
    const std::vector<int> weight = filled<int>(m, 5);
    const auto field_of = [&](long *cells) {
      std::copy_n(filled<long>(n * m, 6).begin(), n * m, cells);
      return field{
          md::mdspan<long, md::dextents<int, 2>>(cells, n, m),
          md::mdspan<const int, md::dextents<int, 1>>(weight.data(), m)};
    };
    field swept = field_of(r.out<long>(n * m));
    r.call({1, n}, taken::fast, [&] { swept.sweep(); });
    field marked = field_of(r.out<long>(n * m));
    r.call({6, n}, taken::fast, [&] { marked.mark(n + 3); });
    field cleared = field_of(r.out<long>(n * m));
    r.call({5, n}, taken::fast, [&] { cleared.clear(); });
    field summed = field_of(r.out<long>(n * m));
    r.call({2, n}, harness::fast_if(n > 1), [&] { summed.carried(1); });
    long *sum = r.out<long>(1);
    const long *x = r.in<long>(n * m);
    r.call({3, n}, taken::fast, [&] {
      *sum = total(md::mdspan<const long, md::dextents<long, 2>>(x, n, m));
    });
    sum = r.out<long>(1);
    x = r.in<long>(n * m);
    r.call({4, n}, taken::fast, [&] {
      *sum = total(md::mdspan<const long, md::dextents<long, 2>,
                              md::layout_left>(x, m, n));
    });
  }
}

} // namespace SIDE
