//===- halves.cpp - elements in half precision ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstdint>
#include <cstring>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

typedef _Float16 half_t;

// Explicit and implicit conversions, to float and to double.
void dequantised(const half_t *w, const float *scale, double *out, int rows,
                 int cols) {
  [[heddle::map]]
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      out[r * cols + c] = (float)w[r * cols + c] * scale[r] + w[c] * scale[0] +
                          static_cast<double>(w[r]);
}

// Pointers to them, in the body and as counters.
void pointed(const half_t *w, double *out, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const half_t *p = w + i;
    double s = p[0];
    for (const half_t *q = w; q != w + n; ++q)
      s += *q;
    out[i] = s;
  }
}

// Rounded once, from either type; copies are copies.
void quantised(const float *x, const double *d, std::vector<half_t> &h,
               half_t *g, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    h[static_cast<std::size_t>(i)] = (half_t)(x[i] * 2);
    g[i] = d[i];
    g[i + n] = h[static_cast<std::size_t>(i)];
    g[i + 2 * n] = static_cast<half_t>(x[i] + h[static_cast<std::size_t>(i)]);
  }
}

// All numbers there are, infinities and what is none among them.
void every(const half_t (&w)[256], float *out, half_t *back) {
  [[heddle::map]]
  for (int i = 0; i < 256; ++i) {
    out[i] = w[i];
    back[i] = out[i];
  }
}

static half_t *halves(std::uint16_t *bits) {
  return reinterpret_cast<half_t *>(bits);
}

CASE(halves) {
  for (const int n : {1, 9, 40}) {
    r.call({n}, {taken::fast, 3}, [&] {
      const auto w = r.in<std::uint16_t>(n * n);
      const auto scale = r.in<float>(n);
      const auto x = r.in<float>(n);
      const auto d = r.in<double>(n);
      const auto out = r.out<double>(n * n);
      const auto g = r.out<std::uint16_t>(3 * n);
      for (int i = 0; i < n * n; ++i) // none that is no number
        w[i] = static_cast<std::uint16_t>(i * 7919 % 0x7c00 + i % 2 * 0x8000);
      for (int i = 0; i < n; ++i)
        d[i] = d[i] / 3 * (i % 5 == 0 ? 1e-6 : i % 5 == 1 ? 1e4 : 1);
      dequantised(halves(w), scale, out, n, n);
      pointed(halves(w), r.out<double>(n), n);
      std::vector<half_t> h(static_cast<std::size_t>(n));
      quantised(x, d, h, halves(g), n);
      for (half_t each : h)
        r.keep(static_cast<float>(each));
    });
  }
  for (int first = 0; first < 0x10000; first += 0x1000 - 0x40)
    r.call({first}, {taken::fast, 1}, [&] {
      const auto w = r.in<std::uint16_t>(256);
      const auto out = r.out<float>(256);
      const auto back = r.out<std::uint16_t>(256);
      for (int i = 0; i < 256; ++i)
        w[i] = static_cast<std::uint16_t>(first + i);
      every(*reinterpret_cast<const half_t(*)[256]>(w), out, halves(back));
      for (int i = 0; i < 256; ++i) { // each compiler has a NaN of its own
        std::uint32_t bits;
        std::memcpy(&bits, out + i, sizeof bits);
        r.keep(out[i] != out[i] ? -1.0 : static_cast<double>(bits));
        out[i] = 0;
        r.keep((back[i] & 0x7fff) > 0x7c00 ? -1 : static_cast<int>(back[i]));
        back[i] = 0;
      }
    });
}

} // namespace SIDE
