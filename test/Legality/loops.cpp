// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops can be mapped is known for each of them: those in which no
// conflict has two different iterations. (Auto would map all of these.)
// RUN: %heddle-rewrite --dump=legality %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

// Outermost and innermost.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: loop k: mappable
void middle(double (&a)[8][16][32]) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 1; j < 16; ++j)
      for (int k = 0; k < 32; ++k)
        a[i][j][k] = a[i][j - 1][k];
}

// A diagonal conflict differs in both loops that it crosses.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: loop k: in the thread
// CHECK-NEXT: loop l: mappable
void diagonal(double (&a)[8][16][32][4]) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 1; j < 16; ++j)
      for (int k = 1; k < 32; ++k)
        for (int l = 0; l < 4; ++l)
          a[i][j][k][l] = a[i][j - 1][k - 1][l];
}

// Two arrays, each of which forbids another loop.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: loop k: in the thread
// CHECK-NEXT: loop l: mappable
void arrays(double (&a)[8][16][32][4], double (&b)[8][16][32][4]) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 1; j < 16; ++j)
      for (int k = 1; k < 32; ++k)
        for (int l = 0; l < 4; ++l) {
          a[i][j][k][l] = a[i][j - 1][k][l];
          b[i][j][k][l] = b[i][j][k - 1][l];
        }
}

// The last loop carries nothing if the condition holds, else it would.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
void parity(double (&a)[8][16]) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 1; j < 16; ++j)
      if (j % 2 == 1)
        a[i][j] = a[i][j - 1];
}

// A row is written from the row above: the prefix is empty without the
// condition, which parts even from odd rows.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
void alternate(double (*a)[64], int n) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      if (i % 2 == 0)
        a[i][j] = a[i - 1][63 - j];
}

// Three loops are asked for, and inner ones run in the thread.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK-NEXT: loop k: in the thread
void declared(double (&a)[8][16][32], int n) {
  [[heddle::bounds({n, 16}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j)
      for (int k = 1; k < 32; ++k)
        a[i][j][k] += a[i][j][k - 1];
}
