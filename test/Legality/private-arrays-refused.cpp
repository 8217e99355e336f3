// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays in front of the nest that are one for all iterations: an element may be read that the
// iteration has not written, something behind the nest reads one, or a pointer leads to it.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

void oneMissing(double *y, const double *x, int n) {
  double t[3] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    t[0] = x[i]; t[1] = 1;
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[0] + t[1] + t[2];
    t[2] = 1;
  }
}

void oneBranch(double *y, const double *x, int n) {
  double t[2];
  t[1] = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    t[0] = x[i];
    if (i % 2) t[1] = 2;
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[0] + t[1];
  }
}

double readBehind(double *y, const double *x, int n) {
  double t[2];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    t[0] = x[i]; t[1] = 1;
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[0] + t[1];
  }
  t[1] = 0;
  return t[0];
}

double readThroughPointer(double *y, const double *x, int n) {
  double t[2], *p = t;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    t[0] = x[i]; t[1] = 1;
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[0] + t[1];
  }
  return p[0];
}

// The loop may end before it has set all.
void leftEarly(int *y, const int *x, int n) {
  int t[4] = {}, k;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (k = 0; k < 4; ++k) {
      if (x[i] == k) break;
      t[k] = x[i];
    }
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[i % 4];
  }
}

// The diagonal is not all of it.
void diagonal(int *y, const int *x, int n) {
  int t[3][3] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k)
      t[k][k] = x[i];
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[i % 3][1];
  }
}

// Read in the iteration of a loop before the one that sets it.
void oneAhead(int *y, const int *x, int n) {
  int t[4] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) {
      // CHECK: :[[@LINE+1]]:22: error: {{.*}}[heddle-HD402]
      y[4 * i + k] = t[k];
      t[k] = x[i];
    }
  }
}

// The counter's steps leave elements out.
void everySecond(int *y, const int *x, int n) {
  int t[4] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; k += 2)
      t[k] = x[i];
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}[heddle-HD402]
    y[i] = t[i % 4];
  }
}

// The place does not begin at 0, or goes up only sometimes.
void window(int *y, const int *x, int n) {
  int t[4] = {}, k = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    k = 1;
    for (int j = 0; j < 3; ++j)
      // CHECK: :[[@LINE+2]]:12: error: {{.*}} reads 't[1]', which iteration (i = 0, j = 0) writes [heddle-HD402]
      t[k++] = x[i];
    y[i] = t[i % 4];
  }
}
void windowSometimes(int *y, const int *x, int n) {
  int t[4] = {}, k = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    k = 0;
    for (int j = 0; j < 4; ++j)
      if (x[i] > j)
        // CHECK: :[[@LINE+1]]:11: note: before the launch, {{.*}}
        t[k++] = x[i];
    y[i] = t[i % 4];
  }
}

static void fillTwo(double by, double *to) {
  to[0] = by;
  to[1] = -by;
}
static void fillSome(double by, double *to) {
  to[0] = by;
  if (by > 0)
    to[1] = by;
}
static void fillAndRead(double by, double *to) {
  to[0] = by;
  to[1] += by;
}
static double *kept;
static void fillAndKeep(double by, double *to) {
  to[0] = to[1] = by;
  kept = to;
}
static void fillOrLeave(double by, double *to) {
  if (by > 0)
    return;
  to[0] = to[1] = by;
}

// A function fills a part of the array.
void filledInPart(double *y, const double *x, int n) {
  double t[3] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    fillTwo(x[i], t);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}'t{{.*}}[heddle-HD402]
    y[i] = t[0] + t[1] + t[2];
  }
}

void filledPerhaps(double *y, const double *x, int n) {
  double t[2] = {}, u[2] = {}, v[2] = {}, w[2] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      fillTwo(x[i], t);
    fillSome(x[i], u);
    fillAndRead(x[i], v);
    fillOrLeave(x[i], w);
    // CHECK-DAG: error: {{.*}}'t{{.*}}[heddle-HD402]
    // CHECK-DAG: error: {{.*}}'u{{.*}}[heddle-HD402]
    // CHECK-DAG: error: {{.*}}'v{{.*}}[heddle-HD402]
    // CHECK-DAG: error: {{.*}}'w{{.*}}[heddle-HD402]
    y[i] = t[0] + u[1] + v[1] + w[0];
  }
}

double filledAndReadBehind(double *y, const double *x, int n) {
  double t[2];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    fillTwo(x[i], t);
    // CHECK: error: {{.*}}'t{{.*}}[heddle-HD402]
    y[i] = t[0];
  }
  return t[1];
}

void filledAndKept(double *y, const double *x, int n) {
  double t[2];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: error: 'fillAndKeep' is called, {{.*}}[heddle-HD238]
    fillAndKeep(x[i], t);
    y[i] = t[0];
  }
}

struct filler {
  virtual void fill(double by, double *to) { to[0] = to[1] = by; }
};
struct reader : filler {
  double seen = 0;
  void fill(double, double *to) override { seen += to[0]; }
};

// Another class reads what the loops leave.
void filledByWhom(double *y, const double *x, filler &f, int n) {
  double t[2] = {};
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    t[0] = t[1] = x[i];
    // CHECK: error: {{.*}}'t{{.*}}[heddle-HD402]
    y[i] = t[0];
  }
  f.fill(1, t);
}
