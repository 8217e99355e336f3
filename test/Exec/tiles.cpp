//===- tiles.cpp - blocks that load what their threads share --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::fast_if;

namespace SIDE {

//===--- One load a block -------------------------------------------------===//

void turn(float *y, const float *x, int n, int m) {
  [[heddle::map(Blocks({8, 8}, Permute({1, 0}, ShiftLB(Gen)))), heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

// Halos, and lower bounds that are not 0.
void stencil(double *y, const double *x, int n, int m) {
  [[heddle::map(Blocks({4, 8}, {2, 1})), heddle::stage(x)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = x[i * m + j] + x[(i - 1) * m + j] + x[(i + 1) * m + j] +
                     x[i * m + j - 1] + x[i * m + j + 1];
}

void stencil3(double *y, const double *x, int n, int m, int l) {
  [[heddle::map(Blocks({2, 4, 8}, {2, 1, 1})), heddle::stage(x)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      for (int k = 1; k < l - 1; ++k)
        y[(i * m + j) * l + k] =
            x[(i * m + j) * l + k] + x[((i - 1) * m + j) * l + k] +
            x[((i + 1) * m + j) * l + k] + x[(i * m + j - 1) * l + k] +
            x[(i * m + j + 1) * l + k] + x[(i * m + j) * l + k - 1] +
            x[(i * m + j) * l + k + 1];
}

// A loop in the thread, of a constant number of iterations.
void convolve(float *y, const float *x, const float *w, int n) {
  [[heddle::map(Blocks({8})), heddle::stage(x, w)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int r = -2; r <= 2; ++r)
      s += x[i + r + 2] * w[r + 2];
    y[i] = s;
  }
}

// Elements between those that are read are not loaded.
void stride(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8})), heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[3 * i] + x[3 * i + 1];
}

void fixed(float (*y)[20], const float (*x)[30]) {
  [[heddle::map(Blocks({4, 8})), heddle::stage(x)]]
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 20; ++j)
      y[i][j] = x[j][i] + x[j + 1][i];
}

void down(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8})), heddle::stage(x)]]
  for (int i = n - 1; i >= 0; --i)
    y[i] = x[i] + x[i + 1];
}

void step(float *y, const float *x, int n) {
  [[heddle::bounds(n), heddle::step(2),
    heddle::map(Blocks({8}, CompressGrid({1}, ShiftLB(Gen)))),
    heddle::stage(x)]]
  for (int i = 0; i < n; i += 2)
    y[i] = x[i] + x[i + 1];
}

void triangle(float *y, const float *x, int n) {
  [[heddle::map(Blocks({4, 4})), heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      y[i * n + j] = x[j * n + i];
}

// Auto finds blocks that are boxes.
void chosen(float *y, const float *x, int n, int m) {
  [[heddle::map, heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

//===--- One load a strip -------------------------------------------------===//

void product(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map(Blocks({8, 8})), heddle::stage(a, b), heddle::strip(k, 4)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// A thread has several elements, numbers of each are kept between strips, and
// the strip's loop has a bound of its own on both sides.
void numbers(float *c, const float *a, const float *b, int n, int m, int from,
             int to) {
  [[heddle::map(Blocks({4, 4}, {2, 2})), heddle::stage(a, b),
    heddle::strip(k, 3)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const float f = 2.0f * static_cast<float>(i);
      float s = 0, t = 1;
      for (int k = from; k <= to; ++k) {
        const float p = a[i * (to + 1) + k] * b[k * m + j];
        s += p;
        t = p + t / 2;
      }
      c[i * m + j] = f * s + t;
    }
}

// Nothing in front of the strip, and nothing behind it.
void accumulate(float *c, const float *a, const float *b, long n) {
  [[heddle::map(Blocks({8, 8}, {2, 2})), heddle::stage(a, b),
    heddle::strip(k, 4)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// The element is scaled, and then kept while the strips run.
void gemm(float *c, const float *a, const float *b, int n, int m, int l,
          float alpha, float beta) {
  [[heddle::map(Blocks({4, 8}, {2, 1})), heddle::stage(a, b),
    heddle::strip(k, 4)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const int row = i * m;
      c[row + j] *= beta;
      for (int k = 0; k < l; ++k)
        c[row + j] += alpha * a[i * l + k] * b[k * m + j];
    }
}

// Conditions and loops in a strip, a number that it sets, and a row's pointer.
void inside(float *c, const float *a, unsigned n, unsigned w, unsigned l,
            unsigned p) {
  [[heddle::map(Blocks({4}, {2})), heddle::stage(a), heddle::strip(k, 4)]]
  for (unsigned i = 0; i < n; ++i) {
    const float *row = a + i * w;
    float s = 0;
    int u;
    for (unsigned k = 0; k < l; ++k) {
      u = static_cast<int>(k % 3);
      if (k >= p)
        for (int q = 0; q < 3; ++q)
          s += row[k + static_cast<unsigned>(q)] * static_cast<float>(u);
    }
    c[i] = s;
  }
}

// Two launches, of which one has what is staged; and a serial dimension of one
// point.
void parts(float *y, float *d, const float *x, int n, int m) {
  [[heddle::bounds({n, m}), heddle::map(Blocks({4, 4})), heddle::stage(x)]]
  for (int i = 0; i < n; ++i) {
    d[i] = 1;
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[j * n + i];
  }
}

void point(float *y, const float *x, int n, int l) {
  [[heddle::map(GridBlock(1, Serial(1, SplitLast(1, SplitLast(8, ShiftLB(Gen)))))),
    heddle::stage(x), heddle::strip(k, 4)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < l; ++k)
      s += x[i + k];
    y[i] = s;
  }
}

// Only one of the arrays is staged, and a bias once a block.
void dense(float *y, const float *x, const float *w, const float *bias, int n,
           int m, int l) {
  [[heddle::map(Blocks({4, 8})), heddle::stage(x, bias), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = bias[j];
      for (int k = 0; k < l; ++k)
        s += x[i * l + k] * w[k * m + j];
      y[i * m + j] = s > 0 ? s : 0;
    }
}

template <class T, int Tile>
void generic(T *c, const T *a, const T *b, int n) {
  [[heddle::map(Blocks({Tile, Tile})), heddle::stage(a, b),
    heddle::strip(k, Tile)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      T s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

//===--- Rows of constant lengths in linear arrays ------------------------===//

void long_rows(float *c, const float *a, const float *b, int n, int m) {
  [[heddle::map(Blocks({16, 16}, {4, 4})), heddle::stage(a, b),
    heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < 20; ++k)
        s += a[i * 20 + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

/// Rows may overlap, and be read backwards.
void row_pairs(float *y, const float *x, int n, int m, int from) {
  [[heddle::map(Blocks({4, 8})), heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * 16 + j] - 2 * x[j * 16 + i + 3] +
                     x[i * 16 - j + from];
}

void row_boxes(double *y, const double *x, int n) {
  [[heddle::map(Blocks({2, 4, 8})), heddle::stage(x)]]
  for (int h = 0; h < n; ++h)
    for (int i = 1; i < 9; ++i)
      for (int j = 0; j < 12; ++j)
        y[(h * 10 + i) * 12 + j] =
            x[(h * 12 + j) * 10 + i - 1] + x[(h * 12 + j) * 10 + i + 1];
}

void records(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8})), heddle::stage(x)]]
  for (int i = 0; i < n; ++i) {
    float s = x[4 * i + 7];
    for (int q = 0; q < 3; ++q)
      s = s * 2 + x[4 * i + q];
    y[i] = s;
  }
}

//===--- Loops of the thread between mapped ones, and around them ---------===//

void between(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map, heddle::stage(a, b), heddle::strip(k, 5)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
}

// Of two loops in the thread the outer one has strips.
void between_two(double *c, const double *a, const double *b, int n, int m,
                 int l, int q) {
  [[heddle::map, heddle::stage(b), heddle::strip(k, 3)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k) {
      for (int r = 0; r < q; ++r)
        for (int j = 1; j < m; ++j)
          c[i * m + j] = c[i * m + j] / 2 + a[i * q + r] * b[k * m + j];
    }
}

// Conditions and locals of an iteration.
void around(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map, heddle::stage(a, b), heddle::strip(k, 4)]]
  for (int k = 1; k < l; ++k)
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) {
        if (i > k) {
          const float x = a[i * l + k];
          c[i * m + j] -= x * b[k * m + j];
        }
      }
    }
}

//===--- Several loops in strips ------------------------------------------===//

// Elements are read again, once only where data say so.
void spread(float *y, const float *x, int n, int m) {
  [[heddle::map(Blocks({8})), heddle::stage(x), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i) {
    float most = x[i * m];
    for (int k = 1; k < m; ++k)
      most = most < x[i * m + k] ? x[i * m + k] : most;
    float sum = 0;
    for (int k = 0; k < m; ++k)
      sum += most - x[i * m + k];
    y[i] = sum / m;
  }
}

// Two counters, and elements that are kept while one of the loops runs.
void two_counters(float *y, float *z, const float *a, const float *x, int n,
                  int m, int l) {
  [[heddle::map(Blocks({16})), heddle::stage(a), heddle::strip(k, 5),
    heddle::strip(j, 3)]]
  for (int i = 0; i < n; ++i) {
    float s = 1;
    for (int k = 2; k < m; ++k)
      s += a[i * m + k] * x[k];
    z[i] = s;
    for (int j = 0; j < l; ++j) {
      z[i] += s * x[j];
      y[i] -= a[i * m + j] * x[j];
    }
    z[i] -= s;
  }
}

CASE(several_strips) {
  for (int n : {0, 1, 7, 33})
    for (int m : {1, 8, 21}) {
      float *y = r.out<float>(n);
      const float *x = r.in<float>(n * m);
      r.call({n, m}, fast_if(n > 0), [&] { spread(y, x, n, m); });
      for (int l : {0, 1, m}) {
        float *v = r.in<float>(n, 7), *w = r.out<float>(n);
        const float *a = r.in<float>(n * m), *u = r.in<float>(m);
        r.call({n, m, l}, fast_if(n > 0),
               [&] { two_counters(v, w, a, u, n, m, l); });
      }
    }
}

//===--- Arrays that are stored into --------------------------------------===//

// Each loop stores what the next one reads.
void normalise(float *y, const float *x, int n, int m) {
  [[heddle::map(Blocks({8})), heddle::stage(x, y), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i) {
    float s = 1;
    for (int k = 0; k < m; ++k) {
      y[i * m + k] = x[i * m + k] * 0.5f;
      s += y[i * m + k];
    }
    for (int k = 1; k < m; ++k)
      y[i * m + k] /= s;
    for (int k = 0; k < m - 1; ++k)
      y[i * m + k] -= x[i * m];
  }
}

// Elements that data choose, and sums along the row, from its end.
void clip(double *y, int *z, const int *x, int n, int m) {
  [[heddle::map(Blocks({16})), heddle::stage(y, z), heddle::strip(k, 5)]]
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int k = 0; k < m; ++k) {
      y[i * m + k] = y[i * m + k] > 0 ? s : y[i * m + k];
      s += x[k];
      z[i * m + (m - 1 - k)] = s;
    }
  }
}

// Without strips: neighbours that are stored are others than the threads.
void turn_stores(float *y, const float *x, int n, int m) {
  [[heddle::map(Blocks({8, 16}, {4, 1})), heddle::stage(y)]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = 2 * x[i * m + j] + y[j * n + i];
}

// Rows of a batch; a block has one of them alone along the outer loop.
void batch_rows(short *y, const short *x, int q, int n, int m) {
  [[heddle::map(Blocks({1, 4})), heddle::stage(x, y), heddle::strip(k, 16)]]
  for (int h = 0; h < q; ++h)
    for (int i = 0; i < n; ++i) {
      short last = 0;
      for (int k = 0; k < m; ++k) {
        last = static_cast<short>(last / 2 + x[(h * n + i) * m + k]);
        y[(i * q + h) * m + k] = last;
      }
    }
}

CASE(stores) {
  for (int n : {0, 1, 8, 19})
    for (int m : {1, 8, 23}) {
      float *y = r.in<float>(n * m, 8);
      const float *x = r.in<float>(n * m);
      r.call({n, m}, fast_if(n > 0), [&] { normalise(y, x, n, m); });
      double *u = r.in<double>(n * m, 9);
      int *v = r.out<int>(n * m);
      const int *w = r.in<int>(m);
      r.call({n, m}, fast_if(n > 0), [&] { clip(u, v, w, n, m); });
      float *t = r.in<float>(n * m, 10);
      x = r.in<float>(n * m);
      r.call({n, m}, fast_if(n > 1), [&] { turn_stores(t, x, n, m); });
      for (int q : {1, 3}) {
        short *z = r.in<short>(q * n * m, 11);
        const short *a = r.in<short>(q * n * m);
        r.call({q, n, m}, fast_if(n > 0), [&] { batch_rows(z, a, q, n, m); });
      }
    }
}

//===--- Rows of constant lengths -----------------------------------------===//

// Subscripts beyond the middle of a row, from both ends.
void late_columns(double *y, const double (*x)[40], int n, int m) {
  [[heddle::map(Blocks({8})), heddle::stage(x), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < m; ++k)
      s += x[i][k + 25];
    for (int k = 0; k < 40; ++k)
      s = s / 2 + x[i][39 - k];
    y[i] = s;
  }
}
void late_stores(float (*y)[40], const float (*x)[40], int n) {
  [[heddle::map(Blocks({4, 8})), heddle::stage(x, y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 9; ++j)
      y[i][j + 31] += x[i][39 - j];
}

// Of a linear array; a loop in the strip goes on with what it has set.
void constant_rows(float *y, const float *x, const float *v, int n, int l) {
  [[heddle::map(Blocks({8})), heddle::stage(x, y), heddle::strip(k, 16)]]
  for (int i = 0; i < n; ++i) {
    float s = 1;
    for (int k = 0; k < 20; ++k)
      s += x[i * 20 + k];
    for (int k = 0; k < 20; ++k) {
      y[i * 20 + k] = x[i * 20 + k] / s;
      for (int p = 0; p < l; ++p)
        y[i * 20 + k] += p * v[k];
    }
  }
}

CASE(constant_rows) {
  for (int n : {0, 1, 8, 17}) {
    for (int m : {0, 4, 15}) {
      double *y = r.out<double>(n);
      const double *x = r.in<double>(n * 40);
      r.call({n, m}, fast_if(n > 0), [&] {
        late_columns(y, reinterpret_cast<const double(*)[40]>(x), n, m);
      });
    }
    float *z = r.in<float>(n * 40, 12);
    const float *w = r.in<float>(n * 40);
    r.call({n}, fast_if(n > 0), [&] {
      late_stores(reinterpret_cast<float(*)[40]>(z),
                  reinterpret_cast<const float(*)[40]>(w), n);
    });
    for (int l : {0, 2}) {
      float *y = r.in<float>(n * 20, 13);
      const float *x = r.in<float>(n * 20), *v = r.in<float>(20);
      r.call({n, l}, fast_if(n > 0),
             [&] { constant_rows(y, x, v, n, l); });
    }
  }
}

CASE(changed_places) {
  for (int n : {0, 1, 9, 33})
    for (int m : {1, 7, 34})
      for (int l : {0, 1, 5, 12}) {
        float *c = r.in<float>(n * m, 4);
        const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
        r.call({n, m, l}, fast_if(n > 0 && l > 0),
               [&] { between(c, a, b, n, m, l); });
        float *d = r.in<float>(n * m, 5);
        a = r.in<float>(n * l), b = r.in<float>(l * m);
        r.call({n, m, l}, fast_if(n > 0 && l > 1),
               [&] { around(d, a, b, n, m, l); });
        double *e = r.in<double>(n * m, 6);
        const double *f = r.in<double>(n * 2), *g = r.in<double>(l * m);
        r.call({n, m, l}, fast_if(n > 0 && l > 0 && m > 1),
               [&] { between_two(e, f, g, n, m, l, 2); });
      }
}

CASE(turns) {
  for (int n : {0, 1, 7, 8, 9, 17})
    for (int m : {1, 8, 13}) {
      float *y = r.out<float>(n * m);
      const float *x = r.in<float>(n * m);
      r.call({n, m}, fast_if(n > 0), [&] { turn(y, x, n, m); });
    }
  for (int n : {0, 33, 70}) {
    float *y = r.out<float>(n * n);
    const float *x = r.in<float>(n * n);
    r.call({n}, fast_if(n > 0), [&] { chosen(y, x, n, n); });
  }
}

CASE(stencils) {
  for (int n : {2, 3, 6, 11})
    for (int m : {3, 10, 11, 26}) {
      double *y = r.out<double>(n * m);
      const double *x = r.in<double>(n * m);
      r.call({n, m}, fast_if(n > 2), [&] { stencil(y, x, n, m); });
    }
  for (int n : {3, 4, 5})
    for (int m : {3, 7})
      for (int l : {3, 10, 12}) {
        double *y = r.out<double>(n * m * l);
        const double *x = r.in<double>(n * m * l);
        r.call({n, m, l}, harness::taken::fast,
               [&] { stencil3(y, x, n, m, l); });
      }
}

CASE(lines) {
  for (int n : {0, 1, 7, 8, 9, 40}) {
    for (int which : {0, 1, 2, 3}) {
      float *y = r.out<float>(n);
      const float *x = r.in<float>(3 * n + 5), *w = r.in<float>(5);
      r.call({n, which}, fast_if(n > 0), [&] {
        which == 0   ? convolve(y, x, w, n)
        : which == 1 ? stride(y, x, n)
        : which == 2 ? down(y, x, n)
                     : step(y, x, n);
      });
    }
  }
}

CASE(shapes) {
  float *y = r.out<float>(30 * 20);
  const float *x = r.in<float>(30 * 30);
  r.call({0}, harness::taken::fast, [&] {
    fixed(reinterpret_cast<float(*)[20]>(y),
          reinterpret_cast<const float(*)[30]>(x));
  });
  for (int n : {0, 1, 4, 5, 11}) {
    float *z = r.out<float>(n * n);
    const float *u = r.in<float>(n * n);
    r.call({n}, fast_if(n > 0), [&] { triangle(z, u, n); });
  }
}

CASE(products) {
  for (int n : {0, 1, 8, 9, 17})
    for (int m : {1, 8, 15})
      for (int l : {0, 1, 3, 4, 5, 8}) {
        float *c = r.out<float>(n * m);
        const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
        r.call({n, m, l}, fast_if(n > 0), [&] { product(c, a, b, n, m, l); });
      }
}

CASE(registers) {
  for (int n : {1, 4, 5, 9})
    for (int m : {3, 4, 8})
      for (int from : {0, 1, 5})
        for (int to : {0, 2, 3, 9}) {
          float *c = r.out<float>(n * m);
          const float *a = r.in<float>(n * (to + 1)),
                      *b = r.in<float>((to + 1) * m);
          r.call({n, m, from, to}, harness::taken::fast,
                 [&] { numbers(c, a, b, n, m, from, to); });
        }
  for (int n : {0, 1, 3, 8, 13}) {
    float *c = r.in<float>(n * n, 2);
    const float *a = r.in<float>(n * n), *b = r.in<float>(n * n);
    r.call({n}, fast_if(n > 0), [&] { accumulate(c, a, b, n); });
  }
}

CASE(scaled) {
  for (int n : {0, 1, 4, 7})
    for (int m : {1, 8, 11})
      for (int l : {0, 1, 4, 6}) {
        float *c = r.in<float>(n * m, 3);
        const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
        r.call({n, m, l}, fast_if(n > 0),
               [&] { gemm(c, a, b, n, m, l, 1.5f, 0.75f); });
      }
}

CASE(pieces) {
  for (int n : {1, 4, 9})
    for (int m : {1, 4, 6}) {
      float *y = r.out<float>(n * m), *d = r.out<float>(n);
      const float *x = r.in<float>(n * m);
      r.call({n, m}, {harness::taken::fast, 2},
             [&] { parts(y, d, x, n, m); });
    }
  for (int n : {0, 1, 8, 9}) {
    float *y = r.out<float>(n);
    const float *x = r.in<float>(n + 6);
    r.call({n}, fast_if(n > 0), [&] { point(y, x, n, 6); });
  }
}

CASE(conditions) {
  for (unsigned n : {0u, 1u, 5u, 8u})
    for (unsigned l : {0u, 1u, 4u, 9u})
      for (unsigned p : {0u, 2u, 20u}) {
        float *c = r.out<float>(n);
        const float *a = r.in<float>((n + 1) * (l + 3));
        r.call({n, l, p}, fast_if(n > 0),
               [&] { inside(c, a, n, l + 3, l, p); });
      }
}

CASE(layers) {
  for (int n : {1, 4, 6})
    for (int m : {1, 8, 11})
      for (int l : {0, 7, 8, 17}) {
        float *y = r.out<float>(n * m);
        const float *x = r.in<float>(n * l), *w = r.in<float>(l * m),
                    *bias = r.in<float>(m);
        r.call({n, m, l}, harness::taken::fast,
               [&] { dense(y, x, w, bias, n, m, l); });
      }
}

CASE(rows) {
  for (int n : {0, 1, 16, 19})
    for (int m : {1, 15, 33}) {
      float *c = r.out<float>(n * m);
      const float *a = r.in<float>(n * 20), *b = r.in<float>(20 * m);
      r.call({n, m}, fast_if(n > 0), [&] { long_rows(c, a, b, n, m); });
      float *y = r.out<float>(n * m);
      const float *x = r.in<float>(16 * (n + m) + m + n + 3);
      r.call({n, m}, fast_if(n > 0), [&] { row_pairs(y, x, n, m, m); });
    }
  for (int n : {0, 1, 2, 5}) {
    double *y = r.out<double>(n * 120);
    const double *x = r.in<double>(n * 120);
    r.call({n}, fast_if(n > 0), [&] { row_boxes(y, x, n); });
  }
  for (int n : {0, 1, 8, 21}) {
    float *y = r.out<float>(n);
    const float *x = r.in<float>(4 * n + 4);
    r.call({n}, fast_if(n > 0), [&] { records(y, x, n); });
  }
}

CASE(templates) {
  for (int n : {0, 1, 4, 6, 9}) {
    double *c = r.out<double>(n * n);
    const double *a = r.in<double>(n * n), *b = r.in<double>(n * n);
    r.call({n}, fast_if(n > 0), [&] { generic<double, 4>(c, a, b, n); });
    int *ci = r.out<int>(n * n);
    const int *ai = r.in<int>(n * n), *bi = r.in<int>(n * n);
    r.call({n}, fast_if(n > 0), [&] { generic<int, 3>(ci, ai, bi, n); });
  }
}

} // namespace SIDE
