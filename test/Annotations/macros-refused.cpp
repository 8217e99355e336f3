// Macros of which the expansion may be another where the output is compiled.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include '-DNONE(...)=0' 2>&1 | FileCheck %s
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include -DGOOD -DTAPS=3
// RUN: %gxx -std=c++17 -fsyntax-only -x c++ -I %include -I %S -DGOOD -DTAPS=3 %t.cu
// RUN: not %gxx -std=c++17 -fsyntax-only -x c++ -I %include -I %S -DGOOD -DTAPS=3u %t.cu 2>&1 | FileCheck %s --check-prefix=PIN
// RUN: not %gxx -std=c++17 -fsyntax-only -x c++ -I %include -I %S -DGOOD -DTAPS=1+2 %t.cu 2>&1 | FileCheck %s --check-prefix=PIN
// PIN: error: static assertion failed: heddle: rewritten where this was not so
// Headers of the program are part of what is compared.
// RUN: rm -rf %t && mkdir -p %t/Inputs && cp %t.cu %t/changed.cu
// RUN: sed 's/OF_TWICE(2,/OF_TWICE(3,/' %S/Inputs/elsewhere.h > %t/Inputs/elsewhere.h
// RUN: not %gxx -std=c++17 -fsyntax-only -x c++ -I %include -DGOOD -DTAPS=3 %t/changed.cu 2>&1 | FileCheck %s --check-prefix=PIN

#include "Inputs/elsewhere.h"
#include <cfloat>
#include <climits>
#include <cmath>
#include <heddle/heddle.h>

#define LOOP(i, n) for (int i = 0; i < (n); ++i)
#define DECLARE(...) struct S { __VA_ARGS__ };
DECLARE(int a; int b;)
#ifdef GOOD
void good(double *x, int n) {
  [[heddle::map]] LOOP(i, n) x[i] = M_PI * TAPS;
  [[heddle::map]] ELSEWHERE(i, n) x[i] = TWICE(i) + FLT_MAX - (i > INT_MAX - 5);
}
#else
#define PASTE(a, b) a##b
#define EARLY(i, n) for (int i = 0; i < (n); ++i)
#ifdef NOT_GIVEN
#include "other.h"
#endif
#define LATE(i, n) for (int i = 0; i < (n); ++i)
#define NAMED "Inputs/elsewhere.h"

void f(double *x, int n) {
  // CHECK: note: 'PASTE' pastes names together, which may be macros
  [[heddle::map]] LATE(i, n) PASTE(x, )[i] = 0;
  // CHECK: note: 'ANY_NUMBER' is defined in another file, and its text cannot be compared
  [[heddle::map]] ELSEWHERE(i, n) ANY_NUMBER(x[i] = 0);
  // CHECK: note: 'HUGE_VAL' is defined by a header of the system
  [[heddle::map]] LATE(i, n) x[i] = HUGE_VAL;
  // CHECK: note: another file than was read may be included here, and define 'EARLY'
  [[heddle::map]] EARLY(i, n) x[i] = 0;
  // CHECK: note: 'NONE' is defined by an option, and its text cannot be compared
  [[heddle::map]] LATE(i, n) x[i] = NONE();
  // CHECK: note: a macro names the file that is included here
  [[heddle::map]] LATE(i, n) {
#include NAMED
    x[i] = 0;
  }
}

#pragma push_macro("LATE")
void g(double *x, int n) {
  // CHECK: note: macros may change here without a directive that says so
  // CHECK-NEXT: #pragma push_macro
  [[heddle::map]] LATE(i, n) x[i] = 0;
}
#endif
