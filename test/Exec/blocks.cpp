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

// A triangle, whose rows of the second operand are turned: none may be read that
// no row has.
void below(float *c, const float *a, const float *b, int n, int l) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      float s = 0.5f;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * n + j] = s;
    }
}

// Each sum is stored on both sides of the diagonal; some rows are empty.
template <class T, class I>
void above(T *c, const T *x, I n, I m, I from) {
  [[heddle::map(FoldAll)]]
  for (I i = 0; i < n; ++i)
    for (I j = i + from; j < n; ++j) {
      T s = 0;
      for (I k = 0; k < m; ++k)
        s += x[k * n + i] * x[k * n + j];
      c[i * n + j] = s;
      c[j * n + i] = s;
    }
}

// Loops whose ends depend on the row; the first one's end is named nowhere else.
void halves(double *c, const double *a, const double *b, int n, int m, int l) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k <= i; ++k)
        s += a[i * n + k] * b[k * m + j];
      const double t = s;
      for (int k = i + 1; k < n; ++k)
        s += a[k * n + i] * b[k * m + j] * t;
      for (int k = i; k < n + l; ++k)
        s -= b[k * m + j];
      c[i * m + j] = 2 * c[i * m + j] + s;
    }
}

// Rows of a triangle, and loops in it.
void corner(double *c, const double *a, const double *b, int n, int m) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < m; ++j) {
      for (int k = 0; k < i; ++k)
        c[i * m + j] += a[i * n + k] * b[k * m + j];
    }
}

// Columns alone, and two loops down them.
void means(float *y, float *z, const float *x, int n, int m) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j) {
    float s = 0;
    for (int i = 0; i < n; ++i)
      s += x[i * m + j];
    y[j] = s / 3;
    float all = 0;
    for (int i = 0; i < n; ++i) {
      const float off = x[i * m + j] - y[j];
      all += off * off;
    }
    z[j] = all;
  }
}

// In place, from a counter of the program on.
void project(double *x, double *r, int n, int m, int first) {
  [[heddle::map, heddle::inplace(x)]]
  for (int j = first + 1; j < m; ++j) {
    double along = 0;
    for (int i = 0; i < n; ++i)
      along += x[i * m + first] * x[i * m + j];
    r[j] = along;
    for (int i = 0; i < n; ++i)
      x[i * m + j] -= x[i * m + first] * along;
  }
}

// The loop inside has the name of a mapped one.
void hidden(double *c, const double *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = i;
      for (int i = 0; i < l; ++i)
        s += b[i * m + j];
      c[i * m + j] = s;
    }
}

// Columns of several matrices.
void batches(std::vector<double> &y, const std::vector<double> &a, int z, int n,
             int m) {
  [[heddle::map]]
  for (int q = 0; q < z; ++q)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i)
        y[q * m + j] += a[(q * n + i) * m + j];
}

void turn_half(float *y, const float *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      y[j * n + i] = x[i * n + j];
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

CASE(triangles) {
  for (const auto [n, m, l] : sizes)
    for (int rows : {n, m}) {
      const int count = rows;
      float *c = r.out<float>(count * count);
      const float *a = r.in<float>(count * l), *b = r.in<float>(count * l);
      r.call({count, l}, fast_if(count > 0),
             [&, l = l] { below(c, a, b, count, l); });
      for (int from : {0, 1, 40}) {
        float *d = r.out<float>(count * count);
        const float *x = r.in<float>(count * l);
        r.call({count, l, from}, fast_if(count > from),
               [&, l = l] { above<float, int>(d, x, count, l, from); });
        double *e = r.out<double>(count * count);
        const double *y = r.in<double>(count * l);
        r.call({count, l, from}, fast_if(count > from), [&, l = l] {
          above<double, std::size_t>(e, y, std::size_t(count), std::size_t(l),
                                     std::size_t(from));
        });
      }
      float *y = r.out<float>(count * count);
      const float *x = r.in<float>(count * count);
      r.call({count}, fast_if(count > 0), [&] { turn_half(y, x, count); });
    }
}

CASE(rows_of_their_own) {
  for (const auto [n, m, l] : sizes) {
    double *c = r.in<double>(n * m, 3);
    const double *a = r.in<double>(n * n), *b = r.in<double>((n + l) * m);
    r.call({n, m, l}, fast_if(n > 0), [&, n = n, m = m, l = l] {
      halves(c, a, b, n, m, l);
    });
    double *d = r.in<double>(n * m, 3);
    const double *e = r.in<double>(n * n), *f = r.in<double>(n * m);
    r.call({n, m}, fast_if(n > 0 && m > 1),
           [&, n = n, m = m] { corner(d, e, f, n, m); });
  }
}

CASE(hidden_counters) {
  for (const auto [n, m, l] : sizes) {
    double *c = r.out<double>(n * m);
    const double *b = r.in<double>(l * m);
    r.call({n, m, l}, fast_if(n > 0),
           [&, n = n, m = m, l = l] { hidden(c, b, n, m, l); });
  }
}

CASE(columns) {
  for (int m : {0, 1, 7, 8, 256, 257, 600})
    for (int n : {0, 1, 9}) {
      float *y = r.out<float>(m), *z = r.out<float>(m);
      const float *x = r.in<float>(n * m);
      r.call({n, m}, fast_if(m > 0), [&] { means(y, z, x, n, m); });
      for (int first : {0, 5}) {
        double *v = r.in<double>(n * m + 6, 3), *w = r.out<double>(m);
        r.call({n, m, first}, fast_if(m > first + 1),
               [&] { project(v, w, n, m, first); });
      }
      double *p = r.in<double>(3 * m, 3);
      const double *q = r.in<double>(3 * n * m);
      std::vector<double> s(p, p + 3 * m), t(q, q + 3 * n * m);
      r.call({n, m}, fast_if(m > 0 && n > 0), [&] {
        batches(s, t, 3, n, m);
        std::copy(s.begin(), s.end(), p);
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
