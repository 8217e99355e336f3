// noalias takes the place of the launch's comparison, pair by pair; what is one
// array in the nest cannot be claimed to be two.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --stop-after=legality --dump=legality %s -- -std=c++17 -I %include -DGOOD | FileCheck %s --implicit-check-not='apart:'
// RUN: %heddle-rewrite %s -o - -- -std=c++17 -I %include -DGOOD | grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' | FileCheck %s --check-prefix=TEXT
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

// HEDDLE(...), members, captures, instantiations; what is known anyhow, or need
// not be, leaves nothing to claim.
struct both {
  float *first, *second;
  void add(int n) {
    // CHECK: apart: array this->second and array this->first, by noalias
    // CHECK-NEXT: apart: array this->first and storage this->second
    // CHECK-NEXT: apart: array this->first and storage this->first
    // TEXT: {{^ +}}else if (!::heddle::rt::claimed_apart(heddle_site, heddle_second,
    // TEXT-NEXT: {{^ +}}"this->second", heddle_first,
    // TEXT-NEXT: {{^ +}}"this->first"))
    HEDDLE(map, noalias(first, second))
    for (int i = 0; i < n; ++i)
      first[i] += second[i];
  }
};

void captured(float *p, float *q, int n) {
  auto add = [&] {
    // CHECK: apart: array q and array p, by noalias
    // CHECK-NEXT: apart: array p and storage n
    // CHECK-NEXT: apart: array p and storage q
    // CHECK-NEXT: apart: array p and storage p
    [[heddle::map, heddle::noalias(p, q)]]
    for (int i = 0; i < n; ++i)
      p[i] += q[i];
  };
  add();
}

template <class T, class U> void instantiated(T *x, const U *y, int n) {
  // CHECK: apart: array y and array x, by noalias
  // CHECK: apart: array y and array x, by noalias
  [[heddle::map, heddle::noalias(y, x)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i];
}
template void instantiated<int, int>(int *, const int *, int);
template void instantiated<char, float>(char *, const float *, int);

void rows(float (*x)[8], const float (*y)[8], const float *z, int n) {
  // CHECK: apart: array y and array x, by noalias
  // CHECK-NEXT: apart: array z and array x{{$}}
  [[heddle::map, heddle::noalias(x, y), heddle::noalias(y, z)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      x[i][j] = y[i][j] * z[j];
}

void known(float *__restrict x, const float *__restrict y, int n) {
  [[heddle::map, heddle::noalias(x, y)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i];
}

// A claim is about arrays; a bound in memory is compared all the same.
void bound(int *x, const int *y, const int &n) {
  // CHECK: apart: array y and array x, by noalias
  // CHECK-NEXT: apart: array x and storage n
  [[heddle::map, heddle::noalias(x, y)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i];
}

#else

void twice(double *x, const double *y, int n) {
  // BAD: :[[@LINE+1]]:40: error: 'x' and 'x' are one array, so they cannot be apart [heddle-HD127]
  [[heddle::map, heddle::noalias(x, y, x)]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i];
}

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
