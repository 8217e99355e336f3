// Which nests run as several launches, and why others do not.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

void chain(double *y, double *t, const double *x, long n) {
  [[heddle::map]]
  // CHECK: parts.cpp:[[@LINE+1]]:3: remark: the loops run as 2 launches, one after the other: iterations need what others store [heddle-HD417]
  for (long i = 1; i < n; ++i) {
    // CHECK: parts.cpp:[[@LINE+1]]:5: note: launch 1 begins here
    t[i] = x[i];
    // CHECK: parts.cpp:[[@LINE+1]]:5: note: launch 2 begins here
    y[i] = t[i - 1];
  }
}

// Sums that iterations have for themselves, then sums that they share: the second launch
// runs loop 'i' in the thread.
void sums(double *y, double *t, double (*a)[40], const double *x, int n, int m) {
  [[heddle::map]]
  // CHECK: parts.cpp:[[@LINE+2]]:3: remark: each element of 'y' has a thread of its own, which runs loop 'i' in the order written [heddle-HD416]
  // CHECK: parts.cpp:[[@LINE+1]]:3: remark: the loops run as 2 launches, one after the other: iterations need what others store [heddle-HD417]
  for (int i = 0; i < n; i++) {
    // CHECK: parts.cpp:[[@LINE+1]]:5: note: launch 1 begins here
    t[i] = 0.0;
    for (int j = 0; j < m; j++)
      t[i] += a[i][j] * x[j];
    // CHECK: parts.cpp:[[@LINE+1]]:5: note: launch 2 begins here
    for (int j = 0; j < m; j++)
      y[j] += a[i][j] * t[i];
  }
}

// What the iterations share decides what they add to it.
void shared(double *y, double *t, double (*a)[40], int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    // CHECK: error: {{.*}} [heddle-HD40{{[24]}}]
    t[i] = y[0];
    for (int j = 0; j < m; j++)
      y[j] += a[i][j] * t[i];
  }
}

// Each needs the other's results.
void circle(double *y, double *t, long n) {
  [[heddle::map]]
  for (long i = 1; i < n; ++i) {
    t[i] = y[i - 1];
    // CHECK: parts.cpp:[[@LINE+1]]:12: error: with n = 3, iteration (i = 2) reads 't[1]', which iteration (i = 1) writes [heddle-HD402]
    y[i] = t[i - 1];
  }
}

// In two launches the first would overwrite what the second needs.
void overtaken(double *t, double *y, const double *x, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i) {
    // CHECK: error: {{.*}} [heddle-HD402]
    t[i + 1] = x[i];
    y[i] = t[i] + t[i + 2];
  }
}

// The statement that needs itself is the only one that cannot be mapped.
void scan(double *s, double *t, const double *x, long n) {
  [[heddle::map]]
  for (long i = 1; i < n; ++i) {
    t[i] = x[i];
    // CHECK-NOT: reads 't[1]'
    // CHECK: parts.cpp:[[@LINE+1]]:12: error: with n = 3, iteration (i = 2) reads 's[1]', which iteration (i = 1) writes [heddle-HD402]
    s[i] = s[i - 1] + t[i - 1];
  }
}

double hidden;
#define TYPE_OF_HIDDEN decltype(hidden)
#define REAL(v) real(v)
using real = double;

// What a macro hides is used all the same: another launch would find the outer
// 'hidden' and the outer 'real'.
void locals_in_macros(double *y, double *t, const double *x, long n) {
  [[heddle::map]]
  for (long i = 1; i < n; ++i) {
    float hidden = 0.5f;
    t[i] = x[i] + hidden;
    // CHECK: error: {{.*}} reads 't[1]', {{.*}} [heddle-HD402]
    y[i] = TYPE_OF_HIDDEN(t[i - 1] / 3);
  }
  [[heddle::map]]
  for (long i = 1; i < n; ++i) {
    using real = float;
    t[i] = x[i];
    // CHECK: error: {{.*}} reads 't[1]', {{.*}} [heddle-HD402]
    y[i] = REAL(t[i - 1] / 3);
  }
}

// CHECK: error: 'bounds' is for 3 loops, but {{.*}} [heddle-HD303]
// CHECK: note: it cannot run as several launches: none of its statements stands in so many loops
void shallow(double *a, double *s, long n, long m, long l) {
  [[heddle::bounds({n, m, l})]]
  for (long i = 0; i < n; ++i) {
    s[i] = 0;
    for (long j = 0; j < m; ++j)
      a[i * m + j] = j;
  }
}

// CHECK: error: 'bounds' is for 2 loops, but {{.*}} [heddle-HD303]
// CHECK: note: it cannot run as several launches: each iteration needs what others have stored before
// Comments, as of #12, are no directives.
void rows(double *a, double *s, long n, long m) {
  [[heddle::bounds({n, m})]]
  for (long i = 0; i < n; ++i) {
    s[i] = a[0];
    for (long j = 0; j < m; ++j)
      a[i * m + j] = s[i];
  }
}

// The annotation does not describe the loop beside the statement.
// CHECK: error: the declared index space contains iteration (0, 0), which the loops do not run for n = 1, m = 1 [heddle-HD302]
// CHECK: parts.cpp:[[@LINE+5]]:5: note: in launch 2 of 2, which begins here
void other_space(double *a, double *s, long n, long m) {
  [[heddle::bounds({n, m})]]
  for (long i = 0; i < n; ++i) {
    s[i] = 0;
    for (long j = 1; j < m; ++j)
      a[i * m + j] = 0;
  }
}
