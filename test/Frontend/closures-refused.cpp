// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas and private members that the launch has no name for.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

template <class F> static double twice(F f, double x) { return f(f(x)); }
template <class F> static double stored(F f, double x) {
  F g = f;
  return g(x);
}
struct Grid {
  class Field {
    double *m_data;
    double m_scale;

  public:
    Field(double *d, double s) : m_data(d), m_scale(s) {}
    double value(int i) const { return m_data[i] * m_scale; }
    double scaled(double v) const { return v * m_scale; }
  };
};

// CHECK: :[[@LINE+3]]:3: error: the kernel cannot be a template like this one: a template argument is a lambda, and what that has captured has no name here; write the loop where the lambda is made [heddle-HD158]
template <class Body> void forall(int n, Body body) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    body(i);
}
void calls(double *y, int n) {
  forall(n, [=](int i) { y[i] = i; });
}

void refused(const Grid::Field &f, double *y, int n, double by) {
  const auto step = [by](double v) { return v * by; };
  int count = 0;
  auto counts = [count](double v) mutable { return v * ++count; };
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:28: error: a lambda that is given to a function and that no variable holds is not understood in a mapped nest [heddle-HD213]
    const double a = twice([by](double v) { return v + by; }, y[i]);
    // CHECK: :[[@LINE+1]]:22: error: 'stored<{{.*}}>' is called, of which a kernel cannot have a copy: {{.*}} cannot be named where the kernel stands{{.*}}[heddle-HD238]
    const double b = stored(step, y[i]);
    // CHECK: :[[@LINE+1]]:22: error: 'twice<{{.*}}>' is called, of which a kernel cannot have a copy: 'f' is called, {{.*}}this write to 'count'{{.*}}[heddle-HD238]
    const double c = twice(counts, y[i]);
    // CHECK: :[[@LINE+1]]:22: error: 'Grid::Field::value' {{.*}}: 'm_data', which is private, and which no public member function only returns, is not understood in a mapped nest [heddle-HD238]
    const double d = f.value(i);
    // CHECK: :[[@LINE+1]]:22: error: 'Grid::Field::scaled' {{.*}}: it reads 'm_scale', which is private, and which no public member function only returns [heddle-HD238]
    const double e = f.scaled(2);
    y[i] = a + b + c + d + e;
  }
}
