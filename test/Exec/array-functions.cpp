//===- array-functions.cpp - functions that read arrays -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

static float blur3(const float *p) { return (p[-1] + p[0] + p[1]) / 3; }
void blurred(float *y, const float *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    y[i] = blur3(&x[i]) + blur3(x + n - 1 - i);
}

// A loop of the function, with rows of a run-time length, as arrays of one
// argument and of the other.
static double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += a[k] * b[k];
  return s;
}
void gram(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = dot(x + i * n, x + j * n, n);
}

// Reading what the iteration itself writes, before and after.
static int twice(const int *v, int by) {
  int t = v[0];
  if (by > 2)
    t += by;
  return 2 * t;
}
void in_place(int *x, int n) {
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < n; ++i) {
    x[i] = twice(x + i, i);
    x[i] += twice(&x[i], 3);
  }
}

// Guards, early returns and loops that count down; parameters that change; a
// name of the nest for another thing; overloads and templates.
static double clamped(const double *x, int i, int n) {
  if (i < 0)
    return x[0];
  if (i >= n)
    return x[n - 1];
  return x[i];
}
static int clamped(const int *x, int j, int n) {
  j = j < 0 ? 0 : j;
  return j >= n || n == 0 ? -1 + x[0] : x[0];
}
template <int R, class T> static T smooth(const T *const y, int n) {
  T all = 0;
  for (int k = R; k >= -R; --k)
    all += T(R + 1 - (k < 0 ? -k : k)) * y[n + k];
  return all;
}
void borders(double *y, const double *x, const int *z, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double all = clamped(x, i - 2, n) + clamped(x, i + 2, n) + clamped(z, i, n);
    if (i >= 2 && i + 2 < n)
      all += smooth<2>(x, i) + smooth<1>(z + 1, i - 1);
    y[i] = all;
  }
}

// Arrays with rows, and an array of the iteration's own.
static double trace(const double (&a)[3][3]) {
  return a[0][0] + a[1][1] + a[2][2];
}
static double corner(const double (*a)[3], int i) { return a[i][2] - a[0][i]; }
static void weights(double t, double *w) {
  w[0] = t;
  for (int k = 1; k < 3; ++k)
    w[k] = w[k - 1] * t;
}
void matrices(double *y, const double (*a)[3][3], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double w[3];
    weights(a[i][1][1], w);
    y[i] = trace(a[i]) + corner(a[i], 1) + dot(w, a[i][2], 3);
  }
}

// In a condition, in a loop's end, where data say which element.
static int count(const int *x, int n) {
  int c = 0;
  for (int k = 0; k < n; ++k) {
    if (x[k] % 3 == 0)
      continue;
    ++c;
  }
  return c;
}
static double at(const std::vector<double> &table, int i) {
  const int size = static_cast<int>(table.size());
  return table[(i % size + size) % size];
}
void counted(double *y, const int *x, const std::vector<double> &table, int n) {
  [[heddle::map]]
  for (int i = 0; i < n - 4; ++i) {
    double s = 0;
    for (int k = 0; k < count(&x[i], 4) && s < 50; ++k)
      s += at(table, x[i] + k);
    y[i] = count(x + i + 1, 3) > 1 ? s : -s;
  }
}

//===----------------------------------------------------------------------===//
// Containers, and arrays that a function names
//===----------------------------------------------------------------------===//

static double row(const std::vector<double> &a, int i,
                  const std::vector<double> &x) {
  double s = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    s += a[i * x.size() + k] * x[k];
  return s;
}
static double norm(const std::array<double, 2> &v) {
  return v[0] * v[0] + v[1] * v[1];
}
static double both(const std::vector<double> &a, int i,
                   const std::vector<std::array<double, 2>> &p,
                   const std::vector<double> &x) {
  const double *from = a.data() + i;
  return from[0] + norm(p[i]) + row(a, i, x);
}
void rows(std::vector<double> &y, const std::vector<double> &a,
          const std::vector<double> &x,
          const std::vector<std::array<double, 2>> &p) {
  [[heddle::map]]
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = both(a, static_cast<int>(i), p, x);
}

static double weight[5] = {1, 4, 6, 4, 1};
static double weighted(const double *x, int i) {
  double s = 0;
  for (int k = -2; k <= 2; ++k)
    s += weight[k + 2] * x[i + k];
  return s;
}
void lambdas(double *y, const double *x, const std::vector<double> &z, int n,
             int w) {
  const double *shifted = x - 1;
  const auto value = [=](int i, int j) {
    const int at = i * w + j;
    if (j < 0 || j >= w)
      return 0.0;
    return shifted[at + 1];
  };
  const auto last = [&](std::size_t back) {
    const std::size_t size = z.size();
    return back < size ? z[size - 1 - back] : 0;
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < w; ++j) {
      double t = value(i, j - 1) + last(static_cast<std::size_t>(j));
      if (j >= 2 && j + 2 < w)
        t += weighted(x + i * w, j);
      y[i * w + j] = t;
    }
}

class grid {
public:
  grid(const double *x, int rows, int columns)
      : rows_(rows), columns_(columns), data(x, x + rows * columns) {}
  const double &operator()(int i, int j) const {
    return data[i * columns_ + j];
  }
  double laplace(int i, int j) const {
    double around = 0;
    for (int k = -1; k <= 1; k += 2)
      around += (*this)(i + k, j) + (*this)(i, j + k);
    return around - 4 * (*this)(i, j);
  }
  void step(double *y) const {
    [[heddle::map]]
    for (int i = 1; i < rows_ - 1; ++i)
      for (int j = 1; j < columns_ - 1; ++j)
        y[i * columns_ + j] = laplace(i, j) / 4;
  }
  const std::vector<double> &values() const { return data; }
  int columns() const { return columns_; }

private:
  int rows_, columns_;
  std::vector<double> data;
};
void laplacian(double *y, const grid &g, int n) {
  const auto edge = [&](int i) {
    const double here = g(i, i);
    return here > 0 ? here : g.laplace(i, i);
  };
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    y[i] = edge(i) + g.laplace(1, i);
}

// What later iterations overwrite: the functions get a copy.
static double next(const double *p) { return p[1]; }
static double after(const double *p, int n) {
  double s = 0;
  for (int k = 1; k < n; ++k)
    s += next(p + k - 1);
  return s;
}
void ahead(double *x, std::vector<double> &y, int n) {
  [[heddle::map, heddle::copy(x, y)]]
  for (int i = 0; i < n - 3; ++i) {
    x[i] = next(&x[i]) + after(x + i, 4) - x[i + 1];
    y[i] += next(&y[i]);
  }
}

// Lambdas that call others.
void composed(double *y, const double *x, int n, int w) {
  const auto value = [&](int i, int j) {
    const int k = j < 0 ? 0 : j;
    return x[i * w + k];
  };
  const auto slope = [&](int i, int j) {
    const double here = value(i, j);
    return (here - value(i, j - 1)) * w;
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < w; ++j)
      y[i * w + j] = slope(i, j) + value(i, 0);
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

struct point {
  float x, y, z;
  float times(const point &o) const {
    return x * o.x + this->y * o.y + z * o.z;
  }
  float length() const {
    const float self = times(*this);
    return std::sqrt(self);
  }
};
struct particle {
  point at, by;
  double mass;
  float w[3];
  double work(int k) const {
    double s = 0;
    for (int j = k; j < 3; ++j)
      s += w[j];
    return mass * by.length() + s;
  }
};
static float dot(point a, const point &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static float distance(const particle &a, const particle &b) {
  const float x = a.at.x - b.at.x, y = a.at.y - b.at.y;
  return x * x + y * y + dot(a.by, b.by);
}
static double energy(particle p) {
  double s = 0;
  for (int k = 0; k < 3; ++k)
    s += p.w[k];
  return s * p.mass + dot(p.at, p.by);
}
static double total(const particle *p, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += energy(p[k]) + p[k].mass + (p + k)->at.z;
  return s;
}
void pairs(double *y, const particle *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      s += distance(p[i], p[j]);
    y[i] = s + energy(p[i]) + total(p + i, n - i) + p[i].at.times(p[0].by) +
           p[i].work(i % 3) + (p + i)->by.length();
  }
}
void moved(std::vector<particle> &p, int n) {
  [[heddle::map, heddle::inplace(p)]]
  for (int i = 1; i < n; ++i) {
    particle &q = p[i];
    q.mass = energy(q) + dot(q.at, p[i - 1].by) + q.work(0) +
             p[i - 1].at.length();
  }
}

double sums(const double *x, int n) {
  double all = 0;
  [[heddle::map, heddle::reduce(all)]]
  for (int i = 0; i < n; ++i)
    all += dot(x, x + i, n - i);
  return all;
}

// Where data say whether it is called at all.
static int fewer(const int *p) {
  const int v = p[0];
  if (v < 1)
    return v;
  return v - 1;
}
void selected(int (&y)[99], const int (&x)[33], const int (&keys)[33], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (keys[i] > 0)
      for (int k = 0; k < 3; ++k)
        y[3 * i + k] = fewer(x + k);
}

CASE(array_functions) {
  for (const int n : {-1, 0, 1, 2, 3, 7, 33}) {
    const auto expected = harness::fast_if(n > 0);
    const auto inside = harness::fast_if(n > 2);
    const int square = n > 0 ? n * n : 0;
    auto v = r.in<float>(n);
    auto w = r.out<float>(n);
    r.call({1, n}, inside, [&] { blurred(w, v, n); });
    auto x = r.in<double>(square);
    auto y = r.out<double>(square);
    r.call({2, n}, expected, [&] { gram(y, x, n); });
    auto a = r.in<int>(n);
    r.call({3, n}, expected, [&] { in_place(a, n); });
    x = r.in<double>(n);
    y = r.out<double>(n);
    a = r.in<int>(n);
    r.call({4, n}, expected, [&] { borders(y, x, a, n); });
    auto m = r.in<double>(9 * n);
    y = r.out<double>(n);
    r.call({5, n}, expected, [&] {
      matrices(y, reinterpret_cast<const double(*)[3][3]>(+m), n);
    });
    a = r.in<int>(n);
    x = r.in<double>(5);
    y = r.out<double>(n);
    const std::vector<double> table(x, x + 5);
    r.call({6, n}, harness::fast_if(n > 4), [&] { counted(y, a, table, n); });
    x = r.in<double>(square);
    y = r.out<double>(n);
    const std::size_t size = n > 0 ? n : 0;
    const std::vector<double> all(x, x + square), some(x, x + size);
    std::vector<double> out(size);
    const std::vector<std::array<double, 2>> couples(size, {n / 4.0, 3});
    r.call({7, n}, expected, [&] {
      rows(out, all, some, couples);
      std::copy(out.begin(), out.end(), y);
    });
    x = r.in<double>(square);
    y = r.out<double>(square);
    r.call({8, n}, expected, [&] { lambdas(y, x, table, n, n); });
    if (n >= 0) {
      x = r.in<double>(square);
      const grid g(x, n, n);
      y = r.out<double>(square);
      r.call({9, n}, inside, [&] { g.step(y); });
      y = r.out<double>(n);
      r.call({10, n}, inside, [&] { laplacian(y, g, n); });
    }
    x = r.in<double>(n);
    r.call({11, n}, taken::any, [&] { r.keep(sums(x, n)); });
    auto keys = r.in<int>(33), b = r.in<int>(33), c = r.in<int>(99);
    r.call({13, n}, expected, [&] {
      selected(*reinterpret_cast<int(*)[99]>(+c),
               *reinterpret_cast<int(*)[33]>(+b),
               *reinterpret_cast<int(*)[33]>(+keys), n);
    });
    x = r.in<double>(n);
    auto z = r.in<double>(n);
    std::vector<double> held(z, z + size);
    r.call({14, n}, taken::any, [&] {
      ahead(x, held, n);
      std::copy(held.begin(), held.end(), z);
    });
    x = r.in<double>(square);
    y = r.out<double>(square);
    r.call({15, n}, expected, [&] { composed(y, x, n, n); });
    auto numbers = r.in<float>(9 * n);
    std::vector<particle> some_particles(size);
    for (std::size_t i = 0; i < size; ++i) {
      const float *f = numbers + 9 * i;
      some_particles[i] = {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, f[6],
                           {f[7], f[8], 1}};
    }
    y = r.out<double>(n);
    r.call({16, n}, expected, [&] { pairs(y, some_particles.data(), n); });
    y = r.out<double>(n);
    r.call({17, n}, harness::fast_if(n > 1), [&] {
      moved(some_particles, n);
      for (std::size_t i = 0; i < size; ++i)
        y[i] = some_particles[i].mass;
    });
    // The same memory, so that the loop runs as it is written.
    auto shared = r.in<float>(n);
    r.call({12, n}, taken::any, [&] { blurred(shared, shared, n); });
  }
}

} // namespace SIDE
