//===- index-functions.cpp - subscripts computed by calls -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

static inline int place(int i, int j, int m) { return i * m + j; }
namespace layout {
constexpr int halo = 1;
static long stride = 7;
constexpr long padded(long i, const long &j) {
  return (i + halo) * 40 + (j + halo);
}
inline long strided(int i) { return i * stride; }
inline bool inside(int i, int n) { return i > 0 && i < n - 1; }
} // namespace layout
template <class T> T flat(T i, T j, T m) { return i * m + j; }

void by_function(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[place(i, j, m)] = x[place(j, i, n)] + place(i, 1, m);
}

void by_lambdas(double *y, const double *x, int n, int m) {
  const auto at = [=](int i, int j) { return i * m + j; };
  const auto turned = [=](int i, int j) { return at(n - 1 - i, m - 1 - j); };
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[at(i, j)] = x[turned(i, j)];
}

void by_others(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (layout::inside(i, n))
      y[layout::strided(i)] = x[layout::padded(i % 5, i / 5)];
}

void generic(std::vector<long> &y, long n, long m) {
  auto twice = [](auto k) { return 2 * k; };
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      y[flat(i, j, m)] = twice(j) + flat<long>(i, 3, m);
}

class image {
public:
  image(int w, int h) : width(w), height(h), pixels(w * h, 1.0f) {}
  int at(int x, int y) const { return y * width + x; }
  float sum() const {
    float total = 0;
    for (float p : pixels)
      total += p;
    return total;
  }
  void ramp(std::vector<float> &out) const {
    [[heddle::map]]
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        out[at(x, y)] = pixels[at(x, y)] * x;
  }
  int width, height;
  std::vector<float> pixels;
};
void mirror(image &to, const image &from) {
  [[heddle::map]]
  for (int y = 0; y < from.height; ++y)
    for (int x = 0; x < from.width; ++x)
      to.pixels[to.at(x, y)] = from.pixels[from.at(from.width - 1 - x, y)] + x;
}

CASE(index_functions) {
  for (const int n : {-1, 0, 1, 2, 31, 40}) {
    const int m = n > 0 ? n + 5 : 4;
    auto y = r.out<float>(n * m);
    auto x = r.in<float>(n * m);
    r.call({1, n}, harness::fast_if(n > 0), [&] { by_function(y, x, n, m); });
    auto v = r.out<double>(n * m);
    auto w = r.in<double>(n * m);
    r.call({2, n}, harness::fast_if(n > 0), [&] { by_lambdas(v, w, n, m); });
    auto a = r.out<int>(300);
    auto b = r.in<int>(300 + 40 * 10);
    layout::stride = n > 2 ? 7 : 1;
    r.call({3, n}, n > 0 ? taken::any : taken::nothing,
           [&] { by_others(a, b, n); });
    std::vector<long> c(n > 0 ? n * m : 0);
    auto kept = r.out<long>(n * m);
    r.call({4, n}, harness::fast_if(n > 0), [&] {
      generic(c, n, m);
      std::copy(c.begin(), c.end(), kept);
    });
    if (n <= 0)
      continue;
    image from(n, m), to(n, m);
    r.call({5, n}, taken::fast, [&] {
      from.ramp(to.pixels);
      r.keep(to.sum());
    });
    r.call({6, n}, taken::fast, [&] {
      mirror(to, from);
      r.keep(to.sum());
    });
  }
}

} // namespace SIDE
