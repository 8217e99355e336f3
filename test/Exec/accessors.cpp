//===- accessors.cpp - classes whose functions give elements --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <memory>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// As many write them: private data, public functions.
template <class T> class matrix {
public:
  matrix(int rows, int columns)
      : rows_(rows), columns_(columns),
        data_(static_cast<std::size_t>(rows > 0 ? rows * columns : 0)) {}
  T &operator()(int i, int j) { return data_[i * columns_ + j]; }
  T operator()(int i, int j) const { return data_[i * columns_ + j]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  T *data() { return data_.data(); }
  const T *data() const { return data_.data(); }
  std::size_t size() const { return data_.size(); }

private:
  int rows_, columns_;
  std::vector<T> data_;
};

void add(matrix<double> &c, const matrix<double> &a, const matrix<double> &b) {
  [[heddle::map]]
  for (int i = 0; i < c.rows(); ++i)
    for (int j = 0; j < c.columns(); ++j)
      c(i, j) = 2 * a(i, j) + b(i, j);
}

template <class T> void multiply(matrix<T> &c, const matrix<T> &a,
                                 const matrix<T> &b) {
  const int n = a.columns();
  [[heddle::map(GridBlock(2, Permute({0, 2, 1, 3}, SplitLast(8, Permute({1, 2, 0}, SplitLast(8, ShiftLB(Gen)))))))]]
  for (int i = 0; i < c.rows(); ++i)
    for (int j = 0; j < c.columns(); ++j) {
      T sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) += sum;
    }
}

// A row's pointer, and a reference to an element.
void halves(matrix<double> &to, matrix<double> &from) {
  [[heddle::map]]
  for (int i = 0; i < to.rows(); ++i) {
    const double *row = &from(i, 0);
    for (int j = 0; j < to.columns(); ++j) {
      double &element = to(i, j);
      element = row[j] / 2;
    }
  }
}

// Elements that iterations share.
void binned(matrix<int> &bins, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    bins(0, i % 4) += i;
}

// In place, with a copy of what later iterations overwrite.
void drift(matrix<float> &m) {
  [[heddle::map, heddle::copy(m)]]
  for (int i = 0; i < m.rows() - 1; ++i)
    for (int j = 0; j < m.columns(); ++j)
      m(i, j) = m(i + 1, j) - m(i, j);
}

/// A view with strides, whose functions call each other.
template <class T> struct view {
  T *p;
  int stride;
  T &at(int y, int x) const { return *(p + y * stride + x); }
  T &operator()(int y, int x) const { return at(y, x); }
  T &operator[](int x) const { return at(0, x); }
};
void turn(view<int> to, view<const int> from, int rows, int columns) {
  [[heddle::map]]
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      to.at(y, x) = from(x, y) + from[y];
}

/// A member that the class owns, and a halo.
class field {
public:
  explicit field(int n) : n_(n), values_(new double[size()]()) {}
  int size() const { return (n_ > 0 ? n_ : 0) + 2; }
  double *values() { return values_.get(); }
  const double *values() const { return values_.get(); }
  double &operator[](int i) { return values_[i + 1]; }
  const double &operator[](int i) const { return values_[i + 1]; }
  void smooth(const field &from) {
    [[heddle::map]]
    for (int i = 0; i < n_; ++i)
      (*this)[i] = 0.5 * (from[i - 1] + from[i + 1]);
  }

private:
  int n_;
  std::unique_ptr<double[]> values_;
};

// A lambda that gives an element.
void lambdas(float *y, const float *x, int n, int m) {
  const auto out = [&](int i, int j) -> float & { return y[i * m + j]; };
  const auto in = [=](int i, int j) { return x[j * n + i]; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      out(i, j) = in(i, j) * 2;
}

// One function reads, another gives the element to write, of one container; one
// of them is const.
class wave {
public:
  wave(float *x, int n) : values_(x, x + std::max(n, 0)) {}
  float at(int i) const { return values_[i]; }
  float &set(int i) { return values_[i]; }
  const std::vector<float> &values() const { return values_; }
  void damp(float by) {
    [[heddle::map]]
    for (int i = 0; i < static_cast<int>(values_.size()); ++i)
      set(i) = at(i) * by;
  }
  std::vector<float> values_;
};
struct rows {
  std::vector<std::array<float, 3>> cells;
  float at(int i, int k) const { return cells[i][k]; }
  float &set(int i, int k) { return cells[i][k]; }
};
void raised(rows &m, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      m.set(i, k) = m.at(i, k) + k;
}

template <class M> void fill(M &m, int seed) {
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.columns(); ++j)
      m(i, j) = (i * 31 + j * 17 + seed) % 23;
}
template <class M> void keep(harness::recorder &r, const M &m) {
  std::copy(m.data(), m.data() + m.size(),
            r.out<std::remove_cv_t<std::remove_reference_t<
                decltype(*m.data())>>>(m.size()));
}

// Materials as proxy apps of hydrodynamics have them: a function for each field.
class domain {
public:
  explicit domain(int n) {
    for (int i = 0; i < n; ++i) {
      e_.push_back(i % 5 + 0.25);
      p_.push_back(i % 3);
      list_.push_back((i * 7) % n);
    }
  }
  double &e(int i) { return e_[i]; }
  const double &e(int i) const { return e_[i]; }
  double p(long i) const { return p_[i]; }
  double &p(long i) { return p_[i]; }
  int &list(unsigned char i) { return list_[i]; }
  int place(int i) const { return list_[i]; }
  double &narrow(short n) { return p_[n]; }
  // The corners of an element, and a field from an element on.
  const int *corners(int i) const { return &list_[2 * i]; }
  double *e_from(int k) { return e_.data() + k; }

private:
  std::vector<double> e_, p_;
  std::vector<int> list_;
};

// The parameter's type is narrower than what data say.
void converted(domain &d, const int *k, const long *l, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = d.narrow(k[i]) + d.narrow(static_cast<short>(l[i])) + d.e(l[i]);
}

// Functions that return a pointer, in the nest and in a local of it.
void cornered(domain &d, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n / 2; ++i) {
    const int *const corner = d.corners(i);
    double sum = 0;
    for (int k = 0; k < 2; ++k)
      sum += d.e(corner[k]) * (k + 1);
    y[i] = sum + d.corners(i)[1] + d.p(d.place(i));
  }
}

void shifted(domain &d, int n) {
  [[heddle::map]]
  for (int i = 0; i < n - 1; ++i)
    d.e_from(1)[i] = i + 2 * d.p(n - 1 - i);
}

struct table {
  double *data;
  int columns;
  double *row(int i) const { return data + i * columns; }
};

void by_rows(const table &c, const table &a, int n) {
  const int m = c.columns;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double *to = c.row(i);
    for (int j = 0; j < m; ++j)
      to[j] += a.row(i)[j] * a.row(0)[j];
  }
}

// Subscripts that data decide stay in the text, in the type of the parameter.
void gathered(domain &d, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int at = d.list(i);
    y[i] = d.e(at) + d.p(d.list(n - 1 - i)) * d.e(d.list(i));
  }
}

void scattered(domain &d, const double *x, int n) {
  [[heddle::map, heddle::extent(x, n)]]
  for (int i = 0; i < n; ++i) {
    d.p(i) += x[d.list(i)];
    d.e(i) = d.p(i) < 2 ? 1 : 2;
  }
}

CASE(subscripts_of_data) {
  for (const int n : {1, 2, 40}) {
    domain d(n);
    r.call({1, n}, taken::fast, [&] { gathered(d, r.out<double>(n), n); });
    const double *x = r.in<double>(n);
    r.call({2, n}, taken::fast, [&] {
      scattered(d, x, n);
      for (int i = 0; i < n; ++i)
        r.keep(d.e(i) + d.p(i));
    });
  }
}

CASE(converted_subscripts) {
  for (const int n : {0, 1, 40}) {
    domain d(40);
    std::vector<int> k;
    std::vector<long> l;
    for (int i = 0; i < n; ++i) {
      k.push_back(65536 * (i % 3) + 39 - i);
      l.push_back((1L << 32) * (i % 2) + i);
    }
    r.call({n}, harness::fast_if(n > 0),
           [&] { converted(d, k.data(), l.data(), r.out<double>(n), n); });
  }
}

// A local of which data decide is an argument beside others.
struct plane {
  double *data;
  int width;
  double &operator()(std::size_t i, std::size_t j) const { return data[i + j * width]; }
};
void upwind(plane to, plane from, plane flux, int n, int m) {
  [[heddle::map]]
  for (int j = 1; j < m; ++j)
    for (int i = 1; i < n; ++i) {
      int donor, row = j;
      if (flux(i, j) > 2) {
        donor = i - 1;
        row = j - 1;
      } else {
        donor = i;
      }
      to(i, j) = from(donor, row) - from(donor, j) * flux(i, j);
    }
}
CASE(locals_as_arguments) {
  for (int n : {1, 2, 17})
    for (int m : {1, 3, 20}) {
      auto to = r.out<double>(n * m);
      const double *from = r.in<double>(n * m), *flux = r.in<double>(n * m);
      r.call({n, m}, taken::any, [&] {
        upwind({to, n}, {const_cast<double *>(from), n}, {const_cast<double *>(flux), n}, n, m);
      });
    }
}

CASE(functions_that_give_pointers) {
  for (const int n : {0, 1, 2, 40}) {
    domain d(n);
    r.call({1, n}, harness::fast_if(n > 1), [&] { cornered(d, r.out<double>(n), n); });
    r.call({2, n}, harness::fast_if(n > 1), [&] {
      shifted(d, n);
      for (int i = 0; i < n; ++i)
        r.keep(d.e(i));
    });
    const int m = 5;
    r.call({3, n}, taken::any, [&] {
      double *c = r.out<double>(n * m), *a = r.in<double>(n * m + 5);
      by_rows({c, m}, {a, m}, n);
    });
  }
}

CASE(accessors) {
  for (const int n : {-1, 0, 1, 2, 31, 40}) {
    const int m = n > 0 ? n + 3 : 4;
    const auto expected = harness::fast_if(n > 0);
    matrix<double> a(n, m), b(n, m), c(n, m);
    fill(a, 1), fill(b, 2);
    r.call({1, n}, expected, [&] { add(c, a, b), keep(r, c); });
    matrix<float> d(n, m), e(m, 7), f(n, 7);
    fill(d, 3), fill(e, 4), fill(f, 5);
    r.call({2, n}, expected, [&] { multiply(f, d, e), keep(r, f); });
    r.call({3, n}, taken::any, [&] { drift(d), keep(r, d); });
    matrix<int> bins(1, 4);
    r.call({7, n}, expected, [&] { halves(c, a), keep(r, c); });
    r.call({8, n}, taken::any, [&] { binned(bins, n), keep(r, bins); });
    auto to = r.out<int>(n > 0 ? n * m : 0);
    auto from = r.in<int>(n > 0 ? n * m : 0);
    r.call({4, n}, expected, [&] {
      turn({to, m}, {from, n}, n, m);
    });
    field u(n), v(n);
    for (int i = -1; i <= n; ++i)
      v[i] = i * i % 7;
    r.call({5, n}, expected, [&] {
      u.smooth(v);
      for (int i = 0; i < n; ++i)
        r.keep(u[i]);
    });
    wave w(r.in<float>(n), n);
    rows cells{std::vector<std::array<float, 3>>(w.values().size())};
    for (std::size_t i = 0; i < cells.cells.size(); ++i)
      cells.cells[i] = {w.at(static_cast<int>(i)), 2, 3};
    r.call({9, n}, expected, [&] {
      w.damp(0.75f);
      for (float each : w.values())
        r.keep(each);
    });
    r.call({10, n}, expected, [&] {
      raised(cells, n);
      for (const auto &row : cells.cells)
        for (float each : row)
          r.keep(each);
    });
    auto y = r.out<float>(n > 0 ? n * m : 0);
    auto x = r.in<float>(n > 0 ? n * m : 0);
    r.call({6, n}, expected, [&] { lambdas(y, x, n, m); });
  }
}

} // namespace SIDE
