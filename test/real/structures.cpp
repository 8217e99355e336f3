//===- structures.cpp - small classes held and passed by value ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <heddle/heddle.h>

struct Vec3 {
  double x, y, z;
  Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  Vec3 &operator+=(const Vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
};
inline double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Body { Vec3 pos, vel; double mass; };

void gravity(const Body *b, Vec3 *acc, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    Vec3 a = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
      Vec3 d = b[j].pos - b[i].pos;
      double r2 = dot(d, d) + 0.125;
      a += d * (b[j].mass / (r2 * std::sqrt(r2)));
    }
    acc[i] = a;
  }
}

void kick_drift(Body *b, const Vec3 *acc, int n, double dt)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    b[i].vel += acc[i] * dt;
    b[i].pos += b[i].vel * dt;
  }
}

/* whole structures are copied */
void save_state(Body *old, const Body *now, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    old[i] = now[i];
}

/* vector types of the compiler */
typedef float v4sf __attribute__((vector_size(16)));
void saxpy4(v4sf *y, const v4sf *x, float a, int n4)
{
  [[heddle::map]]
  for (int i = 0; i < n4; i++)
    y[i] = a * x[i] + y[i];
}

/* and those that CUDA has */
struct alignas(16) float4_ { float x, y, z, w; };
static inline float4_ make_float4_(float x, float y, float z, float w) { float4_ v = {x, y, z, w}; return v; }
void lj_force4(const float4_ *r, float4_ *f, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    float4_ ri = r[i];
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int j = 0; j < n; j++) {
      if (j == i) continue;
      float dx = ri.x - r[j].x, dy = ri.y - r[j].y, dz = ri.z - r[j].z;
      float s = 1.0f / (dx * dx + dy * dy + dz * dz + 0.5f);
      float s3 = s * s * s;
      e += s3 * s3 - s3;
      s = s * s3 * (2 * s3 - 1);
      fx += s * dx; fy += s * dy; fz += s * dz;
    }
    f[i] = make_float4_(fx, fy, fz, e);
  }
}

/* std::array on the stack */
void principal_invariants(const double *sigma, double *inv, int n)
{
  [[heddle::map]]
  for (int q = 0; q < n; ++q) {
    std::array<double, 6> s;
    for (std::size_t k = 0; k < s.size(); ++k) s[k] = sigma[6 * q + k];
    inv[3 * q] = s[0] + s[1] + s[2];
    inv[3 * q + 1] = s[0] * s[1] + s[1] * s[2] + s[2] * s[0] - s[3] * s[3] - s[4] * s[4] - s[5] * s[5];
    inv[3 * q + 2] = s[0] * s[1] * s[2] + 2 * s[3] * s[4] * s[5] - s[0] * s[4] * s[4] - s[1] * s[5] * s[5] - s[2] * s[3] * s[3];
  }
}

/* each iteration has a generator of its own */
struct Lcg {
  uint64_t state;
  explicit Lcg(uint64_t seed) : state(seed * 6364136223846793005ull + 1442695040888963407ull) {}
  double next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (state >> 11) * (1.0 / 9007199254740992.0);
  }
};
long points_in_circle(long nchunks, int per_chunk)
{
  long hits = 0;
  [[heddle::map, heddle::reduce(hits)]]
  for (long c = 0; c < nchunks; ++c) {
    Lcg rng(c);
    for (int k = 0; k < per_chunk; ++k) {
      double x = rng.next(), y = rng.next();
      if (x * x + y * y <= 1.0) hits++;
    }
  }
  return hits;
}

/* history of one photon in a structure of the function's own */
void attenuate(const double *mu, double *depth, int n)
{
  struct Photon { double weight, z; int alive; };
  // claims: [[heddle::extent(mu, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    Photon p = {1.0, 0.0, 1};
    while (p.alive) {
      p.z += 0.25;
      p.weight *= 1.0 - 0.125 * mu[i];
      if (p.weight < 0.0625 || p.z > 8.0) p.alive = 0;
    }
    depth[i] = p.z;
  }
}

/* pixels of four bytes */
struct Pixel { uint8_t r, g, b, a; };
void blend(Pixel *dst, const Pixel *src, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    const Pixel s = src[i];
    Pixel d = dst[i];
    d.r = (uint8_t)((s.r * s.a + d.r * (255 - s.a)) / 255);
    d.g = (uint8_t)((s.g * s.a + d.g * (255 - s.a)) / 255);
    d.b = (uint8_t)((s.b * s.a + d.b * (255 - s.a)) / 255);
    dst[i] = d;
  }
}

/* small matrices with operators */
struct Mat3 {
  double m[3][3];
  double &operator()(int i, int j) { return m[i][j]; }
  double operator()(int i, int j) const { return m[i][j]; }
};
inline Mat3 operator*(const Mat3 &a, const Mat3 &b)
{
  Mat3 c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      c(i, j) = 0;
      for (int k = 0; k < 3; ++k) c(i, j) += a(i, k) * b(k, j);
    }
  return c;
}
void update_deformation(Mat3 *F, const Mat3 *dF, int n)
{
  [[heddle::map]]
  for (int p = 0; p < n; ++p)
    F[p] = dF[p] * F[p];
}

/* storage in half precision */
typedef _Float16 half_t;
void dequantize_half(const half_t *w, const float *scale, float *out, int rows, int cols)
{
  [[heddle::map]]
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      out[r * cols + c] = (float)w[r * cols + c] * scale[r];
}

/* a template of a point, two dimensions */
template <class T, int D> struct Point {
  T c[D];
  T dist2(const Point &o) const { T s = 0; for (int d = 0; d < D; ++d) s += (c[d] - o.c[d]) * (c[d] - o.c[d]); return s; }
};
void nearest_site(const Point<float, 2> *site, int nsites, const Point<float, 2> *query, int *which, int n)
{
  // claims: [[heddle::extent(site, nsites)]]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const Point<float, 2> q = query[i];
    int best = 0;
    for (int s = 1; s < nsites; ++s)
      if (q.dist2(site[s]) < q.dist2(site[best])) best = s;
    which[i] = best;
  }
}

void julia(int *iters, int w, int h, std::complex<double> c)
{
  [[heddle::map]]
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      std::complex<double> z(3.0 * x / w - 1.5, 3.0 * y / h - 1.5);
      int k = 0;
      while (k < 50 && std::norm(z) < 4.0) { z = z * z + c; ++k; }
      iters[y * w + x] = k;
    }
}

/* ---- the settings of a run, given to what computes ---- */
struct FluidParams { double mass, h, k, rho0; int steps; };
static double poly6(double r2, const FluidParams *p)
{
  const double d = p->h * p->h - r2;
  return d > 0 ? p->mass * d * d * d : 0;
}
static double pressure(double rho, FluidParams p) { return p.k * (rho - p.rho0); }
void densities(const double *x, double *rho, double *pr, int n, const FluidParams &params)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += poly6((x[i] - x[j]) * (x[i] - x[j]), &params);
    rho[i] = sum;
    pr[i] = pressure(sum, params);
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 50;
  auto v = values<double>(9 * n, 1), u = values<double>(9 * n, 2);
  std::vector<Body> b(n), old(n);
  for (int i = 0; i < n; ++i) b[i] = {{v[3*i], v[3*i+1], v[3*i+2]}, {u[3*i], u[3*i+1], u[3*i+2]}, u[i]};
  std::vector<Vec3> acc(n);
  gravity(b.data(), acc.data(), n); show("gravity", &acc[0].x, 3 * n);
  kick_drift(b.data(), acc.data(), n, 0.125); show("kick_drift", &b[0].pos.x, 7 * n);
  save_state(old.data(), b.data(), n); show("save_state", &old[0].pos.x, 7 * n);
  std::vector<v4sf> y4(n), x4(n);
  for (int i = 0; i < n; ++i) for (int k = 0; k < 4; ++k) { y4[i][k] = (float)v[4*i+k]; x4[i][k] = (float)u[4*i+k]; }
  saxpy4(y4.data(), x4.data(), 0.5f, n);
  std::vector<float> f;
  for (auto &each : y4) for (int k = 0; k < 4; ++k) f.push_back(each[k]);
  show("saxpy4", f);
  std::vector<float4_> r(n), force(n);
  for (int i = 0; i < n; ++i) r[i] = make_float4_((float)v[i], (float)u[i], (float)v[n + i], 0);
  lj_force4(r.data(), force.data(), n); show("lj_force4", &force[0].x, 4 * n);
  std::vector<double> out(9 * n);
  principal_invariants(v.data(), out.data(), n); show("principal_invariants", out.data(), 3 * n);
  show("points_in_circle", (double)points_in_circle(40, 100));
  densities(v.data(), out.data(), out.data() + n, n, {0.5, 0.75, 2, 1, 3}); show("densities", out.data(), 2 * n);
  attenuate(v.data(), out.data(), n); show("attenuate", out.data(), n);
  auto bytes = values<uint8_t>(8 * n, 3);
  std::vector<Pixel> dst(n), src(n);
  for (int i = 0; i < n; ++i) { dst[i] = {bytes[8*i], bytes[8*i+1], bytes[8*i+2], bytes[8*i+3]}; src[i] = {bytes[8*i+4], bytes[8*i+5], bytes[8*i+6], (uint8_t)(7 * bytes[8*i+7])}; }
  blend(dst.data(), src.data(), n); show("blend", &dst[0].r, 4 * n);
  std::vector<Mat3> F(n), dF(n);
  for (int i = 0; i < 9 * n; ++i) { F[i / 9].m[i % 9 / 3][i % 3] = v[i]; dF[i / 9].m[i % 9 / 3][i % 3] = u[i]; }
  update_deformation(F.data(), dF.data(), n); show("update_deformation", &F[0].m[0][0], 9 * n);
  std::vector<half_t> w(9 * n); std::vector<float> deq(9 * n), scale(f.begin(), f.begin() + n);
  for (int i = 0; i < 9 * n; ++i) w[i] = (half_t)v[i];
  dequantize_half(w.data(), scale.data(), deq.data(), n, 9); show("dequantize_half", deq);
  std::vector<Point<float, 2>> site(9), query(n); std::vector<int> which(n);
  for (int i = 0; i < 9; ++i) site[i] = {{(float)v[i], (float)u[i]}};
  for (int i = 0; i < n; ++i) query[i] = {{(float)u[2*i], (float)v[3*i]}};
  nearest_site(site.data(), 9, query.data(), which.data(), n); show("nearest_site", which);
  std::vector<int> it(32 * 24);
  julia(it.data(), 32, 24, {-0.75, 0.125}); show("julia", it);
}
