// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++23's std::mdspan, with several indices in brackets: rewritten, validated,
// and run with LLVM's standard library.
// REQUIRES: rewriter, libcxx
// RUN: %heddle-rewrite %s -o %t.cu --report=text -- -std=c++23 -stdlib=libc++ -I %include > %t.report
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: %clangxx -std=c++23 -stdlib=libc++ -I %include -x c++ %t.cu -o %t.program
// RUN: %t.program | FileCheck %s
#include <array>
#include <cstdio>
#include <heddle/heddle.h>
#include <mdspan>
#include <vector>

using grid = std::mdspan<double, std::dextents<int, 2>>;
using row = std::mdspan<const double, std::dextents<std::size_t, 1>>;
using tall = std::mdspan<const double, std::extents<int, std::dynamic_extent, 5>,
                         std::layout_left>;
using strided = std::mdspan<const double, std::dextents<int, 2>, std::layout_stride>;

// REPORT: in 'scale': mapped
// REPORT: validated in {{[0-9]+}} instances
// TEXT: y[static_cast<long long>(i) * y_extent_1 + j] = x[i + x_extent_0 * static_cast<long long>(j)] * w[i];
void scale(grid y, tall x, row w) {
  [[heddle::map]]
  for (int i = 0; i < y.extent(0); ++i)
    for (int j = 0; j < y.extent(1); ++j)
      y[i, j] = x[i, j] * w[i];
}

// REPORT: in 'transpose': mapped
void transpose(grid y, strided x) {
  HEDDLE(map)
  for (int i = 0; i < y.extent(0); ++i)
    for (int j = 0; j < y.extent(1); ++j)
      y[i, j] = x[j, i];
}

int main() {
  std::vector<double> a(15), b(15), w{1, 10, 100};
  for (int k = 0; k < 15; ++k)
    b[k] = k;
  scale(grid(a.data(), 3, 5), tall(b.data(), 3), row(w.data(), 3));
  // CHECK: 0 3 6 9 12 10 40 70 100 130 200 500 800 1100 1400
  for (double each : a)
    std::printf("%g ", each);
  std::puts("");
  transpose(grid(a.data(), 3, 5),
            strided(b.data(), {std::dextents<int, 2>(5, 3), std::array{3, 1}}));
  // CHECK: 0 3 6 9 12 1 4 7 10 13 2 5 8 11 14
  for (double each : a)
    std::printf("%g ", each);
  std::puts("");
}
