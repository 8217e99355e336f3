// noalias takes the place of the launch's comparison, pair by pair; what is one
// array in the nest cannot be claimed to be two.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --stop-after=legality --dump=legality %s -- -std=c++17 -I %include -DGOOD | FileCheck %s --implicit-check-not='apart:'
// RUN: %heddle-rewrite %s -o - -- -std=c++17 -I %include -DGOOD | FileCheck %s --check-prefix=TEXT
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=BAD

#include <heddle/heddle.h>

#ifdef GOOD

void three(double *x, const double *y, const double *z, int n) {
  // CHECK: apart: array y and array x, by noalias
  // CHECK-NEXT: apart: array z and array x{{$}}
  // TEXT: {{^}}    else if (!::heddle::rt::claimed_apart(heddle_site, heddle_y, "y", heddle_x,
  // TEXT-NEXT: "x"))
  // TEXT: {{^}}    else if (!::heddle::rt::disjoint(heddle_z, heddle_x))
  [[heddle::map, heddle::noalias(x, y)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i] + z[i];
}

void all(double *x, double *y, double *z, int n) {
  // CHECK: apart: array z and array y, by noalias
  // CHECK-NEXT: apart: array z and array x, by noalias
  // CHECK-NEXT: apart: array y and array x, by noalias
  [[heddle::map, heddle::noalias(x, y, z)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i] = z[i];
}

void groups(double *x, double *y, double *z, int n) {
  // CHECK: apart: array z and array y, by noalias
  // CHECK-NEXT: apart: array z and array x{{$}}
  // CHECK-NEXT: apart: array y and array x, by noalias
  [[heddle::map, heddle::noalias(x, y), heddle::noalias(z, y)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i] = z[i];
}

#else

void one(double *x, int n) {
  double *p = x + n;
  // BAD: :[[@LINE+1]]:37: error: 'x' and 'p' are one array, so they cannot be apart [heddle-HD127]
  [[heddle::map, heddle::noalias(p, x)]]
  for (int i = 0; i < n; ++i)
    p[i] = x[i];
}

void unknown(double *x, const double *y, double *z, int n) {
  // BAD: :[[@LINE+1]]:40: error: 'z' is no array that the loops access [heddle-HD161]
  [[heddle::map, heddle::noalias(x, y, z)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i];
}

#endif
