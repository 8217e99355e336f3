//===- told-apart.cpp - iterations that a pass over the loops tells apart -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Data say which elements the loops store to. The launch looks whether each
// iteration has its own, and runs the loops as they are written where two share
// one.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <cstdlib>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// Threads of the CPU are not worth the pass; those of a device are, and of a
/// host that runs kernels.
static harness::expectation fast_where(bool apart, bool nonempty = true) {
#if defined(__CUDACC__)
  const bool runs_kernels = true;
#else
  const bool runs_kernels = std::getenv("HEDDLE_HOST_ORDER") != nullptr;
#endif
  return {!nonempty               ? taken::nothing
          : apart && runs_kernels ? taken::fast
                                  : taken::sequential};
}

/// The numbers below n in another order; some twice unless they are to be
/// different.
static int *places(harness::recorder &r, int n, bool different) {
  int *p = r.out<int>(n);
  for (int i = 0; i < n; ++i)
    p[i] = different ? n - 1 - i : i * 3 / 4;
  for (int i = 0; different && i + 8 <= n; i += 8)
    std::swap(p[i], p[i + 5]);
  return p;
}

//===----------------------------------------------------------------------===//
// Stores where data say
//===----------------------------------------------------------------------===//

template <class T> void scatter(T *y, const T *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = T(x[i] + 1);
}

template <class T> static void scatter_cases(harness::recorder &r) {
  for (int n : {0, 1, 2, 33, 700})
    for (bool different : {false, true}) {
      const int *p = places(r, n, different);
      T *y = r.out<T>(n);
      const T *x = r.in<T>(n);
      r.call({n, different}, fast_where(different || n == 1, n > 0),
             [&] { scatter(y, x, p, n); });
    }
}
CASE(scatter_chars) { scatter_cases<signed char>(r); }
CASE(scatter_floats) { scatter_cases<float>(r); }
CASE(scatter_doubles) { scatter_cases<double>(r); }

// The last two iterations alone share an element.
CASE(late_conflict) {
  const int n = 3000;
  int *p = places(r, n, true);
  p[n - 1] = p[n - 2];
  float *y = r.out<float>(n);
  const float *x = r.in<float>(n);
  r.call({n}, fast_where(false), [&] { scatter(y, x, p, n); });
}

void scatter_down(std::vector<double> &y, const std::vector<int> &p, int n) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; --i)
    y[p[i]] = i;
}

// The extent of the array is known, and the loop counts down.
CASE(vectors) {
  for (int n : {0, 1, 100, 5000})
    for (bool different : {false, true}) {
      const int *at = places(r, n, different);
      const std::vector<int> p(at, at + n);
      std::vector<double> y(static_cast<std::size_t>(n) + 7, -1);
      double *all = r.out<double>(n);
      r.call({n, different}, fast_where(different || n == 1, n > 0), [&] {
        scatter_down(y, p, n);
        std::copy(y.begin(), y.begin() + n, all);
      });
    }
}

void rows(double *y, const double *x, const int *p, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double last = 0;
    for (int j = 0; j < m; ++j)
      y[p[i] * m + j] = last = x[i * m + j] + last;
  }
}

CASE(rows_of_an_iteration) {
  for (int n : {0, 1, 40})
    for (int m : {0, 1, 5})
      for (bool different : {false, true}) {
        const int *p = places(r, n, different);
        double *y = r.out<double>(n * m);
        const double *x = r.in<double>(n * m);
        r.call({n, m, different},
               {n == 0           ? taken::nothing
                : different || n == 1 ? fast_where(true).path
                                 : taken::any},
               [&] { rows(y, x, p, n, m); });
      }
}

void both_loops(double *y, const int *p, const int *q, int n, int m) {
  [[heddle::bounds({n, m})]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[p[i] + q[j]] = i - j;
}

// Iterations are those of both loops.
CASE(two_mapped_loops) {
  for (int n : {1, 20})
    for (int m : {1, 9})
      for (bool different : {false, true}) {
        const int *q = places(r, m, true);
        int *p = places(r, n, true);
        for (int i = 0; i < n; ++i)
          p[i] *= different ? m : std::max(m - 1, 1);
        double *y = r.out<double>(n * m);
        r.call({n, m, different},
               fast_where(different || n == 1 || m == 1),
               [&] { both_loops(y, p, q, n, m); });
      }
}

struct cell {
  float value;
  int owner;
  double weight;
};
void members(cell *to, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    to[p[i]].weight = i * 0.5;
    to[p[i]].owner = i;
  }
}

CASE(members) {
  for (int n : {1, 60})
    for (bool different : {false, true}) {
      const int *p = places(r, n, different);
      cell *to = r.out<cell>(n);
      r.call({n, different}, fast_where(different || n == 1),
             [&] { members(to, p, n); });
    }
}

static void store_at(float *to, const float *from, int k) {
  to[k] = from[k];
  to[k + 1] = -from[k];
}
void by_function(float *y, const float *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    store_at(y, x, 2 * p[i]);
}

CASE(stores_in_functions) {
  for (int n : {1, 90})
    for (bool different : {false, true}) {
      const int *p = places(r, n, different);
      float *y = r.out<float>(2 * n);
      const float *x = r.in<float>(2 * n);
      r.call({n, different}, fast_where(different || n == 1),
             [&] { by_function(y, x, p, n); });
    }
}

// Iterations pass on where the next one stores.
int kept_pairs(int *out, const int *x, int n, int by) {
  int k = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    out[k] = x[i];
    out[k + 1] = -x[i];
    if (x[i] % 2)
      k += by;
  }
  return k;
}

CASE(places_that_iterations_pass_on) {
  for (int n : {1, 200})
    for (int by : {1, 2}) {
      int *out = r.out<int>(2 * n + 2), *x = r.in<int>(n), *k = r.out<int>(1);
      for (int i = 0; i < n; ++i)
        x[i] = 2 * i + 1;
      r.call({n, by}, fast_where(n == 1 || by == 2),
             [&] { *k = kept_pairs(out, x, n, by); });
    }
}

//===----------------------------------------------------------------------===//
// Subscripts that are not affine
//===----------------------------------------------------------------------===//

void butterfly(float *data, int n, int stride) {
  [[heddle::map]]
  for (int pos = 0; pos < n; ++pos) {
    const int low = pos & (stride - 1);
    const int first = 2 * (pos - low) + low, second = first + stride;
    const float a = data[first], b = data[second];
    data[first] = a + b;
    data[second] = a - b;
  }
}

CASE(butterflies) {
  for (int n : {1, 2, 64, 256})
    for (int stride : {1, 2, 16, 3})
      if (stride <= n) {
        float *data = r.in<float>(2 * n + 4);
        r.call({n, stride}, {stride == 3 ? taken::any : fast_where(true).path},
               [&] { butterfly(data, n, stride); });
      }
}

void exchange(int *a, int n, int j, int k) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int other = i ^ j;
    if (other > i) {
      const int mine = a[i], its = a[other];
      if ((mine > its) == ((i & k) == 0)) {
        a[i] = its;
        a[other] = mine;
      }
    }
  }
}

CASE(bitonic_exchanges) {
  for (int n : {2, 64, 512}) {
    int *a = r.in<int>(n);
    int launches = 0;
    for (int k = 2; k <= n; k *= 2)
      for (int j = k / 2; j > 0; j /= 2)
        ++launches;
    r.call({n}, {fast_where(true).path, launches}, [&] {
      for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
          exchange(a, n, j, k);
    });
  }
}

void remainder(double *y, int n, int m, int k) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i * k % m] = i;
}

CASE(remainders) {
  for (int n : {1, 50})
    for (int m : {50, 97})
      for (int k : {1, 10, 13}) {
        double *y = r.out<double>(m);
        r.call({n, m, k}, fast_where(n == 1 || k != 10 || m == 97),
               [&] { remainder(y, n, m, k); });
      }
}

void sweep(double *x, const double *a, int systems, int n) {
  [[heddle::map]]
  for (int s = 0; s < systems; ++s) {
    for (int i = s + systems; i < systems * n; i += systems)
      x[i] -= a[i] * x[i - systems];
    for (int i = systems * (n - 2) + s; i >= s; i -= systems)
      x[i] = (x[i] - x[i + systems]) * a[i];
  }
}

// An iteration reads what it has stored itself.
CASE(interleaved_systems) {
  for (int systems : {1, 4, 33})
    for (int n : {1, 2, 8}) {
      double *x = r.in<double>(systems * n);
      const double *a = r.in<double>(systems * n, 2);
      r.call({systems, n}, {n == 1 ? taken::any : fast_where(true).path},
             [&] { sweep(x, a, systems, n); });
    }
}

void batches(float *out, const float *in, int batch, int h, int w, int pitch) {
  [[heddle::map]]
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < h; ++i)
      for (int j = 0; j < w; ++j)
        out[b * pitch + i * w + j] = in[(b * h + i) * w + j] + 1;
}

// Strides of which none divides another.
CASE(batches_of_images) {
  for (int batch : {1, 3})
    for (int pitch : {11, 12, 13, 40}) {
      float *out = r.out<float>(3 * 40);
      const float *in = r.in<float>(batch * 12);
      r.call({batch, pitch}, {batch == 1 ? taken::any : fast_where(pitch >= 12).path},
             [&] { batches(out, in, batch, 3, 4, pitch); });
    }
}

//===----------------------------------------------------------------------===//
// Other arrays
//===----------------------------------------------------------------------===//

// What says where to store is itself stored to: nothing is changed by the pass.
CASE(places_that_are_overwritten) {
  for (int n : {2, 64}) {
    int *both = places(r, n, true);
    const int *x = r.in<int>(n);
    r.call({n}, fast_where(false), [&] { scatter(both, x, both, n); });
  }
}

void two(float *y, float *z, const int *p, const int *q, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[p[i]] = i;
    z[q[i]] = -i;
  }
}

// Each array is looked at by itself.
CASE(two_arrays) {
  for (bool first : {false, true})
    for (bool second : {false, true}) {
      const int *p = places(r, 90, first), *q = places(r, 90, second);
      float *y = r.out<float>(90), *z = r.out<float>(90);
      r.call({first, second}, fast_where(first && second),
             [&] { two(y, z, p, q, 90); });
    }
}

double summed(float *y, const float *x, const int *p, int n) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (int i = 0; i < n; ++i) {
    y[p[i]] = x[i];
    sum += x[i];
  }
  return sum;
}

CASE(beside_a_sum) {
  for (int n : {1, 400})
    for (bool different : {false, true}) {
      const int *p = places(r, n, different);
      float *y = r.out<float>(n);
      const float *x = r.in<float>(n);
      double *sum = r.out<double>(1);
      r.call({n, different}, fast_where(different || n == 1),
             [&] { *sum = summed(y, x, p, n); });
    }
}

//===----------------------------------------------------------------------===//
// Rows of which data say the lengths
//===----------------------------------------------------------------------===//

/// The beginnings of n rows of up to four entries, and the end of the last; with
/// rows that have an entry in common unless they are to be apart.
static int *beginnings(harness::recorder &r, int n, bool apart) {
  int *p = r.out<int>(n + 1);
  p[0] = 0;
  for (int i = 0; i < n; ++i)
    p[i + 1] = p[i] + (i * 7 + 3) % 5;
  for (int i = 1; i < n && !apart; i += 2)
    p[i] = std::max(p[i] - 1, 0);
  return p;
}

void scale_rows(double *a, const int *begin, const int *end, const double *s, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = begin[i]; k < end[i]; ++k)
      a[k] *= s[i];
}

void fill_rows(int *a, double *v, const int *begin, const int *end, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = end[i] - 1; k >= begin[i]; --k) {
      sum += x[k];
      a[k] = i;
      v[k] = sum;
    }
  }
}

static void row_cases(harness::recorder &r, bool scales) {
  for (int n : {0, 1, 50, 400})
    for (bool apart : {true, false}) {
      int *begin = beginnings(r, n, apart);
      int *end = r.out<int>(n);
      for (int i = 0; i < n; ++i)
        end[i] = std::max(begin[i + 1], begin[i]) + !apart;
      const int all = n * 4 + 8;
      double *v = r.in<double>(all);
      const double *s = r.in<double>(std::max(n, all), 3);
      int *a = r.out<int>(all);
      r.call({n, apart}, fast_where(apart || n == 1, n > 0), [&] {
        if (scales)
          scale_rows(v, begin, end, s, n);
        else
          fill_rows(a, v, begin, end, s, n);
      });
    }
}
CASE(scaled_rows_of_data) { row_cases(r, true); }
CASE(filled_rows_of_data) { row_cases(r, false); }

// Blocks of almost the same size, which no affine function of run-time sizes has.
void blocks(int *f, int n, int count, int by) {
  const int size = n / count, rest = n - size * count;
  [[heddle::map]]
  for (int j = 0; j < count; ++j) {
    int first = j * size + rest, last = (j + 1) * size + rest;
    if (j < rest) {
      first = j * size + j;
      last = (j + 1) * size + j + 1;
    }
    for (int i = first; i < last; ++i)
      f[i] += by;
  }
}

CASE(blocks_of_iterations) {
  for (int n : {0, 1, 7, 100, 1001})
    for (int count : {1, 2, 16}) {
      int *f = r.in<int>(n);
      r.call({n, count}, {taken::any}, [&] { blocks(f, n, count, 5); });
    }
}

} // namespace SIDE
