// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, lambdas and slices in tensor statements that are not understood:
// refused at the smallest part that is the reason, with the calls around it.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -ferror-limit=0 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using vector = tensor<double, 100>;
using matrix = tensor<double, 100, 100>;

vector table;
int counter = 0;

template <class A> auto either(const A &a, bool which) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'if (which) return 2 * a' cannot be mapped in a tensor statement: 'either' does more than return one expression [heddle-HD163]
  if (which)
    return 2 * a;
  return 3 * a;
}
auto with_static(const vector &a) {
  // CHECK-DAG: :[[@LINE+1]]:3: error: 'static int calls = 0;' cannot be mapped in a tensor statement: a function in a tensor statement has no variables but numbers, views and expressions [heddle-HD163]
  static int calls = 0;
  return calls * a;
}
auto of_table(const vector &a) {
  // CHECK-DAG: :[[@LINE+1]]:14: error: 'table' cannot be mapped in a tensor statement: it is no argument of 'of_table'; pass it [heddle-HD163]
  return a * table;
}
auto changed(const vector &a, double s) {
  // CHECK-DAG: :[[@LINE+1]]:10: error: '++s' cannot be mapped in a tensor statement: it does more than read [heddle-HD163]
  return ++s * a;
}
auto of_global(const vector &a) {
  // CHECK-DAG: :[[@LINE+1]]:10: error: 'counter' cannot be mapped in a tensor statement: it is not understood; pass it as an argument [heddle-HD163]
  return counter * a;
}
template <int N> auto power(const vector &a) {
  if constexpr (N == 1)
    return a + 0;
  else
    // CHECK-DAG: :[[@LINE+1]]:12: error: 'power<N - 1>(a)' cannot be mapped in a tensor statement: it calls itself [heddle-HD163]
    return power<N - 1>(a) * a;
}
auto copies(vector a) { return std::move(a) * 2; }
template <class E> auto first(const vector &a, const E &) { return a + 1; }
struct model {
  virtual ~model() = default;
  virtual tensor_view<const double, 100> bias(const vector &a) const {
    return a;
  }
};
auto outer_call(const vector &a) { return of_table(a) + 1; }

void functions(vector &x, const matrix &a, const model &m) {
  // CHECK-DAG: :[[@LINE+1]]:23: note: 'either' is called here
  [[heddle::map]] x = either(x, true);
  // CHECK-DAG: note: 'with_static' is called here
  [[heddle::map]] x = with_static(x);
  // CHECK-DAG: :[[@LINE-7]]:43: note: 'of_table' is called here
  // CHECK-DAG: :[[@LINE+1]]:23: note: 'outer_call' is called here
  [[heddle::map]] x = outer_call(x);
  [[heddle::map]] x = changed(x, 2);
  [[heddle::map]] x = of_global(x);
  [[heddle::map]] x = power<2>(x);
  // CHECK-DAG: :[[@LINE+1]]:30: error: 'x' cannot be mapped in a tensor statement: 'copies' takes a copy of it, to which no expression may refer [heddle-HD163]
  [[heddle::map]] x = copies(x);
  // CHECK-DAG: :[[@LINE+1]]:32: error: 'outer(a, a)' cannot be mapped in a tensor statement: 'first' does not use it; leave it out [heddle-HD163]
  [[heddle::map]] x = first(x, outer(a, a));
  // CHECK-DAG: :[[@LINE+1]]:23: error: 'm.bias(x)' cannot be mapped in a tensor statement: which function a virtual one is, is known at run time [heddle-HD163]
  [[heddle::map]] x = m.bias(x) + 1;
  // CHECK-DAG: :[[@LINE+1]]:32: error: '++counter' cannot be mapped in a tensor statement: it does more than read [heddle-HD163]
  [[heddle::map]] x = first(x, ++counter);
  const auto captures = [&](const vector &v) { return v + x; };
  // CHECK-DAG: :[[@LINE+1]]:23: error: 'captures(x)' cannot be mapped in a tensor statement: a lambda that captures; pass what it captures [heddle-HD163]
  [[heddle::map]] x = captures(x);
}

double unseen(double);

void of_elements(vector &x, double s, double (*f)(double)) {
  // CHECK: :[[@LINE+1]]:35: error: {{.*}} cannot be mapped in a tensor statement: it captures more than numbers by copy; write '[=]' or name them [heddle-HD163]
  [[heddle::map]] x = elementwise([&](double v) { return v + s; }, x);
  const auto by_copy = [s](double v) { return v + s; };
  // CHECK: :[[@LINE+1]]:35: error: 'by_copy' cannot be mapped in a tensor statement: a lambda that captures and stands elsewhere; write it in the statement [heddle-HD163]
  [[heddle::map]] x = elementwise(by_copy, x);
  // CHECK: :[[@LINE+1]]:35: error: 'f' cannot be mapped in a tensor statement: which function it is, is known at run time [heddle-HD163]
  [[heddle::map]] x = elementwise(f, x);
  // CHECK: :[[@LINE+1]]:35: error: 'unseen' cannot be mapped in a tensor statement: it is defined where it is not seen [heddle-HD163]
  [[heddle::map]] x = elementwise(unseen, x);
  // CHECK: :[[@LINE+1]]:57: error: 'unseen(v)' cannot be mapped in a tensor statement: its operations are written where they are not seen; write them in the statement [heddle-HD163]
  [[heddle::map]] x = elementwise([](double v) { return unseen(v) + 1; }, x);
  // CHECK: :[[@LINE+2]]:50: error: 'if (v < 0) return -v' cannot be mapped in a tensor statement: the lambda does more than return one expression [heddle-HD163]
  // CHECK: :[[@LINE+1]]:23: note: the lambda is called here
  [[heddle::map]] x = elementwise([](double v) { if (v < 0) return -v; return v; }, x);
  // CHECK: :[[@LINE+1]]:57: error: 'v += 1' cannot be mapped in a tensor statement: it is not understood; pass it as an argument [heddle-HD163]
  [[heddle::map]] x = elementwise([](double v) { return v += 1; }, x);
}

void windows(vector &x, const vector &y, const std::array<std::ptrdiff_t, 1> &at,
             long n) {
  // CHECK: :[[@LINE+1]]:32: error: 'at' cannot be mapped in a tensor statement: indices are written in braces [heddle-HD163]
  [[heddle::map]] x = slice(y, at, {100});
  // CHECK: :[[@LINE+1]]:44: error: '{n}' cannot be mapped in a tensor statement: a step is a number above zero [heddle-HD163]
  [[heddle::map]] x = slice(y, {0}, {100}, {n});
  // CHECK: error: 'slice(y, {2}, {102})' cannot be mapped in a tensor statement: its shapes do not fit: '102' is more than '100' [heddle-HD163]
  [[heddle::map]] x = slice(y, {2}, {102});
  // CHECK: error: 'x = slice(y, {2}, {90})' cannot be mapped in a tensor statement: its shapes differ: '100' is not '88' [heddle-HD163]
  [[heddle::map]] x = slice(y, {2}, {90});
  // CHECK: :[[@LINE+1]]:46: error: 'tensor<double, 3>()' cannot be mapped in a tensor statement: a tensor that has no name; make it a variable [heddle-HD163]
  [[heddle::map]] x = conv(pad(x, {1}, {1}), tensor<double, 3>());
}
