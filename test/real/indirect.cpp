//===- indirect.cpp - elements that an index array names ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>

/* ===== stores through an index ===== */

void scatter(double *y, const double *x, const int *p, int n)
{
  // claims: [[heddle::extent(y, n), heddle::independent(y)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    y[p[i]] = x[i];
}

void histogram(const unsigned char *pixel, int *h, int n)
{
  // claims: [[heddle::extent(h, 256)]]
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; i++)
    h[pixel[i]]++; // omp atomic
}

void weighted_histogram(const double *x, const double *w, double *bins, int n, double width, int nbins)
{
  // claims: [[heddle::extent(bins, nbins)]]
  [[heddle::map, heddle::reduce(bins)]]
  for (int i = 0; i < n; ++i) {
    int b = (int)(x[i] / width);
    if (b >= nbins) b = nbins - 1;
    bins[b] += w[i];
  }
}

/* element forces to nodes */
void assemble(const int *conn, const double *fe, double *fn, int nelem, int nnodes)
{
  // claims: [[heddle::extent(fn, nnodes)]]
  [[heddle::map, heddle::reduce(fn)]]
  for (int e = 0; e < nelem; e++)
    for (int a = 0; a < 4; a++)
      fn[conn[4 * e + a]] += fe[4 * e + a];
}

/* edges of one colour share no vertex */
void edge_colour(const int *from, const int *to, const double *flux, double *res, int first, int last, int nvert)
{
  // claims: [[heddle::extent(res, nvert), heddle::independent(res)]]
  [[heddle::map]]
  for (int e = first; e < last; ++e) {
    res[from[e]] -= flux[e];
    res[to[e]] += flux[e];
  }
}

/* cloud in cell, one dimension */
void deposit_charge(const float *pos, float *rho, int np, int ncell)
{
  // claims: [[heddle::extent(rho, ncell + 1)]]
  [[heddle::map, heddle::reduce(rho)]]
  for (int p = 0; p < np; p++) {
    const int c = (int)pos[p];
    const float w = pos[p] - c;
    rho[c] += 1.0f - w;
    rho[c + 1] += w;
  }
}

/* counting sort, last pass: places are distinct */
void place_keys(const int *key, const int *rank, int *sorted, int n)
{
  // claims: [[heddle::extent(sorted, n), heddle::independent(sorted)]]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int where = rank[i];
    sorted[where] = key[i];
  }
}

/* rows of tokens into a cache, at places that a table gives */
void store_cache(float *cache, const float *kv, const int *slot, int ntok, int width, int nslots)
{
  // claims: [[heddle::extent(cache, nslots * width), heddle::independent(cache)]]
  [[heddle::map]]
  for (int t = 0; t < ntok; t++)
    for (int c = 0; c < width; c++)
      cache[slot[t] * width + c] = kv[t * width + c];
}

/* ===== reads through an index ===== */

void spmv(int nrows, const int *rowptr, const int *col, const double *val, const double *x, double *y)
{
  // claims: [[heddle::extent(x, nrows), heddle::extent(col, rowptr[nrows]), heddle::extent(val, rowptr[nrows])]]
  [[heddle::map]]
  for (int i = 0; i < nrows; i++) {
    double sum = 0.0;
    for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
      sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}

void gather(const double *x, const int *idx, double *buf, int n, int nx)
{
  // claims: [[heddle::extent(x, nx)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    buf[i] = x[idx[i]];
}

void pagerank_pull(int n, const int *in_ptr, const int *in_src, const int *outdeg, const double *rank, double *next)
{
  const double base = 0.15 / n;
  // claims: [[heddle::extent(in_src, in_ptr[n]), heddle::extent(outdeg, n), heddle::extent(rank, n)]]
  [[heddle::map]]
  for (int v = 0; v < n; ++v) {
    double s = 0;
    for (int e = in_ptr[v]; e < in_ptr[v + 1]; ++e) {
      int u = in_src[e];
      s += rank[u] / outdeg[u];
    }
    next[v] = base + 0.85 * s;
  }
}

/* one level, from below: who has a parent in the frontier? */
void bfs_bottom_up(int n, const int *ptr, const int *adj, const int *level, int *newlevel, int depth)
{
  // claims: [[heddle::extent(ptr, n + 1), heddle::extent(adj, ptr[n]), heddle::extent(level, n)]]
  [[heddle::map]]
  for (int v = 0; v < n; v++) {
    newlevel[v] = level[v];
    if (level[v] < 0) {
      for (int e = ptr[v]; e < ptr[v + 1]; e++)
        if (level[adj[e]] == depth) {
          newlevel[v] = depth + 1;
          break;
        }
    }
  }
}

long triangles(int n, const int *ptr, const int *adj)
{
  long total = 0;
  // claims: [[heddle::extent(ptr, n + 1), heddle::extent(adj, ptr[n])]]
  [[heddle::map, heddle::reduce(total)]]
  for (int u = 0; u < n; u++)
    for (int e = ptr[u]; e < ptr[u + 1]; e++) {
      int v = adj[e];
      if (v <= u) continue;
      int a = ptr[u], b = ptr[v];
      while (a < ptr[u + 1] && b < ptr[v + 1]) {
        if (adj[a] < adj[b]) ++a;
        else if (adj[a] > adj[b]) ++b;
        else { if (adj[a] > v) ++total; ++a; ++b; }
      }
    }
  return total;
}

void encoder(float *out, const int *tokens, const float *wte, const float *wpe, int T, int C, int V)
{
  // claims: [[heddle::extent(wte, V * C)]]
  [[heddle::map]]
  for (int t = 0; t < T; t++) {
    const float *wte_ix = wte + tokens[t] * C;
    const float *wpe_t = wpe + t * C;
    float *out_t = out + t * C;
    for (int i = 0; i < C; i++)
      out_t[i] = wte_ix[i] + wpe_t[i];
  }
}

/* neighbours out of a Verlet list */
void pair_energy(const double *x, const int *nneigh, const int *neigh, double *pe, int n, int maxneigh)
{
  // claims: [[heddle::extent(x, n), heddle::extent(neigh, n * maxneigh)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    double e = 0;
    const int *list = &neigh[i * maxneigh];
    for (int k = 0; k < nneigh[i]; k++) {
      const double d = x[i] - x[list[k]];
      const double r2 = d * d + 0.125;
      e += 1.0 / (r2 * r2 * r2) - 1.0 / r2;
    }
    pe[i] = 0.5 * e;
  }
}

/* label propagation: the least label around me */
void min_label(int n, const int *ptr, const int *adj, const int *label, int *out)
{
  // claims: [[heddle::extent(adj, ptr[n]), heddle::extent(label, n)]]
  [[heddle::map]]
  for (int v = 0; v < n; v++) {
    int best = label[v];
    for (int e = ptr[v]; e < ptr[v + 1]; e++)
      best = std::min(best, label[adj[e]]);
    out[v] = best;
  }
}

/* ---- pressures of a region, limited step by step ---- */
void limited_pressure(const double *bvc, const double *e, const double *v, const int *region, double *p,
                      double cut, double vmax, double pmin, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int cell = region[i];
    p[i] = bvc[i] * e[i];
    if (std::fabs(p[i]) < cut)
      p[i] = 0;
    if (v[cell] >= vmax)
      p[i] = 0;
    if (p[i] < pmin)
      p[i] = pmin;
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 160;
  auto x = values<double>(4 * n, 1), w = values<double>(4 * n, 2);
  const auto p = real::permutation(n, 3);
  std::vector<double> y(4 * n);
  scatter(y.data(), x.data(), p.data(), n); show("scatter", y);
  auto pix = values<unsigned char>(n, 4); std::vector<int> h(256);
  histogram(pix.data(), h.data(), n); show("histogram", h);
  std::vector<double> bins(10), fn(n);
  weighted_histogram(x.data(), w.data(), bins.data(), n, 0.375, 10); show("weighted_histogram", bins);
  auto conn = real::below(4 * n, n, 5);
  assemble(conn.data(), x.data(), fn.data(), n, n); show("assemble", fn);
  edge_colour(p.data(), p.data() + n / 2, x.data(), fn.data(), 0, n / 2, n); show("edge_colour", fn);
  auto pos = values<float>(n, 6); std::vector<float> rho(8);
  deposit_charge(pos.data(), rho.data(), n, 7); show("deposit_charge", rho);
  std::vector<int> sorted(n);
  place_keys(conn.data(), p.data(), sorted.data(), n); show("place_keys", sorted);
  auto kv = values<float>(4 * n, 7); std::vector<float> cache(4 * n);
  store_cache(cache.data(), kv.data(), p.data(), n / 2, 4, n); show("store_cache", cache);
  const real::sparse s = real::matrix(n, 8);
  const int *ptr = s.row.data(), *adj = s.col.data();
  spmv(n, ptr, adj, s.val.data(), x.data(), y.data()); show("spmv", y.data(), n);
  gather(x.data(), conn.data(), y.data(), 4 * n, n); show("gather", y);
  auto deg = values<int>(n, 9);
  pagerank_pull(n, ptr, adj, deg.data(), x.data(), y.data()); show("pagerank_pull", y.data(), n);
  auto level = real::below(n, 9, 10); std::vector<int> next(n);
  for (int &l : level) l -= 6;
  bfs_bottom_up(n, ptr, adj, level.data(), next.data(), 2); show("bfs_bottom_up", next);
  show("triangles", (double)triangles(n, ptr, adj));
  encoder(cache.data(), conn.data(), kv.data(), kv.data(), n, 4, n); show("encoder", cache);
  auto cnt = real::below(n, 4, 11);
  pair_energy(x.data(), cnt.data(), conn.data(), y.data(), n, 4); show("pair_energy", y.data(), n);
  limited_pressure(x.data(), w.data(), x.data() + n, p.data(), fn.data(), 0.05, 0.75, -0.5, n);
  show("limited_pressure", fn);
  min_label(n, ptr, adj, conn.data(), next.data()); show("min_label", next);
}
