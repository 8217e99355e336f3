//===- signal.cpp - filters, transforms, sequences ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>
#include <utility>

using namespace heddle;

// A filter of any length.
void fir(std::vector<float> &y, const std::vector<float> &x,
         const std::vector<float> &h) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i) {
    float sum = 0;
    for (std::size_t k = 0; k < h.size(); ++k)
      sum += h[k] * x[i + k];
    y[i] = sum;
  }
}

void autocorrelate(double *r, const double *x, int n, int lags) {
  [[heddle::map]]
  for (int l = 0; l < lags; ++l) {
    r[l] = 0;
    for (int i = 0; i < n - l; ++i)
      r[l] += x[i] * x[i + l];
  }
}

// Each c[k] has a thread of its own, which adds up all a[i] * b[k - i].
void full_convolution(double *c, const double *a, const double *b, int n,
                      int m) {
  [[heddle::map, heddle::reduce(c)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i + j] += a[i] * b[j];
}

// One level of Haar wavelets, means and details apart.
void haar(float *out, const float *in, int n) {
  [[heddle::map]]
  for (int i = 0; i < n / 2; ++i) {
    out[i] = (in[2 * i] + in[2 * i + 1]) / 2;
    out[n / 2 + i] = (in[2 * i] - in[2 * i + 1]) / 2;
  }
}

// Every other sample; the others stay as they are.
void upsample(float *out, const float *in, int n) {
  [[heddle::bounds(2 * n), heddle::step(2),
    heddle::map(GridBlock(1, SplitLast(32, CompressGrid({1}, ShiftLB(Gen)))))]]
  for (int i = 0; i < 2 * n; i += 2)
    out[i] = in[i / 2];
}

// A Fourier transform by its definition,
void dft(double *re, double *im, const double *x, int n) {
  const double circle = 2 * std::acos(-1.0);
  [[heddle::map]]
  for (int k = 0; k < n; ++k) {
    double a = 0, b = 0;
    for (int t = 0; t < n; ++t) {
      const double angle = circle * k * t / n;
      a += x[t] * std::cos(angle);
      b -= x[t] * std::sin(angle);
    }
    re[k] = a;
    im[k] = b;
  }
}

// and the butterflies of a fast one, in place; the stages stay on the host.
void butterflies(double *re, double *im, const double *wr, const double *wi,
                 int n) {
  for (int half = 1; half < n; half *= 2) {
    const int blocks = n / (2 * half);
    [[heddle::map]]
    for (int block = 0; block < blocks; ++block)
      for (int k = 0; k < half; ++k) {
        const int a = block * (2 * half) + k, b = a + half, w = k * blocks;
        const double tr = wr[w] * re[b] - wi[w] * im[b];
        const double ti = wr[w] * im[b] + wi[w] * re[b];
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
  }
}

// Samples in the order of their reversed bits, where a transform begins.
void reverse_bits(std::vector<double> &to, const std::vector<double> &from,
                  int bits) {
  [[heddle::map, heddle::independent(to)]]
  for (unsigned i = 0; i < from.size(); ++i) {
    unsigned place = 0;
    for (int b = 0; b < bits; ++b)
      place |= ((i >> b) & 1) << (bits - 1 - b);
    to[place] = from[i];
  }
}

// A step of bitonic sort: each number meets the one whose index differs in one
// bit.
void bitonic_step(std::vector<int> &x, unsigned bit, unsigned run) {
  [[heddle::map, heddle::independent(x)]]
  for (unsigned i = 0; i < x.size(); ++i) {
    const unsigned partner = i ^ bit;
    if (partner > i) {
      const bool ascending = (i & run) == 0;
      if ((x[i] > x[partner]) == ascending)
        std::swap(x[i], x[partner]);
    }
  }
}

// Tracks into one, which must not overflow; some tracks may be silent.
#define CLIP(v, low, high)                                                     \
  ({                                                                           \
    const int v_ = (v);                                                        \
    (v_ < (low)) ? (low) : (v_ > (high)) ? (high) : v_;                        \
  })
void mix(short *out, const short *voice, const short *drums, const short *bass,
         int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int sum = voice[i];
    if (drums)
      sum += 3 * drums[i] / 2;
    if (bass != nullptr)
      sum += bass[i];
    out[i] = CLIP(sum, -32768, 32767);
  }
}

// The distance of two words, diagonal by diagonal: of one diagonal all elements
// are independent.
void edit_distance(std::vector<int> &d, const std::vector<char> &a,
                   const std::vector<char> &b) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  for (int s = 2; s <= n + m; ++s) {
    [[heddle::map]]
    for (int i = std::max(1, s - m); i <= std::min(n, s - 1); ++i) {
      const int j = s - i;
      const int change = d[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]);
      const int gap =
          1 + std::min(d[(i - 1) * (m + 1) + j], d[i * (m + 1) + j - 1]);
      d[i * (m + 1) + j] = std::min(change, gap);
    }
  }
}

// Random numbers by hashing: unsigned arithmetic wraps as in C++.
void noise(std::uint32_t *out, std::uint32_t seed, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::uint32_t h = seed + static_cast<std::uint32_t>(i) * 0x9E3779B9u;
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    h ^= h >> 16;
    out[i] = h;
  }
}

int main() {
  const int n = 1009;
  const auto x = gallery::between<float>(-1, 2, n, 1);
  const auto z = gallery::between<double>(-1, 2, n, 2);
  std::vector<float> y(n - 16), twice(2 * n);
  fir(y, x, gallery::between<float>(0, 1, 17, 3));
  gallery::show("fir", y);
  std::vector<double> r(67), c(n + 30);
  autocorrelate(r.data(), z.data(), 401, 67);
  gallery::show("autocorrelate", r);
  full_convolution(c.data(), z.data(), r.data(), n, 31);
  gallery::show("full_convolution", c);
  haar(y.data(), x.data(), n - 17);
  gallery::show("haar", y);
  upsample(twice.data(), x.data(), n);
  gallery::show("upsample", twice);

  std::vector<double> re(131), im(131);
  dft(re.data(), im.data(), z.data(), 131);
  gallery::show("dft", re);
  const int size = 256;
  std::vector<double> fr(z.begin(), z.begin() + size), fi(size), wr, wi;
  for (int k = 0; k < size / 2; ++k) {
    const double angle = 2 * std::acos(-1.0) * k / size;
    wr.push_back(std::cos(angle));
    wi.push_back(-std::sin(angle));
  }
  butterflies(fr.data(), fi.data(), wr.data(), wi.data(), size);
  gallery::show("butterflies", fr);

  std::vector<double> reversed(size);
  reverse_bits(reversed, fr, 8);
  gallery::show("reverse_bits", reversed);
  auto sorted = gallery::between<int>(0, 1000, size, 6);
  for (unsigned run = 2; run <= size; run *= 2)
    for (unsigned bit = run / 2; bit > 0; bit /= 2)
      bitonic_step(sorted, bit, run);
  gallery::show("bitonic_step", sorted);
  const auto track = gallery::between<short>(-30000, 30000, n, 7);
  std::vector<short> mixed(n);
  mix(mixed.data(), track.data(), track.data() + 100, nullptr, n - 100);
  gallery::show("mix", mixed);

  const auto a = gallery::between<char>('a', 'd', 71, 4);
  const auto b = gallery::between<char>('a', 'd', 59, 5);
  std::vector<int> d(72 * 60);
  for (int i = 0; i <= 71; ++i)
    d[i * 60] = i;
  for (int j = 0; j <= 59; ++j)
    d[j] = j;
  edit_distance(d, a, b);
  gallery::show("edit_distance", d);
  std::vector<std::uint32_t> random(n);
  noise(random.data(), 42, n);
  gallery::show("noise", random);
}
