// inplace, copy and noalias name arrays.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

void g();

void f(double *x, double *y, int n) {
  // CHECK: :[[@LINE+1]]:21: error: 'inplace' takes names of arrays, but 'n' is neither an array nor a pointer to objects [heddle-HD120]
  [[heddle::inplace(n)]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+1]]:18: error: 'copy' takes names of arrays, but 'g' is neither{{.*}} [heddle-HD120]
  [[heddle::copy(g)]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+1]]:18: error: 'copy' takes names of arrays, but 'x[0]' is neither{{.*}} [heddle-HD120]
  [[heddle::copy(x[0])]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'inplace', which takes the names of arrays [heddle-HD106]
  [[heddle::inplace]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+2]]:41: error: 'x' is named by both 'inplace' and 'copy' [heddle-HD122]
  // CHECK: :[[@LINE+1]]:21: note: 'inplace' names it here
  [[heddle::inplace(x), heddle::copy(y, x)]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+1]]:21: error: 'noalias' takes names of arrays, but 'n' is neither{{.*}} [heddle-HD120]
  [[heddle::noalias(n, x)]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'noalias', which takes the names of two arrays or more [heddle-HD106]
  [[heddle::noalias(x)]] for (int i = 0; i < n; ++i) x[i] += 1;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'noalias', which takes the names of arrays [heddle-HD106]
  [[heddle::noalias]] for (int i = 0; i < n; ++i) x[i] += 1;
}
