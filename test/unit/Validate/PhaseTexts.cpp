//===- PhaseTexts.cpp - Kernels in phases to damage -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Texts.h"

namespace heddle {
namespace texts {

const char *Product = R"(template <int b>
static __global__ void product(float *__restrict__ c,
                               const float *__restrict__ a,
                               const float *__restrict__ d, int n) {
  HEDDLE_SHARED ::heddle::rt::shared<float[b * 4][b + 1]> as;
  HEDDLE_SHARED ::heddle::rt::shared<float[b][b * 4]> ds;
  ::heddle::rt::per_thread<float[4][4]> s;
  const int bx = static_cast<int>(::heddle::rt::block_x());
  const int by = static_cast<int>(::heddle::rt::block_y());
  const int i0 = by * (b * 4);
  const int j0 = bx * (b * 4);
  ::heddle::rt::each([&](int x, int y) {
    HEDDLE_UNROLL
    for (int p = 0; p < 4; ++p) {
      HEDDLE_UNROLL
      for (int q = 0; q < 4; ++q) { // start
        s(x, y)[p][q] = 0.0f;
      }
    }
  });
  for (int k0 = 0; k0 < n; k0 += b) {
    ::heddle::rt::phase([&](int x, int y) {
      const int i = i0 + y;
      const int j = j0 + x;
      HEDDLE_UNROLL
      for (int p = 0; p < 4; ++p) { // loads
        as[y + p * b][x] = i + p * b < n && k0 + x < n ? a[(i + p * b) * n + k0 + x] : 0.0f;
        ds[y][x + p * b] = k0 + y < n && j + p * b < n ? d[(k0 + y) * n + j + p * b] : 0.0f;
      }
    });
    ::heddle::rt::phase([&](int x, int y) { // sums
      const int ks = b < n - k0 ? b : n - k0;
      for (int k = 0; k < ks; ++k) {
        HEDDLE_UNROLL
        for (int p = 0; p < 4; ++p) {
          HEDDLE_UNROLL
          for (int q = 0; q < 4; ++q) {
            s(x, y)[p][q] += as[y + p * b][k] * ds[k][x + q * b];
          }
        }
      }
    });
  }
  ::heddle::rt::each([&](int x, int y) {
    const int i = i0 + y;
    const int j = j0 + x;
    HEDDLE_UNROLL
    for (int p = 0; p < 4; ++p) {
      HEDDLE_UNROLL
      for (int q = 0; q < 4; ++q) {
        if (i + p * b < n && j + q * b < n) {
          c[(i + p * b) * n + j + q * b] = s(x, y)[p][q];
        }
      }
    }
  });
}
void multiply(float *c, const float *a, const float *d, int n) {
  {
    const ::heddle::rt::site heddle_site{"product", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_a = ::heddle::rt::in(a, 0, heddle_n * heddle_n - 1);
    const auto heddle_d = ::heddle::rt::in(d, 0, heddle_n * heddle_n - 1);
    const auto heddle_c = ::heddle::rt::out(c, 0, heddle_n * heddle_n - 1);
    if ((heddle_n <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_c, heddle_a))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'c' may overlap 'a'",
                                             heddle_c, heddle_a, heddle_d);
    else if (!::heddle::rt::disjoint(heddle_c, heddle_d))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'c' may overlap 'd'",
                                             heddle_c, heddle_a, heddle_d);
    else if (const ::heddle::rt::shape heddle_shape
               {{::heddle::rt::ceil_div(heddle_n, 8), ::heddle::rt::ceil_div(heddle_n, 8), 1},
                {2, 2, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run_blocks(heddle_site, heddle_shape, product<2>,
                                             heddle_c, heddle_a, heddle_d, n);
    else
      heddle_path = ::heddle::rt::sequential(heddle_site, "no thread space fits",
                                             heddle_c, heddle_a, heddle_d);
    if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      c[i * n + j] = 0;
      for (int k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * d[k * n + j];
    }
    }
                                   }
}
)";

// A tile of 4 x 4 ints, padded, of blocks of 4 x 2 threads.
#define HEDDLE_FLIP(KERNEL, SHARED)                                            \
  KERNEL R"( flip(int *__restrict__ to, const int *__restrict__ from,
                                 int n, int m) {
  )" SHARED R"(::heddle::rt::shared<int[4][5]> tile;
  const int bx = static_cast<int>(::heddle::rt::block_x());
  const int by = static_cast<int>(::heddle::rt::block_y());
  if (0 < n) {
    ::heddle::rt::phase([&](int x, int y) {
      const int i = by * 4 + y;
      const int j = bx * 4 + x;
      HEDDLE_UNROLL
      for (int r = 0; r < 2; ++r) {
        if (i + r * 2 < n && j < m) {
          tile[y + r * 2][x] = from[(i + r * 2) * m + j];
        }
      }
    });
    ::heddle::rt::each([&](int x, int y) {
      const int i = by * 4 + x;
      const int j = bx * 4 + y;
      if (i < n) {
        HEDDLE_UNROLL
        for (int r = 0; r < 2; ++r) {
          if (j + r * 2 < m) {
            to[(j + r * 2) * n + i] = tile[x][y + r * 2];
          }
        }
      }
    });
  }
}
void transpose(int *to, const int *from, int n, int m) {
  {
    const ::heddle::rt::site heddle_site{"flip", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_m(m);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_from = ::heddle::rt::in(from, 0, heddle_n * heddle_m - 1);
    const auto heddle_to = ::heddle::rt::out(to, 0, heddle_n * heddle_m - 1);
    if ((heddle_n <= 0 || heddle_m <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_from, heddle_to))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'from' may overlap 'to'",
                                             heddle_from, heddle_to);
    else if (const ::heddle::rt::shape heddle_shape
               {{::heddle::rt::ceil_div(heddle_m, 4), ::heddle::rt::ceil_div(heddle_n, 4), 1},
                {4, 2, 1}};
             heddle_shape.fits())
      heddle_path = ::heddle::rt::run_blocks(heddle_site, heddle_shape, flip,
                                             heddle_to, heddle_from, n, m);
    else
      heddle_path = ::heddle::rt::sequential(heddle_site, "no thread space fits",
                                             heddle_from, heddle_to);
    if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      to[j * n + i] = from[i * m + j];
    }
                                 }
}
)"

const char *Flip = HEDDLE_FLIP("static __global__ void", "HEDDLE_SHARED ");
const char *FlipOnHost =
    HEDDLE_FLIP("static __attribute__((noinline, cold, minsize)) void", "");

#undef HEDDLE_FLIP

} // namespace texts
} // namespace heddle
