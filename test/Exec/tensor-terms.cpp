//===- tensor-terms.cpp - functions, slices, windows as kernels -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Parts of tensor statements that stand in functions, read parts of tensors, or
// read around an element. All bits are those of the statements as written.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "tensor_values.h"
#include <cmath>
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;
using harness::fast_if;
using harness::taken;

namespace SIDE {

using vector = tensor<double, 33>;
using matrix = tensor<double, 33, 33>;
using some = tensor<double, dyn>;

//===----------------------------------------------------------------------===//
// Functions that return expressions
//===----------------------------------------------------------------------===//

template <class A, class B> auto times(const A &a, const B &b) {
  return contract<1, 2>(outer(a, b));
}
auto quadratic(const matrix &a, const vector &v) {
  return contract<0, 1>(outer(v, times(a, v)));
}
auto scaled(const vector &v, float s, int n) {
  using number = double;
  const number t = 2 * s;
  return t * v + s / 3 - n / 2;
}
auto shifted(tensor_view<const double, 33> v, double by = 0.25) {
  return v + by;
}
template <class E> auto twice(E &&e) {
  if constexpr (std::decay_t<E>::rank == 1)
    return e + e;
  else
    return e;
}
auto product(const matrix &a, const matrix &b, const idx &i, const idx &j,
             const idx &k) {
  return a(i, k) * b(k, j);
}
struct layer {
  matrix w;
  vector b;
  double k = 0.5;
  auto forward(const vector &x) const { return times(w, x) + k * b; }
  void apply(vector &y, const vector &x) const {
    [[heddle::map]] y = forward(x) - forward(y);
  }
};

void calls(vector &x, const vector &y, const matrix &a, const layer &l,
           double d) {
  [[heddle::map]] x = 2 * times(a, y);
  [[heddle::map]] x = scaled(y, static_cast<float>(d), 7) - scaled(x, 2, 3);
  [[heddle::map]] x = l.forward(y) * quadratic(a, y);
  [[heddle::map]] x = shifted(x) + shifted(y, d);
  [[heddle::map]] x = twice(times(a, y) - x);
  [[heddle::map]] x = twice(twice(y));
  const auto third = [](const auto &e) { return e / 3; };
  [[heddle::map]] x += third(third(y));
  // Functions of one element, which a function has computed.
  [[heddle::map]] x = max(quadratic(a, y), 2) * x - sqrt(min(1.5, quadratic(a, x)));
}

CASE(functions) {
  vector x, y;
  matrix a, b;
  layer l;
  fill(x, 1), fill(y, 2), fill(a, 3), fill(l.w, 4), fill(l.b, 5);
  r.call({1}, {taken::any, 8}, [&] {
    calls(x, y, a, l, 1.1);
    keep(r, x);
  });
  r.call({2}, {taken::any, 1}, [&] {
    l.apply(x, y);
    keep(r, x);
  });
  r.call({3}, taken::fast, [&] {
    idx p, q, o;
    [[heddle::map]] b(p, q) = product(a, l.w, p, q, o);
    keep(r, b);
  });
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

void set_row(matrix &a, const vector &y, int e) {
  [[heddle::map]] select<0>(a, e) = y + select<1>(a, e + 1);
}
void shift(some &x, std::ptrdiff_t n) {
  [[heddle::map]] slice(x, {1}, {n}) = slice(x, {0}, {n - 1}) * 2;
}
void odd_from_even(vector &x) {
  [[heddle::map]] slice(x, {1}, {33}, {2}) = slice(x, {0}, {32}, {2}) - x(0);
}
void by_steps(some &x, const some &y, long l, long u) {
  [[heddle::map]] x = slice(y, {l}, {u}, {3});
}
void block(matrix &a, const matrix &b, long i, long j) {
  [[heddle::map]]
  slice(a, {i, j}, {i + 8, j + 9}) =
      contract<1, 2>(outer(slice(b, {0, j}, {8, j + 5}),
                           slice(transpose<0, 1>(b) + 1, {i, 0}, {i + 5, 9})));
}
void of_view(tensor_view<double, dyn, dyn> x, long k) {
  [[heddle::map]]
  select<1>(x, k) =
      2 * select<1>(slice(x.view(), {0, 0}, {x.extent(0), k}), k - 1);
}

CASE(slices) {
  matrix a, b;
  vector x, y;
  fill(a, 1), fill(b, 2), fill(x, 3), fill(y, 4);
  for (int e : {0, 5, 31})
    r.call({1, e}, copied(), [&] {
      set_row(a, y, e);
      keep(r, a);
    });
  r.call({2}, copied(), [&] {
    some z(40);
    fill(z, 1);
    shift(z, 40);
    keep(r, z);
  });
  r.call({3}, taken::fast, [&] {
    odd_from_even(x);
    keep(r, x);
  });
  for (long l : {0, 3, 38})
    for (long u : {38, 39, 40}) {
      some z((u - l + 2) / 3), from(40);
      fill(from, 2);
      r.call({4, static_cast<int>(l), static_cast<int>(u)}, fast_if(u > l),
             [&] {
               by_steps(z, from, l, u);
               keep(r, z);
             });
    }
  r.call({5}, {taken::any, 1}, [&] {
    block(a, b, 3, 20);
    keep(r, a);
  });
  for (int k : {1, 7, 19}) {
    double *v = r.in<double>(400);
    r.call({6, k}, taken::fast, [&] { of_view({v, {20, 20}}, k); });
  }
}

/// What an error says, as bytes.
template <class F> void said(harness::recorder &r, F statement) {
  std::string text;
  try {
    statement();
  } catch (const shape_error &error) {
    text = error.what();
  }
  std::copy(text.begin(), text.end(),
            r.out<char>(static_cast<long>(text.size())));
}

CASE(indices_outside) {
  matrix a;
  vector y;
  some x(5), z(5);
  fill(a, 1), fill(y, 2), fill(x, 3), fill(z, 4);
  for (int e : {-1, 32, 33, 2147483647 - 1})
    r.call({1, e}, {taken::sequential, 1, "the selected index is there"}, [&] {
      said(r, [&] { set_row(a, y, e); });
      keep(r, a);
    });
  for (long l : {-1, 4, 5})
    for (long u : {2, 6})
      r.call({2, static_cast<int>(l), static_cast<int>(u)},
             {taken::sequential, 1, "the slice is within its tensor"}, [&] {
               said(r, [&] { by_steps(x, z, l, u); });
               keep(r, x);
             });
  r.call({3}, {taken::sequential, 1, "the shapes agree"}, [&] {
    said(r, [&] { by_steps(x, z, 0, 5); });
    keep(r, x);
  });
}

//===----------------------------------------------------------------------===//
// Padding and convolution
//===----------------------------------------------------------------------===//

void smooth(vector &x, const tensor<double, 3> &w) {
  [[heddle::map]] x = conv(pad(x, {1}, {1}), w);
}
void inner(vector &x, const vector &y, const tensor<double, 3> &w) {
  [[heddle::map]] slice(x, {1}, {32}) = conv(y * 2, w) + slice(x, {1}, {32});
}
void wide(some &x, const some &y, const some &w, double value) {
  [[heddle::map]] x = conv(pad(max(y, 0.5), {2}, {1}, value), w);
}
void plane(matrix &a, const matrix &b, const tensor<double, 3, 2> &w) {
  [[heddle::map]] a = conv(pad(transpose<0, 1>(b), {1, 0}, {1, 1}, 3), w);
}
void of_conv(vector &x, const vector &y, const tensor<double, 3> &w) {
  [[heddle::map]] x = conv(pad(conv(pad(y, {1}, {1}), w), {2}, {0}), w);
}
void of_product(vector &x, const matrix &a, const tensor<double, 3> &w) {
  [[heddle::map]]
  slice(x, {0}, {31}) = conv(contract<1, 2>(outer(a, x)), w);
}
void padded_product(vector &x, const matrix &a, const vector &y) {
  [[heddle::map]]
  x = pad(contract<1, 2>(outer(slice(a, {0, 0}, {30, 33}), y)), {2}, {1}, -1);
}
void numbers(tensor<int, dyn> &x, const tensor<short, dyn> &y,
             const tensor<int, 2> &w) {
  [[heddle::map]] x = conv(pad(y, {1}, {0}, short(7)), w);
}

CASE(windows) {
  vector x, y;
  matrix a, b;
  tensor<double, 3> w;
  tensor<double, 3, 2> w2;
  fill(w, 7), fill(w2, 8);
  auto one = [&](int which, harness::expectation expected, auto statement) {
    fill(x, 1), fill(y, 2), fill(a, 3), fill(b, 4);
    r.call({which}, expected, [&] {
      statement();
      keep(r, x);
      keep(r, a);
    });
  };
  one(1, copied(), [&] { smooth(x, w); });
  one(2, taken::fast, [&] { inner(x, y, w); });
  one(3, taken::fast, [&] { plane(a, b, w2); });
  one(4, {taken::fast, -1}, [&] { of_conv(x, y, w); });
  one(5, copied(), [&] { of_product(x, a, w); });
  one(6, {taken::fast, -1}, [&] { padded_product(x, a, y); });
  for (int n : {0, 1, 2, 40})
    for (int m : {1, 2, 4}) {
      if (n + 3 < m)
        continue;
      some from(n), kernel(m), to(n + 3 - m + 1);
      fill(from, 1), fill(kernel, 2);
      r.call({7, n, m}, taken::fast, [&] {
        wide(to, from, kernel, -0.0);
        keep(r, to);
      });
    }
  tensor<short, dyn> from(50);
  tensor<int, dyn> to(50);
  tensor<int, 2> kernel;
  fill(from, 1), fill(kernel, 2);
  r.call({8}, taken::fast, [&] {
    numbers(to, from, kernel);
    keep(r, to);
  });
}

CASE(kernels_that_do_not_fit) {
  for (int m : {0, 9}) {
    some from(5), kernel(m), to(5);
    r.call({m}, {taken::sequential, 1, "the kernel of the convolution fits"},
           [&] {
             said(r, [&] { wide(to, from, kernel, 1); });
             keep(r, to);
           });
  }
}

//===----------------------------------------------------------------------===//
// Functions of elements
//===----------------------------------------------------------------------===//

inline double clipped(double v) { return v < 0 ? -0.25 * v : v; }
template <class T> T cube(T v) { return v * v * v; }
struct polynomial {
  double a, b;
  double operator()(double v) const { return a * v * v + b; }
};

template <class T>
void of_elements(tensor<T, 5, 33> &x, const tensor<T, 5, 33> &y, double s,
                 const polynomial &p) {
  [[heddle::map]] x = elementwise([](T v) { return v * v + 1; }, y);
  [[heddle::map]] x = elementwise(
      [s](auto u, const auto &v) { return u < v ? s * u : std::max(u, T(2)) - v; },
      x, 2 * y);
  [[heddle::map]] x = x * elementwise([t = s / 3](float v) -> float {
    const float w = v - 1;
    return w * w + t;
  }, y);
  [[heddle::map]] x = elementwise(clipped, x + y);
  [[heddle::map]] x = elementwise(p, y) - x;
  [[heddle::map]] x = elementwise(
      [](T v) { return std::sqrt(std::fabs(double(v))) + cube(v); }, x);
  [[heddle::map]] x = pad(elementwise([](T v) { return v + v; },
                                      slice(y, {0, 1}, {4, 32})),
                          {1, 2}, {0, 0});
}

CASE(functions_of_elements) {
  const auto all = [&](auto x, auto y, int type) {
    fill(x, 1), fill(y, 2);
    r.call({type}, {taken::fast, 7}, [&] {
      of_elements(x, y, 0.7, {0.3, -1.5});
      keep(r, x);
    });
  };
  all(tensor<double, 5, 33>(), tensor<double, 5, 33>(), 1);
  all(tensor<float, 5, 33>(), tensor<float, 5, 33>(), 2);
  all(tensor<int, 5, 33>(), tensor<int, 5, 33>(), 3);
}

} // namespace SIDE
