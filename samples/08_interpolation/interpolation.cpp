//===- interpolation.cpp - tensor statements of fluid dynamics ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <cstdlib>
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;

constexpr long n = 7; // points in each direction of an element

using matrix = tensor<double, n, n>;
using field = tensor<double, n, n, n>;
using fields = tensor<double, dyn, n, n, n>;

// v(i, j, k) = sum over l, m, o of a(i, l) a(j, m) a(k, o) u(l, m, o). As
// written the product has rank 9; it is never built: three contractions of two
// factors each take 3 n^4 multiplications, and have a kernel each.
void interpolate(field &v, const matrix &a, const field &u) {
  [[heddle::map]]
  v = contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
      outer(a, outer(a, outer(a, u))));
}

// Into the other basis, divided by the eigenvalues there, and back.
void inverse_helmholtz(field &w, const matrix &s, const field &d,
                       const field &u) {
  [[heddle::map]]
  w = contract<pair<0, 6>, pair<2, 7>, pair<4, 8>>(outer(
      s, outer(s, outer(s, d * contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
                                   outer(s, outer(s, outer(s, u))))))));
}

// The same of many elements, with names, in place: the first kernels have read
// all of u before the last one writes it, so that there is no copy of u.
void inverse_helmholtz(fields &u, const matrix &s, const field &d) {
  idx e, i, j, k, l, m, o, p, q, r;
  [[heddle::map, heddle::inplace(u)]]
  u(e, i, j, k) = s(l, i) * s(m, j) * s(o, k) * d(l, m, o) * s(l, p) *
                  s(m, q) * s(o, r) * u(e, p, q, r);
}

//===- The same with loops ------------------------------------------------===//

// t(i, p) = sum over l of a(i, l) u(p, l), or a(l, i) where it is transposed:
// three times around, all directions have been interpolated.
void one_direction(double *t, const double *a, const double *u,
                   bool transposed) {
  for (long i = 0; i < n; ++i)
    for (long p = 0; p < n * n; ++p) {
      double sum = 0;
      for (long l = 0; l < n; ++l)
        sum += a[transposed ? l * n + i : i * n + l] * u[p * n + l];
      t[i * n * n + p] = sum;
    }
}

void all_directions(double *v, const double *a, const double *u,
                    bool transposed) {
  std::vector<double> s(n * n * n), t(n * n * n);
  one_direction(s.data(), a, u, transposed);
  one_direction(t.data(), a, s.data(), transposed);
  one_direction(v, a, t.data(), transposed);
}

// Small numbers, so that all sums are exact in whatever order.
void fill(double *values, long count, unsigned seed) {
  const std::vector<double> some =
      sample::numbers<double>(static_cast<std::size_t>(count), seed);
  for (long k = 0; k < count; ++k)
    values[k] = static_cast<double>(static_cast<long>(some[k]) / 8);
}

int main() {
  matrix a;
  field d, u, v, w;
  fill(a.data(), a.size(), 81);
  fill(d.data(), d.size(), 82);
  fill(u.data(), u.size(), 83);

  // One element.
  interpolate(v, a, u);
  inverse_helmholtz(w, a, d, u);
  std::printf("v[1][2][3] = %g, w[1][2][3] = %g\n", v(1, 2, 3), w(1, 2, 3));

  std::vector<double> t(n * n * n), expected(n * n * n);
  all_directions(expected.data(), a.data(), u.data(), false);
  bool equal = std::equal(v.begin(), v.end(), expected.begin());
  for (long k = 0; k < n * n * n; ++k)
    t[k] = d.data()[k] * expected[k];
  all_directions(expected.data(), a.data(), t.data(), true);
  equal = equal && std::equal(w.begin(), w.end(), expected.begin());

  // A batch, in place. Mapped threads that run one by one take their time.
  const long batch = std::getenv("HEDDLE_HOST_ORDER") ? 200 : 10000;
  fields many(batch, n, n, n);
  fill(many.data(), many.size(), 84);
  const std::vector<double> old(many.begin(), many.end());
  inverse_helmholtz(many, a, d);
  for (long e = 0; e < batch; ++e) {
    all_directions(t.data(), a.data(), &old[e * n * n * n], false);
    for (long k = 0; k < n * n * n; ++k)
      t[k] *= d.data()[k];
    all_directions(expected.data(), a.data(), t.data(), true);
    equal = equal && std::equal(expected.begin(), expected.end(),
                                many.begin() + e * n * n * n);
  }
  std::printf("of the batch: [7][1][2][3] = %g\n", many(7, 1, 2, 3));
  return sample::verdict(equal);
}
