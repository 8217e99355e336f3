//===- contexts.cpp - conditions around a nest that may not hold there ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// The launch asks for what is not known, where that is a condition to read.
//
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void changed(double *x, int n, int k) {
  if (k >= n) {
    k -= 2;
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

void increase(int &k);
void given(double *x, int n, int k) {
  if (k >= n) {
    increase(k);
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

// An unsigned counter may begin again at 0.
void wraps(double *x, unsigned n) {
  for (unsigned k = 5; k != n; k += 5) {
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j] + x[j + 4];
  }
}

void moved(double *x, int n) {
  for (int k = 5; k + 5 <= n; k += 5) {
    if (x[0] > 3)
      k = 1;
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

void entered(double *x, int n, int k) {
  if (n < 0)
    goto there;
  if (k >= n) {
  there:
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

void other(double *x, int n, int k) {
  if (k >= n)
    x[0] = 0;
  else {
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

void stepped(double *x, int n, int k) {
  if (k >= n && k-- > 0) {
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

void below(double *x) {
  for (int k = 5; k-- > 0; ++k) {
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

void captured(double *x, int n, int k) {
  auto less = [&] { k = 1; };
  if (k >= n) {
    less();
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

// The sum is one of unsigned numbers, and may be less.
void converted(double *x, int n) {
  for (int k = 5; k < n; k += 4294967290u) {
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
      x[j + k] = x[j];
  }
}

// Variables in front of the nest that have another value by then.
void later(double (*u)[100], int t) {
  const int now = t % 3;
  int next = (t + 1) % 3;
  next = t % 2;
  [[heddle::map]]
  for (int i = 1; i < 99; ++i)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}}[heddle-HD402]
    u[next][i] = u[now][i - 1];
}

void moves_on(double (*u)[100], int t) {
  const int now = t % 3;
  ++t;
  const int next = (t + 2) % 3;
  [[heddle::map]]
  for (int i = 1; i < 99; ++i)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
    u[next][i] = u[now][i - 1];
}

// -1 % 3 is -1, and 2 is apart from it, but 1 - 2 is -1 as well.
void negative(double (*u)[100], int t) {
  const int now = t % 3, next = (t - 3) % 3;
  [[heddle::map]]
  for (int i = 1; i < 99; ++i)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}}[heddle-HD402]
    u[next][i] = u[now][i - 1];
}

void narrowed(double (*u)[100], int t) {
  const unsigned char now = t;
  const unsigned char next = t + 256;
  [[heddle::map]]
  for (int i = 1; i < 99; ++i)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
    u[next][i] = u[now][i - 1];
}

// Ways out that say nothing of the nest's k.
void stays(double *x, int n, int k) {
  if (k < n) {
    x[0] = 1;
    if (x[1] > 0)
      return;
  }
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
    x[j + k] = x[j];
}

void returns_late(double *x, int n, int k) {
  if (k < n)
    return;
  k /= 2;
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
    x[j + k] = x[j];
}

void one_of_two(double *x, int n, int k) {
  if (k < n && x[0] > 0)
    return;
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
    x[j + k] = x[j];
}

void of_a_loop(double *x, int n, int k) {
  while (x[0] > 0) {
    if (k < n)
      break;
    x[0] -= 1;
  }
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    // CHECK: contexts.cpp:[[@LINE+1]]:{{.*}} note: otherwise, 
    x[j + k] = x[j];
}
