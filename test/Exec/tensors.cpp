//===- tensors.cpp - tensor statements as kernels -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// As written the library computes them; mapped the kernels do. All bits are
// equal: values are such that each order of summation gives another result, and
// some are negative zeros.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>
#include <vector>

using namespace heddle;
using namespace tensor_values;
using harness::fast_if;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Statements of the thesis
//===----------------------------------------------------------------------===//

using vector = tensor<double, 77>;
using matrix = tensor<double, 77, 77>;

void thrice(vector &x) {
  [[heddle::map, heddle::inplace(x)]] x = 3 * x;
}
void weighted(vector &x, const vector &w, const vector &u, const vector &v) {
  [[heddle::map, heddle::inplace(x)]]
  x = x + w * (contract<0, 1>(outer(u, v)) * x);
}
void by_trace(vector &x, const matrix &y) {
  [[heddle::map, heddle::inplace(x)]]
  x = contract<1, 2>(outer(x, y));
}
void times_matrix(vector &x, const matrix &y) {
  [[heddle::map, heddle::copy(x)]]
  x = contract<1, 2>(outer(y, x));
}
void turned_twice(matrix &x) {
  [[heddle::map, heddle::inplace(x)]]
  x = transpose<0, 1>(transpose<0, 1>(x));
}
void turned(matrix &x) {
  [[heddle::map, heddle::copy(x)]]
  x = transpose<0, 1>(x);
}

CASE(thesis) {
  vector x, w, u, v;
  matrix y;
  fill(w, 2), fill(u, 3), fill(v, 4), fill(y, 5);
  auto one = [&](int which, harness::expectation expected, auto statement) {
    fill(x, 1);
    r.call({which}, expected, [&] {
      statement();
      keep(r, x);
      keep(r, y);
    });
  };
  one(1, taken::fast, [&] { thrice(x); });
  one(2, taken::fast, [&] { weighted(x, w, u, v); });
  one(3, taken::fast, [&] { by_trace(x, y); });
  one(4, copied(), [&] { times_matrix(x, y); });
  one(5, taken::fast, [&] { turned_twice(y); });
  one(6, copied(), [&] { turned(y); });
  // Two names of one tensor.
  one(7, {taken::sequential, 1, "overlap"}, [&] { weighted(x, x, u, v); });
}

//===----------------------------------------------------------------------===//
// Known extents
//===----------------------------------------------------------------------===//

template <class T> struct operands {
  tensor<T, 5, 33> a, d;
  tensor<T, 33, 9> b;
  tensor<T, 5, 9> c;
  tensor<T, 33> v;
  tensor<T, 5> u;
  tensor<T, 5, 33, 33> cube;
  operands() {
    fill(a, 1), fill(d, 2), fill(b, 3), fill(c, 4), fill(v, 5), fill(u, 6);
    fill(cube, 7);
  }
  void keep_all(harness::recorder &r) const {
    keep(r, a), keep(r, d), keep(r, b), keep(r, c), keep(r, v), keep(r, u);
  }
};

template <class T> void product(operands<T> &o) {
  [[heddle::map]] o.c = contract<1, 2>(outer(o.a, o.b));
}
template <class T> void product_in_sum(operands<T> &o) {
  [[heddle::map]] o.c = o.c - contract<1, 2>(outer(o.a, o.b)) * 2;
}
template <class T> void tensor_product(operands<T> &o) {
  [[heddle::map]] o.d = outer(o.u, o.v);
}
template <class T> void elements(operands<T> &o, T s) {
  [[heddle::map]] o.d = max(o.a, -o.d) * s + min(o.d - o.a, o.a * o.d);
}
template <class T> void diagonal(operands<T> &o) {
  [[heddle::map]] o.u = contract<1, 2>(o.cube);
}
template <class T> void scaled_product(operands<T> &o, T s) {
  [[heddle::map]] o.c = contract<1, 2>(outer(s * o.a, o.b));
}
template <class T> void left_again(operands<T> &o, T s) {
  [[heddle::map]] o.c = s * contract<1, 2>(outer(o.a, o.b)) + o.c;
}
template <class T> void of_sums(operands<T> &o) {
  [[heddle::map]] o.u = contract<1, 2>(outer(o.a + o.d, o.v));
}
template <class T> void compound(operands<T> &o, T s) {
  [[heddle::map]] o.a += s * o.d;
  [[heddle::map]] o.a *= o.d;
  [[heddle::map]] o.c -= contract<1, 2>(outer(o.a, o.b));
}
template <class T> void indices(operands<T> &o, T s) {
  idx i, j, k;
  [[heddle::map]] o.c(i, j) = o.a(i, k) * o.b(k, j) + o.c(i, j);
  [[heddle::map]] o.c(j, i) = s * o.a(j, k) * o.b(k, i) - o.u(j);
  [[heddle::map]] o.u(i) = max(o.a(i, k), o.d(i, k));
  [[heddle::map]] o.u(i) = o.u(i) * o.a(i, k);
  [[heddle::map]] o.v(k) = o.a(i, k) * o.d(i, k) * o.v(k);
  [[heddle::map]] o.v(k) = (o.v(k) - o.u(i)) * o.b(k, j) * o.u(i);
}

template <class T> static void known(harness::recorder &r, int type) {
  auto one = [&](int which, int launches, auto statement) {
    operands<T> o;
    r.call({type, which}, {taken::fast, launches}, [&] {
      statement(o);
      o.keep_all(r);
    });
  };
  const T s = static_cast<T>(3);
  one(1, 1, [&](auto &o) { product(o); });
  one(2, 1, [&](auto &o) { product_in_sum(o); });
  one(3, 1, [&](auto &o) { tensor_product(o); });
  one(4, 1, [&](auto &o) { elements(o, s); });
  one(5, 1, [&](auto &o) { diagonal(o); });
  one(6, 1, [&](auto &o) { scaled_product(o, s); });
  one(7, 1, [&](auto &o) { left_again(o, s); });
  one(8, 1, [&](auto &o) { of_sums(o); });
  one(9, 3, [&](auto &o) { compound(o, s); });
}

CASE(indices) {
  operands<double> o;
  r.call({1}, {taken::any, 6}, [&] {
    indices(o, 0.3);
    o.keep_all(r);
  });
}

CASE(known_extents) {
  known<double>(r, 1);
  known<float>(r, 2);
  known<int>(r, 3);
  known<unsigned>(r, 4);
  known<long long>(r, 5);
}

//===----------------------------------------------------------------------===//
// Extents at run time
//===----------------------------------------------------------------------===//

using some = tensor<double, dyn, dyn>;

void multiply(some &c, const some &a, const some &b) {
  idx i, j, k;
  [[heddle::map]] c(i, j) = a(i, k) * b(k, j);
}
void multiply_add(some &c, const some &a, const tensor<double, dyn, 3> &b) {
  [[heddle::map]] c = 2 * c + contract<1, 2>(outer(a, b));
}
void normalize(tensor<double, dyn> &y, const some &a) {
  idx i, k;
  [[heddle::map]] y(i) = sqrt(abs(a(i, k))) / a(i, k);
}

CASE(run_time_extents) {
  for (int n : {0, 1, 2, 33})
    for (int m : {0, 1, 5, 31})
      for (int l : {0, 1, 7}) {
        some a(n, l), b(l, m), c(n, m);
        tensor<double, dyn, 3> narrow(l, 3);
        some d(n, 3);
        tensor<double, dyn> y(n);
        fill(a, 1), fill(b, 2), fill(c, 3), fill(narrow, 4), fill(d, 5);
        r.call({1, n, m, l}, fast_if(n * m > 0), [&] {
          multiply(c, a, b);
          keep(r, c);
        });
        r.call({2, n, m, l}, fast_if(n > 0), [&] {
          multiply_add(d, a, narrow);
          keep(r, d);
        });
        r.call({3, n, l}, fast_if(n > 0), [&] {
          normalize(y, a);
          keep(r, y);
        });
      }
}

CASE(shapes_that_differ) {
  some a(3, 4), b(5, 6), c(3, 6);
  fill(a, 1), fill(b, 2), fill(c, 3);
  r.call({1}, {taken::sequential, 1, "the shapes agree"}, [&] {
    std::string said;
    try {
      multiply(c, a, b);
    } catch (const shape_error &error) {
      said = error.what();
    }
    std::copy(said.begin(), said.end(),
              r.out<char>(static_cast<long>(said.size())));
    keep(r, c);
  });
}

void add(tensor<double, dyn> &x, const tensor<double, dyn> &a) {
  [[heddle::map]] x = a + a;
}

CASE(without_a_shape) {
  for (int n : {0, 4}) {
    tensor<double, dyn> x, a(n);
    fill(a, 1);
    r.call({n}, {taken::sequential, 1, "has a shape"}, [&] {
      add(x, a);
      keep(r, x);
    });
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

void add_views(tensor_view<double, dyn> x, tensor_view<const double, dyn> y) {
  [[heddle::map]] x = x + 2 * y;
}
void add_rows(tensor_view<float, dyn, dyn> x,
              tensor_view<const float, dyn, dyn> y) {
  [[heddle::map]] x = x * y;
}

CASE(views) {
  for (int n : {0, 1, 40, 300}) {
    double *x = r.in<double>(n + 8), *y = r.in<double>(n);
    r.call({1, n}, fast_if(n > 0),
           [&] { add_views({x, {n}}, {y, {n}}); });
    for (int shift : {0, 1, 5}) {
      x = r.in<double>(n + 8);
      r.call({2, n, shift},
             n == 0 ? harness::expectation(taken::nothing)
             : shift < n
                 ? harness::expectation{taken::sequential, 1, "overlap"}
                 : harness::expectation(taken::fast),
             [&] { add_views({x + shift, {n}}, {x, {n}}); });
    }
  }
  float *x = r.in<float>(400), *y = r.in<float>(400, 2);
  r.call({3}, taken::fast,
         [&] { add_rows({x, {20, 20}}, {y, {20, 20}}); });
  x = r.in<float>(400), y = r.in<float>(400, 2);
  r.call({4}, {taken::sequential, 1, "is dense"}, [&] {
    add_rows({x, {10, 10}, {20, 1}}, {y, {10, 10}});
  });
}

} // namespace SIDE
