//===- fdtd-2d.cpp - by hand, with OpenMP ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void fdtd_2d(matrix<double> mex, matrix<double> mey, matrix<double> mhz,
             const std::vector<double> &source) {
  const int nx = mhz.extent(0), ny = mhz.extent(1);
  double *__restrict ex = mex.data_handle(), *__restrict ey = mey.data_handle(),
                     *__restrict hz = mhz.data_handle();
  for (const double driven : source) {
    std::fill(ey, ey + ny, driven);
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 1; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
          ey[i * ny + j] -= 0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
#pragma omp for schedule(static)
      for (int i = 0; i < nx; ++i)
        for (int j = 1; j < ny; ++j)
          ex[i * ny + j] -= 0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
#pragma omp for schedule(static)
      for (int i = 0; i < nx - 1; ++i)
        for (int j = 0; j < ny - 1; ++j)
          hz[i * ny + j] -= 0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] +
                                   ey[(i + 1) * ny + j] - ey[i * ny + j]);
    }
  }
}

} // namespace by_hand

#include "polybench/fdtd-2d.cpp"
