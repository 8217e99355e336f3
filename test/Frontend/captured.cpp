//===- captured.cpp - Variables that lambdas hold by reference ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A lambda that only reads a variable does not change it, but may read it at any
// later time.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void extent_is_read(void *data, int *y, int n, int m, int stride) {
  typedef int (*rows)[stride];
  const rows x = reinterpret_cast<rows>(data);
  const auto y_at = [&](int p, int q) -> auto & { return y[p * stride + q]; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x[i][j] = y_at(i, j) + 1;
}

void extent_is_changed(void *data, int *y, int n, int m, int stride) {
  typedef int (*rows)[stride];
  const rows x = reinterpret_cast<rows>(data);
  const auto next = [&] { return ++stride; };
  next();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: captured.cpp:[[@LINE+1]]:7: error: {{.*}}[heddle-HD227]
      x[i][j] = y[j] + 1;
}

int *where;

void extent_is_given_away(void *data, int *y, int n, int m, int stride) {
  typedef int (*rows)[stride];
  const rows x = reinterpret_cast<rows>(data);
  const auto give = [&] { where = &stride; };
  give();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: captured.cpp:[[@LINE+1]]:7: error: {{.*}}[heddle-HD227]
      x[i][j] = y[j] + 1;
}

void extent_is_bound_again(void *data, int *y, int n, int m, int stride) {
  typedef int (*rows)[stride];
  const rows x = reinterpret_cast<rows>(data);
  const auto next = [&held = stride] { return ++held; };
  next();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: captured.cpp:[[@LINE+1]]:7: error: {{.*}}[heddle-HD227]
      x[i][j] = y[j] + 1;
}

void extent_is_changed_in_a_lambda_of_it(void *data, int *y, int n, int m, int stride) {
  typedef int (*rows)[stride];
  const rows x = reinterpret_cast<rows>(data);
  const auto next = [&] { return [&] { return ++stride; }(); };
  next();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: captured.cpp:[[@LINE+1]]:7: error: {{.*}}[heddle-HD227]
      x[i][j] = y[j] + 1;
}

int counter_is_read_later(int *x, int n) {
  int i;
  const auto get = [&] { return i; };
  [[heddle::map]]
  // CHECK: captured.cpp:[[@LINE+1]]:8: error: {{.*}}[heddle-HD202]
  for (i = 0; i < n; ++i)
    x[i] = 1;
  return get();
}

int temporary_is_read_later(int *x, const int *y, int n) {
  int t = 0;
  const auto get = [&] { return t; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: captured.cpp:[[@LINE+1]]:5: error: {{.*}}[heddle-HD408]
    t = y[i];
    x[i] = t * t;
  }
  return get();
}

#define BODY x[i] = c[0]

int *other();

void named_in_a_macro(int *x, int n) {
  const int *c = x + n;
  auto body = [=](int i) { BODY; };
  c = other();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: captured.cpp:[[@LINE+1]]:5: error: 'body' is called, of which a kernel cannot have a copy: 'c', which {{.*}}[heddle-HD238]
    body(i);
}
