//===- complex.cpp - complex numbers --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <array>
#include <complex>
#include <heddle/heddle.h>
#include <vector>

using harness::taken;

namespace SIDE {

using number = std::complex<double>;
const number imaginary(0, 1);

// Complex rotation: each element by its own angle.
void rotate(number *z, double angle, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    z[i] *= std::polar(1.0, angle * i);
}

// All operators, of numbers and of complex ones.
void operators(std::vector<number> &z, const std::vector<number> &w, number by,
               double real) {
  const int n = static_cast<int>(z.size());
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::complex<double> t = z[i] + w[i] * by, u;
    t += by;
    t -= real;
    t *= z[i];
    t /= w[i] + 2.0;
    u = -t + real - real * by;
    u = +u / real + 1.0 / t - (real - u);
    if (u == t || u != by)
      u += imaginary;
    if (real == u || u != real)
      t = 3;
    z[i] = i % 2 ? t : u * std::polar(2.0);
    z[i] = (z[i] == w[i]) ? number() : number{z[i]} + number{1} + number(2, i);
  }
}

// The functions that kernels have.
void functions(number *__restrict z, double *__restrict r, const number *w,
               int n) {
  using namespace std;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const auto t = conj(w[i]);
    z[i] = exp(t) + std::exp(-w[i]);
    r[i] = real(t) + std::imag(t) * abs(t) - arg(t) + norm(z[i]) + z[i].real() -
           (z[i] * t).imag();
  }
}

// Of two widths.
void widths(std::complex<float> (*__restrict a)[4], number *__restrict b, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      std::complex<float> s(b[i * 4 + j]);
      s = {s.imag(), 2};
      number t = s;
      b[i * 4 + j] = a[i][j];
      b[i * 4 + j] += t;
      a[i][j] = static_cast<std::complex<float>>(b[i * 4 + j]) * 2.0f;
      a[i][j] = t;
    }
}

// Which points stay near: a loop whose length is data.
void mandelbrot(int *steps, double size, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const number c(-2 + size * i / n, -1 + size * j / m);
      number z = 0;
      int k = 0;
      while (k < 50 && std::norm(z) < 4) {
        z = z * z + c;
        ++k;
      }
      steps[i * m + j] = k;
    }
}

// In place, with a copy; references and arrays of locals.
void shift(number *z, int n) {
  [[heddle::map, heddle::copy(z)]]
  for (int i = 0; i < n - 1; ++i) {
    const number pair[2] = {z[i], z[i + 1]};
    const number &next = pair[1];
    z[i] = 0.5 * (pair[0] + next);
  }
}

double energy(const number *z, int n) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (int i = 0; i < n; ++i)
    sum += std::norm(z[i]) * z[i].real();
  return sum;
}

template <class R>
std::complex<R> turned(const std::complex<R> &z, std::complex<R> by) {
  std::complex<R> t(z.imag(), z.real());
  return t * by;
}

// Kernels for both widths, and a copy of a function for each.
template <class R>
void turn(std::complex<R> *__restrict z, const std::complex<R> *__restrict w,
          R scale, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::complex<R> t = turned(w[i], std::complex<R>(scale, 1));
    z[i] = t * scale + std::conj(w[i]);
  }
}

struct spectrum {
  std::array<number, 40> bins;
  number gain;
  void amplify(int n) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      bins[i] = bins[i] * gain + imaginary;
  }
};

// Elements by functions that return them, by reference and by value.
struct matrix {
  number *data;
  int columns;
  number &at(int i, int j) { return data[i * columns + j]; }
  number operator()(int i, int j) const { return data[i * columns + j]; }
};

void conjugate(matrix m, int n) {
  const auto last = [&](int i) -> auto & { return m.at(i, 2); };
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    m.at(i, 0) = std::conj(m(i, 1));
    last(i) += m(i, 0) * m.at(i, 1);
  }
}

// Pointers to elements, and a type that is the template's parameter.
template <class T> void pairs(T *z, T by, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const T *in = z + 2 * i;
    T *const out = &z[2 * i + 1];
    const T sum = in[0] + in[1] * by;
    *out = sum * T(2);
  }
}

CASE(complex) {
  const auto complex = [](double *p) { return reinterpret_cast<number *>(p); };
  for (const int n : {-1, 0, 1, 3, 32, 35}) {
    const taken path = n > 0 ? taken::fast : taken::nothing;
    auto *z = complex(r.in<double>(2 * n));
    r.approximate(64);
    r.call({1, n}, {path, 1}, [&] { rotate(z, 0.3, n); });
    std::vector<number> a, b;
    for (int i = 0; i < n; ++i)
      a.push_back({i * 0.5, 1.0 / (i + 1)}), b.push_back({2.0 - i, i * i * 1.0});
    r.approximate(64);
    r.call({2, n}, {taken::any, -1}, [&] {
      operators(a, b, {0.5, -2}, 1.5);
      for (number each : a)
        r.keep(each.real()), r.keep(each.imag());
    });
    auto *f = complex(r.out<double>(2 * n));
    auto *real = r.out<double>(n);
    auto *w = complex(r.in<double>(2 * n));
    r.approximate(64);
    r.call({3, n}, {path, 1}, [&] { functions(f, real, w, n); });
    auto *narrow = reinterpret_cast<std::complex<float>(*)[4]>(
        r.in<float>(n > 0 ? 8 * n : 0));
    auto *wide = complex(r.in<double>(n > 0 ? 8 * n : 0));
    r.approximate(64);
    r.call({4, n}, {path, 1}, [&] { widths(narrow, wide, n); });
    auto *steps = r.out<int>(n > 0 ? n * 7 : 0);
    r.call({5, n}, {path, 1}, [&] { mandelbrot(steps, 3, n, 7); });
    auto *s = complex(r.in<double>(2 * n));
    r.call({6, n}, taken::any, [&] { shift(s, n); });
    auto *e = complex(r.in<double>(2 * n));
    r.call({7, n}, taken::any, [&] { r.keep(energy(e, n)); });
    auto *t = complex(r.out<double>(2 * n));
    auto *x = complex(r.in<double>(2 * n));
    auto *u = reinterpret_cast<std::complex<float> *>(r.out<float>(2 * n));
    auto *v = reinterpret_cast<std::complex<float> *>(r.in<float>(2 * n));
    r.approximate(64);
    r.call({8, n}, {path, 2}, [&] {
      turn(t, x, 3.0, n);
      turn(u, v, 0.5f, n);
    });
    auto *c = complex(r.in<double>(n > 0 ? 6 * n : 0));
    r.call({10, n}, taken::any, [&] { conjugate({c, 3}, n); });
    auto *p = complex(r.in<double>(4 * n));
    auto *d = r.in<double>(2 * n);
    r.approximate(64);
    r.call({11, n}, {taken::any, 2}, [&] {
      pairs(p, number(1, 2), n);
      pairs(d, 0.5, n);
    });
    spectrum q{{}, {1, 2}};
    q.bins.fill({3, 0.25});
    r.call({9, n}, taken::any, [&] {
      q.amplify(n);
      for (number each : q.bins)
        r.keep(each.real()), r.keep(each.imag());
    });
  }
}

} // namespace SIDE
