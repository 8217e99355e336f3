//===- reductions.cpp - many numbers into one -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `reduce` permits another order of summation. The numbers here are multiples
// of 1/8 whose sums are exact, so that every order gives the same.
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;

double dot(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

float max_abs(const float *x, int n) {
  float most = 0;
  HEDDLE(map, reduce(most))
  for (int i = 0; i < n; ++i)
    most = std::max(most, std::abs(x[i]));
  return most;
}

// Integers need no permission.
int count_above(const std::vector<float> &x, float level) {
  int count = 0;
  HEDDLE(map)
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > level)
      ++count;
  return count;
}

// Two at once, over both dimensions of a matrix.
struct norms {
  double squares = 0, most = 0;

  void of_difference(const double *a, const double *b, int n, int m) {
    [[heddle::map, heddle::reduce(squares, most)]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        const double d = a[i * m + j] - b[i * m + j];
        squares += d * d;
        most = std::max(most, std::fabs(d));
      }
  }
};

// A thread adds up a row, in the order written.
void row_sums(double *sum, const double *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    sum[i] = 0;
    for (int j = 0; j < m; ++j)
      sum[i] += a[i * m + j];
  }
}

// How many of every `bin` neighbours are positive: threads share elements.
void count_bins(std::vector<int> &bins, const std::vector<float> &x) {
  HEDDLE(map)
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    bins[i / 32] += x[i] > 0;
}

// Weights go to the bins that the data name, in the order of the loop.
void weigh_bins(std::vector<double> &bins, const double *x, const double *w,
                int n, double width) {
  [[heddle::map, heddle::reduce(bins)]]
  for (int i = 0; i < n; ++i) {
    int b = static_cast<int>(std::fabs(x[i]) / width);
    if (b >= static_cast<int>(bins.size()))
      b = static_cast<int>(bins.size()) - 1;
    bins[b] += w[i];
  }
}

// Truth values.
bool ascending(const int *x, int n) {
  bool all = true;
  HEDDLE(map)
  for (int i = 1; i < n; ++i)
    all = x[i - 1] <= x[i] && all;
  return all;
}

// The distribution of weights up to each sample, from which others are drawn.
double distribution(std::vector<double> &below, const std::vector<double> &x) {
  double total = 0;
  [[heddle::map, heddle::reduce(total)]]
  for (std::size_t i = 0; i < x.size(); ++i) {
    total += std::fabs(x[i]);
    below[i] = total;
  }
  return total;
}

// Which centre is the nearest: the first of those that are equally near.
int nearest(const double *x, const double *y, int n, double px, double py) {
  double best = HUGE_VAL;
  int at = -1;
  [[heddle::map, heddle::reduce(best, at)]] for (int i = 0; i < n; ++i) {
    const double d = (x[i] - px) * (x[i] - px) + (y[i] - py) * (y[i] - py);
    if (d < best) {
      best = d;
      at = i;
    }
  }
  return at;
}

// A step of Jacobi's method: the largest element beside the diagonal, and where
// it stands.
struct rotation {
  double most = 0;
  int p = 0, q = 0;

  void find(const double *a, int n) {
    [[heddle::map,
      heddle::reduce(most, p, q)]] for (int i = 0; i < n;
                                        ++i) for (int j = 0; j < n;
                                                  ++j) if (i < j &&
                                                           std::fabs(
                                                               a[i * n + j]) >
                                                               most) {
      most = std::fabs(a[i * n + j]);
      p = i;
      q = j;
    }
  }
};

int main() {
  const std::size_t n = 5003;
  const auto x = gallery::numbers<double>(n, 1);
  const auto y = gallery::numbers<double>(n, 2);
  const auto z = gallery::numbers<float>(n, 3);
  gallery::show("dot", dot(x, y));
  gallery::show("max_abs", max_abs(z.data(), int(n)));
  gallery::show("count_above", count_above(z, 0.5f));
  norms of;
  of.of_difference(x.data(), y.data(), 61, 71);
  gallery::show("of_difference", of.squares + of.most);
  std::vector<double> sums(61);
  row_sums(sums.data(), x.data(), 61, 71);
  gallery::show("row_sums", sums);
  std::vector<int> bins(n / 32 + 1);
  count_bins(bins, z);
  gallery::show("count_bins", bins);
  std::vector<double> weight(17);
  weigh_bins(weight, x.data(), y.data(), int(n), 0.0625);
  gallery::show("weigh_bins", weight);
  std::sort(bins.begin(), bins.end());
  gallery::show("ascending", int(ascending(bins.data(), int(bins.size()))));
  std::vector<double> below(n);
  below[0] += distribution(below, x);
  gallery::show("distribution", below);
  gallery::show("nearest", nearest(x.data(), y.data(), int(n), 0.25, -0.5));
  rotation next;
  next.find(x.data(), 67);
  gallery::show("find", next.most + 67 * next.p + next.q);
}
