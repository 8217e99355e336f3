//===- blocks.cpp - loops that CPU threads run in blocks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::fast_if;

namespace SIDE {

void product(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Rows of both operands: those of the second one are turned in each block.
void rows(double *c, const double *a, const double *b, int n, int m, int l) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 1;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
    }
}

// Elements instead of a variable; counters without a sign; a template.
template <class T>
void accumulate(std::vector<T> &c, const std::vector<T> &a,
                const std::vector<T> &b, std::size_t n, std::size_t m,
                std::size_t l, T beta) {
  [[heddle::map(FoldAll)]]
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; j++) {
      c[i * m + j] *= beta;
      for (std::size_t k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    }
}

// Bounds other than 0, a variable without a value, a constant, and a loop
// around both.
void batch(double *c, const double *a, const double *b, int z, int n, int m,
           int l) {
  [[heddle::map(FoldAll)]]
  for (int q = 1; q < z; ++q)
    for (int i = 1; i <= n; ++i)
      for (int j = 2; j < m; ++j) {
        double s = 0, t;
        const double w = q;
        for (int k = 3; k < l; ++k) {
          t = a[(q * (n + 1) + i) * l + k];
          s += w * t * b[(q * l + k) * m + j];
        }
        c[(q * (n + 1) + i) * m + j] = s;
      }
}

// Conditions in the loop, and several numbers.
void extremes(int (&c)[35][140], const int (&a)[35][40], const int (&b)[40][140],
              int below) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 35; ++i)
    for (int j = 0; j < 140; ++j) {
      int s = 1, most = -5;
      for (int k = 0; k < 40; ++k) {
        s += a[i][k] ^ b[k][j];
        if (a[i][k] > most && k < below)
          most = a[i][k];
      }
      c[i][j] = s + most;
    }
}

// Another operation, and a strip that goes on where it has ended.
void paths(float *d, const float *a, const float *b, unsigned n) {
  [[heddle::map(FoldAll)]]
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      float s = 1000;
      for (unsigned k = 0; k < n; ++k) {
        const float x = a[i * n + k] + b[k * n + j];
        s = x < s ? x : s;
      }
      d[i * n + j] = s;
    }
}

// What is read and what is written may overlap: the launch sees that.
void meet(float *c, const float *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += x[i * n + k] + x[k * n + j];
      c[i * n + j] = s;
    }
}

// Names that inner blocks have for themselves are those of others behind them,
// and the loop in the thread has a name of a counter.
static constexpr float once = 3;
void scopes(float *c, const float *a, const float *b, int n, int m, int l,
            float t) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      {
        int t = 3;
        s += t;
      }
      if (int once = j % 2)
        s += once;
      for (int k = 0; k < l; ++k)
        s += t * a[i * l + k] * b[k * m + j];
      c[i * m + j] = s + t * once;
    }
}
void shadowed(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0, t;
      if (i > 3)
        t = i;
      for (int k = 0; k < l; ++k) {
        s += a[i * l + k] * b[k * m + j];
        int j = k % 2;
        s += j;
        if (i > 3)
          s += t;
      }
      c[i * m + j] = s;
    }
}

void turn(float *y, const float *x, int n, int m) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

// Other loops than the innermost two; steps back where a condition says so.
void permute(double *y, const double *x, int n, int m, int l) {
  [[heddle::map(FoldAll)]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 2; k <= l; ++k) {
        if ((i + j + k) % 5 == 0)
          continue;
        y[(k * m + j) * n + i] = x[(i * m + j) * (l + 1) + k] + j;
      }
}

} // namespace SIDE

using namespace SIDE;

namespace {
struct size {
  int n, m, l;
};
const size sizes[] = {{0, 3, 2},  {1, 1, 1},    {3, 4, 0},   {32, 8, 32},
                      {33, 9, 5}, {5, 130, 33}, {2, 257, 8}, {65, 128, 67}};
} // namespace

CASE(products) {
  for (const auto [n, m, l] : sizes) {
    float *c = r.out<float>(n * m);
    const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
    r.call({n, m, l}, fast_if(n > 0), [&, n = n, m = m, l = l] {
      product(c, a, b, n, m, l);
    });
    double *d = r.out<double>(n * m);
    const double *e = r.in<double>(n * l), *f = r.in<double>(l * m);
    r.call({n, m, l}, fast_if(n > 0),
           [&, n = n, m = m, l = l] { rows(d, e, f, n, m, l); });
  }
}

CASE(names) {
  for (const auto [n, m, l] : sizes) {
    float *c = r.out<float>(n * m);
    const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
    r.call({n, m, l}, fast_if(n > 0), [&, n = n, m = m, l = l] {
      scopes(c, a, b, n, m, l, 2);
    });
    float *d = r.out<float>(n * m);
    const float *e = r.in<float>(n * l), *f = r.in<float>(l * m);
    r.call({n, m, l}, fast_if(n > 0), [&, n = n, m = m, l = l] {
      shadowed(d, e, f, n, m, l);
    });
  }
}

CASE(elements) {
  for (const auto [n, m, l] : sizes) {
    float *c = r.in<float>(n * m, 3);
    const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
    std::vector<float> x(c, c + n * m), y(a, a + n * l), z(b, b + l * m);
    r.call({n, m, l}, fast_if(n > 0), [&, n = n, m = m, l = l] {
      accumulate<float>(x, y, z, std::size_t(n), std::size_t(m),
                        std::size_t(l), 2);
      std::copy(x.begin(), x.end(), c);
    });
  }
}

CASE(batches) {
  for (int z : {1, 2, 3})
    for (const auto [n, m, l] : sizes) {
      double *c = r.out<double>(z * (n + 1) * m);
      const double *a = r.in<double>(z * (n + 1) * l),
                   *b = r.in<double>(z * l * m);
      r.call({z, n, m, l}, fast_if(z > 1 && n > 0 && m > 2),
             [&, n = n, m = m, l = l] { batch(c, a, b, z, n, m, l); });
    }
}

CASE(conditions) {
  for (int below : {0, 20, 40}) {
    int *c = r.out<int>(35 * 140);
    const int *a = r.in<int>(35 * 40), *b = r.in<int>(40 * 140);
    r.call({below}, harness::taken::fast, [&] {
      extremes(*reinterpret_cast<int(*)[35][140]>(c),
               *reinterpret_cast<const int(*)[35][40]>(a),
               *reinterpret_cast<const int(*)[40][140]>(b), below);
    });
  }
}

CASE(shortest) {
  for (unsigned n : {0u, 1u, 9u, 33u, 130u}) {
    float *d = r.out<float>(n * n);
    const float *a = r.in<float>(n * n), *b = r.in<float>(n * n);
    r.call({n}, fast_if(n > 0), [&] { paths(d, a, b, n); });
  }
}

CASE(transposes) {
  for (const auto [n, m, l] : sizes) {
    float *y = r.out<float>(n * m);
    const float *x = r.in<float>(n * m);
    r.call({n, m}, fast_if(n > 0), [&, n = n, m = m] { turn(y, x, n, m); });
  }
  for (int n : {1, 2, 65, 70})
    for (int m : {1, 3})
      for (int l : {1, 2, 9, 10, 19}) {
        double *y = r.out<double>(n * m * (l + 1));
        const double *x = r.in<double>(n * m * (l + 1));
        r.call({n, m, l}, fast_if(n > 1 && l > 1),
               [&] { permute(y, x, n, m, l); });
      }
}

CASE(overlap) {
  for (int at : {0, 1, 9 * 9 - 1, 9 * 9}) {
    float *x = r.in<float>(2 * 9 * 9, 3);
    r.call({at}, at == 81 ? harness::taken::fast : harness::taken::sequential, [&] { meet(x + at, x, 9); });
  }
}
