//===- moved-locals.cpp - locals that grow from turn to turn --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

// Down the columns, by a step that is a parameter.
void columns(double *a, const double *x, int n, int m) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j) {
    int offset = j;
    for (int i = 0; i < n; i++) {
      a[offset] = x[j] * (i + 1);
      offset += m;
    }
  }
}

// Unsigned, and written as a sum; a local keeps what it was.
void unsigned_offset(double *a, const double *x, unsigned n, unsigned m) {
  [[heddle::map]]
  for (unsigned j = 0; j < m; ++j) {
    unsigned offset = j;
    for (unsigned i = n; i-- > 0;) {
      const unsigned now = offset;
      offset = offset + m;
      a[now] = x[offset - m] + offset;
    }
  }
}

// Through both loops of a block, and one further.
void blocks(double *b, const double *a, int rows, std::size_t n, std::size_t m) {
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    std::size_t k = r * (n * m);
    for (std::size_t i = 0; i < n; i++)
      for (std::size_t j = 0; j < m; ++j)
        b[k++] = a[(r * n + i) * m + j];
  }
}

// The first loop leaves the offset where the second one goes on.
void halves(int *a, int rows, int n, int m) {
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    int k = r * (n + m);
    for (int i = 0; i < n; ++i)
      a[k++] += i;
    for (int i = 0; i < m; ++i)
      a[k++] -= i;
  }
}

// Pointers: in the header, behind one another, downwards, and before the step.
void sums(double *sum, const double *a, int n, int m) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j) {
    const double *p = a + j;
    double s = 0;
    for (int i = 0; i < n; ++i, p += m)
      s += *p;
    sum[j] = s;
  }
}

void table(short *out, const unsigned char *in, const short *lut, int w, int h) {
  [[heddle::map, heddle::extent(lut, 256)]]
  for (int y = 0; y < h; ++y) {
    const unsigned char *p = in + y * w;
    short *q = out + (y + 1) * w;
    for (int x = 0; x < w; ++x)
      *--q = lut[*p++];
  }
}

void dots(float *c, const float *a, const float *b, long rows, long n) {
  [[heddle::map]]
  for (long r = 0; r < rows; r++) {
    const float *p = &a[r * n], *q = &b[r * n];
    float s = 0;
    long k = n;
    while (k--)
      s += *p++ * *q++;
    c[r] = s;
  }
}

// One end comes to the other, or both to each other.
void largest(float *out, const float *a, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    const float *p = a + (long)r * n, *const end = p + n;
    float m = *p;
    for (++p; p != end; ++p)
      if (*p > m)
        m = *p;
    out[r] = m;
  }
}

void reversed(int *a, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    int *row = a + r * n;
    for (int l = 0, h = n - 1; l < h; l++, h--) {
      const int t = row[l];
      row[l] = row[h];
      row[h] = t;
    }
  }
}

// In steps of three, and back in steps of two.
void steps(int *a, int *b, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    int i = 0;
    while (i < n) {
      a[r * n + i] += i;
      i += 3;
    }
    for (i = n - 1; i >= 1;) {
      b[r * n + i] *= 2;
      i -= 2;
    }
  }
}

// The header begins where the offset is, and the body moves it on.
void from_here(double *a, const double *x, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    int k = r * n;
    double *p = a + r * n;
    for (int i = 0, l = k; i < n; ++i, ++l) {
      a[k] = x[l];
      k += 1;
    }
    for (const double *q = p, *const end = q + n; q != end; ++q)
      *p++ += *q;
  }
}

// A structure is passed as a whole; a turn may end early where nothing moves.
struct Pair {
  double x, y;
};

void pairs(double *out, const Pair *in, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    const Pair *p = in + r * n;
    for (int i = 0; i < n; ++i, ++p) {
      if (i % 3 == 0)
        continue;
      out[r * n + i] = p->x - p->y;
    }
  }
}

CASE(locals) {
  for (int n : {0, 1, 2, 31, 33})
    for (int m : {1, 3, 20}) {
      const auto in = [&](int k) { return r.in<double>(k); };
      r.call({1, n, m}, taken::fast, [&] {
        const double *x = in(m);
        columns(r.out<double>(n * m), x, n, m);
      });
      // `i--` is asked for once more behind the last iteration.
      r.call({2, n, m}, n > 0 ? taken::fast : taken::sequential, [&] {
        const double *x = in(n * m);
        unsigned_offset(r.out<double>(n * m), x, n, m);
      });
      r.call({3, n, m}, taken::fast, [&] {
        const double *x = in(4 * n * m);
        blocks(r.out<double>(4 * n * m), x, 4, n, m);
      });
      r.call({4, n, m}, taken::fast, [&] { halves(r.in<int>(5 * (n + m)), 5, n, m); });
      r.call({5, n, m}, taken::fast, [&] {
        const double *x = in(n * m);
        sums(r.out<double>(m), x, n, m);
      });
      r.call({6, n, m}, taken::fast, [&] {
        const unsigned char *x = r.in<unsigned char>(n * m);
        const short *lut = r.in<short>(256);
        table(r.out<short>(n * m), x, lut, n, m);
      });
      r.call({7, n, m}, taken::fast, [&] {
        const float *x = r.in<float>(n * m), *y = r.in<float>(n * m, 3);
        dots(r.out<float>(m), x, y, m, n);
      });
      if (n > 0)
        r.call({8, n, m}, taken::fast, [&] {
          const float *x = r.in<float>(n * m);
          largest(r.out<float>(m), x, m, n);
        });
      r.call({9, n, m}, taken::fast, [&] { reversed(r.in<int>(n * m), m, n); });
      r.call({10, n, m}, taken::fast, [&] {
        int *x = r.in<int>(n * m);
        steps(x, r.in<int>(n * m, 2), m, n);
      });
      r.call({11, n, m}, taken::fast, [&] {
        const Pair *x = reinterpret_cast<const Pair *>(in(2 * n * m));
        pairs(r.out<double>(n * m), x, m, n);
      });
      r.call({12, n, m}, taken::fast, [&] {
        const double *x = in(n * m);
        from_here(r.out<double>(n * m), x, m, n);
      });
    }
}

} // namespace SIDE
