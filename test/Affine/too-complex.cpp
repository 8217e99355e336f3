// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Beyond the operation limit nothing is concluded, and the nest is refused.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void hard(double *y, int p, int q, int r, int s, int t, int u, int v, int w) {
  [[heddle::map]]
// CHECK: too-complex.cpp:[[@LINE+1]]:3: error: this nest is too complex to be verified within the operation limit [heddle-HD253]
  for (int i = (p / 2 < q % 5 ? p / 2 : q % 5) / 3; i < p; i += 3)
    for (int j = (r / 3 < s % 7 ? r / 3 : s % 7) / 5 + i / 7; j < q; j += 5)
      for (int k = (t / 5 < u % 11 ? t / 5 : u % 11) / 7 + j / 11; k < r; k += 7)
        for (int l = (v / 7 < w % 13 ? v / 7 : w % 13) / 11 + k / 13 + i / 3; l < s; l += 11)
          if ((i + j) % 17 < (k + l) % 19 && (i - l) / 23 < (j - k) / 29)
            y[(i / 3 + j / 5) % 31 + (k / 7 + l / 11) % 37] = 0;
}
