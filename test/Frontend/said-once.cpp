// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One cause is one error, however many statements meet it.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
#include <heddle/heddle.h>

struct cell { double v; };
// CHECK: :[[@LINE+8]]:19: error: 'w[j][i]' is a pointer that is itself stored in an array{{.*}}[heddle-HD216]
// CHECK: :[[@LINE+3]]:31: note: 'w' is declared here
// CHECK: :[[@LINE+6]]:7: error: 'u[i]' is a pointer that is itself stored in an array{{.*}}[heddle-HD216]
// CHECK: :[[@LINE+1]]:20: note: 'u' is declared here
void tables(cell **u, cell ***w, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      u[i][j].v = w[j][i][0].v + w[j][i + 1][0].v;
      u[i]->v += u[i + 1][j].v;
    }
}

void jumps(int *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    if (y[i] < 0)
      // CHECK: :[[@LINE+1]]:7: error: 'goto' cannot {{.*}}[heddle-HD211]
      goto done;
    y[i] = 1;
  done:;
  }
}

int unknown(int);

void words(int *y, volatile float *z, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:12: error: 'unknown' is called, and {{.*}}[heddle-HD210]
    y[i] = unknown(i) + unknown(i + 1);
    // CHECK: :[[@LINE+1]]:5: error: 'z[i]' is volatile [heddle-HD214]
    z[i] = z[i] + 1;
    y[i + n] = unknown(2);
  }
}
