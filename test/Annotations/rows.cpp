// rows names a table of pointers, and says as much as it has subscripts.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>
#include <vector>

int count();

void f(double **a, double ***u, double *x, std::vector<std::vector<double>> &v, double **b, int n, int m) {
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'rows', which takes the name of a table, how many rows it has, and how many elements a row has [heddle-HD106]
  [[heddle::rows(a, n)]] for (int i = 0; i < n; ++i) a[i][0] = 0;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'rows', which takes the name of a table, how many tables it leads to, how many rows each of them has, and how many elements a row has [heddle-HD106]
  [[heddle::rows(u, n, m)]] for (int i = 0; i < n; ++i) u[i][0][0] = 0;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'rows'{{.*}}[heddle-HD106]
  [[heddle::rows]] for (int i = 0; i < n; ++i) a[i][0] = 0;
  // CHECK: :[[@LINE+1]]:18: error: 'rows' cannot speak of 'x': it is no table of pointers [heddle-HD129]
  [[heddle::rows(x, n, m)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:18: error: 'rows' cannot speak of 'v': a container says itself how many elements it has [heddle-HD129]
  [[heddle::rows(v, n, m)]] for (int i = 0; i < n; ++i) v[i][0] = 0;
  // CHECK: :[[@LINE+1]]:21: error: 'rows' takes integers, but '2.5' is of type 'double' [heddle-HD107]
  [[heddle::rows(a, 2.5, m)]] for (int i = 0; i < n; ++i) a[i][0] = 0;
  // CHECK: :[[@LINE+1]]:24: error: 'count()' may do more than to give a number [heddle-HD124]
  [[heddle::rows(a, n, count())]] for (int i = 0; i < n; ++i) a[i][0] = 0;
  // CHECK: :[[@LINE+1]]:18: error: 'b' is no array that the loops access [heddle-HD161]
  [[heddle::rows(b, n, m)]] for (int i = 0; i < n; ++i) a[i][0] = 0;
  // CHECK: :[[@LINE+1]]:41: error: 'rows' cannot speak of 'a': another 'rows' names it, too [heddle-HD129]
  [[heddle::rows(a, n, m), heddle::rows(a, n, n)]] for (int i = 0; i < n; ++i) a[i][0] = 0;
  // CHECK: :[[@LINE+2]]:20: error: 'extent' cannot say how many elements 'a' has: it is a table of rows, of which 'rows' says how many there are [heddle-HD125]
  // CHECK: note: 'a' is declared here
  [[heddle::extent(a, n)]] for (int i = 0; i < n; ++i) a[i][0] = 0;
}
