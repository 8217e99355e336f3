//===- tables.cpp - tables of rows: taken, and refused --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %heddle-rewrite --dump=legality --on-failure=serial %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=DUMP

#include <heddle/heddle.h>
#include <vector>

// Each element between the first and the last one is touched: it exists.
// DUMP: rank 2
// DUMP: array a: read only, [0 to m - 1][0 to n - 1], in
// DUMP: array c: compatible, [0 to n - 1][0 to m - 1], out
// DUMP: apart: array c and array c
// DUMP: apart: array a and array c
void transposed(double **c, double **a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i][j] = a[j][i];
}

// Rows that vectors own meet nothing.
// DUMP: array v: compatible, [0 to n - 1][0 to n - 1], in, out
// DUMP-NEXT: apart: array x and array v
// DUMP-NOT: apart
// DUMP: legality
void triangle(std::vector<std::vector<double>> &v, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      v[i][j] += x[j];
}

// Data decide on elements behind the certain ones, of which the claim says whether they exist.
// DUMP: array a: compatible, [0 to max(min(n - 1, max(a_rows, 0) - 1), n - 1)][0 to max(min(m, max(a_columns, 0) - 1), m - 1)], in, out
void behind_certain(double **a, const int *mask, int n, int m) {
  [[heddle::map, heddle::rows(a, n, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i][j] = j;
      if (mask[i])
        a[i][j + 1] = 0;
    }
}

// DUMP: array a: compatible, [0 to n - 1][0 to k - 1], out
void claimed_in_vain(double **a, int n, int m, int k) {
  [[heddle::map, heddle::rows(a, n, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j)
      a[i][j] = j;
}

// Where data decide, the claim bounds what is copied.
// DUMP: array a: compatible, [0 to min((1 <= m ? n - 1 : -1), max(a_rows, 0) - 1)][0 to min((1 <= m ? m - 1 : -1), max(a_columns, 0) - 1)], in, out
void positive(double **a, const double *x, int n, int m) {
  [[heddle::map, heddle::rows(a, n, m)]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      for (int j = 0; j < m; ++j)
        a[i][j] = 0;
}

// The pointer to a row is read also where no element of the row is touched.
// DUMP: array a: compatible, [0 to n - 1][
void kept(double **a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double *row = a[i];
    for (int j = 0; j < m; ++j)
      row[j] = i;
  }
}

// Its function shows how many rows and elements there are.
// DUMP: array a: read only, [0 to min((1 <= m ? n - 1 : -1), max(a_rows, 0) - 1)][0 to min((1 <= m ? m - 1 : -1), max(a_columns, 0) - 1)], in
void allocated(double *y, const double *x, int n, int m) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[m];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = i - j;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    if (x[i] > 0)
      for (int j = 0; j < m; ++j)
        sum += a[i][j];
    y[i] = sum;
  }
}

void exchanged(double *y, double *row, int n, int m) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[m];
  a[0] = row;
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
}

void given_away(void f(double **), double *y, int n, int m) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[m];
  f(a);
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
}

void freed_in_between(double *y, int n, int m, int steps) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[m];
  for (int t = 0; t < steps; ++t) {
    [[heddle::map]]
    for (int i = 1; i < n; ++i)
      // CHECK: :[[@LINE+1]]:14: error: of the rows of 'a' {{.*}}[heddle-HD429]
      y[i] = a[i][1] - a[i - 1][0];
    delete[] a[t];
  }
}

void of_other_lengths(double *y, int n, int m) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[i + 1];
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
  double **b = new double *[n];
  for (int i = 0; i < n; ++i)
    b[i] = new double[m];
  m = 4;
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'b' {{.*}}[heddle-HD429]
    y[i] = b[i][1] - b[i - 1][0];
}

// The length has another value, or another meaning, at the nest.
int m;
void of_a_local_of_the_loop(double *y, int n) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i) {
    const int m = i + 3;
    a[i] = new double[m];
  }
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
}

#define ROW(k) new double[(k) * 2]
void in_a_macro(double *y, int n, int m) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = ROW(m);
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
}

void freed_by_an_element(double *y, int n, int m) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[m];
  delete[] &a[n - 1][0];
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
}

void passed_by(double *y, int n, int m, int k) {
  double **a = new double *[n];
  switch (k) {
  case 0:;
    for (int i = 0; i < n; ++i)
      a[i] = new double[m];
  case 1:;
    [[heddle::map]]
    for (int i = 1; i < n; ++i)
      // CHECK: :[[@LINE+1]]:14: error: of the rows of 'a' {{.*}}[heddle-HD429]
      y[i] = a[i][1] - a[i - 1][0];
  }
}

void not_all(double *y, int n, int m) {
  double **a = new double *[n];
  for (int i = 1; i < n; ++i)
    a[i] = new double[m];
  [[heddle::map]]
  for (int i = 2; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'a' {{.*}}[heddle-HD429]
    y[i] = a[i][1] - a[i - 1][0];
  double **b = new double *[n];
  if (m > 1)
    for (int i = 0; i < n; ++i)
      b[i] = new double[m];
  [[heddle::map]]
  for (int i = 2; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'b' {{.*}}[heddle-HD429]
    y[i] = b[i][1] - b[i - 1][0];
  double **c = new double *[n];
  for (int i = 0; i < n; ++i) {
    if (y[i] > 0)
      break;
    c[i] = new double[m];
  }
  [[heddle::map]]
  for (int i = 2; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: of the rows of 'c' {{.*}}[heddle-HD429]
    y[i] = c[i][1] - c[i - 1][0];
}

void lower(double **a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      // CHECK: tables.cpp:[[@LINE+3]]:7: error: of the rows of 'a' the loops touch some elements only, so it is not known what can be copied; say how many rows there are, and how many elements each has: 'rows(a, n, m)' [heddle-HD429]
      // CHECK: note: 'a' is declared here
      // CHECK: note: 'rows(a, n, n)' would stand here
      a[i][j] = 0;
}

void guarded(double **a, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      // CHECK: tables.cpp:[[@LINE+1]]:7: error: of the rows of 'a' {{.*}}[heddle-HD429]
      a[i][0] = 0;
}

void later(double **a, int n, int m) {
  [[heddle::map, heddle::rows(a, n + 1, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: tables.cpp:[[@LINE+1]]:17: warning: {{.*}} later: rows 0 to n of 'a' are copied before the launch, (n + 1) * m * 8 bytes [heddle-HD401]
      a[i][j] = a[i + 1][j];
}

// A pointer into a row leads to no copy.
void through_pointers(double **a, int n, int m) {
  [[heddle::map, heddle::copy(a), heddle::rows(a, n + 1, m)]]
  for (int i = 0; i < n; ++i) {
    double *below = a[i + 1];
    for (int j = 0; j < m; ++j)
      // CHECK: tables.cpp:[[@LINE+1]]:17: error: 'below[j]' has to read a copy of 'a', but its text cannot be changed{{.*}}[heddle-HD411]
      a[i][j] = below[j];
  }
}

void earlier(double **a, int n) {
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    // CHECK: tables.cpp:[[@LINE+1]]:15: error: {{.*}}[heddle-HD402]
    a[i][0] = a[i - 1][0];
}

void chosen(double **a, const int *p, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: tables.cpp:[[@LINE+1]]:9: error: a subscript of 'a' is read from an array, so the elements that it touches are not known: each row of a table is passed by itself, so it has to be known which rows and columns they are; use one array with the subscript 'row * columns + column' [heddle-HD217]
      a[p[i]][j] = 0;
}

void strided(double **a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: tables.cpp:[[@LINE+1]]:10: error: {{.*}}rows and columns of the table 'a' need sums of counters and parameters [heddle-HD250]
    a[0][i * m] = 0;
}
