// Launches of kernels that PrintPhases has printed into kernels.inc, with the
// loops that they stand for, for the validator to compare.

#include <heddle/heddle.h>

#include "kernels.inc"

void multiply(float *c, const float *a, const float *d, int n) {
  {
    const ::heddle::rt::site heddle_site{"product", "launches.cpp", 1};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_a = ::heddle::rt::in(a, 0, heddle_n * heddle_n - 1);
    const auto heddle_d = ::heddle::rt::in(d, 0, heddle_n * heddle_n - 1);
    const auto heddle_c = ::heddle::rt::out(c, 0, heddle_n * heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_c, heddle_a) ||
             !::heddle::rt::disjoint(heddle_c, heddle_d))
      heddle_path = ::heddle::rt::sequential(heddle_site, "overlap", heddle_a,
                                             heddle_c, heddle_d);
    else if (const ::heddle::rt::shape heddle_shape{
                 {::heddle::rt::ceil_div(heddle_n, 16),
                  ::heddle::rt::ceil_div(heddle_n, 16), 1},
                 {4, 4, 1}};
             heddle_shape.fits())
      heddle_path =
          ::heddle::rt::run_blocks(heddle_site, heddle_shape, product<4>,
                                   heddle_c, heddle_a, heddle_d, n);
    else
      heddle_path = ::heddle::rt::sequential(heddle_site, "size", heddle_a,
                                             heddle_c, heddle_d);
    if (heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          float s = 0;
          for (int k = 0; k < n; ++k)
            s += a[i * n + k] * d[k * n + j];
          c[i * n + j] = s;
        }
    }
  }
}

void flip(double *to, const double *from, int n, int m) {
  {
    const ::heddle::rt::site heddle_site{"transpose", "launches.cpp", 2};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_m(m);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_from = ::heddle::rt::in(from, 0, heddle_n * heddle_m - 1);
    const auto heddle_to = ::heddle::rt::out(to, 0, heddle_n * heddle_m - 1);
    if ((heddle_n <= 0 || heddle_m <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_from, heddle_to))
      heddle_path = ::heddle::rt::sequential(heddle_site, "overlap",
                                             heddle_from, heddle_to);
    else if (const ::heddle::rt::shape heddle_shape{
                 {::heddle::rt::ceil_div(heddle_m, 32),
                  ::heddle::rt::ceil_div(heddle_n, 32), 1},
                 {32, 8, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run_blocks(
          heddle_site, heddle_shape, transpose, heddle_to, heddle_from, n, m);
    else
      heddle_path =
          ::heddle::rt::sequential(heddle_site, "size", heddle_from, heddle_to);
    if (heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
          to[j * n + i] = from[i * m + j];
    }
  }
}

/// The other operand is of the block's cube, turned.
void rotate(int *to, const int *from, long long n, long long m, long long l) {
  {
    const ::heddle::rt::site heddle_site{"turn", "launches.cpp", 3};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_m(m);
    const ::heddle::rt::checked heddle_l(l);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_from =
        ::heddle::rt::in(from, 0, heddle_n * heddle_m * heddle_l - 1);
    const auto heddle_to =
        ::heddle::rt::out(to, 0, heddle_n * heddle_m * heddle_l - 1);
    if ((heddle_n <= 0 || heddle_m <= 0 || heddle_l <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_from, heddle_to))
      heddle_path = ::heddle::rt::sequential(heddle_site, "overlap",
                                             heddle_from, heddle_to);
    else if (const ::heddle::rt::shape heddle_shape{
                 {::heddle::rt::ceil_div(heddle_l, 4),
                  ::heddle::rt::ceil_div(heddle_m, 4),
                  ::heddle::rt::ceil_div(heddle_n, 4)},
                 {4, 4, 4}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run_blocks(heddle_site, heddle_shape, turn,
                                             heddle_to, heddle_from, n, m, l);
    else
      heddle_path =
          ::heddle::rt::sequential(heddle_site, "size", heddle_from, heddle_to);
    if (heddle_path == ::heddle::rt::path::sequential) {
      for (long long i = 0; i < n; ++i)
        for (long long j = 0; j < m; ++j)
          for (long long k = 0; k < l; ++k) {
            const long long p = i / 4 * 4 + k % 4, q = k / 4 * 4 + i % 4;
            to[(k * m + j) * n + i] =
                from[(i * m + j) * l + k] +
                (p < n && q < l ? from[(p * m + j) * l + q] : 0);
          }
    }
  }
}

/// Each block of 32 floats by itself; its last one sees the value behind it as
/// it was.
void average(float *to, const float *from, int n, int steps, float half) {
  {
    const ::heddle::rt::site heddle_site{"smooth", "launches.cpp", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_from = ::heddle::rt::in(from, 0, heddle_n - 1);
    const auto heddle_to = ::heddle::rt::inout(to, 0, heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_from, heddle_to))
      heddle_path = ::heddle::rt::sequential(heddle_site, "overlap",
                                             heddle_from, heddle_to);
    else if (const ::heddle::rt::shape heddle_shape{
                 {::heddle::rt::ceil_div(heddle_n, 32), 1, 1}, {32, 1, 1}};
             heddle_shape.fits())
      heddle_path =
          ::heddle::rt::run_blocks(heddle_site, heddle_shape, smooth, heddle_to,
                                   heddle_from, n, steps, half);
    else
      heddle_path =
          ::heddle::rt::sequential(heddle_site, "size", heddle_from, heddle_to);
    if (heddle_path == ::heddle::rt::path::sequential) {
      for (int first = 0; first < n; first += 32) {
        float row[33];
        for (int x = 0; x < 33; ++x)
          row[x] = first + x < n ? from[first + x] : 0.0f;
        for (int t = 0; t < steps; ++t)
          for (int x = 0; x < 32; ++x)
            row[x] = half * (row[x] + row[x + 1]);
        for (int x = 0; x < 32; ++x)
          if (first + x < n && steps > 0)
            to[first + x] = row[x];
      }
    }
  }
}
