//===- directives.cpp - pragmas, conditions and includes in the loops -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cmath>
#include <heddle/heddle.h>

#define NU 0.0625
#define ORDER 4

void advance_rows(double *u, const double *du, int n, int m, double dt)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
#pragma omp simd
    for (int j = 0; j < m; j++)
      u[i * m + j] += dt * du[i * m + j];
  }
}

void gemv_simd(const float *a, const float *x, float *y, int n, int m)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float sum = 0.f;
    #pragma omp simd reduction(+:sum) aligned(a, x : 4)
    for (int j = 0; j < m; ++j)
      sum += a[i * m + j] * x[j];
    y[i] = sum;
  }
}

/* parallel for simd */
void triad_simd(double *a, const double *b, const double *c, double q, int n)
{
  [[heddle::map]]
  #pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = b[i] + q * c[i];
}

void horner4(const double *x, double *y, const double (&coef)[5], int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    double r = coef[4];
#pragma unroll
    for (int k = 3; k >= 0; --k)
      r = r * x[i] + coef[k];
    y[i] = r;
  }
}

void small_matvec(const float *A, const float *v, float *w, int nmat)
{
  [[heddle::map]]
  for (int m = 0; m < nmat; m++) {
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
      float t = 0;
#pragma GCC unroll 3
      for (int j = 0; j < 3; j++)
        t += A[9 * m + 3 * i + j] * v[3 * m + j];
      w[3 * m + i] = t;
    }
  }
}

void shift_down(double *to, const double *from, int n, int nz)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#pragma GCC ivdep
    for (int k = 0; k < nz; ++k)
      to[i * (nz + 1) + k] = from[i * (nz + 1) + k + 1];
  }
}

void vendor_hints(double *y, const double *x, int n, int m)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
  {
    #pragma ivdep
    #pragma vector always
    #pragma loop_count min(8), avg(64)
    for (int j = 0; j < m; j++)
    {
      y[i*m+j] = sqrt(x[i*m+j]) + 1.0;
    }
  }
}

/* branches of the preprocessor inside */
void update_velocity(double *v, const double *f, const double *mass, int n, double dt)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#ifdef GRAVITY
    double a = f[i] / mass[i] - 9.81;
#else
    double a = f[i] / mass[i];
#endif
    v[i] += a * dt;
#ifndef NO_CUTOFF
    if (fabs(v[i]) < 0.25) v[i] = 0.0;
#endif
  }
}

/* the header depends on it, too */
void dissipate(double *w, const double *u, int n)
{
  [[heddle::map]]
#if ORDER == 2
  for (int i = 1; i < n - 1; i++) {
    w[i] = u[i + 1] - 2 * u[i] + u[i - 1];
#elif ORDER == 4
  for (int i = 2; i < n - 2; i++) {
    w[i] = u[i - 2] - 4 * u[i - 1] + 6 * u[i] - 4 * u[i + 1] + u[i + 2];
#else
#error "no such order"
#endif
  }
}

/* comments all over, old code under #if 0 */
void smooth_line(float *out, const float *in, int n)
{
  [[heddle::map]] // was: #pragma omp parallel for schedule(static)
  for (int i /* point */ = 1; i < n - 1 /* not the last */; i++) {
#if 0 /* first order, kept for reference */
    out[i] = 0.5f * (in[i] + in[i + 1]);
#endif // 0
    float acc = 0.25f * in[i - 1]; /* left // not a comment */
    acc += 0.5f * in[i];           // centre /* nor this
    #pragma omp simd /* one lane */ reduction(+ : acc) // trailing
    for (int k = 1; k <= 1; ++k) acc += 0.25f * in[i + k];
    out[i] = acc;
  }
}

/* the body lies in a file of its own */
void included_body(const double *u, double *flux, int n)
{
  [[heddle::map]]
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++) {
      const int at = j * n + i;
#define STRIDE 1
#include "Inputs/flux_body.inc"
#undef STRIDE
    }
}

void included_twice(const double *u, double *flux, int n)
{
  [[heddle::map]]
  for (int at = n; at < n * n - n; at++) {
    {
#define STRIDE 1
#include "Inputs/flux_body.inc"
#undef STRIDE
    }
    {
#define STRIDE n
#include "Inputs/flux_body.inc"
#undef STRIDE
    }
  }
}

/* a pragma over two lines, a macro that lives in the loop alone */
void filter_taps(const float *x, float *y, const float (&h)[8], int n)
{
  [[heddle::map]]
  for (int i = 7; i < n; i++) {
    float acc = 0.0f;
#define TAP(k) (h[k] * x[i - (k)])
#pragma omp simd \
        reduction(+:acc)
    for (int k = 0; k < 8; k++)
      acc += TAP(k);
#undef TAP
    y[i] = acc;
  }
}

double checked_sum(const double *x, int n)
{
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
    int unused_in_release = i;
#pragma GCC diagnostic pop
#ifdef PARANOID
    if (!(x[unused_in_release] >= 0)) continue;
#endif
    s += x[i];
  }
  return s;
}

/* the operator form of a pragma */
void axpby(double *y, const double *x, double a, double b, int n, int m)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    _Pragma("omp simd")
    for (int j = 0; j < m; j++)
      y[i * m + j] = a * x[i * m + j] + b * y[i * m + j];
}

/* ---- data moved to a device in front of a loop ---- */
void reset_field(double *ex, double *hy, int n)
{
#pragma omp target update to(ex[0:n])
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    hy[i] = 0.5 * ex[i];
}

int main()
{
  using real::values; using real::show;
  const int n = 40, m = 24;
  auto a = values<double>(n * n, 1), b = values<double>(n * n, 2);
  auto x = a;
  std::vector<double> c(n * n);
  advance_rows(x.data(), b.data(), n, m, 0.5); show("advance_rows", x);
  auto f = values<float>(n * n, 3), g = values<float>(n * n, 4);
  std::vector<float> h(n * n);
  gemv_simd(f.data(), g.data(), h.data(), n, m); show("gemv_simd", h);
  triad_simd(c.data(), a.data(), b.data(), 3.0, n * n); show("triad_simd", c);
  const double coef[5] = {1, 1, 0.5, 0.25, 0.125};
  horner4(a.data(), c.data(), coef, n); show("horner4", c);
  small_matvec(f.data(), g.data(), h.data(), n); show("small_matvec", h);
  shift_down(c.data(), a.data(), n, 20); show("shift_down", c);
  vendor_hints(c.data(), a.data(), n, m); show("vendor_hints", c);
  update_velocity(x.data(), a.data(), b.data(), n * n, 0.125); show("update_velocity", x);
  dissipate(c.data(), a.data(), n); show("dissipate", c);
  smooth_line(h.data(), f.data(), n); show("smooth_line", h);
  included_body(a.data(), c.data(), n); show("included_body", c);
  included_twice(b.data(), c.data(), n); show("included_twice", c);
  const float taps[8] = {1, 2, 3, 4, 4, 3, 2, 1};
  filter_taps(f.data(), h.data(), taps, n * n); show("filter_taps", h);
  show("checked_sum", checked_sum(a.data(), n * n));
  axpby(x.data(), a.data(), 2.0, -0.5, n, m); show("axpby", x);
  reset_field(x.data(), c.data(), n * n); show("reset_field", c);
}
