// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls over elements in the body of a nest, from which no loop can be read.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++20 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <algorithm>
#include <cstring>
#include <heddle/heddle.h>
#include <vector>

struct pair {
  double a, b;
};

void bytes(double *x, const double *y, float *f, int n, int m, int c, unsigned u) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:39: error: this algorithm cannot be mapped: 'm' is no product of a number of elements and 'sizeof(double)' [heddle-HD243]
    std::memcpy(x + i * m, y + i * m, m);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:39: error: {{.*}}: '12' is no product
    std::memcpy(x + i * m, y + i * m, 12);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // In 32 bits the product wraps around.
    // CHECK: :[[@LINE+1]]:39: error: {{.*}}: 'u * 8u' is no product
    std::memcpy(x + i * m, y + i * m, u * 8u);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:28: error: {{.*}}: 'x + i * m' and 'f + i * m' point to elements of two types
    std::memcpy(x + i * m, f + i * m, m * sizeof(float));
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:28: error: {{.*}}: bytes of '1' make no known 'double'; write a loop, or std::fill_n
    std::memset(x + i * m, 1, m * sizeof(double));
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:28: error: {{.*}}: bytes of 'c' make no known 'float'
    std::memset(f + i * m, c, m * sizeof(float));
}

void within(double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: {{.*}}: it moves elements within one array, which no loop over them does; write 'memcpy' where they do not overlap
    std::memmove(x + i * m + 1, x + i * m, (m - 1) * sizeof(double));
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double t[4] = {x[4 * i], 1, 2, 3};
    // CHECK: :[[@LINE+1]]:5: error: {{.*}}: it moves elements within one array
    std::memmove(t + 1, t, 3 * sizeof(double));
    x[4 * i] = t[2];
  }
}

void places(std::vector<double> &v, pair *p, const pair *q, double *x, void *raw, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:17: error: {{.*}}: 'v.begin() + i * m' is no pointer to elements; write '&x[i]' or 'x.data() + i'
    std::fill_n(v.begin() + i * m, m, 0.0);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:17: error: {{.*}}: the elements of 'p + i * m' are no numbers
    std::memcpy(p + i * m, q + i * m, m * sizeof(pair));
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:17: error: {{.*}}: the elements of 'raw' are no numbers
    std::memcpy(raw, x + i * m, m * sizeof(double));
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double t;
    // CHECK: :[[@LINE+1]]:17: error: {{.*}}: '&t' leads to a variable; assign it
    std::memcpy(&t, x + i, sizeof t);
    x[i] = 2 * t;
  }
}

void ranges(double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:26: error: {{.*}}: how many elements there are from 'x + i * m' to 'y + i * m + m' is not known
    std::copy(x + i * m, y + i * m + m, x + i * m);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:31: error: {{.*}}: 'x[i * m + 1]' may be one of the elements; keep it in a constant before
    std::fill_n(x + i * m, m, x[i * m + 1]);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // The result is used.
    // CHECK: :[[@LINE+1]]:6: error: 'std::fill_n(x + i * m, m - 1, 0.0)' is no pointer expression whose array and offset are known [heddle-HD225]
    *std::fill_n(x + i * m, m - 1, 0.0) = 1;
}

static void clear(float *x, int m) {
  std::memset(x, 0, m);
}

void called(float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'clear' is called, of which a kernel cannot have a copy: {{.*}}: 'm' is no product of a number of elements and 'sizeof(float)' [heddle-HD238]
    clear(x + i * m, m);
}
