//===- Texts.cpp - Rewritten text to damage -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Texts.h"

namespace heddle {
namespace texts {

const char *Private =
    R"(static __global__ void heddle_squares_0(float *x, int n) {
  const int i = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  {
    float t; t = x[i];
    x[i] = t * t;
  }
}
void squares(float *x, int n) {
  float t = 1;
  {
    const ::heddle::rt::site heddle_site{"heddle_squares_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::privates(&t);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 256), 1, 1}, {256, 1, 1}},
                                      heddle_squares_0, heddle_x, n);
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i) {
    float t; t = x[i];
    x[i] = t * t;
                                 }
    }
                                 }
  t = 2;
  x[0] = t;
}
)";

const char *PrivateArray =
    R"(static __global__ void heddle_doubles_0(float *x, int n) {
  const int i = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  {
    float t[2]; t[0] = x[i]; t[1] = 2;
    x[i] = t[0] * t[1];
  }
}
void doubles(float *x, int n) {
  float t[2];
  {
    const ::heddle::rt::site heddle_site{"heddle_doubles_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::privates(&t);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 256), 1, 1}, {256, 1, 1}},
                                      heddle_doubles_0, heddle_x, n);
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i) {
    float t[2]; t[0] = x[i]; t[1] = 2;
    x[i] = t[0] * t[1];
                                 }
    }
                                 }
  t[0] = 2;
  x[0] = t[0];
  for (int k = 0; k < 2; ++k)
    t[k] = 1;
  x[n & 1] += t[n & 1];
}
)";

const char *Kept =
    R"(static __global__ void heddle_keep_0(float *x, float *t_kept, int n) {
  const int i = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  {
    float t; t = x[i] + 1;
    x[i] = t * t;
  if (!(i + 1 < n)) t_kept[0] = t; }
}
float keep(float *x, int n) {
  float t = 1;
  int i;
  {
    const ::heddle::rt::site heddle_site{"heddle_keep_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    i = ::heddle::rt::behind_up<int>(0, n, 1);
    ::heddle::rt::kept(&i);
    float *const t_kept = ::heddle::rt::kept(&t);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x, 0, heddle_n - 1);
    const auto heddle_t_kept = ::heddle::rt::out(t_kept, 0, 0);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 256), 1, 1}, {256, 1, 1}},
                                      heddle_keep_0, heddle_x, heddle_t_kept, n);
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i) {
    float t; t = x[i] + 1;
    x[i] = t * t;
  if (!(i + 1 < n)) t_kept[0] = t;                                  }
    }
                                 }
  return t + i;
}
)";

const char *Stencil =
    R"(static __global__ void heddle_stencil_0(float *x, const float *x_copy, int n) {
  const int i = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  {
    x[i] = 0.5f * x[i] + x_copy[i + 1];
  }
}
void stencil(float *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_stencil_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x, 0, heddle_n);
    const auto heddle_x_copy = ::heddle::rt::copied(heddle_x, 1, heddle_n);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 256), 1, 1}, {256, 1, 1}},
                                      heddle_stencil_0, heddle_x, heddle_x_copy,
                                      n);
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i)
    x[i] = 0.5f * x[i] + x[i + 1];
    }
                                 }
}
)";

const char *Shared =
    R"(static HEDDLE_BODY void heddle_shared_0_body(float *x, const float *x_copy, int i) {
    x[i] = 0.5f * x[i] + x_copy[i + 1];
}
static __global__ void heddle_shared_0(float *x, const float *x_copy, int n) {
  const int i = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  heddle_shared_0_body(x, x_copy, i);
}
void shared(float *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_shared_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::inout(x, 0, heddle_n);
    const auto heddle_x_copy = ::heddle::rt::copied(heddle_x, 1, heddle_n);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (const ::heddle::rt::loops heddle_loops
               {::heddle::rt::over(heddle_site, 6, heddle_n).sharing_copies()};
             ::heddle::rt::only_loops())
      heddle_path = ::heddle::rt::as_loops(heddle_loops, heddle_x, heddle_x_copy);
    else
      heddle_path = ::heddle::rt::run(heddle_loops,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 256), 1, 1}, {256, 1, 1}},
                                      heddle_shared_0, heddle_x, heddle_x_copy,
                                      n);
    const ::heddle::rt::host_copy heddle_x_copy_there(heddle_site, heddle_path,
                                                      heddle_x_copy);
    if (heddle_path == ::heddle::rt::path::parallel) {
                           for (int i = 0; i < n; ++i)
    heddle_shared_0_body(x, heddle_x_copy_there.pointer(), i);
    } else if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i)
    x[i] = 0.5f * x[i] + x[i + 1];
    }
                                 }
}
)";

const char *Runs =
    R"(static __global__ void heddle_doubled_0(const double *x, double *y, int n,
                                        int i_0_end, int i_whole) {
  const int i_0 = int(::heddle::rt::block_x() * 64 + ::heddle::rt::thread_x());
  if (i_0 >= i_0_end)
    return;
  if (i_0 < i_whole) {
    HEDDLE_UNROLL
    for (int heddle_serial = 0; heddle_serial < 2; ++heddle_serial) {
      const int i = i_0 * 2 + heddle_serial;
      ::heddle::rt::aligned<16>(y)[i] = 2 * ::heddle::rt::aligned<16>(x)[i];
    }
  } else {
    for (int heddle_serial = 0; heddle_serial < 2; ++heddle_serial) {
      const int i = i_0 * 2 + heddle_serial;
      if (i >= n)
        continue;
      y[i] = 2 * x[i];
    }
  }
}
void doubled(double *y, const double *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_doubled_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_y = ::heddle::rt::out(y, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "they overlap");
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(::heddle::rt::ceil_div(heddle_n, 2), 64), 1, 1}, {64, 1, 1}},
                                      heddle_doubled_0, heddle_x, heddle_y, n,
                                      ::heddle::rt::ceil_div(heddle_n, 2),
                                      ::heddle::rt::full_runs<16>(::heddle::rt::floor_div(heddle_n, 2)));
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
    }
                                 }
}
)";

const char *Dealt =
    R"(static __global__ void heddle_doubled_0(const double *x, double *y, int n,
                                        long long serial_end) {
  for (long long heddle_serial = 0; heddle_serial < serial_end; ++heddle_serial) {
    const int i = int((heddle_serial * 512 + ::heddle::rt::block_x()) * 256 + ::heddle::rt::thread_x());
    if (i >= n)
      continue;
    y[i] = 2 * x[i];
  }
}
void doubled(double *y, const double *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_doubled_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_i_0_end = ::heddle::rt::ceil_div(heddle_n, 256);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_y = ::heddle::rt::out(y, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "they overlap");
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{512, 1, 1}, {256, 1, 1}},
                                      heddle_doubled_0, heddle_x, heddle_y, n,
                                      ::heddle::rt::ceil_div(heddle_i_0_end, 512));
    if (heddle_path == ::heddle::rt::path::sequential) {
                           for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
    }
                                 }
}
)";

const char *Sweep =
    R"(static __global__ void heddle_sweep_0(const double *u, double *v, int n, int m) {
  const int i_0 = int(::heddle::rt::block_y() * 32 + ::heddle::rt::thread_y());
  if (i_0 >= n - 2)
    return;
  const int j_0 = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (j_0 >= m - 2)
    return;
  const int i = i_0 + 1;
  const int j = j_0 + 1;
  {
      v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] - u[i * m + j - 1];
  }
}
static __global__ void heddle_sweep_0_fold(const double *u, double *v, int m,
                                           long long i_j_end,
                                           ::heddle::rt::divisor64 by_extent) {
  const long long i_j = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (i_j >= i_j_end)
    return;
  const long long i_0 = by_extent.div(i_j);
  const long long j_0 = i_j - i_0 * by_extent.value();
  const int i = int(i_0 + 1);
  const int j = int(j_0 + 1);
  {
      v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] - u[i * m + j - 1];
  }
}
static __global__ void heddle_sweep_0_fold3d(const double *u, double *v, int m,
                                             long long i_j_end,
                                             long long i_j_1_end,
                                             long long i_j_2_end,
                                             ::heddle::rt::divisor64 by_extent) {
  const long long i_j = ::heddle::rt::block_x() * 8192LL + ::heddle::rt::block_y();
  if (i_j >= i_j_end)
    return;
  const long long i_j_1 = i_j * 4096 + ::heddle::rt::block_z();
  if (i_j_1 >= i_j_1_end)
    return;
  const long long i_j_2 = i_j_1 * 256 + ::heddle::rt::thread_x();
  if (i_j_2 >= i_j_2_end)
    return;
  const long long i_0 = by_extent.div(i_j_2);
  const long long j_0 = i_j_2 - i_0 * by_extent.value();
  const int i = int(i_0 + 1);
  const int j = int(j_0 + 1);
  {
      v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] - u[i * m + j - 1];
  }
}
void sweep(double *v, const double *u, int n, int m) {
  {
    const ::heddle::rt::site heddle_site{"heddle_sweep_0", "FILE", 9};
    const ::heddle::rt::checked heddle_m(m);
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_i_j_end = (heddle_n - 2) * (heddle_m - 2);
    const ::heddle::rt::checked heddle_i_j_1_end = ::heddle::rt::ceil_div(heddle_i_j_end, 256);
    const ::heddle::rt::checked heddle_i_j_end_1 = ::heddle::rt::ceil_div(heddle_i_j_1_end, 4096);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_u = ::heddle::rt::in(u, 1, (heddle_n - 1) * heddle_m + heddle_m - 2);
    const auto heddle_v = ::heddle::rt::inout(v, heddle_m + 1, (heddle_n - 2) * heddle_m + heddle_m - 2);
    if ((heddle_n - 2 <= 0 || heddle_m - 2 <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_u, heddle_v))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'u' may overlap 'v'",
                                             heddle_u, heddle_v);
    else if (const ::heddle::rt::shape heddle_shape
               {{::heddle::rt::ceil_div(heddle_m - 2, 32), ::heddle::rt::ceil_div(heddle_n - 2, 32), 1},
                {32, 32, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run(::heddle::rt::over_collapsible(heddle_site, 20, heddle_n - 2, heddle_m - 2), heddle_shape, heddle_sweep_0,
                                      heddle_u, heddle_v, n, m);
    else if (const ::heddle::rt::shape heddle_shape_1
               {{heddle_i_j_1_end, 1, 1},
                {256, 1, 1}};
             heddle_shape_1.fits())
      heddle_path = ::heddle::rt::run(::heddle::rt::over_collapsible(heddle_site, 20, heddle_n - 2, heddle_m - 2), heddle_shape_1,
                                      heddle_sweep_0_fold, heddle_u, heddle_v,
                                      m, heddle_i_j_end, heddle_m - 2);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_i_j_end_1, 8192), 8192, 4096}, {256, 1, 1}},
                                      heddle_sweep_0_fold3d, heddle_u, heddle_v,
                                      m, heddle_i_j_end_1, heddle_i_j_1_end,
                                      heddle_i_j_end, heddle_m - 2);
    if (heddle_path == ::heddle::rt::path::parallel) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] - u[i * m + j - 1];
    } else if (heddle_path == ::heddle::rt::path::collapsed) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) // together
      v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] - u[i * m + j - 1];
    } else if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j] - u[i * m + j - 1];
    }
                                                                               }
}
)";

const char *Folded =
    R"(static __global__ void heddle_folded_0(const int *x, int *y, int m, int l,
                                       long long i_j_k_end,
                                       ::heddle::rt::divisor64 by_extent,
                                       ::heddle::rt::divisor64 by_l) {
  const long long i_j_k = ::heddle::rt::block_x() * 32LL + ::heddle::rt::thread_x();
  if (i_j_k >= i_j_k_end)
    return;
  const long long i_0 = by_extent.div(i_j_k);
  const long long j_k = i_j_k - i_0 * by_extent.value();
  const long long j_0 = by_l.div(j_k);
  const int k = int(j_k - j_0 * l);
  const int j = int(j_0 + 2);
  const int i = int(i_0);
  {
        y[(i * m + j) * l + k] = x[(i * m + j) * l + l - 1 - k] + i;
  }
}
static __global__ void heddle_folded_0_fold(const int *x, int *y, int m, int l,
                                            long long i_j_k_end,
                                            ::heddle::rt::divisor64 by_extent,
                                            ::heddle::rt::divisor64 by_l) {
  const long long i_j_k = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (i_j_k >= i_j_k_end)
    return;
  const long long i_0 = by_extent.div(i_j_k);
  const long long j_k = i_j_k - i_0 * by_extent.value();
  const long long j_0 = by_l.div(j_k);
  const int k = int(j_k - j_0 * l);
  const int j = int(j_0 + 2);
  const int i = int(i_0);
  {
        y[(i * m + j) * l + k] = x[(i * m + j) * l + l - 1 - k] + i;
  }
}
static __global__ void heddle_folded_0_fold3d(const int *x, int *y, int m,
                                              int l, long long i_j_k_end,
                                              long long i_j_k_1_end,
                                              long long i_j_k_2_end,
                                              ::heddle::rt::divisor64 by_extent,
                                              ::heddle::rt::divisor64 by_l) {
  const long long i_j_k = ::heddle::rt::block_x() * 8192LL + ::heddle::rt::block_y();
  if (i_j_k >= i_j_k_end)
    return;
  const long long i_j_k_1 = i_j_k * 4096 + ::heddle::rt::block_z();
  if (i_j_k_1 >= i_j_k_1_end)
    return;
  const long long i_j_k_2 = i_j_k_1 * 256 + ::heddle::rt::thread_x();
  if (i_j_k_2 >= i_j_k_2_end)
    return;
  const long long i_0 = by_extent.div(i_j_k_2);
  const long long j_k = i_j_k_2 - i_0 * by_extent.value();
  const long long j_0 = by_l.div(j_k);
  const int k = int(j_k - j_0 * l);
  const int j = int(j_0 + 2);
  const int i = int(i_0);
  {
        y[(i * m + j) * l + k] = x[(i * m + j) * l + l - 1 - k] + i;
  }
}
void folded(int *y, const int *x, int n, int m, int l) {
  {
    const ::heddle::rt::site heddle_site{"heddle_folded_0", "FILE", 15};
    const ::heddle::rt::checked heddle_l(l);
    const ::heddle::rt::checked heddle_m(m);
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_i_j_k_end = heddle_n * ((heddle_m - 2) * heddle_l);
    const ::heddle::rt::checked heddle_i_j_k_1_end = ::heddle::rt::ceil_div(heddle_i_j_k_end, 256);
    const ::heddle::rt::checked heddle_i_j_k_end_1 = ::heddle::rt::ceil_div(heddle_i_j_k_1_end, 4096);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, heddle_l * 3 - heddle_l, ((heddle_n - 1) * heddle_m + heddle_m) * heddle_l - 1);
    const auto heddle_y = ::heddle::rt::inout(y, heddle_l * 2, ((heddle_n - 1) * heddle_m + heddle_m - 1) * heddle_l + heddle_l - 1);
    if (((heddle_n <= 0 || heddle_m - 2 <= 0) || heddle_l <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'x' may overlap 'y'",
                                             heddle_x, heddle_y);
    else if (const ::heddle::rt::shape heddle_shape
               {{::heddle::rt::ceil_div(heddle_i_j_k_end, 32), 1, 1},
                {32, 1, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape,
                                      heddle_folded_0, heddle_x, heddle_y, m, l,
                                      heddle_i_j_k_end,
                                      (heddle_m - 2) * heddle_l, heddle_l);
    else if (const ::heddle::rt::shape heddle_shape_1
               {{heddle_i_j_k_1_end, 1, 1},
                {256, 1, 1}};
             heddle_shape_1.fits())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape_1,
                                      heddle_folded_0_fold, heddle_x, heddle_y,
                                      m, l, heddle_i_j_k_end,
                                      (heddle_m - 2) * heddle_l, heddle_l);
    else if (const ::heddle::rt::shape heddle_shape_2
               {{::heddle::rt::ceil_div(heddle_i_j_k_end_1, 8192), 8192, 4096},
                {256, 1, 1}};
             heddle_shape_2.fits())
      heddle_path = ::heddle::rt::run(heddle_site, heddle_shape_2,
                                      heddle_folded_0_fold3d, heddle_x,
                                      heddle_y, m, l, heddle_i_j_k_end_1,
                                      heddle_i_j_k_1_end, heddle_i_j_k_end,
                                      (heddle_m - 2) * heddle_l, heddle_l);
    else
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "the iterations do not fit a grid",
                                             heddle_x, heddle_y);
    if (heddle_path == ::heddle::rt::path::parallel) {
  for (int i = 0; i < n; ++i)
    for (int j = 2; j < m; ++j)
      for (int k = 0; k < l; ++k)
        y[(i * m + j) * l + k] = x[(i * m + j) * l + l - 1 - k] + i;
    } else if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = 2; j < m; ++j)
      for (int k = 0; k < l; ++k)
        y[(i * m + j) * l + k] = x[(i * m + j) * l + l - 1 - k] + i;
    }
                                                                   }
}
)";

const char *Strided =
    R"(static __global__ void heddle_strided_0(const float *x, float *y,
                                        long long i_0_end) {
  const long long i_0 = ::heddle::rt::block_x() * 64LL + ::heddle::rt::thread_x();
  if (i_0 >= i_0_end)
    return;
  const long long i_1 = i_0 / 2;
  const int i = int(i_1 * 4 + (i_0 - i_1 * 2) + 3);
  {
    if ((i - 3) % 4 < 2)
      y[i] = x[i] * x[i] + 1.0f;
  }
}
void strided(float *y, const float *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_strided_0", "FILE", 23};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_i_0_end = ::heddle::rt::floor_div(heddle_n - 3, 4) * 2 + ::heddle::rt::min_of(::heddle::rt::floor_mod(heddle_n - 3, 4), 2);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 3, ::heddle::rt::select(::heddle::rt::floor_mod(heddle_n, 4) <= 1, heddle_n - 1, heddle_n - ::heddle::rt::floor_mod(heddle_n, 4)));
    const auto heddle_y = ::heddle::rt::inout(y, 3, ::heddle::rt::select(::heddle::rt::floor_mod(heddle_n, 4) <= 1, heddle_n - 1, heddle_n - ::heddle::rt::floor_mod(heddle_n, 4)));
    if ((heddle_n <= 3).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'x' may overlap 'y'",
                                             heddle_x, heddle_y);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_i_0_end, 64), 1, 1}, {64, 1, 1}},
                                      heddle_strided_0, heddle_x, heddle_y,
                                      heddle_i_0_end);
    if (heddle_path == ::heddle::rt::path::parallel) {
  for (int i = 3; i < n; ++i)
    if ((i - 3) % 4 < 2)
      y[i] = x[i] * x[i] + 1.0f;
    } else if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 3; i < n; ++i)
    if ((i - 3) % 4 < 2)
      y[i] = x[i] * x[i] + 1.0f;
    }
                               }
}
)";

const char *Sum =
    R"(static HEDDLE_HD void heddle_sum_0_at([[maybe_unused]] unsigned block,
                                      [[maybe_unused]] unsigned place,
                                      const double *x, int n, double &s) {
  const int i = int(block * 256 + place);
  if (i >= n)
    return;
  {
    s += x[i];
  }
}
static __global__ void heddle_sum_0(const double *x, int n,
                                    ::heddle::rt::partials<::heddle::rt::by::sum, double> s_parts,
                                    unsigned blocks) {
  ::heddle::rt::reduce_blocks<heddle_sum_0_at>(blocks,
                                               ::heddle::rt::into(s_parts), x,
                                               n);
}
double sum(const double *x, int n) {
  double s = 0;
  {
    const ::heddle::rt::site heddle_site{"heddle_sum_0", "FILE", 29};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_s = ::heddle::rt::inout(&s, 0, 0);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::reduce<heddle_sum_0_at>(heddle_site,
                                                          ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 256), 1, 1}, {256, 1, 1}},
                                                          heddle_sum_0,
                                                          ::heddle::rt::results(::heddle::rt::reduced<::heddle::rt::by::sum, double>(heddle_s)),
                                                          heddle_x, n);
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
                                              for (int i = 0; i < n; ++i)
    s += x[i];
    }
             }
  return s;
}
)";

const char *Bins =
    R"(static __global__ void heddle_bins_0(const int *x, int *b, int n) {
  const int i = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  {
    ::heddle::rt::update<::heddle::rt::by::sum>(b[i / 4], x[i]);
  }
}
void bins(int *b, const int *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_bins_0", "FILE", 34};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_b = ::heddle::rt::inout(b, 0, ::heddle::rt::floor_div(heddle_n + 3, 4) - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_b))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'x' may overlap 'b'",
                                             heddle_x, heddle_b);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}},
                                      heddle_bins_0, heddle_x, heddle_b, n);
    if (heddle_path == ::heddle::rt::path::parallel ||
        heddle_path == ::heddle::rt::path::sequential) {
                  for (int i = 0; i < n; ++i)
    b[i / 4] += x[i];
    }
                    }
}
)";

const char *Columns =
    R"(static __global__ void heddle_columns_0(const double *a, double *c, int n,
                                        int l) {
  const int i = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  {
    double s = 0;
    for (int k = 0; k < l; ++k)
      s += a[i * l + k];
    if (a[i * l] > 0)
      c[i] = s;
    else
      c[i] = -s;
  }
}
void columns(double *c, const double *a, int n, int l) {
  {
    const ::heddle::rt::site heddle_site{"heddle_columns_0", "FILE", 38};
    const ::heddle::rt::checked heddle_l(l);
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_a = ::heddle::rt::in(a, 0, (heddle_n - 1) * heddle_l + heddle_l - 1);
    const auto heddle_c = ::heddle::rt::out(c, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!(1 <= heddle_l).certain())
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that columns of 'a' stay within rows of 'l'",
                                             heddle_a, heddle_c);
    else if (!::heddle::rt::disjoint(heddle_a, heddle_c))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'a' may overlap 'c'",
                                             heddle_a, heddle_c);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}},
                                      heddle_columns_0, heddle_a, heddle_c, n,
                                      l);
    if (heddle_path == ::heddle::rt::path::parallel) {
                                           for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < l; ++k)
      s += a[i * l + k];
    if (a[i * l] > 0)
      c[i] = s;
    else
      c[i] = -s;
  }
    } else if (heddle_path == ::heddle::rt::path::sequential) {
                                           for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < l; ++k)
      s += a[i * l + k];
    if (a[i * l] > 0)
      c[i] = s;
    else
      c[i] = -s;
  }
    }
  }
}
)";

const char *Backward =
    R"(static __global__ void heddle_backward_0(const int *x, int *y, int n) {
  const int i_0 = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i_0 >= n)
    return;
  const int i = i_0 + 1;
  {
    y[i] = x[i] + 7;
  }
}
void backward(int *y, const int *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_backward_0", "FILE", 49};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 1, heddle_n);
    const auto heddle_y = ::heddle::rt::out(y, 1, heddle_n);
    if (!(0 <= heddle_n).certain())
      heddle_path = ::heddle::rt::sequential(heddle_site,
                                             "not certain that 'i' meets '0'",
                                             heddle_x, heddle_y);
    else if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_y))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'x' may overlap 'y'",
                                             heddle_x, heddle_y);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}},
                                      heddle_backward_0, heddle_x, heddle_y, n);
    if (heddle_path == ::heddle::rt::path::parallel) {
                  for (int i = n; i != 0; i -= 1)
    y[i] = x[i] + 7;
    } else if (heddle_path == ::heddle::rt::path::sequential) {
                  for (int i = n; i != 0; i -= 1)
    y[i] = x[i] + 7;
    }
                   }
}
)";

} // namespace texts
} // namespace heddle
