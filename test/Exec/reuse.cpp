//===- reuse.cpp - tensors in the memory of dead ones ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// As written each tensor has memory of its own; rewritten they share it. All
// bits are equal, in statements that are kernels, too.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;
using harness::taken;

namespace SIDE {

using matrix = tensor<double, 7, 7>;
using field = tensor<double, 7, 7, 7>;
using large = tensor<double, 30, 30, 30>; // on the heap
using any = tensor<double, dyn, dyn>;

// s in the memory of v, t in that of u, if these are apart.
void interpolate(field &v, const matrix &a, field &u) {
  [[heddle::reuse]] {
    field s, t;
    s = contract<1, 4>(outer(a, u));
    heddle::dead(u);
    t = contract<1, 4>(outer(a, s));
    v = contract<1, 4>(outer(a, t));
  }
}

// The same with kernels; of v nothing is known but what is said.
void interpolate_mapped(field &v, const matrix &a, field &u) {
  [[heddle::reuse]] {
    heddle::dead(v);
    field s, t;
    [[heddle::map]] s = contract<1, 4>(outer(a, u));
    heddle::dead(u);
    [[heddle::map]] t = contract<1, 4>(outer(a, s));
    [[heddle::map]] v = contract<1, 4>(outer(a, t));
  }
}

// On the heap, in index notation, in place at the end.
void heat(large &v, large u, double h) {
  idx i, j, k;
  [[heddle::reuse]] {
    large s = h * u;
    large t(u - s), w;
    heddle::dead(u);
    w(i, j, k) = s(j, i, k) - s(i, k, j);
    tensor<double, 30, 30> flat;
    flat(i, j) = w(i, i, j) * h;
    v = w * w + t;
  }
}

// Extents that are known at run time.
void products(any &c, any &a, const any &b, int n) {
  [[heddle::reuse]] {
    any s(n, n), t(n, n), w(n, n);
    s = contract<1, 2>(outer(a, b));
    heddle::dead(a);
    t = contract<1, 2>(outer(b, s));
    w = t - transpose<0, 1>(t);
    c = contract<1, 2>(outer(w, t));
  }
}

// Another shape, a part, an element, a number.
double parts(tensor<double, 49> &v, matrix &u) {
  double norm = 0;
  [[heddle::reuse]] {
    tensor<double, 7> diagonal;
    tensor<double, 49> row;
    matrix s;
    s = u + transpose<0, 1>(u);
    heddle::dead(u);
    diagonal = contract<1, 2>(outer(s, select<0>(s, 3)));
    diagonal(2) = 4;
    slice(diagonal, {0}, {2}) = slice(diagonal, {4}, {6});
    norm = contract<0, 1>(outer(diagonal, diagonal));
    row = 0.5 * v;
    row(3) += norm;
    v = row * row;
  }
  return norm;
}

static harness::expectation none() { return {taken::nothing, 0}; }

CASE(blocks) {
  matrix a;
  field u, v;
  fill(a, 1);
  for (int apart : {1, 0}) {
    fill(u, 2), fill(v, 3);
    r.call({1, apart}, none(), [&] {
      interpolate(apart ? v : u, a, u);
      keep(r, apart ? v : u);
    });
  }
  fill(u, 2), fill(v, 3);
  r.call({2}, {taken::any, 3}, [&] {
    interpolate_mapped(v, a, u);
    keep(r, v);
  });
  large x, y;
  fill(x, 4);
  r.call({3}, none(), [&] {
    heat(y, x, 0.3);
    keep(r, x);
    keep(r, y);
  });
  for (int n : {0, 1, 5, 20}) {
    any c(n, n), b(n, n), d(n, n);
    fill(b, 5), fill(d, 6);
    r.call({4, n}, none(), [&] {
      products(c, d, b, n);
      keep(r, c);
    });
    fill(d, 6);
    r.call({5, n}, none(), [&] {
      products(d, d, b, n);
      keep(r, d);
    });
  }
  tensor<double, 49> row;
  fill(row, 7), fill(a, 8);
  r.call({6}, none(), [&] {
    const double norm = parts(row, a);
    keep(r, row);
    *r.out<double>(1) = norm;
  });
}

} // namespace SIDE
