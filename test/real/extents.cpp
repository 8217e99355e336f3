//===- extents.cpp - which elements are touched is up to the data ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <heddle/heddle.h>

#define C(j, k) ((k) * nx + (j))
#define U(di, dj, dk) u[((i + (di)) * m + j + (dj)) * l + k + (dk)]

void masked_update(double *x, const double *dx, const int *mask, int n)
{
  // claims: [[heddle::extent(x, n), heddle::extent(dx, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    if (mask[i])
      x[i] += dx[i];
}

void relu_backward(float *dinp, const float *inp, const float *dout, int N)
{
  // claims: [[heddle::extent(dout, N), heddle::extent(dinp, N)]]
  [[heddle::map]]
  for (int i = 0; i < N; i++) {
    if (inp[i] > 2.0f) {
      dinp[i] += dout[i];
    }
  }
}

/* only active cells, out of a list without repetitions */
void react_active(double *conc, const double *rate, const int *active, int nactive, int ncell, double dt)
{
  // claims: [[heddle::extent(conc, ncell), heddle::extent(rate, ncell), heddle::independent(conc)]]
  [[heddle::map]]
  for (int k = 0; k < nactive; ++k) {
    const int c = active[k];
    conc[c] -= dt * rate[c] * conc[c];
    if (conc[c] < 0) conc[c] = 0;
  }
}

/* ragged rows: where a row lies is data */
void row_normalise(const int *start, double *val, int rows, int nnz)
{
  // claims: [[heddle::extent(val, nnz), heddle::independent(val)]]
  [[heddle::map]]
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += val[k];
    for (int k = start[r]; k < start[r + 1]; k++) val[k] /= s;
  }
}

/* sequences of different length, padded */
void masked_mean(const float *x, const int *len, float *out, int B, int T, int C)
{
  // claims: [[heddle::extent(x, B * T * C)]]
  [[heddle::map]]
  for (int b = 0; b < B; b++)
    for (int c = 0; c < C; c++) {
      float s = 0.0f;
      for (int t = 0; t < len[b]; t++)
        s += x[(b * T + t) * C + c];
      out[b * C + c] = len[b] ? s / len[b] : 0.0f;
    }
}

/* the last token of each sequence */
void pick_last(const int *tokens, const int *len, int *last, int B, int T)
{
  // claims: [[heddle::extent(tokens, B * T)]]
  [[heddle::map]]
  for (int b = 0; b < B; ++b)
    last[b] = len[b] > 0 ? tokens[b * T + len[b] - 1] : -1;
}

/* words of a text, located by offsets */
void word_hashes(const char *text, const int *begin, const int *end, unsigned *hash, int nwords, int ntext)
{
  // claims: [[heddle::extent(text, ntext)]]
  [[heddle::map]]
  for (int w = 0; w < nwords; w++) {
    unsigned h = 2166136261u;
    for (int k = begin[w]; k < end[w]; k++)
      h = (h ^ (unsigned char)text[k]) * 16777619u;
    hash[w] = h;
  }
}

/* momentum on a staggered mesh: many accesses of several arrays */
void accelerate(int nx, int ny, double dt, const double *xarea, const double *yarea, const double *volume,
                const double *density0, const double *pressure, const double *viscosity,
                const double *xvel0, const double *yvel0, double *xvel1, double *yvel1)
{
  const double halfdt = 0.5 * dt;
  [[heddle::map]]
  for (int k = 1; k < ny - 1; k++) {
    for (int j = 1; j < nx - 1; j++) {
      double stepbymass_s = halfdt / ((density0[C(j - 1, k - 1)] * volume[C(j - 1, k - 1)]
                                     + density0[C(j, k - 1)] * volume[C(j, k - 1)]
                                     + density0[C(j, k)] * volume[C(j, k)]
                                     + density0[C(j - 1, k)] * volume[C(j - 1, k)]) * 0.25);
      xvel1[C(j, k)] = xvel0[C(j, k)] - stepbymass_s * (xarea[C(j, k)] * (pressure[C(j, k)] - pressure[C(j - 1, k)])
                     + xarea[C(j, k - 1)] * (pressure[C(j, k - 1)] - pressure[C(j - 1, k - 1)]));
      yvel1[C(j, k)] = yvel0[C(j, k)] - stepbymass_s * (yarea[C(j, k)] * (pressure[C(j, k)] - pressure[C(j, k - 1)])
                     + yarea[C(j - 1, k)] * (pressure[C(j - 1, k)] - pressure[C(j - 1, k - 1)]));
      xvel1[C(j, k)] -= stepbymass_s * (xarea[C(j, k)] * (viscosity[C(j, k)] - viscosity[C(j - 1, k)])
                     + xarea[C(j, k - 1)] * (viscosity[C(j, k - 1)] - viscosity[C(j - 1, k - 1)]));
      yvel1[C(j, k)] -= stepbymass_s * (yarea[C(j, k)] * (viscosity[C(j, k)] - viscosity[C(j, k - 1)])
                     + yarea[C(j - 1, k)] * (viscosity[C(j - 1, k)] - viscosity[C(j - 1, k - 1)]));
    }
  }
}

/* lattice Boltzmann: nine directions, pulled */
void collide_stream(const float *f, float *g, const unsigned char *solid, int nx, int ny, float omega)
{
  const int N = nx * ny;
  [[heddle::map]]
  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++) {
      const int c = y * nx + x;
      const float f0 = f[c], f1 = f[N + c - 1], f2 = f[2 * N + c - nx], f3 = f[3 * N + c + 1], f4 = f[4 * N + c + nx];
      const float f5 = f[5 * N + c - nx - 1], f6 = f[6 * N + c - nx + 1], f7 = f[7 * N + c + nx + 1], f8 = f[8 * N + c + nx - 1];
      if (solid[c]) {
        g[c] = f0;         g[N + c] = f3;     g[2 * N + c] = f4;
        g[3 * N + c] = f1; g[4 * N + c] = f2; g[5 * N + c] = f7;
        g[6 * N + c] = f8; g[7 * N + c] = f5; g[8 * N + c] = f6;
      } else {
        const float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
        const float u = (f1 + f5 + f8 - f3 - f6 - f7) / rho, v = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
        const float q = 1.0f - 1.5f * (u * u + v * v);
        g[c] = f0 + omega * (4.0f / 9 * rho * q - f0);
        g[N + c] = f1 + omega * (rho / 9 * (q + 3 * u + 4.5f * u * u) - f1);
        g[2 * N + c] = f2 + omega * (rho / 9 * (q + 3 * v + 4.5f * v * v) - f2);
        g[3 * N + c] = f3 + omega * (rho / 9 * (q - 3 * u + 4.5f * u * u) - f3);
        g[4 * N + c] = f4 + omega * (rho / 9 * (q - 3 * v + 4.5f * v * v) - f4);
        g[5 * N + c] = f5 + omega * (rho / 36 * (q + 3 * (u + v) + 4.5f * (u + v) * (u + v)) - f5);
        g[6 * N + c] = f6 + omega * (rho / 36 * (q + 3 * (v - u) + 4.5f * (v - u) * (v - u)) - f6);
        g[7 * N + c] = f7 + omega * (rho / 36 * (q - 3 * (u + v) + 4.5f * (u + v) * (u + v)) - f7);
        g[8 * N + c] = f8 + omega * (rho / 36 * (q + 3 * (u - v) + 4.5f * (u - v) * (u - v)) - f8);
      }
    }
}

/* the chip's temperature, borders by conditions */
void hotspot_step(const float *temp, const float *power, float *result, int row, int col, float cap, float rx, float ry, float rz)
{
  [[heddle::map]]
  for (int r = 0; r < row; r++) {
    for (int c = 0; c < col; c++) {
      float delta;
      if (r == 0 && c == 0)
        delta = cap * (power[0] + (temp[1] - temp[0]) * rx + (temp[col] - temp[0]) * ry + (80.0f - temp[0]) * rz);
      else if (r == 0)
        delta = cap * (power[c] + (temp[c - 1] - temp[c]) * rx + (temp[col + c] - temp[c]) * ry + (80.0f - temp[c]) * rz);
      else if (r == row - 1)
        delta = cap * (power[r * col + c] + (temp[(r - 1) * col + c] - temp[r * col + c]) * ry + (80.0f - temp[r * col + c]) * rz);
      else if (c == 0 || c == col - 1)
        delta = cap * (power[r * col + c] + (temp[(r + 1) * col + c] + temp[(r - 1) * col + c] - 2.0f * temp[r * col + c]) * ry);
      else
        delta = cap * (power[r * col + c] + (temp[(r + 1) * col + c] + temp[(r - 1) * col + c] - 2.0f * temp[r * col + c]) * ry
                     + (temp[r * col + c + 1] + temp[r * col + c - 1] - 2.0f * temp[r * col + c]) * rx + (80.0f - temp[r * col + c]) * rz);
      result[r * col + c] = temp[r * col + c] + delta;
    }
  }
}

/* all 27 neighbours, run-time sizes */
void box27(const double *u, double *v, int n, int m, int l, double a, double b, double c, double d)
{
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      for (int k = 1; k < l - 1; ++k) {
        v[(i * m + j) * l + k] = a * U(0, 0, 0)
          + b * (U(-1, 0, 0) + U(1, 0, 0) + U(0, -1, 0) + U(0, 1, 0) + U(0, 0, -1) + U(0, 0, 1))
          + c * (U(-1, -1, 0) + U(-1, 1, 0) + U(1, -1, 0) + U(1, 1, 0) + U(-1, 0, -1) + U(-1, 0, 1)
               + U(1, 0, -1) + U(1, 0, 1) + U(0, -1, -1) + U(0, -1, 1) + U(0, 1, -1) + U(0, 1, 1))
          + d * (U(-1, -1, -1) + U(-1, -1, 1) + U(-1, 1, -1) + U(-1, 1, 1)
               + U(1, -1, -1) + U(1, -1, 1) + U(1, 1, -1) + U(1, 1, 1));
      }
}

/* right-hand sides of five equations, arrays of declared size */
enum { G = 12 };
void compute_rhs(double (*rhs)[G][5], const double (*u)[G][5], const double (*vs)[G], const double (*sq)[G], int n, double tx)
{
  [[heddle::map]]
  for (int j = 1; j < n - 1; j++)
    for (int i = 2; i < G - 2; i++) {
      const double up = vs[j][i + 1], uc = vs[j][i], um = vs[j][i - 1];
      rhs[j][i][0] += tx * (u[j][i + 1][0] - 2.0 * u[j][i][0] + u[j][i - 1][0]) - 0.5 * (u[j][i + 1][1] - u[j][i - 1][1]);
      rhs[j][i][1] += tx * (u[j][i + 1][1] - 2.0 * u[j][i][1] + u[j][i - 1][1]) + 0.25 * (up - 2.0 * uc + um)
                    - 0.5 * (u[j][i + 1][1] * up - u[j][i - 1][1] * um + (u[j][i + 1][4] - sq[j][i + 1] - u[j][i - 1][4] + sq[j][i - 1]) * 0.4);
      rhs[j][i][2] += tx * (u[j][i + 1][2] - 2.0 * u[j][i][2] + u[j][i - 1][2]) - 0.5 * (u[j][i + 1][2] * up - u[j][i - 1][2] * um);
      rhs[j][i][3] += tx * (u[j][i + 1][3] - 2.0 * u[j][i][3] + u[j][i - 1][3]) - 0.5 * (u[j][i + 1][3] * up - u[j][i - 1][3] * um);
      rhs[j][i][4] += tx * (u[j][i + 1][4] - 2.0 * u[j][i][4] + u[j][i - 1][4]) + 0.125 * (up * up - 2.0 * uc * uc + um * um)
                    - 0.5 * ((1.4 * u[j][i + 1][4] - 0.4 * sq[j][i + 1]) * up - (1.4 * u[j][i - 1][4] - 0.4 * sq[j][i - 1]) * um);
      for (int m = 0; m < 5; m++)
        rhs[j][i][m] -= 0.125 * (u[j][i - 2][m] - 4.0 * u[j][i - 1][m] + 6.0 * u[j][i][m] - 4.0 * u[j][i + 1][m] + u[j][i + 2][m]);
    }
}

/* diffusion for images: eight arrays at once */
void srad_coeff(const float *J, float *dN, float *dS, float *dW, float *dE, float *c, int rows, int cols, float q0sqr)
{
  [[heddle::map]]
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < cols - 1; j++) {
      int k = i * cols + j;
      float Jc = J[k];
      dN[k] = J[k - cols] - Jc;
      dS[k] = J[k + cols] - Jc;
      dW[k] = J[k - 1] - Jc;
      dE[k] = J[k + 1] - Jc;
      float G2 = (dN[k]*dN[k] + dS[k]*dS[k] + dW[k]*dW[k] + dE[k]*dE[k]) / (Jc*Jc);
      float L = (dN[k] + dS[k] + dW[k] + dE[k]) / Jc;
      float num = (0.5f*G2) - ((1.0f/16.0f)*(L*L));
      float den = 1 + (.25f*L);
      float qsqr = num/(den*den);
      den = (qsqr-q0sqr) / (q0sqr * (1+q0sqr));
      c[k] = 1.0f / (1.0f+den);
      if (c[k] < 0) c[k] = 0;
      else if (c[k] > 1) c[k] = 1;
    }
}

/* hexahedra: eight corners, read out of the mesh, by hand */
void hex_volume(const double *x, const double *y, const double *z, double *vol, int nx, int nxy, int ncells)
{
  [[heddle::map]]
  for (int e = 0; e < ncells; e++) {
    const int n0 = e, n1 = e + 1, n2 = e + 1 + nx, n3 = e + nx, n4 = e + nxy, n5 = e + 1 + nxy, n6 = e + 1 + nx + nxy, n7 = e + nx + nxy;
    const double x71 = x[n6] - x[n0], x72 = x[n6] - x[n1], x74 = x[n6] - x[n3], x75 = x[n6] - x[n4];
    const double x17 = x[n7] + x[n0], x27 = x[n2] + x[n1], x47 = x[n5] - x[n3];
    const double y71 = y[n6] - y[n0], y72 = y[n6] - y[n1], y74 = y[n6] - y[n3], y75 = y[n6] - y[n4];
    const double y17 = y[n7] + y[n0], y27 = y[n2] + y[n1], y47 = y[n5] - y[n3];
    const double z71 = z[n6] - z[n0], z72 = z[n6] - z[n1], z74 = z[n6] - z[n3], z75 = z[n6] - z[n4];
    const double z17 = z[n7] + z[n0], z27 = z[n2] + z[n1], z47 = z[n5] - z[n3];
    vol[e] = (x17 * (y72 * z74 - y74 * z72) + x27 * (y75 * z71 - y71 * z75) + x47 * (y71 * z27 - y17 * z47)
            + x71 * (y27 * z75 - y75 * z17) + x72 * (y47 * z74 - y74 * z47) + x74 * y17 * z71 - x75 * y72 * z27) / 12.0;
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 600;
  auto a = values<double>(3 * n, 1), b = values<double>(3 * n, 2), c = values<double>(3 * n, 3);
  auto mask = real::below(n, 2, 4);
  auto x = a;
  masked_update(x.data(), b.data(), mask.data(), n); show("masked_update", x);
  auto f = values<float>(9 * n, 5), g = values<float>(9 * n, 6), h = g;
  relu_backward(h.data(), f.data(), g.data(), n); show("relu_backward", h);
  auto p = real::permutation(n, 7);
  react_active(x.data(), b.data(), p.data(), n / 3, n, 0.125); show("react_active", x);
  real::sparse s = real::matrix(60, 8);
  row_normalise(s.row.data(), s.val.data(), 60, (int)s.val.size()); show("row_normalise", s.val);
  const auto len = real::below(12, 9, 9);
  masked_mean(f.data(), len.data(), h.data(), 12, 8, 5); show("masked_mean", h.data(), 60);
  std::vector<int> last(12);
  pick_last(p.data(), len.data(), last.data(), 12, 8); show("pick_last", last);
  const char *text = "the quick brown fox jumps over the lazy dog and then some";
  std::vector<int> begin, end;
  for (int i = 0, from = 0; i <= (int)strlen(text); ++i)
    if (!text[i] || text[i] == ' ') { begin.push_back(from); end.push_back(i); from = i + 1; }
  std::vector<unsigned> hash(begin.size());
  word_hashes(text, begin.data(), end.data(), hash.data(), (int)begin.size(), (int)strlen(text)); show("word_hashes", hash);
  std::vector<double> u1(n), v1(n);
  accelerate(30, 20, 0.125, a.data(), b.data(), c.data(), a.data() + n, b.data() + n, c.data() + n, a.data() + 2 * n, b.data() + 2 * n, u1.data(), v1.data());
  show("accelerate", v1); show("accelerate", u1);
  std::vector<unsigned char> solid(n);
  for (int i = 0; i < n; ++i) solid[i] = i % 11 == 0;
  collide_stream(f.data(), g.data(), solid.data(), 30, 20, 0.5f); show("collide_stream", g);
  hotspot_step(f.data(), g.data(), h.data(), 20, 30, 0.5f, 0.25f, 0.125f, 0.0625f); show("hotspot_step", h);
  box27(a.data(), x.data(), 10, 12, 15, 1, 0.5, 0.25, 0.125); show("box27", x);
  static double rhs[10][G][5], u[10][G][5], vs[10][G], sq[10][G];
  for (int i = 0; i < 10 * G * 5; ++i) (&u[0][0][0])[i] = a[i];
  for (int i = 0; i < 10 * G; ++i) { (&vs[0][0])[i] = b[i]; (&sq[0][0])[i] = c[i]; }
  compute_rhs(rhs, u, vs, sq, 10, 0.5); show("compute_rhs", &rhs[0][0][0], 10 * G * 5);
  std::vector<float> dN(n), dS(n), dW(n), dE(n), cc(n);
  srad_coeff(f.data(), dN.data(), dS.data(), dW.data(), dE.data(), cc.data(), 20, 30, 0.5f); show("srad_coeff", cc); show("srad_coeff", dN); show("srad_coeff", dS); show("srad_coeff", dW); show("srad_coeff", dE);
  hex_volume(a.data(), b.data(), c.data(), x.data(), 10, 100, n); show("hex_volume", x);
}
