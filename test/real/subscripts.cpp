//===- subscripts.cpp - subscripts that loops compute on their way --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <cmath>
#include <heddle/heddle.h>

/* the offset goes down the column */
void column_norms(const double *a, double *norm, int n, int m)
{
  // claims: [[heddle::extent(a, n * m)]]
  [[heddle::map]]
  for (int j = 0; j < m; ++j) {
    int offset = j;
    double s = 0.0;
    for (int i = 0; i < n; ++i) {
      s += a[offset] * a[offset];
      offset += m;
    }
    norm[j] = sqrt(s);
  }
}

/* the same while writing */
void fill_columns(double *a, const double *x, int n, int m)
{
  // claims: [[heddle::extent(a, n * m), heddle::independent(a)]]
  [[heddle::map]]
  for (int j = 0; j < m; j++) {
    int offset = j;
    for (int i = 0; i < n; i++) {
      a[offset] = x[j] * (i + 1);
      offset += m;
    }
  }
}

/* material tables: where does the energy lie? */
void table_lookup(const double *grid, const double *value, int npts, const double *e, double *xs, int n)
{
  // claims: [[heddle::extent(grid, npts), heddle::extent(value, npts)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = npts - 1;
    while (hi - lo > 1) {
      int mid = lo + (hi - lo) / 2;
      if (grid[mid] > e[i]) hi = mid; else lo = mid;
    }
    double f = (e[i] - grid[lo]) / (grid[hi] - grid[lo]);
    xs[i] = value[lo] + f * (value[hi] - value[lo]);
  }
}

/* blocks of a size that is known at run time */
void quantize_blocks(const float *x, signed char *q, float *scale, int nblocks, int block)
{
  [[heddle::map]]
  for (int b = 0; b < nblocks; b++) {
    float amax = 0.0f;
    for (int r = 0; r < block; r++)
      amax = fmaxf(amax, fabsf(x[b * block + r]));
    const float s = amax / 127.0f;
    scale[b] = s;
    for (int r = 0; r < block; ++r)
      q[b * block + r] = (signed char)(x[b * block + r] / s);
  }
}

/* one loop over all elements, row and column by division */
void transpose_flat(const double *a, double *t, int n, int m)
{
  // claims: [[heddle::extent(t, n * m), heddle::independent(t)]]
  [[heddle::map]]
  for (int idx = 0; idx < n * m; idx++) {
    int i = idx / m;
    int j = idx % m;
    t[j * n + i] = a[idx];
  }
}

/* both pointers walk */
void gamma_rows(const unsigned char *in, unsigned char *out, int w, int h, const unsigned char (&lut)[256])
{
  // claims: [[heddle::extent(in, w * h), heddle::extent(out, w * h), heddle::independent(out)]]
  [[heddle::map]]
  for (int y = 0; y < h; ++y) {
    const unsigned char *p = in + y * w;
    unsigned char *q = out + y * w;
    for (int x = 0; x < w; ++x)
      *q++ = lut[*p++];
  }
}

void dot_rows(const float *a, const float *b, float *c, long rows, long n)
{
  // claims: [[heddle::extent(a, rows * n), heddle::extent(b, rows * n)]]
  [[heddle::map]]
  for (long r = 0; r < rows; r++) {
    const float *p = &a[r * n], *q = &b[r * n];
    float s = 0;
    long k = n;
    while (k--) s += *p++ * *q++;
    c[r] = s;
  }
}

/* planes of products of parameters */
void laplace3d(const double *u, double *v, int nx, int ny, int nz)
{
  const int nxy = nx * ny;
  [[heddle::map]]
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        int c = k * nxy + j * nx + i;
        v[c] = -6.0 * u[c] + u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] + u[c - nxy] + u[c + nxy];
      }
}

/* NCHW, every factor a parameter */
void maxpool2(const float *in, float *out, int N, int C, int H, int W)
{
  const int OH = H / 2, OW = W / 2;
  [[heddle::map]]
  for (int b = 0; b < N; b++)
    for (int c = 0; c < C; c++)
      for (int h = 0; h < OH; h++)
        for (int w = 0; w < OW; w++) {
          const float *p = in + ((b * C + c) * H + 2 * h) * W + 2 * w;
          float m = p[0];
          if (p[1] > m) m = p[1];
          if (p[W] > m) m = p[W];
          if (p[W + 1] > m) m = p[W + 1];
          out[((b * C + c) * OH + h) * OW + w] = m;
        }
}

/* heads of attention, forward */
void attention_scores(float *att, const float *qkv, int B, int T, int C, int NH)
{
  int C3 = C * 3;
  int hs = C / NH; // head size
  float scale = 1.0f / sqrtf(hs);
  [[heddle::map]]
  for (int b = 0; b < B; b++) {
    for (int t = 0; t < T; t++) {
      for (int h = 0; h < NH; h++) {
        const float* query_t = qkv + b * T * C3 + t * C3 + h * hs;
        float* att_bth = att + b*NH*T*T + h*T*T + t*T;
        for (int t2 = 0; t2 <= t; t2++) {
          const float* key_t2 = qkv + b * T * C3 + t2 * C3 + h * hs + C; // +C because it's key
          float val = 0.0f;
          for (int i = 0; i < hs; i++) {
            val += query_t[i] * key_t2[i];
          }
          val *= scale;
          att_bth[t2] = val;
        }
      }
    }
  }
}

/* strides as in BLAS */
void copy_strided(int n, const double *x, int incx, double *y, int incy)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    y[i * incy] = x[i * incx];
}

/* one stage of a transform: groups of butterflies */
void butterflies(float *re, float *im, int n, int half, const float *wr, const float *wi)
{
  // claims: [[heddle::extent(re, n), heddle::extent(im, n), heddle::independent(re, im), heddle::extent(wr, half), heddle::extent(wi, half)]]
  [[heddle::map]]
  for (int k = 0; k < n / 2; k++) {
    int group = k / half, pos = k % half;
    int i = group * 2 * half + pos;
    int j = i + half;
    float tr = wr[pos] * re[j] - wi[pos] * im[j];
    float ti = wr[pos] * im[j] + wi[pos] * re[j];
    re[j] = re[i] - tr;  im[j] = im[i] - ti;
    re[i] += tr;         im[i] += ti;
  }
}

/* shifts */
void pack_nibbles(const unsigned char *in, unsigned char *out, int n)
{
  [[heddle::map]]
  for (int i = 0; i < (n >> 1); i++)
    out[i] = (unsigned char)((in[i << 1] & 15) | (in[(i << 1) | 1] << 4));
}

/* lower triangle, packed */
void pack_lower(const double *a, double *ap, int n)
{
  // claims: [[heddle::extent(ap, n * (n + 1) / 2), heddle::independent(ap)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      ap[i * (i + 1) / 2 + j] = a[i * n + j];
}

/* a periodic domain */
void advect_ring(const double *u, double *un, int n, double c)
{
  // claims: [[heddle::extent(u, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    un[i] = u[i] - c * (u[(i + 1) % n] - u[(i - 1 + n) % n]);
}

/* length of the word that starts here */
void word_lengths(const char *text, int *len, int n)
{
  // claims: [[heddle::extent(text, n)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    int p = i;
    while (p < n && text[p] != ' ')
      p++;
    len[i] = p - i;
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 48, m = 30;
  auto a = values<double>(n * m * 12, 1), b = values<double>(n * m, 2);
  std::vector<double> c(n * m * 12);
  column_norms(a.data(), c.data(), n, m); show("column_norms", c.data(), m);
  fill_columns(c.data(), a.data(), n, m); show("fill_columns", c.data(), n * m);
  std::vector<double> grid(33), e(n), xs(n);
  for (int i = 0; i < 33; ++i) grid[i] = i / 8.0;
  table_lookup(grid.data(), b.data(), 33, a.data(), xs.data(), n); show("table_lookup", xs);
  auto f = values<float>(8192, 3), g = values<float>(8192, 4);
  std::vector<signed char> q(n * m); std::vector<float> s(n);
  quantize_blocks(f.data(), q.data(), s.data(), n, m); show("quantize_blocks", q); show("quantize_blocks", s);
  transpose_flat(a.data(), c.data(), n, m); show("transpose_flat", c.data(), n * m);
  auto img = values<unsigned char>(n * m, 5), out = img;
  unsigned char lut[256];
  for (int i = 0; i < 256; ++i) lut[i] = (unsigned char)(255 - i * i / 256);
  gamma_rows(img.data(), out.data(), n, m, lut); show("gamma_rows", out);
  dot_rows(f.data(), g.data(), s.data(), n, m); show("dot_rows", s);
  laplace3d(a.data(), c.data(), n, m, 12); show("laplace3d", c);
  std::vector<float> o(8192);
  maxpool2(f.data(), o.data(), 2, 3, 16, 14); show("maxpool2", o);
  attention_scores(o.data(), f.data(), 2, 10, 16, 4); show("attention_scores", o);
  copy_strided(n, a.data(), 3, c.data(), 2); show("copy_strided", c);
  butterflies(f.data(), g.data(), 64, 8, o.data() + 10, o.data() + 30); show("butterflies", f);
  pack_nibbles(img.data(), out.data(), n * m); show("pack_nibbles", out);
  pack_lower(a.data(), c.data(), n); show("pack_lower", c.data(), n * (n + 1) / 2);
  advect_ring(b.data(), c.data(), n, 0.25); show("advect_ring", c.data(), n);
  std::vector<char> text(n); std::vector<int> len(n);
  for (int i = 0; i < n; ++i) text[i] = img[i] % 5 ? 'x' : ' ';
  word_lengths(text.data(), len.data(), n); show("word_lengths", len);
}
