//===- inspected.cpp - footprints that a pass over the loops finds --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Data say which elements the loops touch, and nobody says how many there are:
// the launch looks first. The zones around each array hold what no launch may
// copy back.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "checked.h"
#include <algorithm>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// Without threads of any kind nobody asks for footprints.
static harness::expectation found_if(bool nonempty, int launches = 1) {
#if defined(_OPENMP) || defined(__CUDACC__)
  return {nonempty ? taken::fast : taken::nothing, launches};
#else
  return {nonempty ? taken::sequential : taken::nothing, launches};
#endif
}

/// So many numbers between first and first + below - 1.
static int *places(harness::recorder &r, int n, int first, int below) {
  int *p = r.out<int>(n);
  for (int i = 0; i < n; ++i)
    p[i] = first + static_cast<int>(i * 7919LL % below);
  return p;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void multiply(int rows, const int *start, const int *col, const double *val,
              const double *x, double *y) {
  [[heddle::map]]
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}

CASE(csr_product) {
  for (int rows : harness::sizes())
    for (int longest : {1, 4}) { // rows without elements, or all of them
      int *start = r.out<int>(std::max(rows, 0) + 1);
      start[0] = 0;
      for (int i = 0; i < rows; ++i)
        start[i + 1] = start[i] + i % longest;
      const int all = start[std::max(rows, 0)];
      const int *col = places(r, all, 3, 40);
      const double *val = r.in<double>(all), *x = r.in<double>(43, 2);
      double *y = r.out<double>(rows);
      r.call({rows, longest}, found_if(rows > 0),
             [&] { multiply(rows, start, col, val, x, y); });
    }
}

template <class T> void gather(T *y, const T *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
}

CASE(gathers) {
  for (int n : harness::sizes())
    for (int first : {-9, 0, 5}) {
      const int *p = places(r, n, first, 9);
      float *x = r.in<float>(9), *y = r.out<float>(n);
      r.call({n, first}, found_if(n > 0), [&] { gather(y, x - first, p, n); });
    }
}

// The element that is read last is where the other array begins, or after it.
CASE(what_is_read_may_be_stored) {
  const int n = 20;
  for (int shift = -24; shift <= 24; shift += 4) {
    int *x = r.in<int>(90) + 30, *p = places(r, n, 0, 10);
    const bool apart = shift >= 10 || shift <= -n;
    r.call({shift}, apart ? found_if(true) : taken::sequential,
           [&] { gather(x + shift, x, p, n); });
  }
}

// A store changes where the next iteration reads; the old places are far away.
void follow(int *y, const int *next, const int *start, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int at = start[i];
    while (next[at] != at)
      at = next[at];
    if (at >= 0)
      y[i] = at;
  }
}

CASE(chains_that_stores_change) {
  const int n = 12;
  for (bool meet : {false, true}) {
    int *next = r.out<int>(2 * n), *start = r.out<int>(n), *y = r.out<int>(n);
    for (int k = 0; k < 2 * n; ++k)
      next[k] = k % 5 == 0 ? k : k - 1;
    for (int i = 0; i < n; ++i)
      start[i] = meet ? i : i + n;
    if (meet)
      for (int i = 1; i < n; ++i)
        next[i] = 100000000 + i; // stored before it is read
    next[0] = 0;
    if (meet)
      for (int i = 0; i < n; ++i)
        start[i] = i == 0 ? 0 : i - 1;
    r.call({meet}, meet ? harness::expectation(taken::sequential) : found_if(true),
           [&] { follow(meet ? next : y, next, start, n); });
  }
}

void lengths(const char *text, int size, const int *begin, int *length, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int p = begin[i];
    while (p < size && text[p] != ' ')
      ++p;
    length[i] = p - begin[i];
  }
}

CASE(searches) {
  for (int n : harness::few_sizes()) {
    char *text = r.out<char>(64);
    for (int k = 0; k < 64; ++k)
      text[k] = k % 7 == 3 ? ' ' : 'a';
    const int *begin = places(r, n, 0, 64);
    int *length = r.out<int>(n);
    r.call({n}, found_if(n > 0), [&] { lengths(text, 64, begin, length, n); });
  }
}

struct site {
  double x, y;
  int kind;
};

double nearest(const site *all, const int *list, double *best, int n) {
  double total = 0;
  [[heddle::map, heddle::reduce(total)]]
  for (int i = 0; i < n; ++i) {
    const site &own = all[list[i]];
    best[i] = own.kind > 0 ? own.x : all[list[i]].y;
    total += own.x;
  }
  return total;
}

CASE(structures) {
  for (int n : harness::sizes()) {
    std::vector<site> all(31);
    for (int k = 0; k < 31; ++k)
      all[static_cast<std::size_t>(k)] = {k / 8.0, -k / 4.0, k % 3 - 1};
    const int *list = places(r, n, 2, 29);
    double *best = r.out<double>(n);
    r.call({n}, found_if(n > 0),
           [&] { r.keep(nearest(all.data(), list, best, n)); });
  }
}

void rows(double (*y)[3], const double (*x)[3], const std::vector<int> &p) {
  [[heddle::map]]
  for (std::size_t i = 0; i < p.size(); ++i)
    for (int d = 0; d < 3; ++d)
      y[i][d] = 2 * x[p[i]][d];
}

CASE(rows_of_arrays) {
  for (int n : {1, 33}) {
    std::vector<int> p;
    for (int i = 0; i < n; ++i)
      p.push_back(i * 5 % 7);
    auto x = reinterpret_cast<double(*)[3]>(r.in<double>(21)),
         y = reinterpret_cast<double(*)[3]>(r.out<double>(3 * n));
    r.call({n}, found_if(true), [&] { rows(y, x, p); });
  }
}

// No row length divides all strides, and no expression says where the last one is.
void of_a_volume(double *y, const double *x, int n, int plane, int row, int step) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 2; ++b)
        sum += x[i * step + a * plane + b * row];
    y[i] = sum;
  }
}

CASE(strides_that_say_nothing) {
  for (int n : {0, 1, 33, 257})
    for (int plane : {-5, 0, 7, 40})
      for (int row : {3, -2}) {
        const double *x = r.in<double>(20 + 3 * n + 100) + 12;
        double *y = r.out<double>(n);
        r.call({n, plane, row}, found_if(n > 0),
               [&] { of_a_volume(y, x, n, plane, row, 2); });
      }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void masked(double *x, const double *dx, const int *mask, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (mask[i] > 0)
      x[i] += dx[i];
}

// None of the elements is touched, the first alone, or some in between.
CASE(stores_under_conditions) {
  for (int n : harness::sizes())
    for (int which : {0, 1, 2}) {
      double *x = r.in<double>(n), *dx = r.in<double>(n, 2);
      int *mask = r.in<int>(n, 3);
      for (int i = 0; i < n && which < 2; ++i)
        mask[i] = which == 1 && i == 0;
      r.call({n, which}, found_if(n > 0), [&] { masked(x, dx, mask, n); });
    }
}

void two(int *y, float *z, const int *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (x[i * m + j] > 20)
        y[i * m + j] = y[i * m + j] / 2;
      else if (x[i * m + j] < -20)
        z[i * m + j] = 1;
    }
}

CASE(two_arrays) {
  for (int n : harness::few_sizes())
    for (int m : {1, 7}) {
      int *y = r.in<int>(n * m), *x = r.in<int>(n * m, 2);
      float *z = r.in<float>(n * m, 3);
      r.call({n, m}, found_if(n > 0), [&] { two(y, z, x, n, m); });
    }
}

void scatter(double *y, const double *x, const int *p, int n) {
  [[heddle::map, heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];
}

CASE(places_of_their_own) {
  for (int n : {0, 1, 33, 200}) {
    int *p = r.out<int>(n);
    for (int i = 0; i < n; ++i)
      p[i] = 2 * (n - i);
    double *y = r.in<double>(2 * n + 1), *x = r.in<double>(n, 2);
    r.call({n}, found_if(n > 0), [&] { scatter(y, x, p, n); });
    double *again = r.in<double>(2 * n + 1), *w = r.in<double>(n, 2);
    std::vector<int> q;
    for (int i = 0; i < n; ++i)
      q.push_back(2 * i);
    harness::checked(r, {n, 1}, {taken::checked, 1}, nullptr,
                     [&] { scatter(again, w, q.data(), n); });
  }
}

void histogram(const unsigned char *pixel, int *h, unsigned *top, int n) {
  [[heddle::map, heddle::reduce(h, top)]]
  for (int i = 0; i < n; ++i) {
    h[pixel[i]]++;
    top[pixel[i] / 16] = std::max(top[pixel[i] / 16], unsigned(i));
  }
}

CASE(histograms) {
  for (int n : harness::sizes()) {
    const unsigned char *pixel = r.in<unsigned char>(n);
    int *h = r.in<int>(256);
    unsigned *top = r.out<unsigned>(16);
    std::fill(top, top + 16, 7u);
    r.call({n}, found_if(n > 0), [&] { histogram(pixel, h, top, n); });
  }
}

// In floating point each element has a thread, from element 0 on.
void deposit(const double *w, const int *cell, double *rho, int n) {
  [[heddle::map, heddle::reduce(rho)]]
  for (int i = 0; i < n; ++i) {
    rho[cell[i]] += w[i];
    if (w[i] > 0)
      rho[cell[i] + 1] -= w[i] / 3;
  }
}

CASE(deposits) {
  for (int n : {0, 1, 33, 200})
    for (int first : {0, 4, -4}) {
      const int *cell = places(r, n, first, 9);
      const double *w = r.in<double>(n, 2);
      double *rho = r.in<double>(10) - first;
      r.call({n, first},
             first < 0 && n > 0 ? harness::expectation(taken::sequential)
                                : found_if(n > 0),
             [&] { deposit(w, cell, rho, n); });
    }
}

//===----------------------------------------------------------------------===//
// Reads of what the iteration has stored
//===----------------------------------------------------------------------===//

void pressure(double *p, const double *b, const double *v, const int *list,
              double cut, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int k = list[i];
    p[i] = b[i] * 0.5;
    if (p[i] < cut)
      p[i] = 0;
    if (v[k] >= p[i])
      p[i] -= v[k + 1];
  }
}

// What is stored says which elements are read.
void followed(int *y, const int *next, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int d = 0; d < 3; ++d)
      y[3 * i + d] = p[i] + d;
    y[3 * i + 1] += next[y[3 * i + 2]];
    while (y[3 * i] > 4)
      y[3 * i] = next[y[3 * i]];
  }
}

void once(int *y, const int *next, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = p[i];
    y[i] = next[y[i]] + 1;
  }
}

CASE(own_stores) {
  for (int n : harness::sizes()) {
    const int *list = places(r, n, 2, 29);
    double *p = r.in<double>(n), *b = r.in<double>(n), *v = r.in<double>(32);
    r.call({n}, found_if(n > 0), [&] { pressure(p, b, v, list, 1.5, n); });
    const int *at = places(r, n, 3, 40);
    int *y = r.in<int>(3 * n), *next = r.out<int>(45);
    for (int k = 0; k < 45; ++k)
      next[k] = k / 2;
    r.call({n, 1}, found_if(n > 0), [&] { followed(y, next, at, n); });
  }
}

// The pass meets a store through another pointer, and has changed nothing.
CASE(own_stores_that_others_read) {
  for (int n : {1, 33, 200}) {
    int *both = r.out<int>(n), *p = r.out<int>(n);
    for (int i = 0; i < n; ++i) {
      both[i] = i / 2;
      p[i] = i * 7 % n;
    }
    r.call({n}, harness::expectation(taken::sequential),
           [&] { once(both, both, p, n); });
  }
}

//===----------------------------------------------------------------------===//
// Claims beside
//===----------------------------------------------------------------------===//

void claimed(double *y, const double *x, const double *w, const int *p, int n,
             int m) {
  [[heddle::map, heddle::extent(w, m)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]] + w[p[i]];
}

CASE(claims_beside) {
  for (int n : {0, 1, 33}) {
    const int *p = places(r, n, 0, 12);
    double *y = r.out<double>(n), *x = r.in<double>(12), *w = r.in<double>(12, 2);
    r.call({n}, found_if(n > 0), [&] { claimed(y, x, w, p, n, 12); });
  }
}

// Reads of what later iterations store take a copy.
void shifted(double *x, const int *mask, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (mask[i] > 0)
      x[i] = x[i + 1] / 2;
}

CASE(copies) {
  for (int n : {0, 1, 33, 200}) {
    double *x = r.in<double>(n + 1);
    const int *mask = r.in<int>(n, 3);
    r.call({n}, {taken::any, 1}, [&] { shifted(x, mask, n); });
  }
}

// The text has what is left of a macro that reads.
#define BETWEEN(a, k) (a[k] + a[(k) + 1]) / 2
void in_macros(double *y, const double *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = BETWEEN(x, p[i]);
}

CASE(reads_in_macros) {
  for (int n : {0, 1, 33}) {
    const int *p = places(r, n, 2, 12);
    double *y = r.out<double>(n), *x = r.in<double>(15);
    r.call({n}, found_if(n > 0), [&] { in_macros(y, x, p, n); });
  }
}

// What functions store.
static void split(double value, double *low, double *high) {
  *low = value < 0 ? value : 0;
  *high = value - *low;
}
void in_functions(double *y, double *z, const double *x, const int *p, const int *mask,
                  int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (mask[i] > 0) {
      double high;
      split(x[p[i]], &y[i], &high);
      split(high, z + 2 * i, z + 2 * i + 1);
    }
}

CASE(stores_in_functions) {
  for (int n : {0, 1, 33, 300}) {
    const int *p = places(r, n, 2, 12), *mask = r.in<int>(n, 3);
    double *y = r.in<double>(n), *z = r.in<double>(2 * n, 4), *x = r.in<double>(15);
    r.call({n}, found_if(n > 0), [&] { in_functions(y, z, x, p, mask, n); });
  }
}

// Loops that look at claims have no footprint from a pass.
void claimed_apart(double *y, const double *x, const int *p, int n) {
  [[heddle::map, heddle::noalias(y, x), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] *= x[i];
}

CASE(claimed_apart) {
  for (const int n : {0, 1, 40}) {
    std::vector<int> p;
    for (int i = 0; i < n; ++i)
      p.push_back(n - 1 - i);
    const double *x = r.in<double>(n);
    r.call({n}, taken::any, [&] { claimed_apart(r.in<double>(n), x, p.data(), n); });
  }
}

//===----------------------------------------------------------------------===//
// Reads in functions: the pass has other ones
//===----------------------------------------------------------------------===//

namespace grid {
constexpr int columns = 24;
inline int clip(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }
// The subscripts are no affine functions, and the rows are arrays.
static double around(const double f[][columns], int rows, int y, int x) {
  int next = x + 1, last = x - 1;
  if (next == columns)
    next = 0;
  if (last < 0)
    last = columns - 1;
  return f[y][next] - f[y][last] + f[clip(y + 1, rows - 1)][x];
}
} // namespace grid

static float looked(const float *table, const int *at, int i) {
  return table[at[i] / 2] + static_cast<float>(at[i]);
}
// Calls another one, with two arrays for one parameter.
static float both(const float *a, const float *b, const int *at, int i) {
  return looked(a, at, i) + 2 * looked(b, at, i);
}

void wrapped(const double f[][grid::columns], double g[][grid::columns], int rows) {
  [[heddle::map]]
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < grid::columns; ++x)
      g[y][x] = grid::around(f, rows, y, x);
}

void looked_twice(float *y, const float *a, const float *b, const int *at, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = both(a, b, at, i) - looked(b, at, n - 1 - i);
}

CASE(reads_in_functions) {
  for (int n : {0, 1, 31, 64, 257}) {
    using row = double[grid::columns];
    const row *f = reinterpret_cast<const row *>(r.in<double>(n * grid::columns));
    row *g = reinterpret_cast<row *>(r.out<double>(n * grid::columns));
    r.call({n}, found_if(n > 0), [&] { wrapped(f, g, n); });
    const int *at = places(r, n, 0, 2 * std::max(n, 1));
    const float *a = r.in<float>(n), *b = r.in<float>(n);
    float *y = r.out<float>(n);
    r.call({n, 1}, found_if(n > 0), [&] { looked_twice(y, a, b, at, n); });
  }
}

// The header becomes another one, behind which the text moves.
void looked_back(float *y, const float *a, const int *at, int n) {
  [[heddle::map]]
  for (int i = n - 1, idle = 7; i >= 0; --i, --idle)
    y[i] = looked(a, at, i);
}

CASE(reads_in_functions_of_moved_text) {
  for (int n : {1, 33, 257}) {
    const int *at = places(r, n, 0, 2 * n);
    const float *a = r.in<float>(n);
    float *y = r.out<float>(n);
    r.call({n}, found_if(true), [&] { looked_back(y, a, at, n); });
  }
}

// Types, constants and macros stand beside the function; structures go in and out.
struct pixel {
  unsigned char r, g, b;
  pixel(unsigned char r, unsigned char g, unsigned char b) : r(r), g(g), b(b) {}
};
typedef int place;
enum border { edge = 1 };
constexpr place most = 40;
#define CLAMP(v) ((v) < edge ? edge : (v) > most ? (place)most : (v))
static double weighed(const double *w, const int *at, place i) {
  // The bins' own numbers, within bounds.
  const place first = CLAMP(at[i]);
  return w[first] * 2 + sizeof(border) / sizeof(place);
}
static pixel shaded(const pixel *from, const int *at, int i) {
  const pixel p = from[at[i]];
  return pixel(p.b, p.r, static_cast<unsigned char>(p.g + 1));
}

void weigh(double *y, double *z, const double *w, const int *at, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = z[i] = weighed(w, at, i);
}

void shade(pixel *to, const pixel *from, const int *at, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    to[i] = shaded(from, at, i);
}

CASE(names_beside_functions) {
  for (int n : {0, 1, 33, 257}) {
    const int *at = places(r, n, -5, 60);
    const double *w = r.in<double>(41);
    double *y = r.out<double>(n), *z = r.out<double>(n);
    r.call({1, n}, {n ? taken::any : taken::nothing, 1},
           [&] { weigh(y, z, w, at, n); });
    at = places(r, n, 2, 40);
    auto from = reinterpret_cast<const pixel *>(r.in<unsigned char>(3 * 41));
    auto to = reinterpret_cast<pixel *>(r.out<unsigned char>(3 * n));
    r.call({2, n}, found_if(n > 0), [&] { shade(to, from, at, n); });
  }
}

// The pass makes no objects that the loops do not make.
static int made = 0;
struct counted {
  int number;
  double value;
  counted() : number(++made), value(0) {}
  counted(int number, double value) : number(number), value(value) {}
};
void scatter_objects(counted *to, const int *at, int n) {
  [[heddle::map, heddle::independent(to)]]
  for (int i = 0; i < n; ++i)
    to[at[i]] = counted(i, i * 0.5);
}

CASE(objects_that_the_pass_leaves_out) {
  for (int n : {0, 1, 33}) {
    std::vector<int> at;
    for (int i = 0; i < n; ++i)
      at.push_back(i * 2 % (n | 1));
    std::vector<counted> to(static_cast<std::size_t>(n) + 1);
    int *numbers = r.out<int>(n + 1), *objects = r.out<int>(1);
    r.call({n}, {n ? taken::any : taken::nothing, 1}, [&] {
      made = 0;
      scatter_objects(to.data(), at.data(), n);
      *objects = made;
      for (int i = 0; i < n; ++i)
        numbers[i] = to[static_cast<std::size_t>(i)].number;
    });
  }
}

// What is stored is among what the functions read.
CASE(reads_in_functions_of_what_is_stored) {
  for (int n : {2, 64}) {
    const int *at = places(r, n, 0, 2 * n);
    float *a = r.in<float>(n);
    r.call({n}, n == 2 ? taken::any : taken::sequential,
           [&] { looked_twice(a, a, r.in<float>(n), at, n); });
  }
}

//===----------------------------------------------------------------------===//
// Iterations that pass values on: the pass has copies of these
//===----------------------------------------------------------------------===//

int kept_of_others(int *out, const double *keep, const int *x, int n, int k) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; --i)
    if (keep[i] > 0)
      out[k++] = x[i];
  return k;
}

CASE(compactions_by_other_arrays) {
  for (int n : {0, 1, 255, 256, 257, 700})
    for (int k : {0, 5}) {
      const int *x = r.in<int>(n);
      const double *keep = r.in<double>(n);
      int *out = r.out<int>(n + k), *end = r.out<int>(1);
      r.call({n, k}, found_if(n > 0),
             [&] { *end = kept_of_others(out, keep, x, n, k); });
    }
}

CASE(compactions_onto_what_is_kept) {
  for (int n : {100, 300}) {
    int *x = r.in<int>(n), *end = r.out<int>(1);
    const double *keep = r.in<double>(n);
    r.call({n}, taken::sequential,
           [&] { *end = kept_of_others(x, keep, x, n, 0); });
  }
}

int looked_up(int *y, const int *x, const int *table, int n) {
  int place = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    place += x[i];
    y[i] = table[place];
  }
  return place;
}

CASE(running_values_as_subscripts) {
  for (int n : {0, 1, 257, 600}) {
    std::vector<int> steps;
    for (int i = 0; i < n; ++i)
      steps.push_back(i % 3);
    const int *table = r.in<int>(n + 1);
    int *y = r.out<int>(n), *end = r.out<int>(1);
    r.call({n}, found_if(n > 0),
           [&] { *end = looked_up(y, steps.data(), table, n); });
  }
}

} // namespace SIDE
