// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing is computed in half precision: hosts keep more digits on the way, and
// devices have no such type.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

typedef _Float16 half_t;
struct Pair {
  half_t a, b;
};
float read(const half_t *w, int i) { return w[i]; }

void refused(half_t *a, const half_t *b, Pair *p, float *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:12: error: a '_Float16' that is neither an element nor converted at once is not understood in a mapped nest [heddle-HD213]
    a[i] = b[i] * b[i];
    // CHECK: :[[@LINE+1]]:5: error: a '_Float16' {{.*}}[heddle-HD213]
    a[i] += 1;
    // CHECK: :[[@LINE+1]]:5: error: 'half_t' is a type that kernels do not take [heddle-HD219]
    half_t t = b[i];
    // CHECK: :[[@LINE+1]]:12: error: a '_Float16' {{.*}}[heddle-HD213]
    a[i] = (half_t)i;
    // CHECK: :[[@LINE+1]]:13: error: a '_Float16' {{.*}}[heddle-HD213]
    y[i] += -b[i];
    // CHECK: :[[@LINE+1]]:20: error: a '_Float16' {{.*}}[heddle-HD213]
    y[i] += (float)(half_t)y[i];
    // CHECK: :[[@LINE+1]]:13: error: {{.*}}[heddle-HD235]
    y[i] += p[i].a;
    // CHECK: :[[@LINE+1]]:13: error: 'read' is called, {{.*}}[heddle-HD238]
    y[i] += read(b, i);
  }
}

void compared(const half_t *a, const half_t *b, float *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: 'half_t' is a type that kernels do not take [heddle-HD219]
    y[i] = a[i] < b[i];
}
