//===- jacobi2d.cpp - a time loop around two mapped sweeps ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

// Each sweep reads one array and writes the other, so its points are
// independent; the time loop carries the dependence and stays on the host.
// `steps` counts pairs of sweeps.
void jacobi(double *u, double *v, long n, long m, int steps) {
  for (int t = 0; t < steps; ++t) {
    [[heddle::bounds({1, 1}, {n - 1, m - 1}), heddle::map(Jing)]]
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < m - 1; ++j)
        v[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] +
                               u[i * m + j - 1] + u[i * m + j + 1]);

    [[heddle::bounds({1, 1}, {n - 1, m - 1}), heddle::map(Jing)]]
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < m - 1; ++j)
        u[i * m + j] = 0.25 * (v[(i - 1) * m + j] + v[(i + 1) * m + j] +
                               v[i * m + j - 1] + v[i * m + j + 1]);
  }
}

void jacobi_as_written(double *u, double *v, long n, long m, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < m - 1; ++j)
        v[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] +
                               u[i * m + j - 1] + u[i * m + j + 1]);
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < m - 1; ++j)
        u[i * m + j] = 0.25 * (v[(i - 1) * m + j] + v[(i + 1) * m + j] +
                               v[i * m + j - 1] + v[i * m + j + 1]);
  }
}

int main() {
  const long n = 70, m = 100;
  const int steps = 20;
  // A plate with a border of 1 and a cold inside.
  std::vector<double> u(n * m, 1.0);
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j)
      u[i * m + j] = 0.0;
  std::vector<double> v = u, u2 = u, v2 = u;

  jacobi(u.data(), v.data(), n, m, steps);
  jacobi_as_written(u2.data(), v2.data(), n, m, steps);

  for (long i = 1; i < 10; i += 2)
    std::printf("u[%ld][%ld] = %.6f\n", i, i, u[i * m + i]);
  return sample::verdict(sample::same_bits(u, u2) && sample::same_bits(v, v2));
}
