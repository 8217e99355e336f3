//===- interior.cpp - bodies without the conditions of the edges ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
// RUN: %check-exec device %t.device %s

#include "harness.h"
#include <algorithm>
#include <heddle/heddle.h>
#include <heddle/indices.h>
#include <vector>

using namespace heddle;
using harness::fast_if;
using harness::taken;

namespace SIDE {

void padded(const float *in, const float *w, float *out, int n, int m) {
  [[heddle::map]]
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < m; ++x) {
      float sum = 0;
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
          if (y + dy >= 0 && y + dy < n && x + dx >= 0 && x + dx < m)
            sum += w[(dy + 2) * 5 + dx + 2] * in[(y + dy) * m + x + dx];
      out[y * m + x] = sum;
    }
}

CASE(padded) {
  for (int n : {0, 1, 3, 4, 5, 11})
    for (int m : {1, 4, 5, 6, 33}) {
      const float *in = r.in<float>(n * m), *w = r.in<float>(25);
      float *out = r.out<float>(n * m);
      r.call({n, m}, fast_if(n > 0), [&] { padded(in, w, out, n, m); });
    }
}

// What is written is read: the loops run as they are written.
CASE(padded_in_place) {
  for (int n : {3, 9}) {
    const float *w = r.in<float>(25);
    float *a = r.in<float>(n * n + 7);
    r.call({n, n}, taken::sequential, [&] { padded(a, w, a + 7, n, n); });
  }
}

// A block asks for all its iterations.
void staged(const float *in, float *out, int n, int m) {
  [[heddle::map(Blocks({4, 8}, {2, 1})), heddle::stage(in)]]
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < m; ++x) {
      float sum = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (y + dy >= 0 && y + dy < n && x + dx >= 0 && x + dx < m)
            sum += in[(y + dy) * m + x + dx];
          else
            sum -= 1;
      out[y * m + x] = sum;
    }
}

CASE(staged) {
  for (int n : {1, 2, 3, 4, 8, 9, 10, 21})
    for (int m : {1, 8, 9, 10, 24, 37}) {
      const float *in = r.in<float>(n * m);
      float *out = r.out<float>(n * m);
      r.call({n, m}, taken::fast, [&] { staged(in, out, n, m); });
    }
}

// Subscripts that stay at the border.
void clamped(const float *in, float *out, int n, int m) {
  [[heddle::map]]
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < m; ++x) {
      float sum = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          const int row = std::min(std::max(y + dy, 0), n - 1);
          sum += in[row * m + std::clamp(x + dx, 0, m - 1)];
        }
      out[y * m + x] = sum;
    }
}

CASE(clamped) {
  for (int n : {1, 2, 3, 12})
    for (int m : {1, 4, 5, 6, 19}) {
      const float *in = r.in<float>(n * m);
      float *out = r.out<float>(n * m);
      r.call({n, m}, taken::fast, [&] { clamped(in, out, n, m); });
    }
}

// The ends of a window; counters of other types, descending ones.
void windows(const float *in, float *out, long n, int radius) {
  [[heddle::map]]
  for (long i = n - 1; i >= 0; --i) {
    float sum = 0;
    for (long j = std::max(0L, i - radius); j < std::min<long>(n, i + radius + 1); ++j)
      sum = sum / 2 + in[j];
    out[i] = sum;
  }
}

CASE(windows) {
  for (long n : {1, 2, 7, 300})
    for (int radius : {0, 1, 5, 400}) {
      const float *in = r.in<float>(static_cast<int>(n));
      float *out = r.out<float>(static_cast<int>(n));
      r.call({static_cast<int>(n)}, taken::fast,
             [&] { windows(in, out, n, radius); });
    }
}

#define INSIDE(y, n) ((y) >= 0 && (y) < (n))
#define AT(y, x) (INSIDE(y, n) && INSIDE(x, m) ? in[(y) * m + (x)] : -1)

// Neighbours by a macro, of which the source has no text.
void neighbours(const int *in, int *out, int n, int m) {
  [[heddle::map]]
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < m; ++x) {
      int sum = 0;
      for (int d = -1; d < 2; ++d)
        sum += AT(y + d, x + 1) * 7 + AT(y + d, x);
      out[y * m + x] = sum;
    }
}

CASE(neighbours) {
  for (int n : {1, 2, 4, 13})
    for (int m : {1, 3, 5, 18}) {
      const int *in = r.in<int>(n * m);
      int *out = r.out<int>(n * m);
      r.call({n, m}, taken::fast, [&] { neighbours(in, out, n, m); });
    }
}

// Conditions with data, negated ones, `continue`, and one that holds nowhere
// inside.
void mixed(const float *in, const int *mask, float *out, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -3; k < 4; ++k) {
      const bool is_out = i + k < 0 || i + k >= n;
      if (is_out)
        continue;
      if (!(i + k > 0) || mask[i + k] > 0)
        sum += in[i + k];
      if (i + k == n - 1 && !(mask[i] == 0 && i < n - 1))
        sum += 100;
      if (i - k >= 0 && i - k < n && mask[i - k])
        sum -= in[i - k];
    }
    if (mask[i] == 3)
      continue;
    out[i] = sum;
  }
}

CASE(mixed) {
  for (int n : {1, 2, 6, 7, 8, 40}) {
    const float *in = r.in<float>(n);
    const int *mask = r.in<int>(n);
    float *out = r.in<float>(n);
    r.call({n}, taken::fast, [&] { mixed(in, mask, out, n); });
  }
}

// The sum of all, and unsigned counters, whose differences wrap around.
void smoothed(const double *in, double *sum, unsigned n) {
  [[heddle::map, heddle::reduce(sum)]]
  for (unsigned i = 0; i < n; ++i)
    for (unsigned k = 0; k < 7; ++k)
      if (i + k >= 3 && i + k - 3 < n)
        *sum += in[i + k - 3];
}

CASE(smoothed) {
  for (int n : {1, 3, 4, 6, 7, 50}) {
    const double *in = r.in<double>(n);
    double *sum = r.in<double>(1);
    r.call({n}, taken::fast,
           [&] { smoothed(in, sum, static_cast<unsigned>(n)); });
  }
}

// Rows of a triangle, of a table with constant rows.
void triangle(const float (*in)[40], float (*out)[40], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      float sum = 0;
      for (int a = -1; a < 2; ++a)
        for (int b = -1; b < 2; ++b)
          sum += i + a >= 0 && i + a < n && j + b >= 0 && j + b <= i + a
                     ? in[i + a][j + b]
                     : 0.5f;
      out[i][j] = sum;
    }
}

CASE(triangle) {
  for (int n : {1, 2, 3, 4, 17, 40}) {
    const float *in = r.in<float>(40 * 40);
    float *out = r.in<float>(40 * 40);
    r.call({n}, taken::fast, [&] {
      triangle(reinterpret_cast<const float(*)[40]>(in),
               reinterpret_cast<float(*)[40]>(out), n);
    });
  }
}

// Three dimensions, in a template, with a range in the body.
template <class T>
void cube(const std::vector<T> &in, std::vector<T> &out, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        T sum = 0;
        for (int a = -1; a < 2; ++a)
          for (int b = -1; b < 2; ++b)
            for (int c : indices(3)) {
              const int x = i + a, y = j + b, z = k + c - 1;
              if (x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n)
                sum += in[(x * n + y) * n + z];
            }
        out[(i * n + j) * n + k] = sum;
      }
}

CASE(cube) {
  for (int n : {1, 2, 3, 6}) {
    const float *from = r.in<float>(n * n * n);
    float *to = r.out<float>(n * n * n);
    std::vector<float> in(from, from + n * n * n), out(in.size());
    r.call({n}, taken::fast, [&] { cube(in, out, n); });
    std::copy(out.begin(), out.end(), to);
  }
}

// Rows of other ends and directions; conditions of one side, and of rows alone.
void rows(const float *in, float *out, int n, int low, int high) {
  [[heddle::map]]
  for (int y = 1; y <= n; ++y)
    for (int x = high - 1; x >= low; --x) {
      float sum = 0;
      for (int d = -4; d <= 4; ++d) {
        if (x + d >= low && y + d > 0 && y + d <= n)
          sum = sum / 2 + in[(y + d) * high + x];
        if (high > x - d)
          sum += in[y * high + x];
      }
      out[y * high + x] = sum;
    }
  [[heddle::map]]
  for (int y = 0; y < n; ++y)
    for (int x = low; x < high; ++x) {
      float sum = 0;
      for (int d = -3; d <= 3; ++d)
        sum += y + d >= 0 && y + d < n ? in[(y + d) * high + x] : 1;
      out[y * high + x] += sum;
    }
}

CASE(rows) {
  for (int n : {0, 1, 5, 8, 9, 10, 20})
    for (int low : {0, 1, 3, 30})
      for (int high : {0, 2, 9, 10, 39, 64}) {
        const float *in = r.in<float>(64 * 24);
        float *out = r.in<float>(64 * 24);
        r.call({n, low, high}, {taken::any, 2},
               [&] { rows(in, out, n, low, high); });
      }
}

// Headers of loops are no bodies: their conditions end the loops.
void headers(const float *in, float *out, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    int q = -3, c = 0;
    for (; q < 5 && c < 9; ++q) {
      if (i + q >= 0 && i + q < n && i - q >= 0 && i - q < n)
        sum += 1;
      c += in[i] > 3 ? 2 : 1;
    }
    for (int k = 0; k < 4; ++k, sum += i + k < n ? 1 : 2)
      sum += i + k >= 2 && i + k < n && i - k >= 0 ? in[i] : 0.5f;
    int p = 0;
    while (p < 5) {
      sum += i + p >= 1 && i + p < n && i - p >= 0 ? in[i] : 0.25f;
      p += 1;
    }
    for (int k = 0, z = 3; z >= 0 && k < 5; ++k, --z)
      sum += i + k >= 1 && i + k < n && i + z < n ? 3 : 0.125f;
    int d = 0;
    do {
      sum += i + d >= 1 && i + d < n ? 1 : 7;
      ++d;
    } while (d < 3 && i - d >= -1);
    out[i] = sum;
  }
}

CASE(headers) {
  for (int n : {1, 2, 5, 9, 60}) {
    const float *in = r.in<float>(n);
    float *out = r.out<float>(n);
    r.call({n}, taken::fast, [&] { headers(in, out, n); });
  }
}

// Words without blanks between them.
void words(const int *mask, int *out, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = -3; k < 4; ++k)
      if((i + k)>=(0)and mask[i] != 1)
        sum += 1;
      else(i + k) < n && mask[i] == 1 and(i - k) < (n)and(i + k)>(0) ? sum += 2 : sum += 3;
    out[i] = sum;
  }
}

CASE(words) {
  for (int n : {1, 4, 7, 30}) {
    const int *mask = r.in<int>(n);
    int *out = r.out<int>(n);
    r.call({n}, taken::fast, [&] { words(mask, out, n); });
  }
}

} // namespace SIDE
