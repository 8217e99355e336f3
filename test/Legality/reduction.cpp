// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and their like have a message of their own.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void sum(double *__restrict s, const double *__restrict x, int n) {
// CHECK: reduction.cpp:[[@LINE+4]]:5: error: with n = 2, iterations (i = 0) and (i = 1) both update 's[0]' with '+=': loop 'i' is a reduction, whose floating-point result depends on the order of its iterations; write 'reduce(s)' if any order will do [heddle-HD404]
// CHECK: reduction.cpp:[[@LINE+2]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    s[0] += x[i];
}

// So does an index that stays; what 'reduce' would not help is not said to need it.
void other_elements(double *__restrict s, double (*__restrict t)[2], const double *x, int n, int k) {
// CHECK: error: {{.*}} write 'reduce(s)' if any order will do [heddle-HD404]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    s[k] += x[i];
// CHECK: error: {{.*}} of array elements in floating point, which would be rounded in no certain order; {{.*}} [heddle-HD404]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    t[0][1] += x[i];
}

double total[2];
static double seen(int i) { return total[0] + i; }
void read_by_a_function(const double *x, int n) {
// CHECK: error: 'total[0]' is written in the nest but lives longer than an iteration; a function that the nest calls uses 'total', too [heddle-HD408]
  [[heddle::map, heddle::reduce(total)]]
  for (int i = 0; i < n; ++i)
    total[0] += x[i] + seen(i);
}

void histogram(int *__restrict h, int n) {
// CHECK: error: with n = 2, iterations (i = 0) and (i = 1) both update 'h[0]' with '+=': loop 'i' is a reduction of array elements by steps that have another form than 'a[i] += e' or 'a[i] = max(a[i], e)'; each element cannot have a thread of its own, since the subscripts of 'h[i / 4]' are not sums of multiples of counters and parameters [heddle-HD404]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    h[i / 4] = h[i / 4] + i + 1;
}

// The loop outside the sum can be mapped.
void rows(double *__restrict s, const double (*__restrict a)[64], int n) {
// CHECK: error: with n = 1, iterations (i = 0, k = 0) and (i = 0, k = 1) both update 's[0]' with '+=': loop 'k' is a reduction of array elements
// CHECK: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'k' will run inside each thread
  [[heddle::bounds({n, 64}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 64; ++k)
      s[i] += a[i][k];
}

// Mixed operators, and a sum that reads itself, are no reductions.
void mixed(double *__restrict s, int n) {
// CHECK: error: with n = 2, iteration (i = 1) reads 's[0]', which iteration (i = 0) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s[0] += 1;
    s[0] *= 2;
  }
}

void scan(double *x, int n) {
// CHECK: error: with n = 3, iteration (i = 2) reads 'x[1]', which iteration (i = 1) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    x[i] += x[i - 1];
}

// Variables: whose steps are the only uses.
double scalars(double *__restrict y, const double *__restrict x, int n) {
  double s = 0, m = 0;
// CHECK: error: with n = 2, iterations (i = 0) and (i = 1) both update 's' with '+=': loop 'i' is a reduction, whose floating-point result depends on the order of its iterations; write 'reduce(s)' if any order will do [heddle-HD404]
// CHECK: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: error: with n = 2, iterations (i = 0) and (i = 1) may both update 'm' with 'max': {{.*}}write 'reduce(m)' if any order will do [heddle-HD404]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (x[i] > m)
      m = x[i];
  }
// CHECK: :[[@LINE+4]]:5: error: with n = 2, iteration (i = 1) reads 's', which iteration (i = 0) writes [heddle-HD402]
// CHECK: :[[@LINE+4]]:12: note: 's' is no reduction by '+=' because of this use
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s; // a running sum, which 'reduce' permits
  }
  return s + m;
}

int integers(int *__restrict y, const int *__restrict x, int n) {
  int s = 0, m = 0, t = 0;
// CHECK: error: with n = 2, iteration (i = 1) reads 's', which iteration (i = 0) writes [heddle-HD402]
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    s += x[i];
// CHECK: :[[@LINE+1]]:5: note: 's' is no reduction by '+=' because of this use
    s ^= 1; // two operators
  }
// CHECK: error: with n = 2, iteration (i = 1) reads 'm', which iteration (i = 0) writes [heddle-HD402]
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    m = m < x[i] ? x[i] : m;
    m += 1;
  }
// CHECK: error: with n = 2, iteration (i = 1) reads 't', which iteration (i = 0) writes [heddle-HD402]
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    t += x[i] * t; // its own value takes part
// CHECK: error: with n = 2, iteration (i = 1) reads 't', which iteration (i = 0) may write [heddle-HD402]
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    if (t < 100)
      t += x[i];
// A reduction does not make up for another array's conflict.
// CHECK: error: {{.*}}'y[1]'{{.*}}[heddle-HD402]
// CHECK: error: {{.*}} both update 's' with '+=': loop 'i' is a reduction, but other conflicts keep it from being mapped [heddle-HD404]
  HEDDLE(map)
  for (int i = 1; i < n; ++i) {
    y[i] = y[i - 1];
    s += x[i];
  }
  return s + m + t;
}
