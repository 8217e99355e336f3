//===- functions.cpp - functions that kernels have a copy of --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <heddle/heddle.h>
#include <limits>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace market {
using real = double;
constexpr real half = 0.5;
static real rate = 0.03125;
enum class kind { call, put };
inline real discount(real t) { return 1 / (1 + rate * t); }
// With locals, a branch and an early return.
static real payoff(real spot, const real &strike, kind k) {
  const real gain = k == kind::call ? spot - strike : strike - spot;
  if (gain < 0)
    return 0;
  return gain * half;
}
real value(real spot, real strike, int steps) {
  real sum = 0, weights[3] = {1, 2, 1};
  for (int k = 0; k < steps; ++k) {
    if (k == 5)
      continue;
    sum += weights[k % 3] * payoff(spot + k, strike, kind::call) * discount(k);
  }
  return sum;
}
} // namespace market

void priced(double *y, const double *x, int n, double strike) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = market::value(x[i], strike, i % 9) -
           market::payoff(x[i], strike, market::kind::put);
}

// As a condition, and with a result that is no subscript.
static int rounds(float cx, float cy) {
  float x = 0, y = 0;
  int n = 0;
  while (x * x + y * y < 4 && n < 40) {
    const float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++n;
  }
  return n;
}
static bool is_inside(float cx, float cy) { return rounds(cx, cy) == 40; }
void mandelbrot(int *image, const float *at, int rows, int columns) {
  [[heddle::map]]
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      image[i * columns + j] = is_inside(at[i] / 16, at[j] / 16)
                                   ? 0
                                   : rounds(at[i] / 16, at[j] / 16);
}

// The copy stands where a using-directive brings other names of its own.
typedef int cutter;
static const int beyond = 1;
static double cut(double v) { return (cutter)(v * 100000) + beyond; }
namespace used {
namespace inner {
typedef short cutter;
const int beyond = 2;
} // namespace inner
using namespace inner;
void cut_all(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = cut(x[i]);
}
} // namespace used

// Of the C library, which store results and give integers for numbers.
void taken_apart(double *y, long *l, int *e, const double *x, const float *v,
                 int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double whole = 0, s = 0;
    float c, t;
    y[i] = std::modf(x[i], &whole) - whole + frexp(x[i], &e[i]);
    sincosf(v[i], &t, &c);
    sincos(x[i] / 16, &s, &whole);
    l[i] = lround(x[i]) + std::lround(v[i]) + llrintf(v[i]) +
           std::lround(1000 * (s * s + whole * whole)) +
           lroundf(1000 * (c * c + t * t));
  }
}

void counted(int *bits, const unsigned *h, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const unsigned long wide = 0x100001ul * (h[i] | 4);
    bits[i] = __builtin_popcount(h[i]) + 100 * __builtin_popcountl(wide) +
              __builtin_clz(h[i] | 1) - __builtin_clzl(wide) +
              __builtin_ctz(h[i] | 64) + 7 * __builtin_ctzl(wide) +
              __builtin_ffs(static_cast<int>(h[i])) +
              __builtin_ffsll(static_cast<long long>(wide));
  }
}

// Of a parameter that the function changes, and of an array in place.
static unsigned mixed(unsigned h) {
  h ^= h >> 7;
  h *= 2654435761u;
  return h ^ (h >> 13);
}
void hashed(unsigned *x, int n) {
  [[heddle::map(FoldAll), heddle::inplace(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = mixed(x[i] + mixed(static_cast<unsigned>(i)));
}

// Constants of the library.
void limits(double *y, const float *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float least = std::numeric_limits<float>::infinity();
    for (int k = 0; k <= i; ++k)
      least = x[k] < least ? x[k] : least;
    y[i] = least < std::numeric_limits<double>::max()
               ? least + std::numeric_limits<double>::epsilon()
               : -std::numeric_limits<double>::infinity();
  }
}

// Sums of calls.
double norm(const double *x, int n) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (int i = 0; i < n; ++i)
    sum += market::payoff(x[i], 1, market::kind::call);
  return sum;
}

//===----------------------------------------------------------------------===//
// Templates
//===----------------------------------------------------------------------===//

template <class T> T square(T x) { return x * x; }
template <int N, class T> T power(T x) {
  T all = 1;
  for (int i = 0; i < N; ++i)
    all *= x;
  if constexpr (N % 2 == 0)
    return all + T(1);
  else
    return all;
}
void powers(float *y, double *z, const float *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = power<3>(x[i]) + power<2>(x[i]) + square(x[i]);
    z[i] = power<3>(static_cast<double>(x[i])) + square<double>(x[i]);
  }
}

template <class T> struct smooth {
  T weight;
  T at(T a, T b) const { return weight * a + (T(1) - weight) * b; }
  void apply(T *y, const T *x, int n) const {
    const auto twice = [](T v) -> T { return v + v; };
    [[heddle::map]]
    for (int i = 1; i < n; ++i)
      y[i] = twice(at(x[i], square(x[i - 1])));
  }
};

//===----------------------------------------------------------------------===//
// Methods and lambdas
//===----------------------------------------------------------------------===//

struct spring {
  double stiffness, rest;
  double force(double x) const { return -stiffness * (x - rest); }
  static double cut(double f) { return f > 8 ? 8 : f; }
};
class chain {
public:
  chain(double a, double b) : left{a, 1}, right{b, 2} {}
  void pull(std::vector<double> &f, const std::vector<double> &x) const {
    [[heddle::map]]
    for (std::size_t i = 0; i < f.size(); ++i)
      f[i] = total(x[i]);
  }
  spring left, right;

private:
  double total(double x) const {
    return spring::cut(left.force(x) + right.force(x) * weight);
  }
  double weight = 3;
};
void pulled(double *y, const double *x, int n, const chain &c,
            const spring *s) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = c.left.force(x[i]) + s->force(x[i]) - s->rest;
}

void lambdas(int *y, const int *x, int n, int by) {
  int offset = 4;
  const auto shifted = [offset, &by](int v) { return v * by + offset; };
  const auto clipped = [](int v) {
    if (v < 0)
      return 0;
    return v;
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = clipped(x[i]) + shifted(x[i]);
}

// Arguments that are left to their defaults.
constexpr float gain = 1.25f;
static float shaped(float x, float by = gain, const int &steps = 2,
                    bool up = true) {
  for (int k = 0; k < steps; ++k)
    x = up ? x * by : x / by;
  return x;
}
template <class T> T between(T x, T low = T(-3), T high = T(1) / T(3)) {
  if (x < low)
    return low;
  return x > high ? high : x;
}
void defaults(double *y, const float *x, int n, float by) {
  const auto moved = [by](double v, double to = 0.1) {
    if (v < by)
      v += to;
    return v;
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = shaped(x[i]) + shaped(x[i], by) + shaped(x[i], by, 1, false) +
           between(x[i] / by) + moved(x[i]) + moved(x[i], 2);
}

CASE(functions) {
  for (const int n : {-1, 0, 1, 31, 100}) {
    const auto expected = harness::fast_if(n > 0);
    const auto from_one = harness::fast_if(n > 1);
    const chain c(2, 3);
    const spring s{1.5, 2};
    market::rate = n / 64.0;
    auto x = r.in<double>(n);
    auto y = r.out<double>(n);
    r.call({1, n}, expected, [&] { priced(y, x, n, 2.5); });
    auto at = r.in<float>(n);
    auto image = r.out<int>(n > 0 ? n * n : 0);
    r.call({2, n}, expected, [&] { mandelbrot(image, at, n, n); });
    auto h = r.in<unsigned>(n);
    r.call({3, n}, expected, [&] { hashed(h, n); });
    x = r.in<double>(n);
    r.call({4, n}, taken::any, [&] { r.keep(norm(x, n)); });
    auto v = r.in<float>(n);
    auto w = r.out<float>(n);
    y = r.out<double>(n);
    r.call({5, n}, expected, [&] { powers(w, y, v, n); });
    v = r.in<float>(n);
    w = r.out<float>(n);
    r.call({6, n}, from_one, [&] { smooth<float>{0.25f}.apply(w, v, n); });
    x = r.in<double>(n);
    y = r.out<double>(n);
    r.call({7, n}, from_one, [&] { smooth<double>{0.5}.apply(y, x, n); });
    x = r.in<double>(n);
    y = r.out<double>(n);
    std::vector<double> force(n > 0 ? n : 0), place(x, x + force.size());
    r.call({8, n}, expected, [&] {
      c.pull(force, place);
      std::copy(force.begin(), force.end(), y);
    });
    x = r.in<double>(n);
    y = r.out<double>(n);
    r.call({9, n}, expected, [&] { pulled(y, x, n, c, &s); });
    v = r.in<float>(n);
    y = r.out<double>(n);
    r.call({11, n}, expected, [&] { limits(y, v, n); });
    v = r.in<float>(n);
    y = r.out<double>(n);
    r.call({12, n}, expected, [&] { defaults(y, v, n, 1.75f); });
    v = r.in<float>(n);
    x = r.in<double>(n);
    y = r.out<double>(n);
    auto l = r.out<long>(n);
    auto e = r.out<int>(n);
    r.call({13, n}, expected, [&] { taken_apart(y, l, e, x, v, n); });
    x = r.in<double>(n);
    y = r.out<double>(n);
    r.call({15, n}, expected, [&] { used::cut_all(y, x, n); });
    h = r.in<unsigned>(n);
    auto bits = r.out<int>(n);
    r.call({14, n}, expected, [&] { counted(bits, h, n); });
    auto a = r.in<int>(n);
    auto b = r.out<int>(n);
    r.call({10, n}, expected, [&] { lambdas(b, a, n, 3); });
  }
}

} // namespace SIDE
