//===- durbin.cpp - a Toeplitz system, by Levinson's recursion ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// The system grows by one row a step. Each step needs a sum over the last one.
void durbin(double *y, double *z, const double *r, int n) {
  [[heddle::program]] {
    y[0] = -r[0];
    double alpha = -r[0], beta = 1;
    for (int k = 1; k < n; ++k) {
      beta *= 1 - alpha * alpha;
      double sum = 0;
      [[heddle::map, heddle::reduce(sum)]]
      for (int i = 0; i < k; ++i)
        sum += r[k - i - 1] * y[i];
      alpha = -(r[k] + sum) / beta;
      [[heddle::map]]
      for (int i = 0; i < k; ++i)
        z[i] = y[i] + alpha * y[k - i - 1];
      [[heddle::map]]
      for (int i = 0; i < k; ++i)
        y[i] = z[i];
      y[k] = alpha;
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  // Small beside one, as the correlations of a signal that is mostly noise.
  auto r = polybench::between<double>(-1, 1, n, 1);
  for (double &value : r)
    value /= n;
  std::vector<double> y(n), z(n);
  POLYBENCH_RUN(durbin(y.data(), z.data(), r.data(), n));
  polybench::show_rounded("durbin", y);
}
