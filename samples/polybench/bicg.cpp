//===- bicg.cpp - s = A^T r and q = A p -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void bicg(std::vector<double> &s, std::vector<double> &q,
          const std::vector<double> &a, const std::vector<double> &p,
          const std::vector<double> &r) {
  [[heddle::program]] {
    const int m = static_cast<int>(s.size()), n = static_cast<int>(q.size());
    [[heddle::map]]
    for (int j = 0; j < m; ++j) {
      s[j] = 0;
      for (int i = 0; i < n; ++i)
        s[j] += r[i] * a[i * m + j];
    }
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      q[i] = 0;
      for (int j = 0; j < m; ++j)
        q[i] += a[i * m + j] * p[j];
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 84);
  const int m = polybench::size(argc, argv, 2, 76);
  const auto a = polybench::between<double>(-1, 1, n * m, 1);
  const auto p = polybench::between<double>(-1, 1, m, 2);
  const auto r = polybench::between<double>(-1, 1, n, 3);
  std::vector<double> s(m), q(n);
  POLYBENCH_RUN(bicg(s, q, a, p, r));
  polybench::show("bicg s", s);
  polybench::show("bicg q", q);
}
