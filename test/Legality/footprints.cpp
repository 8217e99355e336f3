// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is copied must be known: its ends may not depend on data, and must be
// found within the limit.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>
#include <memory>
#include <vector>

template <class T> T read(const T *x, int i) { return x[i]; }
void pointer(int *y, const int *x, int n) {
// CHECK: footprints.cpp:[[@LINE+4]]:7: error: whether 'y[i]' is touched depends on data, so how much of 'y' there is to copy is not known; if 'y[i]' exists in every iteration, write '(void)y[i];' before the condition, else say how many elements there are: 'extent(y, n)' [heddle-HD407]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (read(x, i) > 0)
      y[i] = 1;
}

// Each of these touches the ends for certain, or says how far they may go.
void both(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[i] = 1;
    else
      y[i] = 0;
}

void named(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    (void)y[i];
    if (x[i] > 0)
      y[i] = 1;
  }
}

void clip(int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 255)
      x[i] = 255;
}

void extents(int (&y)[100], const int (&x)[100]) {
  [[heddle::map]]
  for (int i = 0; i < 100; ++i)
    if (x[i] > 0)
      y[i] = 1;
}

// Remainders of sums with two unknowns are beyond the limit, unless the array's
// size is declared: then all of it is copied; or a pass over the loops finds them.
int lookup(int *y, const int *x, int n, int m) {
  int last = 0;
// CHECK: footprints.cpp:[[@LINE+4]]:12: error: which elements of 'x' the nest touches is too complex to decide; declare its extents, or simplify its subscripts [heddle-HD492]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    last = i;
    y[i] = x[(3 * i + m) / 5 % 11 + (7 * i + 2 * m) / 3 % 13];
  }
  return last;
}

void looked_at(int *y, const int *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[(3 * i + m) / 5 % 11 + (7 * i + 2 * m) / 3 % 13];
}

void indirect(int *y, const int *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK: footprints.cpp:[[@LINE+3]]:14: error: a subscript of 'x' is read from an array, so the elements that it touches are not known: write 'extent(x, n)' with the number of elements, or declare it, as in 'const int (&x)[256]' or 'const std::vector<int> &x' [heddle-HD217]
// CHECK: footprints.cpp:[[@LINE-4]]:34: note: 'x' is declared here
// CHECK: note: no pass over the loops can find the elements: 'x[i]' has no text of its own in the loops, as in a macro or in a function that they call
    y[i] = x[p[i]] + read(x, p[i]);
}

void indirectTable(int *y, const int (&x)[24], const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
}

// A container says how large it is, if it knows.
void indirectContainer(int *y, const std::vector<int> &x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
}

void indirectOwned(int *y, const std::unique_ptr<int[]> &x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK: footprints.cpp:[[@LINE+1]]:14: error: a subscript of 'x' is read from an array, {{.*}} [heddle-HD217]
    y[i] = x[p[i]] + read(p, i);
}

// Behind the elements that a container says there may be memory, too.
void indirectPointer(int *y, const std::vector<int> &x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK: footprints.cpp:[[@LINE+1]]:28: error: {{.*}}: subscript 'x' itself, which says how many there are, and no pointer [heddle-HD217]
    y[i] = x[0] + x.data()[p[i]] + read(p, i);
}

void indirectAddress(int *y, const std::vector<int> &x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK: footprints.cpp:[[@LINE+1]]:22: error: {{.*}}: subscript 'x' itself, which says how many there are, and no pointer [heddle-HD217]
    y[i] = *(&x[0] + p[i]) + read(p, i);
}

void someBehindPointer(std::vector<int> &y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (read(x, i) > 0)
// CHECK: footprints.cpp:[[@LINE+1]]:7: error: whether 'y.data()[i]' is touched depends on data{{.*}} [heddle-HD407]
      y.data()[i] = 1;
}

void indirectUpdate(std::vector<int> &x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK: footprints.cpp:[[@LINE+1]]:14: error: a subscript of 'x' is read from an array, {{.*}}: iterations that write to one element cannot be told from others; if no two iterations do, write 'independent(x)' [heddle-HD217]
    x[i] = x[p[i]];
}

void someOfContainer(std::vector<int> &y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[i] = 1;
}

void table(int *y, const int (&x)[24], int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[(3 * i + m) / 5 % 11 + (7 * i + 2 * m) / 3 % 13];
}
