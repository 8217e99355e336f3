//===- floyd-warshall.cpp - shortest paths between all --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// Paths through k. Row and column k do not change, as no way from k to k is
// shorter than none; without the condition they would be written and read.
void floyd_warshall(std::vector<int> &path, int n) {
  [[heddle::program]] {
    const auto at = [n](int i, int j) { return i * n + j; };
    for (int k = 0; k < n; ++k) {
      [[heddle::map, heddle::inplace(path)]]
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          if (i != k && j != k)
            path[at(i, j)] =
                std::min(path[at(i, j)], path[at(i, k)] + path[at(k, j)]);
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  auto path = polybench::between<int>(1, 1000, n * n, 1);
  for (int i = 0; i < n; ++i)
    path[i * n + i] = 0;
  POLYBENCH_RUN(floyd_warshall(path, n));
  polybench::show("floyd-warshall", path);
}
