// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths that may have changed since the declaration, and uses of arrays with
// run-time lengths that are no elements.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -Wno-vla-cxx-extension -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck --implicit-check-not=error: %s < %t

#include <heddle/heddle.h>

int width;
double sum(const double *row, int n);
void change(int &n);

void changed(int n, int m, int k) {
  double a[m][n], b[m][k], c[m][width];
  n = 2;
  change(k);
  [[heddle::map]]
  for (int i = 0; i < m; ++i)
    // CHECK: :[[@LINE+2]]:5: error: 'a' is an array of variable length [heddle-HD227]
    // CHECK: :[[@LINE-6]]:15: note: this length may have another value at the loops; give it to a constant of the function before
    a[i][0] = 0;
  [[heddle::map]]
  for (int i = 0; i < m; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'b' is an array of variable length [heddle-HD227]
    b[i][0] = 0;
  [[heddle::map]]
  for (int i = 0; i < m; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'c' is an array of variable length [heddle-HD227]
    c[i][0] = 0;
}

void in_the_nest(int n, int m) {
  double a[m][n];
  [[heddle::map]]
  for (int i = 0; i < m; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'a' is an array of variable length [heddle-HD227]
    a[i][0] = 0;
    n = i;
  }
}

struct point {
  double x, y;
};

void rows(int n, int m, double *y) {
  double a[m][n];
  point p[m][n];
  [[heddle::map]]
  for (int i = 0; i < m; ++i)
    // CHECK: :[[@LINE+2]]:13: error: 'a' is an array of variable length [heddle-HD227]
    // CHECK: note: kernels take numbers in it, each named by as many subscripts as it has dimensions
    y[i] = *a[i];
  [[heddle::map]]
  for (int i = 0; i < m; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'p' is an array of variable length [heddle-HD227]
    p[i][0].x = 0;
  [[heddle::map]]
  for (int i = 0; i < m; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: an array of variable length cannot {{.*}}[heddle-HD224]
    double own[n];
    own[0] = i;
    y[i] = own[0];
  }
}
