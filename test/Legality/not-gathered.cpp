// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why elements that iterations share cannot have threads of their own.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

// CHECK: not-gathered.cpp:[[@LINE+4]]:5: error: {{.*}} loop 'i' is a reduction of array elements in floating point, which would be rounded in no certain order; each element cannot have a thread of its own, since 'a[3]' is one element in all iterations [heddle-HD404]
void one(double *__restrict a, double *__restrict y, const double *x, int n) {
  [[heddle::map, heddle::reduce(a)]]
  for (int i = 0; i < n; ++i) {
    a[3] += x[i];
    y[i] = a[2];
  }
}

// Two indices may be one.
// CHECK: error: {{.*}} loop 'i' is a reduction of array elements in floating point, which would be rounded in no certain order; each element cannot have a thread of its own, since 'a[k]' is one element in all iterations [heddle-HD404]
void either(double *__restrict a, const double *x, int n, int k, int l) {
  [[heddle::map, heddle::reduce(a)]]
  for (int i = 0; i < n; ++i) {
    a[k] += x[i];
    a[l] += x[i] * x[i];
  }
}

// CHECK: error: {{.*}}, since the subscripts of 'a[i / 4]' are not sums of multiples of counters and parameters [heddle-HD404]
void bins(double *__restrict a, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int i = 0; i < n; ++i)
    a[i / 4] += x[i];
}

// CHECK: error: {{.*}}, since in 'a[i + 2 * j]' loop 'j', the innermost one of a subscript, has the factor 2, and not 1 or -1 [heddle-HD404]
void scaled(double *__restrict a, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i + 2 * j] += x[i];
}

// CHECK: error: {{.*}}, since one iteration updates several elements of it [heddle-HD404]
void two(double *__restrict a, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a[i + j] += x[i];
      a[i + j + 1] += x[j];
    }
}

// CHECK: error: {{.*}}, since the threads would share elements of 'b' [heddle-HD404]
void other(double *__restrict a, double *__restrict b, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double t = x[i];
      a[i] += t * x[j];
      b[j] = t;
    }
}

// CHECK: error: {{.*}}, since 'a[k]' depends on loop 'k', which is not nested perfectly [heddle-HD404]
void imperfect(double *__restrict a, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int i = 0; i < n; ++i) {
    const double t = x[i] * 3;
    for (int k = 0; k < n; ++k)
      a[k] += t;
  }
}

// CHECK: error: {{.*}}, since the mapping says which loops are mapped; write 'map' alone [heddle-HD404]
void mapped(double *__restrict a, const double *x, int n) {
  [[heddle::map(heddle::GridBlock(1, heddle::SplitLast(32, heddle::CompressGrid({1}, heddle::ShiftLB(heddle::Gen))))),
    heddle::reduce(a)]]
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      a[i] += x[j];
}

// CHECK: error: {{.*}}, since the annotation says which loops are mapped; write 'reduce(a)' if others may be [heddle-HD404]
void declared(double *__restrict a, const double *x, int n) {
  HEDDLE(map, bounds(n))
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      a[i] += x[j];
}

// CHECK: error: {{.*}}, since the counter of loop 'j' might exceed 64 bits where it is computed from the others [heddle-HD404]
void wide(double *__restrict a, const double *x, long n, long k) {
  HEDDLE(map, reduce(a))
  for (long i = k; i < n; ++i)
    for (long j = -n; j < k; ++j)
      a[j - 2 * i + k] += x[i - k];
}
