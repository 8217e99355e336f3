//===- counters.cpp - counters and scalars from outside of the loops ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cmath>
#include <cstdlib>
#include <heddle/heddle.h>

/* one sweep of the heat equation */
void heat_sweep(const double *told, double *tnew, int n, double coef)
{
  int i, j;
  [[heddle::map]]
  for (i = 1; i < n - 1; i++) {
    for (j = 1; j < n - 1; j++) {
      tnew[i * n + j] = told[i * n + j] + coef * (told[(i - 1) * n + j] + told[(i + 1) * n + j] +
                        told[i * n + j - 1] + told[i * n + j + 1] - 4.0 * told[i * n + j]);
    }
  }
}

/* equation of state, all temporaries up front as in F77 */
void ideal_gas(int jmax, int kmax, const double *density, const double *energy, double *pressure, double *soundspeed)
{
  int j, k;
  double v, pressurebyenergy, pressurebyvolume, sound_speed_squared;

  [[heddle::map]]
  for (k = 0; k < kmax; k++)
    for (j = 0; j < jmax; j++) {
      v = 1.0 / density[k*jmax + j];
      pressure[k*jmax + j] = (1.4 - 1.0) * density[k*jmax + j] * energy[k*jmax + j];
      pressurebyenergy = (1.4 - 1.0) * density[k*jmax + j];
      pressurebyvolume = -density[k*jmax + j] * pressure[k*jmax + j] * v;
      sound_speed_squared = v * v * (pressure[k*jmax + j] * pressurebyenergy - pressurebyvolume);
      soundspeed[k*jmax + j] = sqrt(sound_speed_squared);
    }
}

void body_force(const float *x, const float *y, const float *z, const float *m, float *ax, float *ay, float *az, int n, float eps2)
{
  int i, j;
  float dx, dy, dz, r2, inv, fx, fy, fz;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    fx = fy = fz = 0.0f;
    for (j = 0; j < n; j++) {
      dx = x[j] - x[i];
      dy = y[j] - y[i];
      dz = z[j] - z[i];
      r2 = dx * dx + dy * dy + dz * dz + eps2;
      inv = 1.0f / (r2 * sqrtf(r2));
      fx += m[j] * inv * dx;
      fy += m[j] * inv * dy;
      fz += m[j] * inv * dz;
    }
    ax[i] = fx; ay[i] = fy; az[i] = fz;
  }
}

/* 2D quads, corner coordinates gathered in a scratch array outside of the loop */
void quad_area(const double *xn, const double *yn, double *area, int nx, int ny)
{
  double px[4], py[4];
  int ex, ey, c;
  [[heddle::map]]
  for (ey = 0; ey < ny - 1; ++ey)
    for (ex = 0; ex < nx - 1; ++ex) {
      px[0] = xn[ey * nx + ex];           py[0] = yn[ey * nx + ex];
      px[1] = xn[ey * nx + ex + 1];       py[1] = yn[ey * nx + ex + 1];
      px[2] = xn[(ey + 1) * nx + ex + 1]; py[2] = yn[(ey + 1) * nx + ex + 1];
      px[3] = xn[(ey + 1) * nx + ex];     py[3] = yn[(ey + 1) * nx + ex];
      double a = 0;
      for (c = 0; c < 4; ++c)
        a += px[c] * py[(c + 1) % 4] - px[(c + 1) % 4] * py[c];
      area[ey * (nx - 1) + ex] = 0.5 * a;
    }
}

void csr_residual(const real::sparse &A, const std::vector<double> &x, const std::vector<double> &b, std::vector<double> &r)
{
  int row, k;
  double sum;
  const int nrows = (int)A.row.size() - 1;
  [[heddle::map]]
  for (row = 0; row < nrows; row++) {
    sum = b[row];
    for (k = A.row[row]; k < A.row[row + 1]; k++)
      sum -= A.val[k] * x[A.col[k]];
    r[row] = sum;
  }
}

/* lastprivate(last) */
double scale_and_keep(double *b, const double *a, int n)
{
  double last = 0;
  int i;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    last = 2.0 * a[i] + 1.0;
    b[i] = last;
  }
  return last;
}

/* the counter serves as the length afterwards */
int clear_tail(int *a, int from, int n)
{
  int i;
  [[heddle::map]]
  for (i = from; i < n; i++)
    a[i] = 0;
  a[i - 1] = -1; // sentinel
  return i;
}

double jacobi_error(const double *u, const double *f, double *unew, int n)
{
  int i, j;
  double error = 0.0, resid;
  [[heddle::map, heddle::reduce(error)]]
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++) {
      resid = u[(i-1)*n + j] + u[(i+1)*n + j] + u[i*n + j-1] + u[i*n + j+1] - 4.0 * u[i*n + j] - f[i*n + j];
      unew[i*n + j] = u[i*n + j] + 0.25 * resid;
      error += resid * resid;
    }
  return error;
}

/* random pairs, a private table of annuli, as in EP */
void annuli(double *most, long n)
{
  long k, i, l;
  double x1, x2, t1, qq[10];
  [[heddle::map]]
  for (k = 0; k < n; k++) {
    for (l = 0; l < 10; l++) qq[l] = 0.0;
    unsigned s = (unsigned)k * 747796405u + 1u;
    for (i = 0; i < 16; i++) {
      s = s * 1664525u + 1013904223u;
      x1 = (s >> 16) / 32768.0 - 1.0;
      s = s * 1664525u + 1013904223u;
      x2 = (s >> 16) / 32768.0 - 1.0;
      t1 = x1 * x1 + x2 * x2;
      if (t1 < 1.0) {
        l = (long)(t1 * 10.0);
        qq[l] += 1.0;
      }
    }
    most[k] = qq[0];
    for (l = 1; l < 10; l++)
      if (qq[l] > most[k]) most[k] = qq[l];
  }
}

/* 3x3 median with one window for all pixels */
void median3(const unsigned char *in, unsigned char *out, int w, int h)
{
  unsigned char win[9], key;
  int x, y, i, j, k;
  [[heddle::map]]
  for (y = 1; y < h - 1; y++)
    for (x = 1; x < w - 1; x++) {
      k = 0;
      for (j = -1; j <= 1; j++)
        for (i = -1; i <= 1; i++)
          win[k++] = in[(y + j) * w + x + i];
      for (i = 1; i < 9; i++) {      // insertion sort
        key = win[i];
        for (j = i - 1; j >= 0 && win[j] > key; j--)
          win[j + 1] = win[j];
        win[j + 1] = key;
      }
      out[y * w + x] = win[4];
    }
}

void gemm_rows(std::size_t n, const double *A, const double *B, double *C)
{
  std::size_t i, j, k;
  double acc;
  [[heddle::map]]
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      acc = 0.;
      for (k = 0; k < n; ++k)
        acc += A[i * n + k] * B[k * n + j];
      C[i * n + j] = acc;
    }
}

void assign_clusters(const float *feature, const float *clusters, int *membership, int npoints, int nclusters, int nfeatures)
{
  int i, j, k, index;
  float dist, min_dist;
  [[heddle::map]]
  for (i = 0; i < npoints; i++) {
    min_dist = 3.4e38f;
    index = 0;
    for (j = 0; j < nclusters; j++) {
      dist = 0.f;
      for (k = 0; k < nfeatures; k++)
        dist += (feature[i * nfeatures + k] - clusters[j * nfeatures + k]) * (feature[i * nfeatures + k] - clusters[j * nfeatures + k]);
      if (dist < min_dist) { min_dist = dist; index = j; }
    }
    membership[i] = index;
  }
}

void softmax_rows(float *out, const float *inp, int rows, int C)
{
  int t, c;
  float maxval, sum;
  [[heddle::map]]
  for (t = 0; t < rows; t++) {
    maxval = -10000.0f;
    for (c = 0; c < C; c++) if (inp[t * C + c] > maxval) maxval = inp[t * C + c];
    sum = 0.0f;
    for (c = 0; c < C; c++) {
      out[t * C + c] = expf(inp[t * C + c] - maxval);
      sum += out[t * C + c];
    }
    for (c = 0; c < C; c++) out[t * C + c] /= sum;
  }
}

/* one row of the cheapest path through a grid */
void cheapest_row(const int *wall, const int *src, int *dst, int cols, int t)
{
  int n, min;
  [[heddle::map]]
  for (n = 0; n < cols; n++) {
    min = src[n];
    if (n > 0) min = src[n - 1] < min ? src[n - 1] : min;
    if (n < cols - 1) min = src[n + 1] < min ? src[n + 1] : min;
    dst[n] = wall[t * cols + n] + min;
  }
}

void complement(char *dst, const char *src, int len)
{
  int i = 0; char c;
  [[heddle::map]]
  for (i = len - 1; i >= 0; --i) {
    c = src[i];
    if (c == 'A') c = 'T'; else if (c == 'T') c = 'A'; else if (c == 'C') c = 'G'; else c = 'C';
    dst[len - 1 - i] = c;
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 40;
  auto a = values<double>(n * n, 1), b = values<double>(n * n, 2);
  std::vector<double> c(n * n), d(n * n);
  heat_sweep(a.data(), c.data(), n, 0.125); show("heat_sweep", c);
  ideal_gas(n, n, a.data(), b.data(), c.data(), d.data()); show("ideal_gas", d);
  auto x = values<float>(n, 3), y = values<float>(n, 4), z = values<float>(n, 5), m = values<float>(n, 6);
  std::vector<float> ax(n), ay(n), az(n);
  body_force(x.data(), y.data(), z.data(), m.data(), ax.data(), ay.data(), az.data(), n, 0.125f); show("body_force", az);
  quad_area(a.data(), b.data(), c.data(), n, n); show("quad_area", c.data(), (n - 1) * (n - 1));
  const real::sparse s = real::matrix(n * n, 7);
  csr_residual(s, a, b, c); show("csr_residual", c);
  c[0] = scale_and_keep(d.data(), a.data(), n * n); d.push_back(c[0]); show("scale_and_keep", d);
  auto k = values<int>(100, 8);
  k.push_back(clear_tail(k.data(), 17, 100)); show("clear_tail", k);
  show("jacobi_error", jacobi_error(a.data(), b.data(), c.data(), n));
  annuli(c.data(), 100); show("annuli", c.data(), 100);
  auto img = values<unsigned char>(n * n, 9); auto out = img;
  median3(img.data(), out.data(), n, n); show("median3", out);
  gemm_rows(n, a.data(), b.data(), c.data()); show("gemm_rows", c);
  auto f = values<float>(120 * 5, 10), g = values<float>(7 * 5, 11);
  std::vector<int> who(120);
  assign_clusters(f.data(), g.data(), who.data(), 120, 7, 5); show("assign_clusters", who);
  auto p = f;
  softmax_rows(p.data(), f.data(), 120, 5); show("softmax_rows", p);
  auto wall = values<int>(4 * n, 12); std::vector<int> next(n);
  cheapest_row(wall.data(), wall.data() + n, next.data(), n, 2); show("cheapest_row", next);
  std::vector<char> dna(n), other(n);
  for (int i = 0; i < n; ++i) dna[i] = "ACGT"[who[i] % 4];
  complement(other.data(), dna.data(), n); show("complement", other);
}
