//===- control.cpp - how bodies choose, leave early and step --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cassert>
#include <cmath>
#include <heddle/heddle.h>

enum CellKind { FLUID, NOSLIP, FREESLIP, INFLOW };

void boundary_velocity(const int *kind, const double *u, double *ub, int n)
{
  // claims: [[heddle::extent(u, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    switch (kind[i]) {
    case NOSLIP:
      ub[i] = 0.0;
      break;
    case FREESLIP:
      ub[i] = u[i];
      break;
    case INFLOW:
      ub[i] = 1.0;
      break;
    default:
      ub[i] = 0.5 * u[i];
    }
  }
}

/* letters, digits, the rest; cases fall together */
int count_digits(const char *text, char *cls, int n)
{
  int digits = 0;
  [[heddle::map, heddle::reduce(digits)]]
  for (int i = 0; i < n; i++)
    switch (text[i]) {
      case '0': case '1': case '2': case '3': case '4':
      case '5': case '6': case '7': case '8': case '9':
        digits++;
        cls[i] = 'd';
        break;
      case ' ': case '\n': cls[i] = 's'; break;
      default: cls[i] = 'a';
    }
  return digits;
}

/* a lambda that returns early */
void minmod_slopes(const double *q, double *s, int n)
{
  auto minmod = [](double a, double b) {
    if (a * b <= 0.0)
      return 0.0;
    if (fabs(a) < fabs(b))
      return a;
    return b;
  };
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    s[i] = minmod(q[i] - q[i - 1], q[i + 1] - q[i]);
}

void checked_divide(const double *a, const double *b, double *c, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    assert(b[i] != 0.0);
    c[i] = a[i] / b[i];
    assert(std::isfinite(c[i]) && "quotient");
  }
}

/* statement expressions, as in kernels of C */
#define clamp_val(v, lo, hi) ({ __typeof__(v) v_ = (v); v_ < (lo) ? (lo) : v_ > (hi) ? (hi) : v_; })
void saturate(int *v, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    v[i] = clamp_val(3 * v[i] - 40, -10, 10);
}

/* a loop that is a while in truth */
void strided_sums(const float *x, float *out, int rows, int n, int k)
{
  // claims: [[heddle::extent(x, rows * n)]]
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    float acc = 0;
    for (int j = 0; j < n;) {
      acc += x[r * n + j];
      j += k;
    }
    out[r] = acc;
  }
}

/* a step that is positive at run time */
void decimate(const double *x, double *y, int n, int step)
{
  assert(step > 0);
  [[heddle::map]]
  for (int i = 0; i < n; i += step)
    y[i] = 0.5 * x[i];
}

/* strips whose length is an argument, with a rest */
void strip_axpy(double *y, const double *x, double a, int n, int strip)
{
  if (strip <= 0) return;
  // claims: [[heddle::independent(y), heddle::extent(y, n), heddle::extent(x, n)]]
  [[heddle::map]]
  for (int s = 0; s < n; s += strip) {
    int e = s + strip < n ? s + strip : n;
    for (int i = s; i < e; i++)
      y[i] += a * x[i];
  }
}

/* leaves the inner search */
void first_above(const double *a, int *where, int rows, int n, double t)
{
  // claims: [[heddle::extent(a, rows * n)]]
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    where[r] = -1;
    for (int j = 0; j < n; j++) {
      if (a[r * n + j] > t) {
        where[r] = j;
        break;
      }
    }
  }
}

/* goto out of two loops */
void find_pair(const int *a, int *found, int rows, int n, int target)
{
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    found[r] = 0;
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++)
        if (a[r * n + i] + a[r * n + j] == target) {
          found[r] = i * n + j;
          goto done;
        }
  done:;
  }
}

void collatz(const int *start, int *steps, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    long v = start[i];
    int s = 0;
    do {
      v = (v & 1) ? 3 * v + 1 : v / 2;
      s++;
    } while (v != 1);
    steps[i] = s;
  }
}

void mandelbrot(unsigned char *img, int w, int h, int maxit)
{
  [[heddle::map]]
  for (int py = 0; py < h; py++)
    for (int px = 0; px < w; px++) {
      const float cx = 3.5f * px / w - 2.5f, cy = 2.0f * py / h - 1.0f;
      float x = 0, y = 0;
      int it = 0;
      while (x * x + y * y <= 4.0f && it < maxit) {
        const float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++it;
      }
      img[py * w + px] = (unsigned char)(it % 256);
    }
}

/* Newton's method to a tolerance, with a way out */
void invert_eos(const double *p, double *rho, int n, double tol)
{
  // claims: [[heddle::extent(rho, n), heddle::extent(p, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double r = 1.0;
    for (int it = 0;; ++it) {
      const double f = r * r * r + r - p[i];
      const double dr = f / (3.0 * r * r + 1.0);
      r -= dr;
      if (fabs(dr) < tol) break;
      if (it == 50) { r = -1.0; break; }
    }
    rho[i] = r;
  }
}

/* two counters move towards each other */
void reverse_rows(int *a, int rows, int n)
{
  // claims: [[heddle::extent(a, rows * n), heddle::independent(a)]]
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    int *row = a + r * n;
    for (int l = 0, h = n - 1; l < h; l++, h--) {
      int t = row[l];
      row[l] = row[h];
      row[h] = t;
    }
  }
}

/* runs are skipped by the counter itself */
void run_lengths(const int *a, int *nruns, int rows, int n)
{
  // claims: [[heddle::extent(a, rows * n)]]
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      while (i + 1 < n && a[r * n + i] % 2 == a[r * n + i + 1] % 2)
        i++;
      count++;
    }
    nruns[r] = count;
  }
}

/* chains of conditions */
void flux_upwind(const double *u, const double *q, double *f, int n)
{
  // claims: [[heddle::extent(u, n), heddle::extent(q, n)]]
  [[heddle::map]]
  for (int i = 1; i < n - 1; i++) {
    if (i == 1) { f[i] = 0; continue; }
    f[i] = u[i] > 2 ? u[i] * q[i - 1] : u[i] < 1 ? u[i] * q[i + 1] : 0.5 * u[i] * (q[i - 1] + q[i + 1]);
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 400, rows = 20, m = 20;
  auto a = values<double>(n, 1), b = values<double>(n, 2);
  std::vector<double> c(n); std::vector<int> k(n);
  auto kind = real::below(n, 4, 3);
  boundary_velocity(kind.data(), a.data(), c.data(), n); show("boundary_velocity", c);
  std::vector<char> text(n), cls(n);
  for (int i = 0; i < n; ++i) text[i] = "7 ab\n09xyz."[(i * 7) % 11];
  cls[0] = (char)count_digits(text.data(), cls.data(), n); show("count_digits", cls);
  minmod_slopes(a.data(), c.data(), n); show("minmod_slopes", c);
  checked_divide(a.data(), b.data(), c.data(), n); show("checked_divide", c);
  auto v = values<int>(n, 4);
  saturate(v.data(), n); show("saturate", v);
  auto x = values<float>(n, 5); std::vector<float> o(rows);
  strided_sums(x.data(), o.data(), rows, m, 3); show("strided_sums", o);
  decimate(a.data(), c.data(), n, 7); show("decimate", c);
  strip_axpy(c.data(), a.data(), 2.0, n, 33); show("strip_axpy", c);
  first_above(a.data(), k.data(), rows, m, 3.75); show("first_above", k.data(), rows);
  v = values<int>(n, 6);
  find_pair(v.data(), k.data(), rows, m, 50); show("find_pair", k.data(), rows);
  collatz(v.data(), k.data(), n); show("collatz", k);
  std::vector<unsigned char> img(n);
  mandelbrot(img.data(), 20, 20, 100); show("mandelbrot", img);
  invert_eos(a.data(), c.data(), n, 1e-9); show("invert_eos", c);
  reverse_rows(v.data(), rows, m); show("reverse_rows", v);
  run_lengths(v.data(), k.data(), rows, m); show("run_lengths", k.data(), rows);
  flux_upwind(a.data(), b.data(), c.data(), n); show("flux_upwind", c);
}
