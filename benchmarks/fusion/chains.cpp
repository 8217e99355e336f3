// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbouring nests of programs. They are rewritten twice: with SIDE=fused
// they run in one launch, with SIDE=apart in one each.

#include "chains.h"
#include <heddle/heddle.h>

using namespace heddle;

namespace SIDE {

// What an element-wise library would do in three calls.
void blend(float *a, float *b, float *d, const float *c, long n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (long i = 0; i < n; ++i)
      a[i] = 0.5f * c[i];
    [[heddle::map]]
    for (long i = 0; i < n; ++i)
      b[i] = a[i] + c[i];
    [[heddle::map]]
    for (long i = 0; i < n; ++i)
      d[i] = a[i] * b[i];
  }
}

// The residual of a solver, and the square of its norm.
double residual(double *r, const double *q, double alpha, long n) {
  double rr = 0;
  [[heddle::program]] {
    [[heddle::map]]
    for (long i = 0; i < n; ++i)
      r[i] -= alpha * q[i];
    [[heddle::map, heddle::reduce(rr)]]
    for (long i = 0; i < n; ++i)
      rr += r[i] * r[i];
  }
  return rr;
}

// One step of particles: velocities, then positions.
void step(float *x, float *v, const float *f, float dt, long n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (long i = 0; i < n; ++i)
      v[i] += dt * f[i];
    [[heddle::map]]
    for (long i = 0; i < n; ++i)
      x[i] += dt * v[i];
  }
}

// An unsharp mask: a blur along rows, and what it has taken away.
void sharpen(float *blurred, float *out, const float *in, int rows,
             int columns) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int y = 0; y < rows; ++y)
      for (int x = 1; x < columns - 1; ++x)
        blurred[y * columns + x] =
            (in[y * columns + x - 1] + 2 * in[y * columns + x] +
             in[y * columns + x + 1]) /
            4;
    [[heddle::map]]
    for (int y = 0; y < rows; ++y)
      for (int x = 1; x < columns - 1; ++x)
        out[y * columns + x] =
            2 * in[y * columns + x] - blurred[y * columns + x];
  }
}

} // namespace SIDE
