// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional text that differs between the passes of compilers, or that is not followed.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s --implicit-check-not=error: < %t
#include <heddle/heddle.h>
#define TWICE(x) ((x) * 2)
#define HIDDEN __CUDA_ARCH__

void passes(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#ifdef __CUDA_ARCH__
    y[i] = 1;
#endif
  }
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#if HIDDEN
    y[i] = 1;
#endif
  }
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#ifndef NDEBUG
    y[i] = 1;
#endif
  }
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#if 1 && defined(__GNUC__)
    y[i] = 1;
#endif
  }
}

void forms(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#if TWICE(2) == 4
    y[i] = 1;
#endif
  }
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#if 3 + 4 > 5
    y[i] = 1;
#endif
  }
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#if 1
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#define WITHIN 1
    y[i] = WITHIN;
#endif
  }
}

// The group is larger than the nest.
void across(double *y, int n) {
#if 1
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 1;
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#else
    y[i] = 2;
#endif
  }
}
