//===- nussinov.cpp - how a strand of RNA folds ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// The most pairs of bases between i and j. An interval needs shorter ones
// alone, so all intervals of a length are found at once.
void nussinov(matrix<int> table, const std::vector<int> &base) {
  [[heddle::program]] {
    const int n = table.extent(0);
    for (int length = 1; length < n; ++length) {
      [[heddle::map, heddle::inplace(table)]]
      for (int i = 0; i < n - length; ++i) {
        const int j = i + length;
        int most = std::max(table(i, j - 1), table(i + 1, j));
        // Neighbours do not pair.
        const bool pair = length > 1 && base[i] + base[j] == 3;
        most = std::max(most, table(i + 1, j - 1) + (pair ? 1 : 0));
        for (int k = i + 1; k < j; ++k)
          most = std::max(most, table(i, k) + table(k + 1, j));
        table(i, j) = most;
      }
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 48);
  const auto base = polybench::between<int>(0, 4, n, 1);
  std::vector<int> table(n * n);
  POLYBENCH_RUN(nussinov(matrix<int>(table.data(), n, n), base));
  polybench::show("nussinov", table);
}
