// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cannot be decided within the limit is refused, never guessed.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

// A conflict is certain, but its numbers are not found.
void certain(int *x, int n) {
// CHECK: error: a later iteration reads an element of 'x', which an earlier iteration writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l)
          x[(3 * i + 7 * j) / 5 % 11 + (5 * k + 3 * l) / 7 % 13] =
              x[(13 * i + 4 * k) / 3 % 17 + (2 * j + 9 * l) / 4 % 19] +
              x[(6 * i + 5 * l) / 11 % 7 + (8 * j + 3 * k) / 13 % 5] +
              x[(9 * k + 2 * l) / 7 % 23 + (7 * i + 5 * j) / 9 % 3];
}

void hard(int *x, int n, int m) {
// CHECK: error: whether iterations of loop 'i' conflict on 'x' is too complex to decide; simplify the subscripts or map fewer loops [heddle-HD491]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l)
          for (int o = 0; o < n; ++o)
            for (int p = 0; p < n; ++p) {
              x[3 * l + m + (3 * i + 7 * l) % 8 + (6 * j + 7 * o) % 9 + (9 * k + 7 * p) % 10 + (12 * l + 7 * i) % 11 + (15 * o + 7 * j) % 12 + (18 * p + 7 * k) % 13] =
                  x[2 * k + m + (3 * i + 7 * k) % 7 + (5 * j + 7 * l) % 8 + (7 * k + 7 * o) % 9 + (9 * l + 7 * p) % 10 + (11 * o + 7 * i) % 11 + (13 * p + 7 * j) % 12] +
                  x[4 * o + m + (3 * i + 7 * o) % 9 + (7 * j + 7 * p) % 10 + (11 * k + 7 * i) % 11 + (15 * l + 7 * j) % 12 + (19 * o + 7 * k) % 13 + (23 * p + 7 * l) % 14];
              x[6 * i + m + (3 * i + 7 * i) % 11 + (9 * j + 7 * j) % 12 + (15 * k + 7 * k) % 13 + (21 * l + 7 * l) % 14 + (27 * o + 7 * o) % 15 + (33 * p + 7 * p) % 16] =
                  x[5 * p + m + (3 * i + 7 * p) % 10 + (8 * j + 7 * i) % 11 + (13 * k + 7 * j) % 12 + (18 * l + 7 * k) % 13 + (23 * o + 7 * l) % 14 + (28 * p + 7 * o) % 15] +
                  x[7 * j + m + (3 * i + 7 * j) % 12 + (10 * j + 7 * k) % 13 + (17 * k + 7 * l) % 14 + (24 * l + 7 * o) % 15 + (31 * o + 7 * p) % 16 + (38 * p + 7 * i) % 17];
              x[9 * l + m + (3 * i + 7 * l) % 14 + (12 * j + 7 * o) % 15 + (21 * k + 7 * p) % 16 + (30 * l + 7 * i) % 17 + (39 * o + 7 * j) % 18 + (48 * p + 7 * k) % 19] =
                  x[8 * k + m + (3 * i + 7 * k) % 13 + (11 * j + 7 * l) % 14 + (19 * k + 7 * o) % 15 + (27 * l + 7 * p) % 16 + (35 * o + 7 * i) % 17 + (43 * p + 7 * j) % 18] +
                  x[10 * o + m + (3 * i + 7 * o) % 15 + (13 * j + 7 * p) % 16 + (23 * k + 7 * i) % 17 + (33 * l + 7 * j) % 18 + (43 * o + 7 * k) % 19 + (53 * p + 7 * l) % 20];
            }
}
