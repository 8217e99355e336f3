//===- containers.cpp - containers of the standard library ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <memory>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// What a container holds, for comparison.
template <class C> void keep(harness::recorder &r, const C &c) {
  using element = std::remove_cv_t<std::remove_reference_t<decltype(c[0])>>;
  std::copy(c.begin(), c.end(), r.out<element>(c.size()));
}
template <class T> std::vector<T> filled(long n, unsigned seed) {
  std::vector<T> v(static_cast<std::size_t>(std::max(n, 0L)));
  for (std::size_t k = 0; k < v.size(); ++k)
    v[k] = static_cast<T>((k * 37 + seed * 11) % 101) - T(50);
  return v;
}

//===----------------------------------------------------------------------===//
// std::vector
//===----------------------------------------------------------------------===//

void scale(std::vector<float> &y, const std::vector<float> &x) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = 2 * x[i];
}

void signed_counter(std::vector<double> &y, const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    y[i] = x[i - 1] + x[i + 1];
}

// Conditions that do not wrap where the vector is empty.
void neighbours(std::vector<double> &y, const std::vector<double> &x) {
  [[heddle::map]]
  for (std::size_t i = 1; i + 1 < x.size(); ++i)
    y[i] = x[i - 1] + x[i + 1];
}
void lags(std::vector<int> &r, const std::vector<int> &x, int n) {
  [[heddle::map]]
  for (int l = 0; 5 > l + 1; l += 2) {
    int sum = 0;
    for (int i = 0; i + l < n; ++i)
      sum += x[i] * x[i + l];
    r[l] = sum;
  }
}

void linear(std::vector<int> &c, const std::vector<int> &a,
            const std::vector<int> &b, int n, int m, int k) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * m + j];
      c[i * m + j] = sum;
    }
}

void shifted(std::vector<int> &x) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < static_cast<int>(x.size()) - 1; ++i)
    x[i] = x[i + 1] - static_cast<int>(x.size());
}

std::vector<long> made(int n) {
  std::vector<long> x(static_cast<std::size_t>(n), 3), y;
  y.resize(x.size());
  [[heddle::map]]
  for (long i = 0; i < static_cast<long>(x.size()); ++i)
    y[i] = x[i] * i;
  return y;
}

template <class T>
void typed(std::vector<T> &y, const std::vector<T> &x, T by) {
  [[heddle::map(FoldAll)]]
  for (std::size_t i = 0; i < std::size(x); ++i)
    y[i] = static_cast<T>(x[i] + by);
}

struct field {
  std::vector<double> now, next;
  int width = 0;
  void step() {
    [[heddle::map]]
    for (int i = 1; i < width - 1; ++i)
      for (int j = 1; j < width - 1; ++j)
        this->next[i * width + j] =
            now[(i - 1) * width + j] + now[(i + 1) * width + j] +
            now[i * width + j - 1] + now[i * width + j + 1];
  }
  double sum() const {
    double total = 0;
    [[heddle::map, heddle::reduce(total)]]
    for (std::size_t i = 0; i < now.size(); ++i)
      total += now[i];
    return total;
  }
};

void through_pointers(std::vector<int> &x, std::vector<int> &y, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    *(y.data() + i) = x.data()[n - 1 - i];
}

CASE(vectors) {
  for (const int n : harness::sizes()) {
    auto y = filled<float>(n, 1), x = filled<float>(n, 2);
    r.call({1, n}, harness::fast_if(n > 0), [&] { scale(y, x), keep(r, y); });
    auto v = filled<double>(n, 3), w = filled<double>(n, 4);
    r.call({2, n}, harness::fast_if(n > 2),
           [&] { signed_counter(v, w), keep(r, v); });
    r.call({3, n}, taken::any, [&] {
      auto z = filled<int>(n, 5);
      shifted(z), keep(r, z);
    });
    if (n >= 0)
      r.call({4, n}, harness::fast_if(n > 0), [&] { keep(r, made(n)); });
    r.call({5, n}, harness::fast_if(n > 0), [&] {
      auto a = filled<short>(n, 6), b = filled<short>(n, 7);
      typed<short>(a, b, 5), keep(r, a);
    });
    r.call({6, n}, harness::fast_if(n > 0), [&] {
      auto a = filled<double>(n, 6), b = filled<double>(n, 7);
      typed<double>(a, b, 0.5), keep(r, a);
    });
    r.call({7, n}, harness::fast_if(n > 0), [&] {
      auto a = filled<int>(n, 8), b = filled<int>(n, 9);
      through_pointers(a, b, n), keep(r, b);
    });
    r.call({20, n}, harness::fast_if(n > 2), [&] {
      auto a = filled<double>(n, 3), b = filled<double>(n, 4);
      neighbours(a, b), keep(r, a);
    });
    r.call({21, n}, taken::fast, [&] {
      auto a = filled<int>(5, 3), b = filled<int>(n, 4);
      lags(a, b, n), keep(r, a);
    });
  }
  // One vector under two names.
  auto same = filled<float>(100, 1);
  r.call({8}, taken::sequential, [&] { scale(same, same), keep(r, same); });
  for (const int n : {0, 1, 2, 31}) {
    const int m = n + 3, k = 5;
    auto a = filled<int>(n * k, 1), b = filled<int>(k * m, 2);
    auto c = filled<int>(n * m, 3);
    r.call({9, n}, harness::fast_if(n > 0),
           [&] { linear(c, a, b, n, m, k), keep(r, c); });
    field f;
    f.width = n;
    f.now = filled<double>(n * n, 4), f.next = filled<double>(n * n, 5);
    r.call({10, n}, harness::fast_if(n > 2),
           [&] { f.step(), keep(r, f.next); });
    r.call({11, n}, harness::fast_if(n > 0), [&] { r.keep(f.sum()); });
  }
}

//===----------------------------------------------------------------------===//
// std::array
//===----------------------------------------------------------------------===//

template <std::size_t N, std::size_t M>
using matrix = std::array<std::array<int, M>, N>;

void transpose(matrix<7, 5> &y, const matrix<5, 7> &x) {
  [[heddle::map]]
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 5; ++j)
      y[i][j] = x[j][i];
}

void local(int *result) {
  matrix<6, 4> here{};
  std::array<int, 4> weights = {1, 3, 9, 27};
  [[heddle::map]]
  for (std::size_t i = 0; i < here.size(); ++i)
    for (std::size_t j = 0; j < here[0].size(); ++j)
      here[i][j] = weights[j] * static_cast<int>(i);
  for (const auto &row : here)
    result = std::copy(row.begin(), row.end(), result);
}

static constexpr std::array<float, 3> taps = {0.25f, 0.5f, 0.25f};
void blur(std::vector<float> &y, const std::vector<float> &x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i) {
    float sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += taps[k] * x[i + k - 1];
    y[i] = sum;
  }
}

void arrays_of_arrays(std::vector<std::array<double, 3>> &position,
                      const std::array<double, 3> *velocity, int n, double dt) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    auto &p = position[i];
    const auto &v = velocity[i];
    for (int d = 0; d < 3; ++d)
      p[d] += dt * v[d];
  }
}

template <class T, std::size_t N>
void dependent(std::array<T, N> &y, const std::array<T, N> &x) {
  [[heddle::map]]
  for (std::size_t i = 0; i < N; ++i)
    y[i] = x[N - 1 - i];
}

CASE(arrays) {
  matrix<7, 5> y{};
  matrix<5, 7> x{};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 7; ++j)
      x[i][j] = 10 * i + j;
  r.call({1}, taken::fast, [&] {
    transpose(y, x);
    std::copy_n(&y[0][0], 35, r.out<int>(35));
  });
  auto kept = r.out<int>(24);
  r.call({2}, taken::fast, [&] { local(kept); });
  for (const int n : {0, 2, 3, 50}) {
    auto a = filled<float>(n, 1), b = filled<float>(n, 2);
    r.call({3, n}, harness::fast_if(n > 2), [&] { blur(a, b, n), keep(r, a); });
    std::vector<std::array<double, 3>> p(static_cast<std::size_t>(n)), v(p);
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t d = 0; d < 3; ++d)
        p[i][d] = double(i), v[i][d] = double(d);
    r.call({4, n}, harness::fast_if(n > 0), [&] {
      arrays_of_arrays(p, v.data(), n, 0.5);
      keep(r, p);
    });
  }
  std::array<int, 9> s{}, t = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::array<double, 4> u{}, v = {1, 2, 3, 4};
  r.call({5}, taken::fast, [&] { dependent(s, t), keep(r, s); });
  r.call({6}, taken::fast, [&] { dependent(u, v), keep(r, u); });
}

//===----------------------------------------------------------------------===//
// std::unique_ptr
//===----------------------------------------------------------------------===//

void owned(std::unique_ptr<double[]> &y, const std::unique_ptr<double[]> &x,
           int n) {
  double *const raw = y.get();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    raw[i] = x[i] * 3;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] += 1;
}

CASE(unique_pointers) {
  for (const int n : {0, 1, 33, 200}) {
    const std::size_t count = static_cast<std::size_t>(n);
    std::unique_ptr<double[]> a(new double[count + 1]),
        b(new double[count + 1]);
    for (std::size_t i = 0; i < count; ++i)
      a[i] = 0, b[i] = double(i);
    r.call({n}, {n ? taken::fast : taken::nothing, 2}, [&] {
      owned(a, b, n);
      std::copy_n(a.get(), n, r.out<double>(n));
    });
  }
}

//===----------------------------------------------------------------------===//
// std::shared_ptr
//===----------------------------------------------------------------------===//

struct shared {
  std::shared_ptr<float[]> values;
  void halve(int n) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      values[i] /= 2;
  }
};
void add(std::shared_ptr<float[]> y, const std::shared_ptr<const float[]> &x,
         int n) {
  const float *const raw = x.get();
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] += x[i] + raw[i];
}

// Two of them may have the same elements: the launch compares.
CASE(shared_pointers) {
  for (const int n : {0, 1, 33, 200}) {
    const std::size_t count = static_cast<std::size_t>(n);
    shared a{std::shared_ptr<float[]>(new float[count + 1])};
    std::shared_ptr<float[]> b(new float[count + 1]);
    for (std::size_t i = 0; i < count; ++i)
      a.values[i] = 3, b[i] = float(i);
    const taken path = n ? taken::fast : taken::nothing;
    r.call({1, n}, {path, 2}, [&] {
      a.halve(n);
      add(a.values, b, n);
      std::copy_n(a.values.get(), n, r.out<float>(n));
    });
    r.call({2, n}, {n ? taken::sequential : taken::nothing, 1}, [&] {
      add(a.values, a.values, n);
      std::copy_n(a.values.get(), n, r.out<float>(n));
    });
  }
}

} // namespace SIDE
