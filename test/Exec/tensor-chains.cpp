//===- tensor-chains.cpp - tensor statements of several kernels -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sums that several elements need are computed first, into temporaries of the
// launch. All bits are those of the library, which does the same.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Known extents
//===----------------------------------------------------------------------===//

constexpr long n = 6;

template <class T> struct operands {
  tensor<T, n, n> a, b, c, s;
  tensor<T, n, n, n> u, v, d;
  tensor<T, n> x, y, z;
  operands() {
    fill(a, 1), fill(b, 2), fill(c, 3), fill(s, 4), fill(u, 5), fill(v, 6);
    fill(d, 7), fill(x, 8), fill(y, 9), fill(z, 10);
  }
  void keep_all(harness::recorder &r) const {
    keep(r, u), keep(r, v), keep(r, x), keep(r, y), keep(r, a);
  }
};

template <class T> void interpolate(operands<T> &o) {
  [[heddle::map]] o.v = contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
      outer(o.a, outer(o.b, outer(o.c, o.u))));
}
template <class T> void interpolate_itself(operands<T> &o) {
  [[heddle::map, heddle::inplace(o.u)]]
  o.u = contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
      outer(o.a, outer(o.b, outer(o.c, o.u))));
}
template <class T> void inverse_helmholtz(operands<T> &o) {
  [[heddle::map]] o.v = contract<pair<0, 6>, pair<2, 7>, pair<4, 8>>(outer(
      o.s,
      outer(o.s,
            outer(o.s, o.d * contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(outer(
                                 o.s, outer(o.s, outer(o.s, o.u))))))));
}
template <class T> void twice(operands<T> &o) {
  [[heddle::map, heddle::inplace(o.x)]]
  o.x = contract<1, 2>(outer(o.a, contract<1, 2>(outer(o.b, o.x))));
}
template <class T> void twice_and_itself(operands<T> &o) {
  [[heddle::map, heddle::copy(o.x)]]
  o.x = contract<1, 2>(outer(o.a, contract<1, 2>(outer(o.b, o.x)) + o.x));
}
template <class T> void layers(operands<T> &o, T zero) {
  [[heddle::map, heddle::copy(o.y)]] o.y = contract<1, 2>(
      outer(o.a, max(contract<1, 2>(outer(o.b, o.x)) + o.y, zero)));
}
template <class T> void of_both(operands<T> &o, T zero) {
  [[heddle::map]] o.y = max(contract<1, 2>(outer(o.a, o.x)), zero) *
                        contract<1, 2>(outer(o.b, contract<0, 1>(o.u)));
}
template <class T> void four_matrices(operands<T> &o) {
  idx i, j, k, l, m;
  [[heddle::map]] o.a(i, m) = o.a(i, j) * o.b(j, k) * o.c(k, l) * o.s(l, m);
}
template <class T> void matrices_and_vector(operands<T> &o) {
  idx i, j, k;
  [[heddle::map]] o.y(i) = o.a(i, j) * o.b(j, k) * o.x(k);
}
/// The sums of rows, and over all of them one of their squares.
template <class T> void sum_in_sum(operands<T> &o) {
  idx i, j, k;
  [[heddle::map]] o.y(i) =
      o.x(i) + o.a(i, j) * (o.b(j, k) * o.z(k) - o.x(j)) + o.z(i);
}
template <class T> void by_a_number(operands<T> &o, T one) {
  idx i, j, k;
  [[heddle::map]] o.y(i) = o.x(i) * max(o.a(j, k), o.b(j, k)) + one;
}
template <class T> void compound(operands<T> &o) {
  [[heddle::map]] o.x += contract<1, 2>(outer(o.a, contract<1, 2>(outer(o.b, o.y))));
}

template <class T> static void known(harness::recorder &r, int type) {
  auto one = [&](int which, harness::expectation expected, auto statement) {
    operands<T> o;
    r.call({type, which}, expected, [&] {
      statement(o);
      o.keep_all(r);
    });
  };
  const T zero = static_cast<T>(0), few = static_cast<T>(3);
  const harness::expectation any{taken::any, -1};
  one(1, kernels(3), [&](auto &o) { interpolate(o); });
  one(2, kernels(3), [&](auto &o) { interpolate_itself(o); });
  one(3, kernels(6), [&](auto &o) { inverse_helmholtz(o); });
  one(4, kernels(2), [&](auto &o) { twice(o); });
  one(5, any, [&](auto &o) { twice_and_itself(o); });
  one(6, kernels(2), [&](auto &o) { layers(o, zero); });
  one(7, any, [&](auto &o) { of_both(o, zero); });
  one(8, any, [&](auto &o) { four_matrices(o); });
  one(9, kernels(2), [&](auto &o) { matrices_and_vector(o); });
  one(10, kernels(2), [&](auto &o) { sum_in_sum(o); });
  one(11, kernels(2), [&](auto &o) { by_a_number(o, few); });
  one(12, kernels(2), [&](auto &o) { compound(o); });
}

CASE(known_extents) {
  known<double>(r, 1);
  known<int>(r, 2);
}

//===----------------------------------------------------------------------===//
// Extents at run time
//===----------------------------------------------------------------------===//

using some = tensor<double, dyn>;
using matrix = tensor<double, dyn, dyn>;
using square = tensor<double, n, n>;

void batch(tensor<double, dyn, n, n, n> &v, const square &a, const square &b,
           const square &c, const tensor<double, dyn, n, n, n> &u) {
  idx e, i, j, k, l, m, o;
  [[heddle::map]] v(e, i, j, k) = a(i, l) * b(j, m) * c(k, o) * u(e, l, m, o);
}
void apply_both(some &y, const matrix &a, const matrix &b, const some &x) {
  [[heddle::map]] y = contract<1, 2>(outer(a, contract<1, 2>(outer(b, x))));
}
void add_applied(some &y, const matrix &a, const matrix &b, const some &x) {
  idx i, j, k;
  [[heddle::map]] y(i) = y(i) + a(i, j) * max(b(j, k) * x(k), 0.25);
}

CASE(batches) {
  for (int e : {0, 1, 3, 40}) {
    square a, b, c;
    tensor<double, dyn, n, n, n> u(e, n, n, n), v(e, n, n, n);
    fill(a, 1), fill(b, 2), fill(c, 3), fill(u, 4), fill(v, 5);
    // Of a single element the outer index is no reason for a temporary, and the
    // library takes another order.
    r.call({e}, e == 0 ? harness::expectation{taken::any, -1}
                       : e == 1 ? harness::expectation{taken::any, -1}
                                : kernels(3),
           [&] {
             batch(v, a, b, c, u);
             keep(r, v);
           });
  }
}

/// Empty sums are zeros, wherever they stand, and empty results nothing.
CASE(run_time_extents) {
  for (int n : {0, 1, 2, 17})
    for (int m : {0, 1, 5, 33})
      for (int l : {0, 1, 9}) {
        matrix a(n, m), b(m, l);
        some x(l), y(n);
        fill(a, 1), fill(b, 2), fill(x, 3), fill(y, 4);
        const harness::expectation any{taken::any, -1};
        r.call({1, n, m, l}, n > 1 && m > 1 && l > 1 ? kernels(2) : any, [&] {
          apply_both(y, a, b, x);
          keep(r, y);
        });
        r.call({2, n, m, l}, n > 1 && m > 1 && l > 1 ? kernels(2) : any, [&] {
          add_applied(y, a, b, x);
          keep(r, y);
        });
      }
}

/// Where the factors are multiplied in another order than in the kernels.
CASE(other_orders) {
  matrix a(1, 50), b(50, 2);
  some x(2), y(1);
  fill(a, 1), fill(b, 2), fill(x, 3), fill(y, 4);
  r.call({1}, {taken::sequential, 1, "kernels' order"}, [&] {
    apply_both(y, a, b, x);
    keep(r, y);
  });
}

CASE(shapes_that_differ) {
  matrix a(4, 5), b(6, 3);
  some x(3), y(4);
  fill(a, 1), fill(b, 2), fill(x, 3), fill(y, 4);
  r.call({1}, {taken::sequential, 1, "the shapes agree"}, [&] {
    std::string said;
    try {
      apply_both(y, a, b, x);
    } catch (const shape_error &error) {
      said = error.what();
    }
    std::copy(said.begin(), said.end(),
              r.out<char>(static_cast<long>(said.size())));
    keep(r, y);
  });
}

/// What only earlier stages read may be the left-hand side, or overlap it.
CASE(overlap) {
  for (int shift : {0, 1, 5}) {
    double *memory = r.in<double>(n + 8);
    square a, b;
    fill(a, 1), fill(b, 2);
    const tensor_view<double, n> x(memory, {n}), y(memory + shift, {n});
    r.call({shift}, kernels(2), [&] {
      [&](tensor_view<double, n> to, tensor_view<const double, n> from) {
        [[heddle::map]] to = contract<1, 2>(outer(a, contract<1, 2>(outer(b, from))));
      }(y, x);
    });
  }
}

//===----------------------------------------------------------------------===//
// Templates
//===----------------------------------------------------------------------===//

template <class T, long N, long M>
void apply(tensor<T, N> &y, const tensor<T, N, M> &a, const tensor<T, M, N> &b,
           const tensor<T, N> &x) {
  [[heddle::map(FoldAll)]] y = contract<1, 2>(outer(a, contract<1, 2>(outer(b, x))));
}

template <class T, long N, long M>
static void apply_one(harness::recorder &r, int label, int launches) {
  tensor<T, N, M> a;
  tensor<T, M, N> b;
  tensor<T, N> x, y;
  fill(a, 1), fill(b, 2), fill(x, 3), fill(y, 4);
  r.call({label}, kernels(launches), [&] {
    apply(y, a, b, x);
    keep(r, y);
  });
}

/// One text, in some instantiations of two stages, in others of one.
CASE(instantiations) {
  apply_one<double, 40, 3>(r, 1, 2);
  apply_one<float, 40, 3>(r, 2, 2);
  apply_one<int, 3, 40>(r, 3, 2);
  apply_one<double, 1, 5>(r, 4, 1);
}

} // namespace SIDE
