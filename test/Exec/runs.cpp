//===- runs.cpp - threads that run several neighbouring iterations --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;

namespace SIDE {

//===----------------------------------------------------------------------===//
// As Auto chooses: of every length, and where arrays begin anywhere
//===----------------------------------------------------------------------===//

void scale(double *y, const double *x, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] = 2 * x[i] + i;
}

void invert(unsigned char *y, const unsigned char *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<unsigned char>(255 - x[i]);
}

void clip(float *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    if (y[i] > 3)
      y[i] = 3;
}

void backward(float *y, const float *x, int n) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; --i)
    y[i] = x[i] - i;
}

void narrowed(float *y, const double *x, int from, int n) {
  [[heddle::map]]
  for (int i = from; i < n; ++i)
    y[i] = static_cast<float>(x[i]) + 1;
}

CASE(lines) {
  for (long n : {-1L, 0L, 1L, 2L, 3L, 15L, 16L, 17L, 255L, 512L, 513L, 4099L})
    for (long first : {0L, 1L, 2L, 3L}) {
      const std::size_t all = 4104;
      auto y = r.out<double>(all);
      auto x = r.in<double>(all);
      r.call({0, n, first}, harness::fast_if(n > 0),
             [&] { scale(y + first, x + first, n); });
      auto b = r.out<unsigned char>(all);
      auto a = r.in<unsigned char>(all);
      r.call({1, n, first}, harness::fast_if(n > 0),
             [&] { invert(b + first, a + first, static_cast<int>(n)); });
      auto f = r.in<float>(all);
      r.call({2, n, first}, harness::fast_if(n > 0), [&] {
        clip(f + first, static_cast<unsigned>(n < 0 ? 0 : n));
      });
      auto g = r.out<float>(all);
      auto h = r.in<float>(all);
      r.call({3, n, first}, harness::fast_if(n > 0),
             [&] { backward(g + first, h, static_cast<int>(n)); });
      auto s = r.out<float>(all);
      auto d = r.in<double>(all);
      r.call({4, n, first}, harness::fast_if(n > first), [&] {
        narrowed(s, d, static_cast<int>(first), static_cast<int>(n));
      });
    }
}

//===----------------------------------------------------------------------===//
// Along rows that a thread keeps
//===----------------------------------------------------------------------===//

void stencil(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = x[i * m + j - 1] + x[(i - 1) * m + j] +
                     2 * x[i * m + j] + x[(i + 1) * m + j] + x[i * m + j + 1];
}

// Enough iterations for a device, so that Auto takes runs.
constexpr int rows = 130, columns = 260, turned_columns = 256;

void stencil_of_rows(double (*y)[columns], const double (*x)[columns]) {
  [[heddle::map]]
  for (int i = 1; i < rows - 1; ++i)
    for (int j = 1; j < columns - 1; ++j)
      y[i][j] = x[i][j - 1] + x[i - 1][j] + 2 * x[i][j] + x[i + 1][j] +
                x[i][j + 1];
}

void turn(float (*y)[rows], const float (*x)[turned_columns]) {
  [[heddle::map]]
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < turned_columns; ++j)
      y[j][i] = x[i][j];
}

CASE(along_rows) {
  for (int n : {0, 2, 3, 4, 5, 6, 7, 34, 67})
    for (int m : {1, 3, 33, 66, 130}) {
      auto y = r.in<double>(67 * 130);
      auto x = r.in<double>(67 * 130);
      r.call({0, n, m}, harness::fast_if(n > 2 && m > 2),
             [&] { stencil(y, x, n, m); });
    }
  {
    auto y = r.in<double>(rows * columns);
    auto x = r.in<double>(rows * columns);
    r.call({1}, harness::fast_if(true), [&] {
      stencil_of_rows(reinterpret_cast<double(*)[columns]>(y),
                      reinterpret_cast<const double(*)[columns]>(x));
    });
  }
  auto y = r.in<float>(rows * turned_columns);
  auto x = r.in<float>(rows * turned_columns);
  r.call({2}, harness::fast_if(true), [&] {
    turn(reinterpret_cast<float(*)[rows]>(y),
         reinterpret_cast<const float(*)[turned_columns]>(x));
  });
}

//===----------------------------------------------------------------------===//
// As they are written
//===----------------------------------------------------------------------===//

void sixes(int *y, const int *x, int n) {
  HEDDLE(map(GridBlock(1, Serial(1, Permute({1, 2, 0}, SplitLast(32, Permute({1, 0}, SplitLast(6, ShiftLB(Gen)))))))))
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

void apart(int *y, const int *x, int n) {
  HEDDLE(map(GridBlock(1, Serial(1, Permute({0, 2, 1}, SplitLast(32, Permute({1, 0}, SplitLast(64, ShiftLB(Gen)))))))))
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

CASE(written) {
  for (int n : {0, 1, 5, 6, 7, 191, 192, 193, 500}) {
    auto y = r.out<int>(500);
    auto x = r.in<int>(500);
    r.call({0, n}, harness::fast_if(n > 0), [&] { sixes(y, x, n); });
    auto z = r.out<int>(500);
    auto w = r.in<int>(500);
    r.call({1, n}, harness::fast_if(n > 0), [&] { apart(z, w, n); });
  }
}

} // namespace SIDE
