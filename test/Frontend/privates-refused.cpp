// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables in front of the nest whose values travel: between iterations, or out of the nest.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>
#define START(i) i = 0

double behind(double *y, const double *x, int n) {
  double t = 0;
  // CHECK: :[[@LINE+5]]:19: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
  // CHECK: :[[@LINE+9]]:10: note: the value that it has after the nest is read here
  // CHECK: :[[@LINE-3]]:3: note: 't' is declared here
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (x[i] > 7) t = x[i];
    y[i] = 2;
  }

  if (n > 7)
  return t;
  return 0;
}

void before(double *y, const double *x, int n) {
  double t = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+2]]:15: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
    // CHECK: :[[@LINE+1]]:12: note: an iteration may read it here before it has written it
    y[i] = t; t = x[i];
  }
}

void sometimes(double *y, const double *x, int n) {
  double t = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+2]]:17: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
    // CHECK: :[[@LINE+2]]:12: note: an iteration may read it here before it has written it
    if (i % 2)  t = x[i];
    y[i] = t;
  }
}

// The next time around the loop outside.
void nextTime(double *y, const double *x, int n) {
  double t = 0;
  for (int k = 0; k < 3; ++k) {
    y[0] = t;
    [[heddle::map]]
    for (int i = 1; i < n; ++i) {
      // CHECK: :[[@LINE+2]]:21: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
      // CHECK: :[[@LINE-4]]:12: note: the value that it has after the nest is read here
      if (x[i] > 0) t = x[i];
      y[i] = 2;
    }
  }
}

// A handler that an exception of a later call reaches.
void mayThrow();
double caught(double *y, const double *x, int n) {
  double t = 0;
  try {
    [[heddle::map]]
    for (int i = 1; i < n; ++i) {
      // CHECK: :[[@LINE+1]]:7: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
      t = x[i];
      y[i] = t;
    }
    mayThrow();
    t = 0;
  } catch (...) {
    return t;
  }
  return 0;
}

// A pointer leads to it.
double pointed(double *y, const double *x, int n) {
  double t = 0, *p = &t;
  [[heddle::map]]
  for (int i = 1; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
    t = x[i];
    y[i] = t;
  }
  return *p;
}

void kept(double *y, const double *x, int n) {
  static double t;
  [[heddle::map]]
  for (int i = 1; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
    t = x[i];
    y[i] = t;
  }
}

int counter(double *y, int n, int m) {
  int i = 0;
  [[heddle::map]]
  for (int k = 0; k < n; ++k)
    // CHECK: :[[@LINE+2]]:10: error: the counter 'i' is declared outside {{.*}}[heddle-HD202]
    // CHECK: note: the value that it has after the nest is read here
    for (i = 0; i < m; ++i) y[k * m + i] = 0;
  return i;
}

void fromItself(double *y, int n, int m) {
  int i = 0;
  [[heddle::map]]
  for (int k = 0; k < n; ++k)
    // CHECK: :[[@LINE+1]]:10: error: the counter 'i' is declared outside {{.*}}[heddle-HD202]
    for (i = i / 2; i < m; ++i) y[k * m + i] = 0;
}

void changed(double *y, int n) {
  int i;
  [[heddle::map]]
  for (i = 0; i < n; ++i) {
    y[i] = 0;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the counter 'i' is changed {{.*}}[heddle-HD206]
    i = i + 1;
  }
}

// No text of the nest shows where the counter would be declared.
void hidden(double *y, int n) {
  int i;
  [[heddle::map]]
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the counter 'i' is declared outside {{.*}}[heddle-HD202]
  for (START(i); i < n; ++i) y[i] = 0;
}

// What the control flow graph or this parse does not show: ways into handlers, other
// flags, sizes in types, functions that run at the end of the scope.
struct Thrower { explicit Thrower(int); };
double constructed(double *y, const double *x, int n) {
  double t = -1;
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    // CHECK: :[[@LINE+1]]:5: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
    t = x[i];
    y[i] = t;
  }
  try { Thrower o(n); t = 0; } catch (int) { return t; }
  return 0;
}

int otherFlags(double *y, int n) {
  int i;
  [[heddle::map]]
  // CHECK: :[[@LINE+1]]:8: error: the counter 'i' is declared outside {{.*}}[heddle-HD202]
  for (i = 0; i < n; i++) y[i] = 0;
#ifdef NDEBUG
  return i;
#endif
  return 0;
}

int sized(double *y, int n, void *p) {
  int i;
  [[heddle::map]]
  // CHECK: :[[@LINE+1]]:8: error: the counter 'i' is declared outside {{.*}}[heddle-HD202]
  for (i = 0; i < n; i++) y[i] = 0;
  return ((int (*)[i])p)[1][2];
}

void look(double *);
void cleaned(double *y, const double *x, int n) {
  double t __attribute__((cleanup(look))) = -1;
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    // CHECK: :[[@LINE+1]]:5: error: 't' is written in the nest but lives longer {{.*}}[heddle-HD408]
    t = x[i];
    y[i] = t;
  }
}

void redeclared(double *y, const double *x, int n) {
  double s;
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    // CHECK: :[[@LINE+1]]:5: error: 's' is written in the nest but lives longer {{.*}}[heddle-HD408]
    s = x[i];
    y[i] = s;
    double s = 2;
    y[i] += s;
  }
}
