//===- pointers.cpp - pointers that move, are chosen, or lie in tables ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <heddle/heddle.h>
#include <memory>

/* an accessor that computes what it returns, over private data */
class Field {
public:
  Field(double *d, int nx, double scale) : m_data(d), m_nx(nx), m_scale(scale) {}
  double value(int i, int j) const { return m_data[j * m_nx + i] * m_scale; }
  double &at(int i, int j) { return m_data[j * m_nx + i]; }
  int width() const { return m_nx; }
private:
  double *m_data;
  int m_nx;
  double m_scale;
};
void sample_field(const Field &f, double *out, int nx, int ny)
{
  [[heddle::map]]
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      out[j * nx + i] = f.value(i, j) + 1.0;
}

/* a domain: vectors behind accessors, as in proxy apps */
class Domain {
public:
  explicit Domain(int n) : m_x(real::values<double>(n, 1)), m_xd(real::values<double>(n, 2)), m_m(real::values<double>(n, 3)) {}
  double &x(int i) { return m_x[i]; }
  double &xd(int i) { return m_xd[i]; }
  double mass(int i) const { return m_m[i]; }
  int numNode() const { return (int)m_x.size(); }
private:
  std::vector<double> m_x, m_xd, m_m;
};
static inline void CalcPosition(Domain &domain, const double dt, int numNode)
{
  [[heddle::map]]
  for (int i = 0; i < numNode; ++i) {
    domain.xd(i) -= dt / domain.mass(i);
    domain.x(i) += domain.xd(i) * dt;
  }
}

/* an operand that may be missing */
void add_bias(float *out, const float *x, const float *params, bool biased, int k, int rows, int n)
{
  const float *bias = biased ? params + k : nullptr;
  [[heddle::map]]
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < n; o++)
      out[r * n + o] = (bias != nullptr ? bias[o] : 0.0f) + x[r * n + o];
}

/* two buffers take turns */
void smooth_steps(double *a, double *b, int n, int steps)
{
  double *src = a, *dst = b;
  for (int s = 0; s < steps; ++s) {
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      dst[i] = 0.25 * (src[i - 1] + 2.0 * src[i] + src[i + 1]);
    double *t = src; src = dst; dst = t;
  }
}

/* the pointer goes down the rows within an iteration */
void column_sums(const double *a, double *sum, int n, int m)
{
  // claims: [[heddle::extent(a, n * m)]]
  [[heddle::map]]
  for (int j = 0; j < m; ++j) {
    const double *p = a + j;
    double s = 0;
    for (int i = 0; i < n; ++i, p += m)
      s += *p;
    sum[j] = s;
  }
}

/* double ** as in textbooks */
void matmul_ptrs(double **a, double **b, double **c, int n)
{
  // claims: [[heddle::rows(a, n, n), heddle::rows(b, n, n), heddle::rows(c, n, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int k = 0; k < n; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void jacobi_ptrs(double **u, double **w, int n, int m)
{
  // claims: [[heddle::rows(u, n, m), heddle::rows(w, n, m)]]
  [[heddle::map]]
  for (int i = 1; i < n - 1; i++)
  {
    for (int j = 1; j < m - 1; j++)
      w[i][j] = (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1]) / 4.0;
  }
}

/* a table of rows, local */
void interleave4(const float *r, const float *g, const float *b, const float *a, float *out, int n)
{
  const float *plane[4] = {r, g, b, a};
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 4; ++c)
      out[4 * i + c] = plane[c][i];
}

/* addresses of elements are passed on */
static double norm3(const double *v) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
static void scale3(double *v, double s) { v[0] *= s; v[1] *= s; v[2] *= s; }
void normalise_all(double *v, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    scale3(&v[3 * i], 1.0 / norm3(&v[3 * i]));
}

/* structure of arrays behind a pointer */
typedef struct { double *x, *y, *q; int count; } Particles;
void potential(const Particles *p, double *phi, double px, double py)
{
  [[heddle::map]]
  for (int i = 0; i < p->count; i++) {
    const double dx = p->x[i] - px, dy = p->y[i] - py;
    phi[i] = p->q[i] / sqrt(dx * dx + dy * dy + 0.125);
  }
}

/* an array type laid over memory of malloc */
double trace_square(int n)
{
  double (*a)[16] = (double (*)[16])malloc(sizeof(double) * n * 16);
  double tr = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j) a[i][j] = (i * 16 + j) % 7;
  [[heddle::map, heddle::reduce(tr)]]
  for (int i = 0; i < n; i++)
    tr += a[i][i % 16] * a[i][i % 16];
  free(a);
  return tr;
}

/* end pointers in the inner loop */
void row_max(const float *a, float *out, int rows, int n)
{
  // claims: [[heddle::extent(a, rows * n)]]
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    const float *p = a + (long)r * n, *const end = p + n;
    float m = *p;
    for (++p; p != end; ++p)
      if (*p > m) m = *p;
    out[r] = m;
  }
}

/* rows through unique_ptr, the restrict of C */
void tensor_scale(std::unique_ptr<double[]> &buf, const double *__restrict s, long rows, long cols)
{
  [[heddle::map]]
  for (long r = 0; r < rows; ++r) {
    double *__restrict row = buf.get() + r * cols;
    for (long c = 0; c < cols; ++c) row[c] *= s[r];
  }
}

/* three levels */
void average_planes(double ***u, double *avg, int nz, int ny, int nx)
{
  [[heddle::map]]
  for (int k = 0; k < nz; k++) {
    avg[k] = 0;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        avg[k] += u[k][j][i];
    avg[k] /= nx * ny;
  }
}

/* memory is moved in pieces */
void copy_rows(double *dst, const double *src, int rows, int width, int pitch)
{
  [[heddle::map]]
  for (int r = 0; r < rows; r++)
    memcpy(dst + r * width, src + r * pitch, width * sizeof(double));
}

int main()
{
  using real::values; using real::show;
  const int n = 24;
  auto a = values<double>(n * n, 1), b = values<double>(n * n, 2);
  std::vector<double> c(n * n);
  Field f(a.data(), n, 0.5);
  f.at(1, 1) = f.width();
  sample_field(f, c.data(), n, n); show("sample_field", c);
  Domain dom(n);
  CalcPosition(dom, 0.125, dom.numNode()); show("CalcPosition", &dom.x(0), n);
  auto x = values<float>(n * n, 3), p = values<float>(n * n, 4); std::vector<float> o(2 * n * n);
  add_bias(o.data(), x.data(), p.data(), true, 5, n, n); add_bias(o.data() + n * n, x.data(), p.data(), false, 5, n, n);
  show("add_bias", o);
  auto s = a, t = a;
  smooth_steps(s.data(), t.data(), n * n, 5); show("smooth_steps", t); show("smooth_steps", s);
  column_sums(a.data(), c.data(), n - 1, n); show("column_sums", c.data(), n);
  std::vector<double *> ra(n), rb(n), rc(n);
  for (int i = 0; i < n; ++i) { ra[i] = &a[i * n]; rb[i] = &b[i * n]; rc[i] = &c[i * n]; }
  matmul_ptrs(ra.data(), rb.data(), rc.data(), n); show("matmul_ptrs", c);
  jacobi_ptrs(rb.data(), rc.data(), n, n); show("jacobi_ptrs", c);
  interleave4(x.data(), x.data() + n, x.data() + 2 * n, x.data() + 3 * n, o.data(), n); show("interleave4", o);
  normalise_all(s.data(), n); show("normalise_all", s);
  Particles part = {a.data(), b.data(), t.data(), n};
  potential(&part, c.data(), 0.5, 0.25); show("potential", c.data(), n);
  show("trace_square", trace_square(n));
  row_max(x.data(), o.data(), n, n); show("row_max", o.data(), n);
  std::unique_ptr<double[]> buf(new double[n * n]);
  for (int i = 0; i < n * n; ++i) buf[i] = a[i];
  tensor_scale(buf, b.data(), n, n); show("tensor_scale", buf.get(), n * n);
  std::vector<double **> planes(n / 4);
  for (int k = 0; k < n / 4; ++k) planes[k] = &ra[4 * k];
  average_planes(planes.data(), c.data(), n / 4, 4, n); show("average_planes", c.data(), n / 4);
  copy_rows(c.data(), a.data(), n, n / 2, n); show("copy_rows", c);
}
