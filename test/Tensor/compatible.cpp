// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensor statements are computed in place, and the index that keeps the
// others from it.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: %heddle-rewrite --dump=legality %s -- -std=c++17 -I %include -DDUMP 2>&1 | FileCheck %s --check-prefix=DUMP

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using vector = tensor<double, 100>;
using matrix = tensor<double, 100, 100>;

// The thesis's compatible statements.
// DUMP: array x: compatible, elements 0 to 99, in, out
void scaled(vector &x) {
  [[heddle::map, heddle::inplace(x)]] x = 3 * x;
}

// DUMP: array x: compatible, elements 0 to 99, in, out
void weighted(vector &x, const vector &w, const vector &u, const vector &v) {
  [[heddle::map, heddle::inplace(x)]]
  x = x + w * (contract<0, 1>(outer(u, v)) * x);
}

// DUMP: array x: compatible, elements 0 to 99, in, out
void by_trace(vector &x, const matrix &y) {
  [[heddle::map, heddle::inplace(x)]]
  x = contract<1, 2>(outer(x, y));
}

// DUMP: array x: compatible, elements 0 to 9999, in, out
void turned_twice(matrix &x) {
  [[heddle::map, heddle::inplace(x)]]
  x = transpose<0, 1>(transpose<0, 1>(x));
}

// DUMP: array c: compatible
// DUMP-NEXT: array a: read only
// DUMP-NEXT: array b: read only
void added(matrix &c, const matrix &a, const matrix &b) {
  idx i, j, k;
  [[heddle::map, heddle::inplace(c)]] c(i, j) += a(i, k) * b(k, j);
}

// DUMP: copy of x: elements 0 to 99
// DUMP-NEXT: for x(j)
void allowed(vector &x, const matrix &y) {
  [[heddle::map, heddle::copy(x)]] x = contract<1, 2>(outer(y, x));
}

// Elements of both sides of an element need a copy, those that it is itself do
// not.
// DUMP: copy of x: elements 0 to 9999
// DUMP-NEXT: for x(j, i)
void symmetric(matrix &x) {
  [[heddle::map, heddle::copy(x)]] x = 0.5 * (x + transpose<0, 1>(x));
}

#ifndef DUMP
// And its incompatible one.
// CHECK: :[[@LINE+2]]:63: warning: 'x(j)' is needed for 'x(i)', as 'x(1)' is for 'x(0)': elements 0 to 99 of 'x' are copied before the launch, 100 * 8 = 800 bytes [heddle-HD420]
void warned(vector &x, const matrix &y) {
  [[heddle::map]]                 x = contract<1, 2>(outer(y, x));
}

// CHECK: :[[@LINE+3]]:67: error: 'x(j)' is needed for 'x(i)', as 'x(1)' is for 'x(0)': 'x' cannot be computed in place [heddle-HD421]
// CHECK: :[[@LINE+2]]:18: note: 'x' is to be computed in place here
void refused(vector &x, const matrix &y) {
  [[heddle::map, heddle::inplace(x)]] x = contract<1, 2>(outer(y, x));
}

// Earlier and later elements alike.
// CHECK: error: 'x(j, i)' is needed for 'x(i, j)', as 'x(1, 0)' is for 'x(0, 1)': 'x' cannot be computed in place [heddle-HD421]
void turned(matrix &x) {
  [[heddle::map, heddle::inplace(x)]] x = transpose<0, 1>(x);
}

// CHECK: error: with c.extent(0) = 1 and c.extent(1) = 2, 'c(p, q)' is needed for 'c(p, i)', as 'c(0, 1)' is for 'c(0, 0)': 'c' cannot be computed in place [heddle-HD421]
void unknown(tensor<float, dyn, dyn> &c, const tensor<float, dyn, dyn> &b) {
  idx p, q, i;
  [[heddle::map, heddle::inplace(c)]] c(p, i) = c(p, q) * b(q, i);
}
#endif
