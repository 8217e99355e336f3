//===- nussinov.cpp - by hand, with OpenMP --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

// Column k + 1 is read from a transposed copy, along memory.
void nussinov(matrix<int> table, const std::vector<int> &base) {
  const int n = table.extent(0);
  int *all = table.data_handle();
  std::vector<int> copy(all, all + n * n);
  int *turned = copy.data();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      turned[j * n + i] = all[i * n + j];
  for (int length = 1; length < n; ++length) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n - length; ++i) {
      const int j = i + length;
      const int *row = all + i * n, *column = turned + j * n;
      const bool pair = length > 1 && base[i] + base[j] == 3;
      int most = std::max(std::max(row[j - 1], column[i + 1]),
                          turned[(j - 1) * n + i + 1] + (pair ? 1 : 0));
      for (int k = i + 1; k < j; ++k)
        most = std::max(most, row[k] + column[k + 1]);
      all[i * n + j] = turned[j * n + i] = most;
    }
  }
}

} // namespace by_hand

#include "polybench/nussinov.cpp"
