// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms that combine elements, for which no steps of a reduction stand.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <algorithm>
#include <functional>
#include <heddle/heddle.h>
#include <numeric>
#include <vector>

struct totals {
  double all;
  void add(const double *x, int n) {
    // CHECK: :[[@LINE+1]]:21: error: this algorithm cannot be mapped: others may reach 'all' while it runs; assign to a local variable [heddle-HD243]
    [[heddle::map]] all = std::accumulate(x, x + n, 0.0);
  }
};

void results(const double *x, const int *k, int n, double &r, double *y) {
  double s = 0, t = 0;
  const double *p = &t;
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}: others may reach 'r' while it runs
  [[heddle::map]] r = std::reduce(x, x + n, 0.0);
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}: others may reach 't' while it runs
  [[heddle::map]] t = std::reduce(x, x + n, *p);
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}: others may reach 'y[0]' while it runs
  [[heddle::map]] y[0] = std::reduce(x, x + n, 0.0);
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}: it computes in 'int', which is not the type of 's'; give the first value that type
  [[heddle::map]] s = std::accumulate(x, x + n, 0);
  // CHECK: :[[@LINE+1]]:25: error: {{.*}}: its result is not assigned to a variable
  [[heddle::map]] (void)std::accumulate(x, x + n, 0.0);
  long m;
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}: its other arguments mention 'm'
  [[heddle::map]] m = std::count(k, k + m, 3);
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}: its lambda declares another 'm'
  [[heddle::map]] m = std::count_if(k, k + n, [](int k) { int m = 3; return k > 3; });
  // CHECK: :[[@LINE+1]]:49: error: {{.*}}: 'n++' changes something; let it be a variable
  [[heddle::map]] n = std::accumulate(k, k + 4, n++);
}

void operations(const double *x, const int *k, int n, const std::vector<bool> &b) {
  double s = 0;
  int i;
  bool any;
  // CHECK: :[[@LINE+1]]:52: error: {{.*}}: it combines by something else than +, *, &, |, ^, std::max or std::min of two values of the result's type
  [[heddle::map]] s = std::accumulate(x, x + n, s, [](double a, double b) { return a - b; });
  // CHECK: :[[@LINE+1]]:52: error: {{.*}}: it combines by something else
  [[heddle::map]] s = std::accumulate(x, x + n, s, [](double a, int b) { return a + b; });
  // CHECK: :[[@LINE+1]]:52: error: {{.*}}: it combines by something else
  [[heddle::map]] s = std::accumulate(x, x + n, s, [n](double a, double) { return a + n; });
  // CHECK: :[[@LINE+1]]:52: error: {{.*}}: it combines by something else
  [[heddle::map]] s = std::accumulate(x, x + n, s, std::minus<>());
  // CHECK: :[[@LINE+1]]:52: error: {{.*}}: it combines by something else
  [[heddle::map]] s = std::accumulate(x, x + n, s, std::plus<float>());
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: its elements are no numbers that 'i' takes as they are
  [[heddle::map]] i = std::accumulate(x, x + n, 0);
  // CHECK: :[[@LINE+1]]:41: error: {{.*}}: its elements are no numbers that 'any' takes as they are
  [[heddle::map]] any = std::accumulate(k, k + n, false);
  // CHECK: :[[@LINE+1]]:34: error: {{.*}}: its elements are no numbers
  [[heddle::map]] i = std::count(b.begin(), b.end(), true);
  // CHECK: :[[@LINE+1]]:44: error: {{.*}}: 's * n + x[0]' may be something else in each iteration
  [[heddle::map]] i = std::count(x, x + n, s * n + x[0]);
}

// An order of its own is permitted only by the user.
double ordered(const double *x, int n) {
  double s;
  // CHECK: :[[@LINE+1]]:19: error: {{.*}}whose floating-point result depends on the order{{.*}}[heddle-HD404]
  [[heddle::map]] s = std::accumulate(x, x + n, 0.0);
  return s;
}
