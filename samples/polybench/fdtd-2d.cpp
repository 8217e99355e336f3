//===- fdtd-2d.cpp - Maxwell's equations on staggered grids ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void fdtd_2d(matrix<double> ex, matrix<double> ey, matrix<double> hz,
             const std::vector<double> &source) {
  [[heddle::program]] {
    const int nx = hz.extent(0), ny = hz.extent(1);
    for (const double driven : source) {
      [[heddle::map]]
      for (int j = 0; j < ny; ++j)
        ey(0, j) = driven;
      [[heddle::map]]
      for (int i = 1; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
          ey(i, j) -= 0.5 * (hz(i, j) - hz(i - 1, j));
      [[heddle::map]]
      for (int i = 0; i < nx; ++i)
        for (int j = 1; j < ny; ++j)
          ex(i, j) -= 0.5 * (hz(i, j) - hz(i, j - 1));
      [[heddle::map]]
      for (int i = 0; i < nx - 1; ++i)
        for (int j = 0; j < ny - 1; ++j)
          hz(i, j) -= 0.7 * (ex(i, j + 1) - ex(i, j) + ey(i + 1, j) - ey(i, j));
    }
  }
}

int main(int argc, char **argv) {
  const int nx = polybench::size(argc, argv, 1, 40);
  const int ny = polybench::size(argc, argv, 2, 48);
  const int steps = polybench::size(argc, argv, 3, 4);
  auto ex = polybench::between<double>(-1, 1, nx * ny, 1);
  auto ey = polybench::between<double>(-1, 1, nx * ny, 2);
  auto hz = polybench::between<double>(-1, 1, nx * ny, 3);
  std::vector<double> source(steps);
  for (int t = 0; t < steps; ++t)
    source[t] = t;
  POLYBENCH_RUN(fdtd_2d(matrix<double>(ex.data(), nx, ny),
                        matrix<double>(ey.data(), nx, ny),
                        matrix<double>(hz.data(), nx, ny), source));
  polybench::show("fdtd-2d ex", ex);
  polybench::show("fdtd-2d ey", ey);
  polybench::show("fdtd-2d hz", hz);
}
