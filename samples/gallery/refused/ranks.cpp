//===- ranks.cpp - refused: a count that is read while it grows -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A counting sort asks how many equal keys there were before. Counting alone is
// taken (../particles.cpp, count_molecules), and so are sums in floating point
// (../reductions.cpp, weigh_bins); here each iteration needs what those before
// it have left: HD217.
//
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

void ranks(int *rank, int (&count)[256], const unsigned char *key, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    rank[i] = count[key[i]]++;
}
