//===- sparse.cpp - solvers of sparse systems -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers do not know how much they lead to: `extent` says it, or the launch
// looks at the loops first. Where rows are compressed, row i has value[k] with
// row[i] <= k < row[i + 1].
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <heddle/heddle.h>

using namespace heddle;

// r = b - A x.
void residual(double *r, const double *b, const double *x, const int *row,
              const int *column, const double *value, int n) {
  int i, k;
  double sum;
  [[heddle::map, heddle::extent(x, n), heddle::extent(column, row[n]),
    heddle::extent(value, row[n])]]
  for (i = 0; i < n; i++) {
    sum = b[i];
    for (k = row[i]; k < row[i + 1]; k++)
      sum -= value[k] * x[column[k]];
    r[i] = sum;
  }
}

// y = A x, where nobody says how much there is.
void multiply(double *y, const double *x, const int *row, const int *column,
              const double *value, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

// Unknowns on the boundary keep their values.
void correct_free(double *x, const double *dx, const unsigned char *fixed,
                  int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (!fixed[i])
      x[i] += dx[i];
}

// One sweep of Jacobi; the diagonal is found on the way.
void jacobi_sweep(std::vector<double> &next, const std::vector<double> &x,
                  const std::vector<double> &b, const std::vector<int> &row,
                  const std::vector<int> &column,
                  const std::vector<double> &value, double omega) {
  [[heddle::map]]
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = b[i], diagonal = 1;
    for (int k = row[i], end = row[i + 1]; k != end; ++k) {
      if (column[k] == static_cast<int>(i))
        diagonal = value[k];
      else
        sum -= value[k] * x[column[k]];
    }
    next[i] = (1 - omega) * x[i] + omega * sum / diagonal;
  }
}

// Rows of one width, column by column (ELL); -1 where a row has no more.
void ell_multiply(float *y, const float *x, const int *column,
                  const float *value, int n, int width) {
  [[heddle::map, heddle::extent(x, n), heddle::extent(value, n * width)]]
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < width; ++k) {
      const int j = column[k * n + i];
      if (j >= 0)
        sum += value[k * n + i] * x[j];
    }
    y[i] = sum;
  }
}

// Blocks of three by three.
void block_multiply(double *y, const double *x, const int *row,
                    const int *column, const double (*block)[3][3], int n) {
  [[heddle::map, heddle::extent(x, 3 * n), heddle::extent(column, row[n]),
    heddle::extent(block, row[n])]]
  for (int i = 0; i < n; ++i) {
    double sum[3] = {0, 0, 0};
    for (int k = row[i]; k < row[i + 1]; ++k) {
      const double *xk = x + 3 * column[k];
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          sum[r] += block[k][r][c] * xk[c];
    }
    for (int r = 0; r < 3; ++r)
      y[3 * i + r] = sum[r];
  }
}

// A lower triangle, level by level: rows of one level need only those before.
void solve_levels(double *x, const double *b, const int *row, const int *column,
                  const double *value, const int *order, const int *level,
                  int levels, int n) {
  for (int l = 0; l < levels; ++l) {
    const int begin = level[l], end = level[l + 1];
    [[heddle::map, heddle::extent(x, n), heddle::independent(x),
      heddle::extent(b, n), heddle::extent(row, n + 1),
      heddle::extent(column, row[n]), heddle::extent(value, row[n])]]
    for (int t = begin; t < end; ++t) {
      const int i = order[t], diagonal = row[i + 1] - 1;
      double sum = b[i];
      for (int k = row[i]; k < diagonal; ++k)
        sum -= value[k] * x[column[k]];
      x[i] = sum / value[diagonal];
    }
  }
}

// A vector in another order.
void permute(std::vector<double> &to, const std::vector<double> &from,
             const std::vector<int> &place) {
  [[heddle::map, heddle::independent(to)]]
  for (std::size_t i = 0; i < from.size(); ++i)
    to[place[i]] = from[i];
}

int main() {
  // A few numbers in each row, and a diagonal that outweighs them.
  const int n = 257;
  const auto places = gallery::between<int>(0, n, 8 * n, 1);
  const auto entries = gallery::between<double>(-1, 1, 9 * 40 * n, 2);
  std::vector<int> row{0}, column, lower{0}, before;
  std::vector<double> value, left;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < places[i] % 7; ++k)
      if (places[n + 7 * i + k] != i) {
        column.push_back(places[n + 7 * i + k]);
        value.push_back(entries[column.size()]);
        if (column.back() < i) {
          before.push_back(column.back());
          left.push_back(value.back());
        }
      }
    column.push_back(i);
    value.push_back(8);
    row.push_back(static_cast<int>(column.size()));
    before.push_back(i);
    left.push_back(4);
    lower.push_back(static_cast<int>(before.size()));
  }
  const auto b = gallery::between<double>(-2, 3, n, 3);
  std::vector<double> x = b, y(n);
  residual(y.data(), b.data(), x.data(), row.data(), column.data(),
           value.data(), n);
  gallery::show("residual", y);
  for (int sweep = 0; sweep < 4; ++sweep) {
    jacobi_sweep(y, x, b, row, column, value, 0.75);
    x.swap(y);
  }
  gallery::show("jacobi_sweep", x);

  multiply(y.data(), x.data(), row.data(), column.data(), value.data(), n);
  gallery::show("multiply", y);
  std::vector<unsigned char> fixed(n);
  for (int i = 0; i < n; ++i)
    fixed[i] = places[i] % 5 == 0;
  correct_free(x.data(), b.data(), fixed.data(), n);
  gallery::show("correct_free", x);

  const int width = 5;
  const auto wide = gallery::between<int>(-20, n, width * n, 4);
  std::vector<int> padded(wide);
  for (int &each : padded)
    each = each < 0 ? -1 : each;
  std::vector<float> product(n);
  ell_multiply(product.data(), gallery::between<float>(-1, 2, n, 5).data(),
               padded.data(),
               gallery::between<float>(-1, 2, width * n, 6).data(), n, width);
  gallery::show("ell_multiply", product);
  std::vector<double> three(3 * n);
  block_multiply(three.data(), gallery::between<double>(-1, 2, 3 * n, 7).data(),
                 row.data(), column.data(),
                 reinterpret_cast<const double(*)[3][3]>(entries.data()), n);
  gallery::show("block_multiply", three);

  // The level of a row is one more than the highest that it needs.
  std::vector<int> height(n), order, level{0};
  int levels = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = lower[i]; k < lower[i + 1] - 1; ++k)
      height[i] = std::max(height[i], height[before[k]] + 1);
    levels = std::max(levels, height[i] + 1);
  }
  for (int l = 0; l < levels; ++l) {
    for (int i = 0; i < n; ++i)
      if (height[i] == l)
        order.push_back(i);
    level.push_back(static_cast<int>(order.size()));
  }
  solve_levels(x.data(), b.data(), lower.data(), before.data(), left.data(),
               order.data(), level.data(), levels, n);
  gallery::show("solve_levels", x);
  permute(y, x, order);
  gallery::show("permute", y);
}
