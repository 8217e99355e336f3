// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass over the loops has functions of its own where the launch stands. No name
// in their text may mean something else there: names are the function's own,
// or types and constants that nothing hides.
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=0 2>&1 | count 0
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=1 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=2 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=3 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=4 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=5 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=6 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=7 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=8 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++20 -I %include -DCASE=9 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DCASE=10 2>&1 | FileCheck %s
// CHECK: note: no pass over the loops can find the elements: 'p[i]' has no text of its own
// CHECK: note: '{{at|own|shifted|behind|named}}' is called here

#include <heddle/heddle.h>

enum unit { step = 1 };
typedef int place;
constexpr int first = 2;
static double at(const double *t, const int *p, int i) {
  place k = p[i] + step;
  return t[k + first];
}

static double own(const double *t, const int *p, int i) {
  int k = p[i];
  return t[k];
}

#if CASE == 0
void plain(double *y, const double *t, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = own(t, p, i) + at(t, p, i);
}

// What another namespace hides is spelled in another way.
namespace inner {
typedef unsigned char place;
void around(double *y, const double *t, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = at(t, p, i);
}
} // namespace inner

#elif CASE == 1
void enumerator(double *y, const double *t, const int *p, int n) {
  enum other { step = 50 };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = at(t, p, i) + step;
}

#elif CASE == 2
void type(double *y, const double *t, const int *p, int n) {
  typedef unsigned char place;
  const place by = 3;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = at(t, p, i) + by;
}

#elif CASE == 3
struct table {
  int step;
  void member(double *y, const double *t, const int *p, int n) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = at(t, p, i);
  }
};

#elif CASE == 4
void macro(double *y, const double *t, const int *p, int n) {
#define k 9
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = own(t, p, i);
#undef k
}

#elif CASE == 5
void parameter(double *y, const double *t, const int *p, int step) {
  [[heddle::map]]
  for (int i = 0; i < step; ++i)
    y[i] = at(t, p, i);
}

#elif CASE == 6
namespace of { constexpr int first = 9; }
void directive(double *y, const double *t, const int *p, int n) {
  using namespace of;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = at(t, p, i);
}

#elif CASE == 7
#define SHIFT (first + 1)
static double shifted(const double *t, const int *p, int i) {
  int k = p[i] + SHIFT;
  return t[k];
}
void in_macro(double *y, const double *t, const int *p, int n) {
  for (int first = 0; first < 2; ++first) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = shifted(t, p, i);
  }
}

#elif CASE == 8
struct offset { int by; };
#define NEXT by + first
static double behind(const double *t, const int *p, int i) {
  const offset o{p[i]};
  int k = o.NEXT;
  return t[k];
}
void behind_a_dot(double *y, const double *t, const int *p, int n) {
  for (int first = 0; first < 2; ++first) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = behind(t, p, i) + first;
  }
}

#elif CASE == 9
namespace other { enum shade { step = 3 }; }
void enumerators(double *y, const double *t, const int *p, int n) {
  using enum other::shade;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = at(t, p, i) + step;
}

#elif CASE == 10
#define step step
#define first(x) x
static double named(const double *t, const int *p, int i) {
  int k = p[i] + step;
  return t[k + first];
}
void macros_of_their_own_names(double *y, const double *t, const int *p, int n) {
  const int step = 5;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = named(t, p, i) + step;
}
#endif
