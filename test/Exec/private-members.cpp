//===- private-members.cpp - member functions over private data -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <complex>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

class Field {
public:
  Field(double *d, int width, double scale)
      : m_data(d), m_width(width), m_gain{scale, 2 * scale} {}
  double value(int i, int j) const {
    return m_data[j * m_width + i] * m_gain[i & 1];
  }
  double &at(int i, int j) { return m_data[j * m_width + i]; }

private:
  double *m_data;
  int m_width;
  double m_gain[2];
};

class Domain {
public:
  explicit Domain(std::size_t n) : m_x(n), m_v(n), m_mass(n) {
    for (std::size_t i = 0; i < n; ++i) {
      m_x[i] = double(i);
      m_v[i] = double(n - i);
      m_mass[i] = double(1 + i % 5);
    }
  }
  double &x(int i) { return m_x[i]; }
  double &v(int i) { return m_v[i]; }
  double mass(int i) const { return m_mass[i]; }

private:
  std::vector<double> m_x, m_v, m_mass;
};

// Two classes whose members have one name, and a template's.
template <class T> class Table {
  T m_data[16];

public:
  explicit Table(T first) {
    for (int i = 0; i < 16; ++i)
      m_data[i] = first + T(i);
  }
  T operator()(int i) const { return m_data[i & 15]; }
};

// A pointer given through two objects, and a member with a name that functions
// of launches end with.
class Model {
  Field m_field;
  double body;

public:
  Model(const Field &f, double shift) : m_field(f), body(shift) {}
  double shifted(int i, int j) const { return m_field.value(i, j) + body; }
};

// By reference, by pointer and by value.
void sample(const Field &f, Field *to, double *out, int n, int m) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      out[j * n + i] = f.value(i, j) + 1.0;
      to->at(i, j) = out[j * n + i] * 0.5;
    }
}

void advance(Domain &d, double dt, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    d.v(i) -= dt / d.mass(i);
    d.x(i) += d.v(i) * dt;
  }
}

void look_up(const Table<double> t, const Table<int> &k, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = t(i) * k(i + 3);
}

void shift(const Model &model, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = model.shifted(i, 1);
}

// Each instantiation has its own class.
template <class T> void scale(const Table<T> &t, T *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = t(i) * T(2);
}

// Kernels have another type for such numbers, the class has not.
template <class T> class Signal {
  T *m_data;

public:
  explicit Signal(T *d) : m_data(d) {}
  T &at(int i) { return m_data[i]; }
};

void turn(Signal<std::complex<double>> &s, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    s.at(i) *= std::complex<double>(0, i);
}

// The elements may be those of y.
void overlapping(const Field &f, double *y, int n) {
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    y[i] = f.value(i - 1, 0);
}

// A class whose members and getters have the names of its base's.
struct Scaled {
  double k = 2;
  double scaled(double x) const { return x * k + hidden(); }
  double hidden() const { return offset; }

private:
  double offset = 0.5;
};
struct Rescaled : Scaled {
  double k = 64, offset = 7;
  double hidden() const { return 9; }
  double scaled_twice(double x) const { return scaled(scaled(x)); }
};

void rescale(const Rescaled &r, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = r.scaled(y[i]) + r.k + r.scaled_twice(y[i]);
}

CASE(sample) {
  for (int n : harness::few_sizes()) {
    const int m = 5;
    double *a = r.in<double>(n * m), *b = r.out<double>(n * m), *out = r.out<double>(n * m);
    const Field f(a, n, 0.5);
    Field to(b, n, 1);
    r.call({n, m}, harness::fast_if(n > 0), [&] { sample(f, &to, out, n, m); });
  }
}
CASE(advance) {
  for (int n : harness::few_sizes()) {
    Domain d(n > 0 ? n : 0);
    double *x = r.out<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] {
      advance(d, 0.25, n);
      for (int i = 0; i < n; ++i)
        x[i] = d.x(i);
    });
  }
}
CASE(look_up) {
  for (int n : harness::few_sizes()) {
    double *y = r.out<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { look_up(Table<double>(0.5), Table<int>(3), y, n); });
  }
}
CASE(shift) {
  for (int n : harness::few_sizes()) {
    double *y = r.out<double>(n);
    const Field f(r.in<double>(2 * n), n, 0.5);
    r.call({n}, harness::fast_if(n > 0), [&] { shift(Model(f, 3), y, n); });
  }
}
CASE(scale) {
  for (int n : harness::few_sizes()) {
    r.call({n}, harness::fast_if(n > 0), [&] { scale(Table<double>(0.5), r.out<double>(n), n); });
    r.call({n}, harness::fast_if(n > 0), [&] { scale(Table<int>(4), r.out<int>(n), n); });
  }
}
CASE(rescale) {
  for (int n : harness::few_sizes())
    r.call({n}, harness::fast_if(n > 0), [&] { rescale(Rescaled(), r.in<double>(n), n); });
}
CASE(turn) {
  for (int n : harness::few_sizes()) {
    double *parts = r.in<double>(2 * n);
    Signal<std::complex<double>> s(
        reinterpret_cast<std::complex<double> *>(parts));
    r.call({n}, harness::fast_if(n > 0), [&] { turn(s, n); });
  }
}
CASE(overlapping) {
  const int n = 50;
  double *y = r.in<double>(n);
  r.call({n}, taken::sequential, [&] { overlapping(Field(y, n, 0.5), y, n); });
}

} // namespace SIDE
