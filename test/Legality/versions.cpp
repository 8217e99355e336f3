// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters that keep iterations apart become a check of the launch, where they leave loops of
// use and a condition to read.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %heddle-rewrite %s -- -std=c++17 -I %include -DTEXT | FileCheck %s --check-prefix=TEXT

#include <heddle/heddle.h>

// CHECK: versions.cpp:[[@LINE+7]]:3: remark: the loops are mapped where n <= 4096; for other values they run as they are written [heddle-HD431]
// CHECK: note: otherwise, with n = 4097, iterations (i = 0, j = 4096) and (i = 1, j = 0) both write 'a[4096]'
// TEXT: else if (!(heddle_n <= 4096).certain())
// TEXT-NEXT: heddle_path = ::heddle::rt::sequential(
// TEXT-NEXT: "not certain that iterations touch elements of their own"
void rows(double *a, int n) {
  HEDDLE(bounds({n, n}))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * 4096 + j] = j;
}

// Footprints are found for all values.
// CHECK: remark: the loops are mapped where floor(step / 3) * 3 < step or step == 0 or n * 3 + step <= 0 or n * 3 <= step; for
void parts(double *y, int n, int step) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[3 * i] = 0;
    y[3 * i + step] = 1;
  }
}

// CHECK: remark: the loops are mapped where now < next or next < now; for {{.*}}[heddle-HD431]
void planes(double (*u)[1000], int now, int next) {
  [[heddle::map]]
  for (int i = 1; i < 999; ++i)
    u[next][i] = u[now][i - 1];
}

// Rows of three channels, beside a sum that any order serves.
// CHECK: remark: the loops are mapped where m <= 3; for
double channels(double *__restrict a, const double *__restrict x, int n, int m) {
  double sum = 0;
  HEDDLE(map, reduce(sum))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i * 3 + j] = x[j];
      sum += x[j];
    }
  return sum;
}

// Reads that come first need no copy.
// CHECK: remark: the loops are mapped where n + by <= 0 or n <= by or by == 0; for {{.*}}[heddle-HD431]
void in_place(double *x, int n, int by) {
  HEDDLE(map, inplace(x))
  for (int i = 0; i < n; ++i)
    x[i] = x[i + by] + 1;
}

// CHECK-NOT: HD431
#ifndef TEXT
// Few iterations are left.
void near(double *x, int n) {
  [[heddle::map]]
  for (int i = 5; i < n; ++i)
    // CHECK: [[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    x[i] = x[i - 5];
}

// One iteration of the loop around, or none of the inner one.
void steps(double *y, double *x, int n, int count) {
  [[heddle::map]]
  for (int t = 0; t < count; ++t) {
    for (int i = 1; i < n - 1; ++i)
      // CHECK: [[@LINE+1]]:{{.*}}error: {{.*}}[heddle-HD402]
      y[i] = 0.5 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      // CHECK: [[@LINE+1]]:{{.*}}error: {{.*}}[heddle-HD402]
      x[i] = y[i];
  }
}

// Nothing is stored.
void seldom(double *x, int n, int flag) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (flag > 0)
      // CHECK: [[@LINE+1]]:{{.*}}error: {{.*}}[heddle-HD403]
      x[0] = i;
}

// Two values are seldom equal.
void equal(double *x, int n, int a, int b) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (a != b)
        // CHECK: [[@LINE+1]]:{{.*}}error: {{.*}}[heddle-HD403]
        x[j] = i;
      else
        x[i] = 0;
}

// A launch of several takes the checks of the whole.
void in_parts(double *x, double *y, double *z, int n, int k) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}error: {{.*}}[heddle-HD402]
    x[i + k] = x[i];
    y[i + 1] = i;
    z[i] = y[i];
  }
}
#endif
