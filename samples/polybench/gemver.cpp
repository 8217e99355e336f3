//===- gemver.cpp - two updates of rank one, two products -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

struct gemver_vectors {
  std::vector<double> u1, v1, u2, v2, w, x, y, z;
};

void gemver(std::vector<double> &a, gemver_vectors &v, double alpha,
            double beta, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i * n + j] += v.u1[i] * v.v1[j] + v.u2[i] * v.v2[j];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        v.x[i] += beta * a[j * n + i] * v.y[j];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      v.x[i] += v.z[i];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        v.w[i] += alpha * a[i * n + j] * v.x[j];
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 80);
  auto a = polybench::between<double>(-1, 1, n * n, 1);
  gemver_vectors v;
  unsigned seed = 2;
  for (auto *each : {&v.u1, &v.v1, &v.u2, &v.v2, &v.y, &v.z})
    *each = polybench::between<double>(-1, 1, n, seed++);
  v.w.resize(n);
  v.x.resize(n);
  POLYBENCH_RUN(gemver(a, v, 1.5, 1.2, n));
  polybench::show("gemver", v.w);
}
