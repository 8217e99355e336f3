// A launch that does not match its kernel is a compile-time error that says how.
//
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=0 -I%include %s 2>&1 | FileCheck %s --check-prefix=ARITY
// ARITY: error: {{.*}}a launch has as many arguments as the kernel has parameters
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=1 -I%include %s 2>&1 | FileCheck %s --check-prefix=POINTER
// POINTER: error: {{.*}}pass an array with heddle::rt::in, out or inout
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=2 -I%include %s 2>&1 | FileCheck %s --check-prefix=CONVERT
// CONVERT: error: {{.*}}an argument does not convert to the kernel's parameter
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=3 -I%include %s 2>&1 | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: error: {{.*}}an array and its kernel parameter differ in element type
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=4 -I%include %s 2>&1 | FileCheck %s --check-prefix=CONST
// CONST: error: {{.*}}a const array meets a kernel parameter that is not const
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=5 -I%include %s 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: error: {{.*}}a const array cannot be written; pass it with heddle::rt::in
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=6 -I%include %s 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: {{.*}}an array meets a kernel parameter that is no pointer
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=7 -I%include %s 2>&1 | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: error: {{.*}}a kernel takes its parameters by value
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=8 -I%include %s 2>&1 | FileCheck %s --check-prefix=READONLY
// READONLY: error: {{.*}}a written array meets a kernel parameter that is const
// RUN: %clangxx -std=c++17 -fsyntax-only -Werror -DCASE=9 -I%include %s

#include <heddle/runtime.h>

void kernel(double *, int);
void reads(const double *);
void refers(double &);

void launch(double *x, const double *c, float *f, double d) {
  constexpr heddle::rt::site here{"kernel", "f.cpp", 1};
  constexpr heddle::rt::shape one{{1, 1, 1}, {1, 1, 1}};
  (void)x, (void)c, (void)f, (void)d;
#if CASE == 0
  heddle::rt::run(here, one, kernel, heddle::rt::out(x, 0, 1));
#elif CASE == 1
  heddle::rt::run(here, one, kernel, x, 1);
#elif CASE == 2
  heddle::rt::run(here, one, kernel, heddle::rt::out(x, 0, 1), here);
#elif CASE == 3
  heddle::rt::run(here, one, kernel, heddle::rt::out(f, 0, 1), 1);
#elif CASE == 4
  heddle::rt::run(here, one, kernel, heddle::rt::in(c, 0, 1), 1);
#elif CASE == 5
  heddle::rt::run(here, one, reads, heddle::rt::out(c, 0, 1));
#elif CASE == 6
  heddle::rt::run(here, one, kernel, heddle::rt::out(x, 0, 1), heddle::rt::in(x, 0, 1));
#elif CASE == 7
  heddle::rt::run(here, one, refers, d);
#elif CASE == 8
  heddle::rt::run(here, one, reads, heddle::rt::out(x, 0, 1));
#else
  heddle::rt::run(here, one, kernel, heddle::rt::out(x, 0, 1), 1);
  heddle::rt::run(here, one, reads, heddle::rt::in(x, 0, 1));
#endif
}
