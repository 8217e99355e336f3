//===- floyd-warshall.cpp - by hand, with OpenMP --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void floyd_warshall(std::vector<int> &path, int n) {
  int *all = path.data();
  for (int k = 0; k < n; ++k) {
    const int *__restrict through = all + k * n;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) {
      if (i == k)
        continue;
      int *__restrict row = all + i * n;
      const int first = row[k];
      for (int j = 0; j < n; ++j)
        row[j] = std::min(row[j], first + through[j]);
    }
  }
}

} // namespace by_hand

#include "polybench/floyd-warshall.cpp"
