//===- scale.h - rewritten nests, written by hand -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstring>
#include <heddle/runtime.h>

static __global__ void heddle_scale_0(double *x, const double *y, double a,
                                      int n) {
  const int b0 = (int)::heddle::rt::block_x(), t0 = (int)::heddle::rt::thread_x();
  const int i = 32 * b0 + t0;
  if (!(i < n))
    return;
  x[i] = a * y[i];
}

inline int scale(double *x, const double *y, double a, int n) {
  constexpr ::heddle::rt::site heddle_site{"heddle_scale_0", "scale.cpp", 14};
  ::heddle::rt::path heddle_path = ::heddle::rt::path::parallel;
  const ::heddle::rt::checked heddle_n(n);
  if (!(heddle_n + 1 <= 2147483647LL).certain())
    heddle_path =
        ::heddle::rt::sequential(heddle_site, "the range of a loop bound");
  else if ((heddle_n <= 0).certain())
    heddle_path = ::heddle::rt::nothing(heddle_site);
  else if (!(::heddle::rt::disjoint(::heddle::rt::in(y, 0, heddle_n - 1),
                                ::heddle::rt::out(x, 0, heddle_n - 1))))
    heddle_path =
        ::heddle::rt::sequential(heddle_site, "overlapping arrays 'x' and 'y'");
  else {
    const ::heddle::rt::shape heddle_shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1},
                                       {32, 1, 1}};
    if (heddle_shape.fits())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape, heddle_scale_0,
                                  ::heddle::rt::out(x, 0, heddle_n - 1),
                                  ::heddle::rt::in(y, 0, heddle_n - 1), a, n);
    else
      heddle_path = ::heddle::rt::sequential(heddle_site, "a device limit");
  }
  if (heddle_path == ::heddle::rt::path::parallel) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; ++i)
      x[i] = a * y[i];
  } else if (heddle_path == ::heddle::rt::path::sequential) {
    for (int i = 0; i < n; ++i)
      x[i] = a * y[i];
  }
  return (int)heddle_path;
}

template <class T, int Rows>
static __global__ void heddle_rows_0(T (*a)[9], ::heddle::rt::divisor32 by,
                                     long long n) {
  const unsigned f = 16u * ::heddle::rt::block_x() + ::heddle::rt::thread_x();
  if (!((long long)f < n))
    return;
  const unsigned i = by.div(f), j = f - by.value() * i;
  a[i][j] = ::heddle::rt::device::max(a[i][j], (T)(i * 100 + j));
}

/// a[i][j] = max(a[i][j], 100 * i + j) over the first `cols` columns
template <class T, int Rows> int rows(T (&a)[Rows][9], int cols) {
  constexpr ::heddle::rt::site heddle_site{"heddle_rows_0", "scale.cpp", 30};
  const ::heddle::rt::checked heddle_cols(cols);
  const ::heddle::rt::path heddle_path = ::heddle::rt::run(
      heddle_site,
      ::heddle::rt::shape{{::heddle::rt::ceil_div(Rows * heddle_cols, 16), 1, 1},
                      {16, 1, 1}},
      heddle_rows_0<T, Rows>,
      ::heddle::rt::inout(a, 0, 9 * (Rows - 1) + heddle_cols - 1), heddle_cols,
      Rows * heddle_cols);
  if (heddle_path != ::heddle::rt::path::done)
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < cols; ++j)
        a[i][j] = ::heddle::rt::device::max(a[i][j], (T)(i * 100 + j));
  return (int)heddle_path;
}

/// Runs both and prints the paths, and whether the values are right.
inline int check_all() {
  static double x[1000], y[1000];
  bool right = true;
  for (int i = 0; i < 1000; ++i)
    y[i] = i;
  const int far = scale(x, y, 3, 1000), near = scale(y + 1, y, 1, 999),
            none = scale(x, y, 3, -1);
  for (int i = 0; i < 1000; ++i)
    right = right && x[i] == 3 * i && y[i] == 0;
  static float a[5][9];
  const int folded = rows(a, 7);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 9; ++j)
      right = right && a[i][j] == (float)(j < 7 ? i * 100 + j : 0);
  std::printf("paths %d %d %d %d, %s\n", far, near, none, folded,
              right ? "right" : "WRONG");
  return right ? 0 : 1;
}
