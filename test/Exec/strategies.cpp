//===- strategies.cpp - each strategy on spaces of each rank --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Jing
//===----------------------------------------------------------------------===//

void jing_1(int *y, int n, int, int) {
  [[heddle::map(Jing)]]
  for (int a = 0; a < n; ++a)
    y[a] += a;
}

void jing_2(int *y, int n, int m, int) {
  [[heddle::map(Jing)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      y[a * m + b] += 3 * a + b;
}

void jing_3(int *y, int n, int m, int k) {
  [[heddle::map(Jing)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] += 9 * a + 3 * b + c;
}

void jing_4(int *y, int n, int m, int k) {
  [[heddle::map(Jing)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          y[((a * m + b) * k + c) * n + d] += 27 * a + 9 * b + 3 * c + d;
}

void jing_5(int *y, int n, int m, int k) {
  [[heddle::map(Jing)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            y[(((a * m + b) * k + c) * n + d) * m + e] += 81 * a + 27 * b + 9 * c + 3 * d + e;
}

//===----------------------------------------------------------------------===//
// JingExt
//===----------------------------------------------------------------------===//

void jingext_1(int *y, int n, int, int) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    y[a] += a;
}

void jingext_2(int *y, int n, int m, int) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      y[a * m + b] += 3 * a + b;
}

void jingext_3(int *y, int n, int m, int k) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] += 9 * a + 3 * b + c;
}

void jingext_4(int *y, int n, int m, int k) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          y[((a * m + b) * k + c) * n + d] += 27 * a + 9 * b + 3 * c + d;
}

void jingext_5(int *y, int n, int m, int k) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            y[(((a * m + b) * k + c) * n + d) * m + e] += 81 * a + 27 * b + 9 * c + 3 * d + e;
}

void jingext_6(int *y, int n, int m, int k) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              y[((((a * m + b) * k + c) * n + d) * m + e) * k + f] += 243 * a + 81 * b + 27 * c + 9 * d + 3 * e + f;
}

void jingext_7(int *y, int n, int m, int k) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              for (int g = 0; g < n; ++g)
                y[(((((a * m + b) * k + c) * n + d) * m + e) * k + f) * n + g] += 729 * a + 243 * b + 81 * c + 27 * d + 9 * e + 3 * f + g;
}

void jingext_8(int *y, int n, int m, int k) {
  [[heddle::map(JingExt)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              for (int g = 0; g < n; ++g)
                for (int h = 0; h < m; ++h)
                  y[((((((a * m + b) * k + c) * n + d) * m + e) * k + f) * n + g) * m + h] += 2187 * a + 729 * b + 243 * c + 81 * d + 27 * e + 9 * f + 3 * g + h;
}

//===----------------------------------------------------------------------===//
// FoldAll
//===----------------------------------------------------------------------===//

void foldall_1(int *y, int n, int, int) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    y[a] += a;
}

void foldall_2(int *y, int n, int m, int) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      y[a * m + b] += 3 * a + b;
}

void foldall_3(int *y, int n, int m, int k) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] += 9 * a + 3 * b + c;
}

void foldall_4(int *y, int n, int m, int k) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          y[((a * m + b) * k + c) * n + d] += 27 * a + 9 * b + 3 * c + d;
}

void foldall_5(int *y, int n, int m, int k) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            y[(((a * m + b) * k + c) * n + d) * m + e] += 81 * a + 27 * b + 9 * c + 3 * d + e;
}

void foldall_6(int *y, int n, int m, int k) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              y[((((a * m + b) * k + c) * n + d) * m + e) * k + f] += 243 * a + 81 * b + 27 * c + 9 * d + 3 * e + f;
}

void foldall_7(int *y, int n, int m, int k) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              for (int g = 0; g < n; ++g)
                y[(((((a * m + b) * k + c) * n + d) * m + e) * k + f) * n + g] += 729 * a + 243 * b + 81 * c + 27 * d + 9 * e + 3 * f + g;
}

void foldall_8(int *y, int n, int m, int k) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              for (int g = 0; g < n; ++g)
                for (int h = 0; h < m; ++h)
                  y[((((((a * m + b) * k + c) * n + d) * m + e) * k + f) * n + g) * m + h] += 2187 * a + 729 * b + 243 * c + 81 * d + 27 * e + 9 * f + 3 * g + h;
}

//===----------------------------------------------------------------------===//
// Auto
//===----------------------------------------------------------------------===//

void auto_1(int *y, int n, int, int) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    y[a] += a;
}

void auto_2(int *y, int n, int m, int) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      y[a * m + b] += 3 * a + b;
}

void auto_3(int *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] += 9 * a + 3 * b + c;
}

void auto_4(int *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          y[((a * m + b) * k + c) * n + d] += 27 * a + 9 * b + 3 * c + d;
}

void auto_5(int *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            y[(((a * m + b) * k + c) * n + d) * m + e] += 81 * a + 27 * b + 9 * c + 3 * d + e;
}

void auto_6(int *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              y[((((a * m + b) * k + c) * n + d) * m + e) * k + f] += 243 * a + 81 * b + 27 * c + 9 * d + 3 * e + f;
}

void auto_7(int *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              for (int g = 0; g < n; ++g)
                y[(((((a * m + b) * k + c) * n + d) * m + e) * k + f) * n + g] += 729 * a + 243 * b + 81 * c + 27 * d + 9 * e + 3 * f + g;
}

void auto_8(int *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < n; ++d)
          for (int e = 0; e < m; ++e)
            for (int f = 0; f < k; ++f)
              for (int g = 0; g < n; ++g)
                for (int h = 0; h < m; ++h)
                  y[((((((a * m + b) * k + c) * n + d) * m + e) * k + f) * n + g) * m + h] += 2187 * a + 729 * b + 243 * c + 81 * d + 27 * e + 9 * f + 3 * g + h;
}

//===----------------------------------------------------------------------===//

// Rank is the number of loops; the extents repeat n, m, k.
void run(harness::recorder &r, int number, int rank,
         void (*f)(int *, int, int, int), int n, int m, int k) {
  const int extents[] = {n, m, k};
  bool some = true;
  int elements = 1;
  for (int d = 0; d < rank; ++d) {
    some = some && extents[d % 3] > 0;
    elements *= extents[d % 3] > 0 ? extents[d % 3] : 0;
  }
  auto y = r.in<int>(elements);
  r.call({number, rank, n, m, k}, harness::fast_if(some),
         [&] { f(y, n, m, k); });
}

CASE(ranks) {
  for (const int n : {-1, 0, 1, 2, 3})
    for (const int m : {-2, 0, 1, 3})
      for (const int k : {-1, 0, 2, 3}) {
        run(r, 0, 1, jing_1, n, m, k);
        run(r, 1, 2, jing_2, n, m, k);
        run(r, 2, 3, jing_3, n, m, k);
        run(r, 3, 4, jing_4, n, m, k);
        run(r, 4, 5, jing_5, n, m, k);
        run(r, 5, 1, jingext_1, n, m, k);
        run(r, 6, 2, jingext_2, n, m, k);
        run(r, 7, 3, jingext_3, n, m, k);
        run(r, 8, 4, jingext_4, n, m, k);
        run(r, 9, 5, jingext_5, n, m, k);
        run(r, 10, 6, jingext_6, n, m, k);
        run(r, 11, 7, jingext_7, n, m, k);
        run(r, 12, 8, jingext_8, n, m, k);
        run(r, 13, 1, foldall_1, n, m, k);
        run(r, 14, 2, foldall_2, n, m, k);
        run(r, 15, 3, foldall_3, n, m, k);
        run(r, 16, 4, foldall_4, n, m, k);
        run(r, 17, 5, foldall_5, n, m, k);
        run(r, 18, 6, foldall_6, n, m, k);
        run(r, 19, 7, foldall_7, n, m, k);
        run(r, 20, 8, foldall_8, n, m, k);
        run(r, 21, 1, auto_1, n, m, k);
        run(r, 22, 2, auto_2, n, m, k);
        run(r, 23, 3, auto_3, n, m, k);
        run(r, 24, 4, auto_4, n, m, k);
        run(r, 25, 5, auto_5, n, m, k);
        run(r, 26, 6, auto_6, n, m, k);
        run(r, 27, 7, auto_7, n, m, k);
        run(r, 28, 8, auto_8, n, m, k);
      }
}

//===----------------------------------------------------------------------===//
// Steps, and constant extents
//===----------------------------------------------------------------------===//

void jing_stepped(int *y, int n, int m) {
  [[heddle::bounds({0, 1}, {n, m}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(Jing)]]
  for (int i = 0; i < n; i += 2)
    for (int j = 1; j < m; ++j)
      if ((j - 1) % 3 < 2)
        y[i * m + j] = 100 * i + j;
}
void jing_constant(int (&y)[5][33][70]) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 1; j < 33; ++j)
      for (int k = 40; k < 64; ++k)
        y[i][j][k] = 10000 * i + 100 * j + k;
}

void jingext_stepped(int *y, int n, int m) {
  [[heddle::bounds({0, 1}, {n, m}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(JingExt)]]
  for (int i = 0; i < n; i += 2)
    for (int j = 1; j < m; ++j)
      if ((j - 1) % 3 < 2)
        y[i * m + j] = 100 * i + j;
}
void jingext_constant(int (&y)[5][33][70]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 1; j < 33; ++j)
      for (int k = 40; k < 64; ++k)
        y[i][j][k] = 10000 * i + 100 * j + k;
}

void foldall_stepped(int *y, int n, int m) {
  [[heddle::bounds({0, 1}, {n, m}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(FoldAll)]]
  for (int i = 0; i < n; i += 2)
    for (int j = 1; j < m; ++j)
      if ((j - 1) % 3 < 2)
        y[i * m + j] = 100 * i + j;
}
void foldall_constant(int (&y)[5][33][70]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 1; j < 33; ++j)
      for (int k = 40; k < 64; ++k)
        y[i][j][k] = 10000 * i + 100 * j + k;
}

void auto_stepped(int *y, int n, int m) {
  [[heddle::bounds({0, 1}, {n, m}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(Auto)]]
  for (int i = 0; i < n; i += 2)
    for (int j = 1; j < m; ++j)
      if ((j - 1) % 3 < 2)
        y[i * m + j] = 100 * i + j;
}
void auto_constant(int (&y)[5][33][70]) {
  [[heddle::map(Auto)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 1; j < 33; ++j)
      for (int k = 40; k < 64; ++k)
        y[i][j][k] = 10000 * i + 100 * j + k;
}

CASE(stepped) {
  using function = void (*)(int *, int, int);
  const function all[] = {jing_stepped, jingext_stepped, foldall_stepped,
                          auto_stepped};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int n : {-2, 0, 1, 2, 3, 32, 35})
      for (const int m : {-2, 0, 1, 2, 3, 4, 5, 34, 50}) {
        auto y = r.out<int>(50 * 35);
        r.call({number, n, m}, harness::fast_if(n > 0 && m > 1),
               [&] { f(y, n, m); });
      }
  }
}

CASE(constant_extents) {
  using function = void (*)(int (&)[5][33][70]);
  const function all[] = {jing_constant, jingext_constant, foldall_constant,
                          auto_constant};
  int number = 0;
  for (const function f : all) {
    auto y = reinterpret_cast<int(*)[5][33][70]>(r.out<int>(5 * 33 * 70));
    r.call({++number}, taken::fast, [&] { f(*y); });
  }
}

//===----------------------------------------------------------------------===//
// Which mapping: blocks of 32, tiles of 32 x 32, or FoldAll's 256
//===----------------------------------------------------------------------===//

void jing_volume(unsigned char *y, int n, int m, int k) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int c = 0; c < k; ++c)
        y[(i * m + j) * k + c] = static_cast<unsigned char>(i + j + c);
}

void auto_volume(unsigned char *y, int n, int m, int k) {
  [[heddle::map(Auto)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int c = 0; c < k; ++c)
        y[(i * m + j) * k + c] = static_cast<unsigned char>(i + j + c);
}

// Auto takes rows without gaps as one, whatever fits.
void auto_small(unsigned char *y, int n, int m, int k) {
  HEDDLE_ASSUME(n <= 100);
  HEDDLE_ASSUME(m <= 16);
  HEDDLE_ASSUME(k <= 16);
  [[heddle::map(Auto)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int c = 0; c < k; ++c)
        y[(i * m + j) * k + c] = static_cast<unsigned char>(i + j + c);
}

CASE(chosen_shapes) {
  const auto fast = [](const char *shape) {
    return harness::expectation(taken::fast, 1, shape);
  };
  auto y = r.in<int>(3);
  r.call({1}, fast("grid (1, 1, 1), block (32, 1, 1)"),
         [&] { jing_1(y, 3, 0, 0); });
  y = r.in<int>(9);
  r.call({2}, fast("grid (1, 1, 1), block (32, 32, 1)"),
         [&] { jing_2(y, 3, 2, 0); });
  y = r.in<int>(27);
  r.call({3}, fast("grid (3, 1, 1), block (3, 2, 1)"),
         [&] { jing_3(y, 3, 2, 3); });
  y = r.in<int>(27);
  r.call({4}, fast("grid (1, 1, 1), block (256, 1, 1)"),
         [&] { foldall_3(y, 3, 2, 3); });
  // The innermost two dimensions are Jing's block: 1024 threads are the most.
  for (const int m : {31, 32, 33}) {
    auto v = r.out<unsigned char>(2 * m * 32);
    r.call({5, m}, fast(m > 32 ? "block (256, 1, 1)" : ", block (32, 3"),
           [&] { jing_volume(v, 2, m, 32); });
    v = r.out<unsigned char>(2 * m * 32);
    r.call({6, m}, fast("block (256, 1, 1)"),
           [&] { auto_volume(v, 2, m, 32); });
  }
  auto v = r.out<unsigned char>(3 * 16 * 15);
  r.call({7}, fast("block (256, 1, 1)"), [&] { auto_small(v, 3, 16, 15); });
}

} // namespace SIDE
