//===- macros.cpp - loops, bodies and constants out of macros -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cmath>
#include <heddle/heddle.h>

#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define SQRT(x) sqrt(x)
#define ABS(x) fabs(x)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define SQR(x) ((x) * (x))
#define IDX3(i, j, k) (((i) * ny + (j)) * nz + (k))
#define DT 0.125
#define real_t double

namespace {
enum { NX = 24, NY = 20 };
enum Phase { SOLID = 0, LIQUID = 1, MUSHY = 2 };
typedef double Grid[NX][NY];
struct Coeff { double west, east, centre; };
const int kTaps = 5;
constexpr double kWeight[kTaps] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
}

void scale_for(double *x, double s, int n)
{
  [[heddle::map]]
  FOR(i, n)
    x[i] *= s;
}

/* benchmarks give the body as a macro */
#define HYDRO_1D_BODY \
  x[i] = q + y[i] * (r * z[i + 10] + t * z[i + 11]);
void hydro_1d(double *x, const double *y, const double *z, double q, double r, double t, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    HYDRO_1D_BODY;
  }
}

void stencil_idx(const real_t *in, real_t *out, int nx, int ny, int nz)
{
  [[heddle::map]]
  for (int i = 1; i < nx - 1; i++)
    for (int j = 1; j < ny - 1; j++)
      for (int k = 1; k < nz - 1; k++)
        out[IDX3(i, j, k)] = (in[IDX3(i - 1, j, k)] + in[IDX3(i + 1, j, k)] + in[IDX3(i, j - 1, k)]
                            + in[IDX3(i, j + 1, k)] + in[IDX3(i, j, k - 1)] + in[IDX3(i, j, k + 1)]) / 6.0;
}

void speed_of_sound(const double *p, const double *rho, double *cs, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    cs[i] = SQRT(MAX(1.4 * p[i] / rho[i], 1e-9));
}

/* dimensions and types of this file alone */
void conduct(Grid t, Grid tn)
{
  [[heddle::map]]
  for (int i = 1; i < NX - 1; i++)
    for (int j = 1; j < NY - 1; j++)
      tn[i][j] = t[i][j] + DT * (t[i + 1][j] + t[i - 1][j] + t[i][j + 1] + t[i][j - 1] - 4 * t[i][j]);
}

void classify(const double *h, Phase *phase, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (h[i] < 1.0)
      phase[i] = SOLID;
    else
      phase[i] = h[i] > 2.5 ? LIQUID : MUSHY;
  }
}

void apply_coeff(const Coeff *c, const double *u, double *r, int n)
{
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    r[i] = c[i].centre * u[i] - c[i].west * u[i - 1] - c[i].east * u[i + 1];
}

/* a table of constants */
void binomial_filter(const double *x, double *y, int n)
{
  [[heddle::map]]
  for (int i = kTaps / 2; i < n - kTaps / 2; ++i) {
    double s = 0;
    for (int k = 0; k < kTaps; ++k)
      s += kWeight[k] * x[i + k - kTaps / 2];
    y[i] = s;
  }
}

/* pragmas of somebody else in front */
void offloaded_copy(double *a, const double *b, int n)
{
  #pragma acc parallel loop copyin(b[0:n]) copyout(a[0:n])
  #pragma hmpp offload
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

/* the annotation itself is a macro, as PRAGMA_OMP would be */
#ifdef SERIAL_BUILD
#define PARALLEL
#else
#define PARALLEL [[heddle::map]]
#endif
#define PARALLEL_FOR(i, lo, hi) PARALLEL for (long i = (lo); i < (hi); ++i)
void waxpby(long n, double alpha, const double *x, double beta, const double *y, double *w)
{
  PARALLEL
  for (long i = 0; i < n; i++) w[i] = alpha * x[i] + beta * y[i];
}

void clamp_all(float *v, long n, float lo, float hi)
{
  PARALLEL_FOR(i, 0, n)
    v[i] = MIN(MAX(v[i], lo), hi);
}

/* blocks in do { } while (0) */
#define SWAP(T, a, b) do { T tmp_ = (a); (a) = (b); (b) = tmp_; } while (0)
#define ROTATE3(a, b, c) do { SWAP(double, a, b); SWAP(double, b, c); } while (0)
void rotate_axes(double *xyz, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    ROTATE3(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
}

/* names pasted together */
#define AXIS_UPDATE(d) v##d[i] += DT * f##d[i] / m[i]; p##d[i] += DT * v##d[i];
void move_particles(double *px, double *py, double *vx, double *vy, const double *fx, const double *fy, const double *m, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    AXIS_UPDATE(x)
    AXIS_UPDATE(y)
  }
}

/* the inner loop comes out of a macro of several lines, with a pragma in it */
#define FOR_NEIGHBOURS(n_, w, h)                         \
  _Pragma("unroll")                                      \
  for (int dy_ = -1; dy_ <= 1; ++dy_)                    \
    for (int dx_ = -1; dx_ <= 1; ++dx_)                  \
      if (const int n_ = (y + dy_) * (w) + x + dx_; (dy_ || dx_))
void life(const unsigned char *now, unsigned char *then, int w, int h)
{
  [[heddle::map]]
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      int alive = 0;
      FOR_NEIGHBOURS(at, w, h)
        alive += now[at];
      then[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
    }
}

/* a whole loop is a macro */
#define VECTOR_OP(name, expr)                            \
  void name(double *c, const double *a, const double *b, int n) \
  {                                                      \
    [[heddle::map]]                                      \
    for (int i = 0; i < n; ++i) c[i] = expr;             \
  }
VECTOR_OP(vec_hypot, SQRT(SQR(a[i]) + SQR(b[i])))

#define CHECK(e) if (!(e)) bad++
int count_bad(const double *x, int n)
{
  int bad = 0;
  [[heddle::map, heddle::reduce(bad)]]
  for (int i = 0; i < n; ++i) {
    CHECK(ABS(x[i] - 2.0) < 1.0);
  }
  return bad;
}

int main()
{
  using real::values; using real::show;
  const int n = 480;
  auto a = values<double>(n, 1), b = values<double>(n, 2), c = values<double>(n, 3), d = values<double>(2 * n, 4);
  scale_for(a.data(), 0.5, n); show("scale_for", a);
  hydro_1d(a.data(), b.data(), d.data(), 0.5, 0.25, 2.0, n); show("hydro_1d", a);
  stencil_idx(b.data(), a.data(), 8, 6, 10); show("stencil_idx", a);
  speed_of_sound(b.data(), c.data(), a.data(), n); show("speed_of_sound", a);
  static Grid t, tn;
  for (int i = 0; i < n; ++i) (&t[0][0])[i] = b[i];
  conduct(t, tn); show("conduct", &tn[0][0], n);
  std::vector<Phase> phase(n);
  classify(b.data(), phase.data(), n); show("classify", phase);
  std::vector<Coeff> co(n);
  for (int i = 0; i < n; ++i) co[i] = {b[i], c[i], d[i]};
  apply_coeff(co.data(), b.data(), a.data(), n); show("apply_coeff", a);
  binomial_filter(b.data(), a.data(), n); show("binomial_filter", a);
  offloaded_copy(a.data(), b.data(), n); show("offloaded_copy", a);
  waxpby(n, 2.0, b.data(), -1.0, c.data(), a.data()); show("waxpby", a);
  auto f = values<float>(n, 5);
  clamp_all(f.data(), n, 1.0f, 2.5f); show("clamp_all", f);
  rotate_axes(a.data(), n / 3); show("rotate_axes", a);
  auto px = values<double>(n, 7), py = px, vx = px, vy = px;
  move_particles(px.data(), py.data(), vx.data(), vy.data(), d.data(), d.data() + n, c.data(), n); show("move_particles", vy); show("move_particles", px); show("move_particles", py); show("move_particles", vx);
  std::vector<unsigned char> now(n), then(n);
  for (int i = 0; i < n; ++i) now[i] = b[i] > 2.5;
  life(now.data(), then.data(), 24, 20); show("life", then);
  vec_hypot(a.data(), b.data(), c.data(), n); show("vec_hypot", a);
  show("count_bad", count_bad(b.data(), n));
}
