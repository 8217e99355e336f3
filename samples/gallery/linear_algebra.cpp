//===- linear_algebra.cpp - matrices and vectors --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <heddle/heddle.h>
#include <memory>

using namespace heddle;

// Tiles of 16 by 16 threads, the inner loop on x.
constexpr mapping tiles = GridBlock(
    2, Permute({2, 0, 3, 1},
               SplitLast(16, Permute({1, 2, 0}, SplitLast(16, ShiftLB(Gen))))));

// One function for float and double.
template <class T>
void multiply(T *c, const T *a, const T *b, int n, int m, int l) {
  [[heddle::bounds({n, m}), heddle::map(tiles)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      T sum = 0;
      for (int k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

// The sum is the middle loop: `reduce` lets i and j be mapped.
void accumulate(std::vector<double> &c, const std::vector<double> &a,
                const std::vector<double> &b, int n) {
  [[heddle::map, heddle::reduce(c)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// Many small products: a block for each two of them.
void batched(float (*c)[4][4], const float (*a)[4][4], const float (*b)[4][4],
             int batch) {
  [[heddle::map(
      GridBlock(1, SplitLast(32, FoldLast2(FoldLast2(ShiftLB(Gen))))))]]
  for (int n = 0; n < batch; ++n)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        float sum = 0;
        for (int k = 0; k < 4; ++k)
          sum += a[n][i][k] * b[n][k][j];
        c[n][i][j] = sum;
      }
}

// A matrix and a vector.
void gemv(std::vector<double> &y, const std::vector<double> &a,
          const std::vector<double> &x, double alpha, double beta) {
  const std::size_t n = y.size(), m = x.size();
  [[heddle::map]]
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < m; ++j)
      sum += a[i * m + j] * x[j];
    y[i] = alpha * sum + beta * y[i];
  }
}

// How alike the rows are: a function with a loop over what it is given.
static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k] * b[k];
  return sum;
}
void cosines(std::vector<double> &c, const double *rows, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double *a = rows + i * m, *b = rows + j * m;
      c[i * n + j] = dot(a, b, m) / std::sqrt(dot(a, a, m) * dot(b, b, m));
    }
}

// Only `half` diagonals on either side; the corners of the band are not used.
void banded(double *y, const double *band, const double *x, int n, int half) {
  const int width = 2 * half + 1;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int d = 0; d < width; ++d)
      if (i + d >= half && i + d < n + half)
        sum += band[i * width + d] * x[i + d - half];
    y[i] = sum;
  }
}

// A sparse matrix in rows. Data say which x are read; that is fine where it is
// known how many there are.
constexpr int N = 61, entries = 4 * N;
void sparse(std::vector<double> &y, const std::vector<int> &row,
            const std::vector<int> &column, const std::vector<double> &value,
            const std::vector<double> &x) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

// LU decomposition: a loop on the host around two nests, the second of which
// updates what is left of the matrix. No copy is needed.
void decompose(double *a, int n) {
  for (int k = 0; k < n - 1; ++k) {
    [[heddle::map, heddle::inplace(a)]]
    for (int i = k + 1; i < n; ++i)
      a[i * n + k] /= a[k * n + k];
    [[heddle::map, heddle::inplace(a)]]
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

// A triangular system with many right sides: a thread solves one.
void solve(double *x, const double *l, int n, int sides) {
  [[heddle::map]]
  for (int s = 0; s < sides; ++s)
    for (int i = 0; i < n; ++i) {
      double sum = x[i * sides + s];
      for (int j = 0; j < i; ++j)
        sum -= l[i * n + j] * x[j * sides + s];
      x[i * sides + s] = sum;
    }
}

// A rank-1 update of the lower triangle. The declared space is the square, so
// that both loops are mapped; threads above the diagonal are off.
void rank_one(double *a, const double *x, double alpha, int n) {
  [[heddle::bounds({n, n}), heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (j <= i)
        a[i * n + j] += alpha * x[i] * x[j];
}

void transpose(float *out, const float *in, int n, int m) {
  [[heddle::bounds({n, m}), heddle::map(tiles)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      out[j * n + i] = in[i * m + j];
}

// In place: the thread of a row exchanges it with the column.
void flip(std::vector<double> &a, int n) {
  [[heddle::map, heddle::inplace(a)]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double lower = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = lower;
    }
}

// Complex numbers as a structure.
struct complex {
  double re, im;
};
void rotate(std::vector<complex> &z, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  [[heddle::map]]
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double re = z[i].re, im = z[i].im;
    z[i].re = c * re - s * im;
    z[i].im = s * re + c * im;
  }
}

void axpy(std::unique_ptr<double[]> &y, const std::unique_ptr<double[]> &x,
          double a, int n) {
  HEDDLE(bounds(n), map(GridBlock(1, SplitLast(128, ShiftLB(Gen)))))
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

// Rows of length 1: arrays of arrays.
void normalise(std::array<std::array<double, 13>, 11> &a) {
  [[heddle::map]]
  for (std::size_t r = 0; r < a.size(); ++r) {
    auto &row = a[r];
    double sum = 0;
    for (std::size_t c = 0; c < row.size(); ++c)
      sum += row[c] * row[c];
    for (std::size_t c = 0; c < row.size(); ++c)
      row[c] /= std::sqrt(sum);
  }
}

// Rows scaled by their largest element: a launch over the rows, and one over all
// elements, since the annotation is for two loops.
void equilibrate(std::vector<double> &a, std::vector<double> &scale, int n,
                 int m) {
  [[heddle::bounds({n, m})]]
  for (int i = 0; i < n; ++i) {
    double largest = 0;
    for (int j = 0; j < m; ++j)
      largest = std::max(largest, std::abs(a[i * m + j]));
    scale[i] = largest > 0 ? 1 / largest : 1;
    for (int j = 0; j < m; ++j)
      a[i * m + j] *= scale[i];
  }
}

// Shortest paths through k. Row and column k themselves are left out: they do
// not change, and without the condition they would be written and read.
void shortest_paths(std::vector<float> &d, int n) {
  for (int k = 0; k < n; ++k) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (i != k && j != k)
          d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
  }
}

// Matrices as tables of pointers to rows, of which only parts are touched: the
// upper triangle of a times b.
void triangular_product(const double **a, const double **b, double **c, int n,
                        int m) {
  [[heddle::map, heddle::rows(a, n, n), heddle::rows(b, n, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int k = i; k < n; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main() {
  const int n = 37, m = 43, l = 29;
  const auto a = gallery::numbers<double>(n * n, 1);
  const auto b = gallery::numbers<double>(n * n, 2);
  std::vector<double> c(n * n);
  const auto fa = gallery::between<float>(-1, 2, n * l, 3);
  const auto fb = gallery::between<float>(-1, 2, l * m, 4);
  std::vector<float> fc(n * m), ft(n * m);
  multiply(fc.data(), fa.data(), fb.data(), n, m, l);
  gallery::show("multiply<float>", fc);
  multiply(c.data(), a.data(), b.data(), n, n, n);
  gallery::show("multiply<double>", c);
  accumulate(c, a, b, n);
  gallery::show("accumulate", c);

  const int batch = 53;
  float ba[batch][4][4], bb[batch][4][4], bc[batch][4][4];
  std::memcpy(ba, gallery::numbers<float>(batch * 16, 5).data(), sizeof(ba));
  std::memcpy(bb, gallery::numbers<float>(batch * 16, 6).data(), sizeof(bb));
  batched(bc, ba, bb, batch);
  gallery::show("batched", &bc[0][0][0], batch * 16);

  auto y = gallery::numbers<double>(n, 7);
  gemv(y, gallery::numbers<double>(n * m, 8), gallery::numbers<double>(m, 9),
       0.7, 0.3);
  gallery::show("gemv", y);
  std::vector<double> alike(37 * 37);
  cosines(alike, gallery::numbers<double>(37 * m, 13).data(), 37, m);
  gallery::show("cosines", alike);
  banded(y.data(), a.data(), b.data(), n, 3);
  gallery::show("banded", y);

  std::vector<double> sy(N), value(entries), sx(N);
  std::vector<int> row(N + 1), column(entries);
  for (int i = 0; i <= N; ++i)
    row[i] = i < N ? 4 * i - i % 4 : entries;
  for (int k = 0; k < entries; ++k)
    column[k] = k * 17 % N, value[k] = 0.25 * (k % 13);
  for (int i = 0; i < N; ++i)
    sx[i] = 1.0 / (i + 1);
  sparse(sy, row, column, value, sx);
  gallery::show("sparse", sy);

  auto lu = gallery::between<double>(0, 1, n * n, 10);
  for (int i = 0; i < n; ++i)
    lu[i * n + i] += n;
  decompose(lu.data(), n);
  gallery::show("decompose", lu);
  auto x = gallery::between<double>(-1, 2, n * 41, 11);
  solve(x.data(), lu.data(), n, 41);
  gallery::show("solve", x);
  rank_one(lu.data(), a.data(), 0.5, n);
  gallery::show("rank_one", lu);
  transpose(ft.data(), fc.data(), n, m);
  gallery::show("transpose", ft);
  flip(lu, n);
  gallery::show("flip", lu);

  std::vector<complex> z(211);
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = {a[i], b[i]};
  rotate(z, 0.3);
  gallery::show("rotate", z, &complex::re, &complex::im);

  std::unique_ptr<double[]> p(new double[1009]), r(new double[1009]);
  std::copy_n(a.data(), 1009, p.get());
  std::copy_n(b.data(), 1009, r.get());
  axpy(p, r, 0.3, 1009);
  gallery::show("axpy", p.get(), 1009);
  std::array<std::array<double, 13>, 11> rows;
  std::memcpy(&rows, x.data(), sizeof(rows));
  normalise(rows);
  gallery::show("normalise", &rows[0][0], 11 * 13);
  auto scaled = a;
  std::vector<double> scale(n);
  equilibrate(scaled, scale, n, n);
  gallery::show("equilibrate", scaled);
  auto d = gallery::between<float>(1, 100, n * n, 12);
  shortest_paths(d, n);
  gallery::show("shortest_paths", d);
  std::vector<double> product(n * n);
  std::vector<const double *> left, right;
  std::vector<double *> result;
  for (int i = 0; i < n; ++i) {
    left.push_back(a.data() + i * n);
    right.push_back(b.data() + i * n);
    result.push_back(product.data() + i * n);
  }
  triangular_product(left.data(), right.data(), result.data(), n, n);
  gallery::show("triangular_product", product);
}
