// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that are not mapped say so, at the smallest part that keeps them
// from it.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using vector = tensor<double, 100>;
using matrix = tensor<double, 100, 100>;

vector made();
void forms(vector &x, matrix &a, tensor<double> &s) {
  // CHECK: :[[@LINE+1]]:5: error: 'bounds' says nothing about a tensor statement [heddle-HD162]
  [[heddle::bounds(100), heddle::map]] x = 2 * x;
  auto e = outer(a, x);
  // CHECK: :[[@LINE+1]]:38: error: 'e' cannot be mapped in a tensor statement: its operations are written elsewhere; write them in the statement [heddle-HD163]
  [[heddle::map]] x = contract<1, 2>(e);
  // CHECK: :[[@LINE+1]]:27: error: 'made()' cannot be mapped in a tensor statement: a tensor that has no name; make it a variable [heddle-HD163]
  [[heddle::map]] x = x + made();
  int n = 0;
  // CHECK: :[[@LINE+1]]:23: error: '++n' cannot be mapped in a tensor statement: it does more than read [heddle-HD163]
  [[heddle::map]] x = ++n * x;
  // CHECK: :[[@LINE+1]]:19: error: 's' is one number: there is no index to map [heddle-HD164]
  [[heddle::map]] s = contract<0, 1>(a);
}

template <class T>
constexpr void sums(T &x, const matrix &a, const matrix &b, const vector &v) {
  // CHECK: :[[@LINE+1]]:23: error: a part of 'contract<1, 2>(outer(a, contract<1, 2>(outer(b, v))))' needs a temporary, which the constexpr function 'sums' cannot hold: assign it to a tensor before [heddle-HD165]
  [[heddle::map]] x = contract<1, 2>(outer(a, contract<1, 2>(outer(b, v))));
}
template void sums(vector &, const matrix &, const matrix &, const vector &);

void apart(vector &x, const vector &v) {
  // CHECK: :[[@LINE+1]]:40: error: 'x' and 'x' are one array, so they cannot be apart [heddle-HD127]
  [[heddle::map, heddle::noalias(v, x, x)]] x = 2 * v;
}

void orders(tensor<double, dyn> &y, const tensor<double, dyn, dyn> &a,
            const tensor<double, dyn> &x) {
  // CHECK: :[[@LINE+2]]:23: error: the order in which factors are multiplied depends on 'y.extent(0)', which is known at run time [heddle-HD166]
  // CHECK: note: 'y' says how long that is
  [[heddle::map]] y = contract<1, 2>(outer(2 * a, x));
}
