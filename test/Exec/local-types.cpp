//===- local-types.cpp - structures of the function around a nest ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

// One that has another one and an array, and a name that the file has, too.
struct pair {
  int first;
};
void histories(const double *mu, double *depth, int n) {
  struct photon {
    double weight, z; // of one particle
    int alive;
  };
  struct pair {
    photon of[2];
    unsigned char tag[3];
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    pair both = {{{1, 0.5, 1}, {2, 0, 1}}, {1, 2, 3}};
    static_assert(sizeof(pair) > sizeof(photon), "a pair has two of them");
    const double by = 1 - 0.125 * mu[i];
    for (photon &p : both.of)
      while (p.alive) {
        p.z += 0.25;
        p.weight *= by;
        if (p.weight < 0.25 || p.z > 4)
          p.alive = 0;
      }
    depth[i] = both.of[0].z + both.of[1].z * both.tag[2];
  }
}

// Both loops are mapped, and the body begins with another declaration.
void moments(float *y, const float *x, int n, int m) {
  struct sums {
    float one, two;
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const float v = x[i] + static_cast<float>(j);
      sums s{v, v * v};
      const sums t = s;
      y[i * m + j] = t.two - t.one;
    }
}

// Statements that could be launches of their own.
void apart(float *y, float *z, const float *x, int n) {
  struct point {
    float a, b;
  };
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = point{x[i], 1}.a;
    z[i] = point{x[i], 2}.b * y[i];
  }
}

CASE(all) {
  for (const int n : {0, 1, 32, 77}) {
    const std::size_t size = static_cast<std::size_t>(n);
    r.call({n}, {n ? taken::fast : taken::nothing, 3}, [&] {
      const auto mu = r.in<double>(size);
      for (int i = 0; i < n; ++i)
        mu[i] = 0.125 * (i % 7);
      const auto depth = r.out<double>(size);
      histories(mu, depth, n);
      const auto x = r.in<float>(size);
      const auto y = r.out<float>(3 * size);
      moments(y, x, n, 3);
      const auto z = r.out<float>(size), w = r.out<float>(size);
      apart(z, w, x, n);
    });
  }
}

} // namespace SIDE
