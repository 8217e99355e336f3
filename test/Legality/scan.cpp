// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that iterations pass on: what they are refused for, and what is
// mapped.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: %heddle-rewrite --dump=legality %s -- -std=c++17 -DMAPPED -I %include 2>&1 | FileCheck %s --check-prefix=MAPPED
#include <heddle/heddle.h>

#ifndef MAPPED

// Floating point needs the user's word, which is offered.
double rounds(double *y, const double *x, int n) {
  double s = 0;
// CHECK: error: with n = 2, iteration (i = 1) reads 's', which iteration (i = 0) writes [heddle-HD402]
// CHECK: note: this is a scan by '+=', in which iterations use what 's' is so far; it is not mapped, since the floating-point result depends on the order of the iterations; write 'reduce(s)' if the order of blocks will do
// CHECK: note: {{.*}}reduce(s)
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

// What is combined depends on the variable, so that no block can begin before
// the one in front of it is done.
int feeds_itself(int *y, const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}reads 's'{{.*}}[heddle-HD402]
// CHECK: note: this is a scan by '+=', {{.*}}which values are combined depends on 's', which the nest changes
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (s < 100)
      s += x[i];
    y[i] = s;
  }
  return s;
}

int feeds_another(int *y, const int *x, int n) {
  int s = 0, t = 0;
// CHECK: error: {{.*}}reads 's'{{.*}}[heddle-HD402]
// CHECK: note: {{.*}}which values are combined depends on 's', which the nest changes
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    t += s;
    y[i] = t;
  }
  return t;
}

// The same by way of a local.
int by_a_local(int *y, const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}reads 's'{{.*}}[heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int before = s;
    s += x[i] * (before & 1);
    y[i] = before;
  }
  return s;
}

// An array of the iteration's own, of which the sum needs an element.
int own_array(int *y, int *z, const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}[heddle-HD402]
// CHECK: note: {{.*}}what is stored in 'y' is no assignment of its own, which could be left out
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int t[2];
    t[0] = y[i] = x[i];
    s += t[0];
    z[i] = s;
  }
  return s;
}

// What is combined is stored by the nest, in the same statement.
int reads_what_is_stored(int *y, int *z, int n) {
  int s = 0;
// CHECK: error: {{.*}}[heddle-HD402]
// CHECK: note: {{.*}}which values are combined depends on 'y', which the nest changes
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int v = y[i] + 1;
    y[i] = v * s;
    s += y[i] & 3;
    z[i] = s;
  }
  return s;
}

int two_operators(int *y, const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}[heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    s *= 3;
    y[i] = s;
  }
  return s;
}

int up_and_down(int *y, const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}[heddle-HD402]
// CHECK: note: {{.*}}one of the loops counts up and another down
  [[heddle::bounds({n, n}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = n - 1; j >= 0; --j) {
      s += x[i * n + j];
      y[i * n + j] = s;
    }
  return s;
}

//===--- Compactions ------------------------------------------------------===//

// Two stores on either side of the step.
int both_sides(int *out, const int *x, int n) {
  int k = 0;
// CHECK: remark: the launch looks whether {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    out[k] = x[i];
    ++k;
    out[k] = 0;
  }
  return k;
}

// The variable need not grow between two stores.
int seldom_counted(int *out, const int *x, int n) {
  int k = 0;
// CHECK: remark: the launch looks whether {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    out[k] = x[i];
    if (x[i] > 0)
      ++k;
  }
  return k;
}

int two_steps(int *out, const int *x, int n) {
  int k = 0;
// CHECK: remark: the launch looks whether {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    out[k++] = x[i];
    out[k++] = -x[i];
  }
  return k;
}

int by_twos(int *out, const int *x, int n) {
  int k = 0;
// CHECK: remark: the launch looks whether {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    out[k] = x[i];
    k += 2;
  }
  return k;
}

// A `continue` between the store and the step.
int left_between(int *out, const int *x, int n) {
  int k = 0;
// CHECK: remark: the launch looks whether {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    out[k] = x[i];
    if (x[i] == 3)
      continue;
    ++k;
  }
  return k;
}

// What is kept is read.
int in_place(int *x, int n) {
  int k = 0;
// CHECK: error: {{.*}} may read 'k', which {{.*}}[heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      x[k++] = x[i];
  return k;
}

// A small counter may wrap around.
int small(int *out, const int *x, int n) {
  unsigned char k = 0;
// CHECK: remark: the launch looks whether {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      out[k++] = x[i];
  return k;
}

// The value of a step on an element is no reduction of elements.
void used_element(int *out, int *h, const int *x, int n) {
// CHECK: error: {{.*}}[heddle-HD217]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    out[h[x[i] & 7]++] = i;
}

// A pass over the loops has a copy of what iterations pass on, which nothing
// else may change.
struct Counter {
  int kept;
};
// CHECK: scan.cpp:[[#@LINE+6]]:{{.*}} error: whether 'x[i]' is touched depends on data{{.*}}[heddle-HD407]
// CHECK: note: no pass over the loops can find the elements: 's.kept', whose value iterations pass on, is no variable of the function that nothing points to
void kept_in_member(int *out, const int *keep, const int *x, int n, Counter &s) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (keep[i] > 0)
      out[s.kept++] = x[i];
}

#else

// MAPPED: scan s by +
int running(int *y, const int *x, int n) {
  int s = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = s;
    s += x[i];
  }
  return s;
}

// MAPPED: array out: compatible, elements k_start to k_start + n - 1, in, out
// MAPPED: scan k by +
int kept(int *out, const int *x, int n) {
  int k = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      out[k++] = x[i];
  return k;
}

#endif
