// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests that the cost model was not fitted to, each launched once on the same
// data; prints a sum of what each leaves. choice.py runs them under the
// candidates that Auto weighs.

#include <cstdio>
#include <heddle/heddle.h>
#include <vector>

namespace {

void axpby(float *y, const float *x, float a, float b, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + b * y[i];
}

void scaled_rows(double *c, const double *a, const double *d, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i * m + j] = d[i] * a[i * m + j];
}

void outer_product(float *c, const float *x, const float *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i * m + j] = x[i] * y[j];
}

void stencil9(float *y, const float *x, const float *w, int n, int m) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      float sum = 0;
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q)
          sum += w[p * 3 + q] * x[(i + p - 1) * m + j + q - 1];
      y[i * m + j] = sum;
    }
}

void upwind(double (*y)[32][128], const double (*x)[32][128], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 2; k < 128; ++k)
        y[i][j][k] = 1.5 * x[i][j][k] - 2 * x[i][j][k - 1] + 0.5 * x[i][j][k - 2];
}

struct point {
  float x, y, z, w;
};

void lengths(float *length, const point *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    length[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}

void inner_transposed(float *b, const float *a, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        b[(i * l + k) * m + j] = a[(i * m + j) * l + k];
}

void brighten(unsigned char *p, int by, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    p[i] = p[i] + by > 255 ? 255 : p[i] + by;
}

void lower_triangle(double *c, const double *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      c[i * n + j] = 2 * a[i * n + j];
}

void every_third(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i += 3)
    y[i] = x[i + 1] + x[i + 2];
}

void pooled(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = (x[4 * i * m + 2 * j] + x[4 * i * m + 2 * j + 1] +
                      x[(4 * i + 2) * m + 2 * j] + x[(4 * i + 2) * m + 2 * j + 1]) /
                     4;
}

void without_mean(float (*image)[64][96][3], const float *mean, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      for (int k = 0; k < 96; ++k)
        for (int c = 0; c < 3; ++c)
          image[i][j][k][c] -= mean[c];
}

void mirrored(double *b, const double *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[i * m + j] = a[i * m + m - 1 - j];
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Small integers, so that sums are the same in any order.
template <class T> std::vector<T> numbers(int count, int most = 50) {
  std::vector<T> all(static_cast<std::size_t>(count));
  unsigned seed = 7;
  for (T &each : all) {
    seed = seed * 1664525U + 1013904223U;
    each = static_cast<T>(static_cast<int>(seed >> 16) % most);
  }
  return all;
}

template <class T> void print(const char *name, const std::vector<T> &all) {
  double sum = 0;
  int turn = 0;
  for (const T &each : all)
    sum += static_cast<double>(each) * ++turn;
  std::printf("%s %.17g\n", name, sum);
}

} // namespace

int main() {
  constexpr int n = 320, m = 288, many = n * m;
  const auto x = numbers<float>(4 * many), w = numbers<float>(9);
  const auto a = numbers<double>(many), d = numbers<double>(many);
  const auto whole = numbers<int>(many + 3);
  std::vector<float> y = numbers<float>(many);
  std::vector<double> c = numbers<double>(many);

  axpby(y.data(), x.data(), 2, 3, many), print("axpby", y);
  scaled_rows(c.data(), a.data(), d.data(), n, m), print("scaled_rows", c);
  outer_product(y.data(), x.data(), x.data() + 5, n, m), print("outer_product", y);
  stencil9(y.data(), x.data(), w.data(), n, m), print("stencil9", y);
  upwind(reinterpret_cast<double (*)[32][128]>(c.data()),
         reinterpret_cast<const double (*)[32][128]>(a.data()), many / 4096);
  print("upwind", c);
  lengths(y.data(), reinterpret_cast<const point *>(x.data()), many), print("lengths", y);
  inner_transposed(y.data(), x.data(), 10, 96, 96), print("inner_transposed", y);
  std::vector<unsigned char> bytes = numbers<unsigned char>(many, 256);
  brighten(bytes.data(), 40, many), print("brighten", bytes);
  lower_triangle(c.data(), a.data(), m), print("lower_triangle", c);
  std::vector<int> thirds(static_cast<std::size_t>(many) + 3);
  every_third(thirds.data(), whole.data(), many), print("every_third", thirds);
  pooled(y.data(), x.data(), n, m), print("pooled", y);
  without_mean(reinterpret_cast<float (*)[64][96][3]>(y.data()), w.data(), 5);
  print("without_mean", y);
  mirrored(c.data(), a.data(), n, m), print("mirrored", c);
}
