//===- callees.cpp - functions and lambdas that the loops call ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cmath>
#include <cstdint>
#include <heddle/heddle.h>

typedef double Real_t;
typedef int Index_t;

/* ---- output parameters ---- */
static inline void cross3(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}
void face_normals(const double *u, const double *v, double *nrm, int nfaces)
{
  [[heddle::map]]
  for (int f = 0; f < nfaces; ++f)
    cross3(&u[3 * f], &v[3 * f], &nrm[3 * f]);
}

static void cell_range(double x, double r, double h, int ncell, int *lo, int *hi)
{
  *lo = (int)((x - r) / h);
  *hi = (int)((x + r) / h);
  if (*lo < 0) *lo = 0;
  if (*hi > ncell - 1) *hi = ncell - 1;
}
void cells_touched(const double *x, int *count, int n, double r, double h, int ncell)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    int lo, hi;
    cell_range(x[i], r, h, ncell, &lo, &hi);
    count[i] = hi - lo + 1;
  }
}

inline void minmax2(double a, double b, double &lo, double &hi)
{
  if (a < b) { lo = a; hi = b; } else { lo = b; hi = a; }
}
void compare_exchange(double *x, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i += 2)
    minmax2(x[i], x[i + 1], x[i], x[i + 1]);
}

/* ---- a lambda that stores ---- */
void stamp(double *y, const double *x, int n)
{
  auto put = [&](int i, double v) { y[i] = v; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    put(i, 3.0 * x[i] - 1.0);
  }
}

/* ---- recursion that ends at compile time ---- */
template <int N> double ipow(double x)
{
  if constexpr (N == 0) return 1.0;
  else return x * ipow<N - 1>(x);
}
void taylor5(double *y, const double *x, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 1 + x[i] + ipow<2>(x[i]) / 2 + ipow<3>(x[i]) / 6 + ipow<4>(x[i]) / 24 + ipow<5>(x[i]) / 120;
}

/* ---- returns a structure ---- */
struct rgb { float r, g, b; };
static rgb desaturate(float r, float g, float b, float k)
{
  const float grey = 0.25f * r + 0.5f * g + 0.25f * b;
  rgb c = { r + k * (grey - r), g + k * (grey - g), b + k * (grey - b) };
  return c;
}
void fade(float *img, int npix, float k)
{
  [[heddle::map]]
  for (int p = 0; p < npix; p++) {
    rgb c = desaturate(img[3*p], img[3*p+1], img[3*p+2], k);
    img[3*p] = c.r;
    img[3*p+1] = c.g;
    img[3*p+2] = c.b;
  }
}

/* ---- defined behind the loop ---- */
static double van_leer(double r);
void limited_slopes(const double *q, double *slope, int n)
{
  [[heddle::map]]
  for (int i = 1; i < n - 1; i++) {
    const double dl = q[i] - q[i - 1], dr = q[i + 1] - q[i];
    slope[i] = dl != 0.0 ? van_leer(dr / dl) * dl : 0.0;
  }
}
static double van_leer(double r) { return (r + fabs(r)) / (1.0 + fabs(r)); }

/* ---- depends on the preprocessor ---- */
static inline float activation(float x)
{
#ifdef USE_TANH_GELU
  return 0.5f * x * (1.0f + tanhf(0.797885f * (x + 0.044715f * x * x * x)));
#elif !defined(USE_SWISH)
  return x > 0.0f ? x : 0.01f * x;
#else
  return x / (1.0f + expf(-x));
#endif
}
void activate(float *out, const float *inp, int N)
{
  [[heddle::map]]
  for (int i = 0; i < N; i++) { out[i] = activation(inp[i] - 2.0f); }
}

/* ---- a local of class type, with a method that changes it ---- */
class Quat {
public:
  Quat(float w_, float x_, float y_, float z_) : w(w_), x(x_), y(y_), z(z_) {}
  float norm2() const { return w * w + x * x + y * y + z * z; }
  void normalise() { const float s = 1.0f / std::sqrt(norm2()); w *= s; x *= s; y *= s; z *= s; }
  float w, x, y, z;
};
void renormalise(float *q, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    Quat t(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
    t.normalise();
    q[4 * i] = t.w; q[4 * i + 1] = t.x; q[4 * i + 2] = t.y; q[4 * i + 3] = t.z;
  }
}

/* ---- a whole row is handed on ---- */
static void axpy(int n, double alpha, const double *x, double *y)
{
  for (int j = 0; j < n; ++j) y[j] += alpha * x[j];
}
void rank1(double *a, const double *u, const double *v, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    axpy(n, u[i], v, a + i * n);
}

static inline void relax_cell(const double *u, double *w, int i, int j, int n, double omega)
{
  w[i * n + j] = (1 - omega) * u[i * n + j] + omega * 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}
void relax(const double *u, double *w, int n)
{
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      relax_cell(u, w, i, j, n, 0.75);
}

/* ---- a neighbour across a periodic border ---- */
static double laplacian_wrapped(const double *f, int i, int j, int ny, int nx)
{
  int e = j + 1, w = j - 1, s = i + 1, n = i - 1;
  if (e > nx - 1) e = 0;
  if (w < 0) w = nx - 1;
  if (s > ny - 1) s = 0;
  if (n < 0) n = ny - 1;
  return f[i * nx + e] + f[i * nx + w] + f[s * nx + j] + f[n * nx + j] - 4 * f[i * nx + j];
}
void allen_cahn(const double *phi, double *next, int ny, int nx, double dt)
{
  [[heddle::map]]
  for (int i = 0; i < ny; ++i)
    for (int j = 0; j < nx; ++j) {
      const double p = phi[i * nx + j];
      next[i * nx + j] = p + dt * (laplacian_wrapped(phi, i, j, ny, nx) + p - p * p * p);
    }
}

/* ---- a sample between pixels, at a place in floating point ---- */
static float bilinear(const float *img, int w, int h, float x, float y)
{
  int x0 = (int)floorf(x), y0 = (int)floorf(y);
  if (x0 < 0 || y0 < 0 || x0 > w - 2 || y0 > h - 2) return 0;
  const float fx = x - x0, fy = y - y0;
  const float *p = img + y0 * w + x0;
  return (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[w] + fx * p[w + 1]);
}
void rotate(const float *img, float *out, int w, int h, float c, float s)
{
  [[heddle::map]]
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      out[y * w + x] = bilinear(img, w, h, c * x - s * y, s * x + c * y);
}

/* ---- a body that is a functor ---- */
template <typename Body>
inline void forall(Index_t begin, Index_t end, Body body)
{
  [[heddle::map]]
  for (Index_t ii = begin; ii < end; ++ii) {
    body(ii);
  }
}
void daxpy_forall(Real_t *y, const Real_t *x, Real_t a, Index_t n)
{
  forall(0, n, [=](Index_t i) { y[i] += a * x[i]; });
}

template <typename F> static double twice(F f, double x) { return f(f(x)); }
void logistic(double *x, int n, double r)
{
  auto step = [r](double v) { return r * v * (1.0 - v); };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = twice(step, x[i]);
}

/* ---- by-value arguments that are changed ---- */
static uint32_t fmix32(uint32_t h)
{
  h ^= h >> 16; h *= 0x85ebca6bu;
  h ^= h >> 13; h *= 0xc2b2ae35u;
  h ^= h >> 16;
  return h;
}
void hash_keys(const uint32_t *key, uint32_t *bucket, int n, uint32_t mask)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) bucket[i] = fmix32(key[i]) & mask;
}

/* ---- several outputs, one of them an array ---- */
static void shape_functions(double xi, double eta, double N[4], double *sum)
{
  N[0] = 0.25 * (1 - xi) * (1 - eta);
  N[1] = 0.25 * (1 + xi) * (1 - eta);
  N[2] = 0.25 * (1 + xi) * (1 + eta);
  N[3] = 0.25 * (1 - xi) * (1 + eta);
  *sum = N[0] + N[1] + N[2] + N[3];
}
void interpolate_quad(const double *xi, const double *eta, const double *nodal, double *val, int n)
{
  [[heddle::map]]
  for (int q = 0; q < n; ++q) {
    double N[4], total;
    shape_functions(xi[q], eta[q], N, &total);
    val[q] = 0;
    for (int a = 0; a < 4; ++a)
      val[q] += N[a] * nodal[4 * q + a];
    val[q] /= total;
  }
}

/* ---- gcd, a loop that ends when the data say so ---- */
static unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }
long count_coprime(const unsigned *a, const unsigned *b, int n)
{
  long count = 0;
  [[heddle::map, heddle::reduce(count)]]
  for (int i = 0; i < n; ++i)
    if (gcd(a[i], b[i]) == 1) ++count;
  return count;
}

/* ---- a mesh that keeps its fields to itself, corners gathered by a function ---- */
class Mesh {
public:
  Mesh(int nodes, int cells) : m_x(nodes), m_area(cells), m_corners(4 * cells) {}
  double &x(int node) { return m_x[node]; }
  double &area(int cell) { return m_area[cell]; }
  int *corners(int cell) { return &m_corners[4 * cell]; }
private:
  std::vector<double> m_x, m_area;
  std::vector<int> m_corners;
};
static void gather_corners(Mesh &mesh, const int *corner, double x[4])
{
  for (int c = 0; c < 4; ++c) x[c] = mesh.x(corner[c]);
}
void cell_areas(Mesh &mesh, int cells)
{
  [[heddle::map]]
  for (int k = 0; k < cells; ++k) {
    const int *corner = mesh.corners(k);
    double x[4];
    gather_corners(mesh, corner, x);
    mesh.area(k) = 0.5 * ((x[2] - x[0]) * (x[3] - x[1]) + x[0]);
  }
}

/* ---- boundary values of a known solution, through one scratch array ---- */
static void exact_solution(double xi, double eta, double value[5])
{
  int m;
  for (m = 0; m < 5; m++)
    value[m] = 1.0 + xi * (m - eta) + eta * eta * m;
}
void set_boundary(double (*u)[12][5], int nx, int ny)
{
  int i, m;
  double temp[5];
  [[heddle::map]]
  for (i = 0; i < nx; i++) {
    exact_solution(i / (double)(nx - 1), 0.0, temp);
    for (m = 0; m < 5; m++) u[0][i][m] = temp[m];
    exact_solution(i / (double)(nx - 1), 1.0, temp);
    for (m = 0; m < 5; m++) u[ny - 1][i][m] = temp[m];
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 60;
  auto a = values<double>(n * n, 1), b = values<double>(n * n, 2);
  std::vector<double> c(n * n);
  face_normals(a.data(), b.data(), c.data(), n); show("face_normals", c.data(), 3 * n);
  std::vector<int> k(n);
  cells_touched(a.data(), k.data(), n, 0.5, 0.25, 12); show("cells_touched", k);
  auto x = a;
  compare_exchange(x.data(), n); show("compare_exchange", x);
  stamp(c.data(), a.data(), n); show("stamp", c.data(), n);
  taylor5(c.data(), a.data(), n); show("taylor5", c.data(), n);
  auto img = values<float>(4 * n, 3);
  fade(img.data(), n, 0.25f); show("fade", img);
  limited_slopes(a.data(), c.data(), n); show("limited_slopes", c.data(), n);
  std::vector<float> out(4 * n);
  activate(out.data(), img.data(), 4 * n); show("activate", out);
  renormalise(img.data(), n); show("renormalise", img);
  rank1(x.data(), a.data(), b.data(), n); show("rank1", x);
  relax(a.data(), c.data(), n); show("relax", c);
  allen_cahn(a.data(), c.data(), n, n, 0.125); show("allen_cahn", c);
  rotate(img.data(), out.data(), 20, 12, 0.875f, 0.5f); show("rotate", out);
  daxpy_forall(x.data(), b.data(), 0.5, n * n); show("forall", x);
  for (int i = 0; i < n; ++i) c[i] = a[i] / 8;
  logistic(c.data(), n, 3.5); show("logistic", c.data(), n);
  auto key = values<uint32_t>(n, 4), other = values<uint32_t>(n, 5), bucket = key;
  hash_keys(key.data(), bucket.data(), n, 1023); show("hash_keys", bucket);
  interpolate_quad(a.data(), b.data(), b.data(), c.data(), n); show("interpolate_quad", c.data(), n);
  Mesh mesh(n, n);
  for (int i = 0; i < n; ++i) {
    mesh.x(i) = a[i];
    for (int c = 0; c < 4; ++c) mesh.corners(i)[c] = (i + 7 * c) % n;
  }
  cell_areas(mesh, n); show("cell_areas", &mesh.area(0), n);
  std::vector<double> u(10 * 12 * 5);
  set_boundary((double (*)[12][5])u.data(), 12, 10); show("set_boundary", u);
  show("count_coprime", (double)count_coprime(key.data(), other.data(), n));
}
