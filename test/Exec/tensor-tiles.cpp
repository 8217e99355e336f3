//===- tensor-tiles.cpp - tensor statements whose blocks share loads ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Large launches have tiles as those of loops have them. All bits are those of
// the library.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec device %t %s

#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;
using harness::taken;

namespace SIDE {

template <class T> using vector = tensor<T, dyn>;
template <class T> using matrix = tensor<T, dyn, dyn>;

//===--- Products ---------------------------------------------------------===//

template <class T>
void multiply(matrix<T> &c, const matrix<T> &a, const matrix<T> &b) {
  idx i, j, k;
  [[heddle::map]] c(i, j) = a(i, k) * b(k, j);
}

/// A sum begins at zero, behind it stands more, and elements are read besides.
void add_squashed(matrix<double> &c, const matrix<double> &a,
                  const matrix<double> &b, const vector<double> &bias) {
  idx i, j, k;
  [[heddle::map]]
  c(i, j) = c(i, j) + max(a(i, k) * b(j, k) + bias(j), 0.25);
}

template <class T> static void multiply_some(harness::recorder &r, int label) {
  for (const long m : {938L, 960L})
    for (const long l : {32L, 41L}) {
      const long n = 945;
      matrix<T> c(n, m), a(n, l), b(l, m);
      fill(a, 1), fill(b, 2), fill(c, 3);
      r.call({label, int(m), int(l)}, taken::fast, [&] {
        multiply(c, a, b);
        keep(r, c);
      });
    }
}

CASE(products) {
  multiply_some<float>(r, 1);
  multiply_some<int>(r, 2);
  const long n = 945, m = 938, l = 38;
  matrix<double> c(n, m), a(n, l), b(m, l);
  vector<double> bias(m);
  fill(a, 1), fill(b, 2), fill(c, 3), fill(bias, 4);
  r.call({3}, taken::fast, [&] {
    add_squashed(c, a, b, bias);
    keep(r, c);
  });
}

//===--- Windows, transposes, rows ----------------------------------------===//

CASE(windows) {
  for (const long m : {470L, 480L}) {
    const long n = 480;
    matrix<float> y(n, m), x(n + 4, m + 2);
    tensor<float, 5, 3> w;
    fill(y, 1), fill(x, 2), fill(w, 3);
    r.call({1, int(m)}, taken::fast, [&] {
      [](matrix<float> &y, const matrix<float> &x, const tensor<float, 5, 3> &w) {
        [[heddle::map]] y = conv(x, w);
      }(y, x, w);
      keep(r, y);
    });
  }
  // Padding leaves sums to some of the iterations.
  const long n = 480, m = 475;
  matrix<float> y(n, m), x(n, m);
  tensor<float, 3, 3> w;
  fill(y, 1), fill(x, 2), fill(w, 3);
  r.call({2}, taken::fast, [&] {
    [](matrix<float> &y, const matrix<float> &x, const tensor<float, 3, 3> &w) {
      [[heddle::map]] y = conv(pad(x, {1, 1}, {1, 1}), w);
    }(y, x, w);
    keep(r, y);
  });
}

CASE(transposes) {
  const long n = 483, m = 470;
  matrix<float> y(n, m), x(m, n), z(n, m);
  fill(y, 1), fill(x, 2), fill(z, 3);
  r.call({1}, taken::fast, [&] {
    [](matrix<float> &y, const matrix<float> &x, const matrix<float> &z) {
      [[heddle::map]] y = transpose<0, 1>(x) - z;
    }(y, x, z);
    keep(r, y);
  });
}

CASE(rows) {
  const long n = 6943, m = 131;
  matrix<float> a(n, m), b(n, m);
  vector<float> x(m), y(n);
  fill(a, 1), fill(x, 2), fill(y, 3), fill(b, 4);
  r.call({1}, taken::fast, [&] {
    [](vector<float> &y, const matrix<float> &a, const vector<float> &x) {
      idx i, k;
      [[heddle::map]] y(i) = a(i, k) * x(k);
    }(y, a, x);
    keep(r, y);
  });
  r.call({2}, taken::fast, [&] {
    [](vector<float> &y, const matrix<float> &a, const matrix<float> &b) {
      idx i, k, l;
      [[heddle::map]] y(i) = a(i, k) * b(i, k) - 0.5f * abs(a(i, l) - b(i, l));
    }(y, a, b);
    keep(r, y);
  });
}

//===--- Tiles that are asked for -----------------------------------------===//

void asked(matrix<float> &c, const matrix<float> &a, const matrix<float> &b) {
  idx i, j, k;
  [[heddle::map(Blocks({4 * tile_size, 4 * tile_size}, {4, 4})),
    heddle::stage(a, b), heddle::strip(k, tile_size), heddle::tiles(2, 4)]]
  c(i, j) = a(i, k) * b(k, j) - c(i, j);
}
void rolling(tensor<double, dyn, dyn, dyn> &y,
             const tensor<double, dyn, dyn, dyn> &x, const matrix<double> &w) {
  idx i, j, k;
  [[heddle::map(Blocks({3, 2, 4}, {3, 1, 1})), heddle::stage(x, w),
    heddle::roll(i)]]
  y(i, j, k) = x(i, j, k) * w(j, k);
}
void asked_of_the_last(vector<double> &y, const matrix<double> &a,
                       const matrix<double> &b, const vector<double> &x) {
  idx i, j, k;
  [[heddle::map(Blocks({32})), heddle::stage(a), heddle::strip(j, 32)]]
  y(i) = a(i, j) * max(b(j, k) * x(k), 0.25);
}

CASE(asked_for) {
  for (const long n : {1L, 9L, 40L})
    for (const long l : {0L, 5L, 17L}) {
      const long m = 19;
      matrix<float> c(n, m), a(n, l), b(l, m);
      fill(a, 1), fill(b, 2), fill(c, 3);
      r.call({1, int(n), int(l)}, taken::fast, [&] {
        asked(c, a, b);
        keep(r, c);
      });
    }
  for (const long n : {1L, 3L, 7L}) {
    tensor<double, dyn, dyn, dyn> x(n, 5, 9), y(n, 5, 9);
    matrix<double> w(5, 9);
    fill(x, 1), fill(w, 2), fill(y, 3);
    r.call({3, int(n)}, taken::fast, [&] {
      rolling(y, x, w);
      keep(r, y);
    });
  }
  for (const long n : {65L, 130L}) {
    matrix<double> a(n, 70), b(70, n);
    vector<double> x(n), y(n);
    fill(a, 1), fill(b, 2), fill(x, 3), fill(y, 4);
    r.call({2, int(n)}, {taken::fast, 2}, [&] {
      asked_of_the_last(y, a, b, x);
      keep(r, y);
    });
  }
}

//===--- A stage before ---------------------------------------------------===//

/// The last of two stages has a tile.
CASE(chains) {
  const long n = 940, m = 942, l = 45;
  matrix<float> v(n, m), a(n, l), b(l, 20), d(20, m);
  fill(v, 1), fill(a, 2), fill(b, 3), fill(d, 4);
  r.call({1}, harness::expectation{taken::fast, 2}, [&] {
    [](matrix<float> &v, const matrix<float> &a, const matrix<float> &b,
       const matrix<float> &d) {
      idx i, j, p, q;
      [[heddle::map]] v(i, j) = a(i, p) * max(b(p, q) * d(q, j), 0.5f);
    }(v, a, b, d);
    keep(r, v);
  });
}

} // namespace SIDE
