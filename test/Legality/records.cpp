// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of structures are elements of their own: which ones are in conflict.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck --implicit-check-not=error: %s < %t
#include <heddle/heddle.h>

struct Point {
  float x, y;
};
struct Body {
  Point at;
  int cell[3];
};

void apart(Body *b, int n) {
  HEDDLE(map)
  for (int i = 1; i < n; ++i)
    b[i].at.x = b[i - 1].at.y + b[i - 1].cell[0];
}

void flow(Body *b, int n) {
  HEDDLE(map)
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+2]]:17: error: with n = 3, iteration (i = 2) reads 'b[1].at.y', which iteration (i = 1) writes [heddle-HD402]
    // CHECK: :[[@LINE+1]]:5: note: 'b[1].at.y' is written here by iteration (i = 1)
    b[i].at.y = b[i - 1].at.y;
}

void output(Body *b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: with n = 2, iterations (i = 0) and (i = 1) both write 'b[0] (number 3 in it)' [heddle-HD403]
    b[0].cell[1] = i;
}

// The copy has whole structures.
void anti(Body *b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: warning: with n = 2, iteration (i = 0) reads 'b[1].at.x', which iteration (i = 1) writes later: elements 1 to n - 1 of 'b' are copied before the launch, (n - 1) * 20 bytes [heddle-HD401]
    b[i].at.x = i < n - 1 ? b[i + 1].at.x : 0;
}

// A member array cannot be left for the next member.
void outside(Body (&b)[4], int n) {
  HEDDLE(map)
  for (int i = 1; i < 5; ++i)
    // CHECK: error: the subscript 'i' is 4 in iteration 4, outside 'b', whose extent is 4 [heddle-HD256]
    b[i].at.x = 0;
}

// How many structures there are to copy is told by any of their members.
void seldom(Body *b, const float *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    b[i].at.x = x[i];
    if (x[i] > 0)
      b[i].cell[2] = 1;
  }
}
