//===- stencils.cpp - differential equations on grids ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <heddle/heddle.h>
#include <utility>

using namespace heddle;

// Three dimensions in one vector, the subscript computed by a lambda. The
// vectors change roles after each step, which stays on the host.
void heat(std::vector<double> &u, std::vector<double> &v, int nx, int ny,
          int nz, double c, int steps) {
  const auto at = [=](int i, int j, int k) { return (i * ny + j) * nz + k; };
  for (int t = 0; t < steps; ++t) {
    [[heddle::map]]
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 1; j < ny - 1; ++j)
        for (int k = 1; k < nz - 1; ++k)
          v[at(i, j, k)] =
              u[at(i, j, k)] + c * (u[at(i - 1, j, k)] + u[at(i + 1, j, k)] +
                                    u[at(i, j - 1, k)] + u[at(i, j + 1, k)] +
                                    u[at(i, j, k - 1)] + u[at(i, j, k + 1)] -
                                    6 * u[at(i, j, k)]);
    std::swap(u, v);
  }
}

// One position and its neighbours, counted without sign; i is the grid's, j and
// k the block's.
void diffuse(double *v, const double *u, std::size_t nx, std::size_t ny,
             std::size_t nz, double c) {
  [[heddle::map(Jing), heddle::noalias(u, v)]]
  for (std::size_t i = 1; i < nx - 1; ++i)
    for (std::size_t j = 1; j < ny - 1; ++j)
      for (std::size_t k = 1; k < nz - 1; ++k) {
        const std::size_t p = (i * ny + j) * nz + k;
        v[p] = u[p] + c * (u[p - ny * nz] + u[p + ny * nz] + u[p - nz] +
                           u[p + nz] + u[p - 1] + u[p + 1] - 6 * u[p]);
      }
}

// The wave equation overwrites the state before the last one: an update in
// place, since each point reads of it only itself.
struct membrane {
  int nx, ny;
  std::vector<float> now, before;

  void step(float c) {
    HEDDLE(map, inplace(before))
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 1; j < ny - 1; ++j) {
        const int p = i * ny + j;
        before[p] = 2 * now[p] - before[p] +
                    c * (now[p - 1] + now[p + 1] + now[p - ny] + now[p + ny] -
                         4 * now[p]);
      }
    std::swap(now, before);
  }
};

// Gauss-Seidel: the red points need only black ones, and the other way round.
constexpr int columns = 61;
void red_black(double (*u)[columns], const double (*f)[columns], int rows,
               int sweeps) {
  for (int half = 0; half < 2 * sweeps; ++half) {
    const int colour = half % 2;
    [[heddle::map]]
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j)
        if ((i + j) % 2 == colour)
          u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                            u[i][j + 1] - f[i][j]);
  }
}

// Maxwell's equations on staggered grids: two nests of one class.
struct cavity {
  int nx, ny;
  std::vector<float> ez, hx, hy;

  int at(int i, int j) const { return i * ny + j; }

  void magnetic(float c) {
    [[heddle::map]]
    for (int i = 0; i < nx - 1; ++i)
      for (int j = 0; j < ny - 1; ++j) {
        hx[at(i, j)] -= c * (ez[at(i, j + 1)] - ez[at(i, j)]);
        hy[at(i, j)] += c * (ez[at(i + 1, j)] - ez[at(i, j)]);
      }
  }
  void electric(float c) {
    [[heddle::map(JingExt)]]
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 1; j < ny - 1; ++j)
        ez[at(i, j)] += c * (hy[at(i, j)] - hy[at(i - 1, j)] - hx[at(i, j)] +
                             hx[at(i, j - 1)]);
  }
};

// Upwind advection in place, from right to left: each point needs its left
// neighbour as it was, so the launch copies what is overwritten too soon.
void advect(std::vector<double> &u, double c) {
  [[heddle::map, heddle::copy(u)]]
  for (std::size_t i = u.size() - 1; i > 0; --i)
    u[i] -= c * (u[i] - u[i - 1]);
}

// Finite volumes for Burgers' equation: a cell changes by what flows through its
// sides, of which each is computed once. Two launches, as cells need the fluxes of
// their neighbours.
void burgers(std::vector<double> &u, std::vector<double> &flux, double c) {
  const int cells = static_cast<int>(u.size());
  [[heddle::map]]
  for (int i = 1; i < cells; ++i) {
    const double left = u[i - 1], right = u[i];
    flux[i] = 0.25 * (left * left + right * right) - 0.5 * (right - left);
    if (i > 1)
      u[i - 1] -= c * (flux[i] - flux[i - 1]);
  }
}

// A multigrid solver's way to the coarser grid.
void coarsen(double *coarse, const double *fine, int n) {
  const int m = 2 * n - 1; // points of the fine grid
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const double *p = fine + 2 * i * m + 2 * j;
      coarse[i * n + j] =
          0.25 * p[0] + 0.125 * (p[-m] + p[m] + p[-1] + p[1]) +
          0.0625 * (p[-m - 1] + p[-m + 1] + p[m - 1] + p[m + 1]);
    }
}

// A plate as most programs begin it: rows in a vector of vectors. Which row is
// which does not change in the nest, and each says how long it is.
void plate(const std::vector<std::vector<double>> &u,
           std::vector<std::vector<double>> &v, double c) {
  const std::size_t n = u.size(), m = u[0].size();
  [[heddle::map]]
  for (std::size_t i = 1; i < n - 1; ++i)
    for (std::size_t j = 1; j < m - 1; ++j)
      v[i][j] = u[i][j] + c * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                               u[i][j + 1] - 4 * u[i][j]);
}

int main() {
  const int nx = 13, ny = 17, nz = 19;
  std::vector<double> u = gallery::numbers<double>(nx * ny * nz, 1), v = u;
  heat(u, v, nx, ny, nz, 0.125, 4);
  gallery::show("heat", u);
  diffuse(v.data(), u.data(), nx, ny, nz, 0.0625);
  gallery::show("diffuse", v);

  const int n = 53, m = 41;
  membrane drum{n, m, gallery::numbers<float>(n * m, 2),
                gallery::numbers<float>(n * m, 3)};
  for (int t = 0; t < 3; ++t)
    drum.step(0.25f);
  gallery::show("step", drum.now);

  const auto f = gallery::numbers<double>(columns * columns, 4);
  double w[37][columns] = {}, source[37][columns];
  std::memcpy(source, f.data(), sizeof(source));
  red_black(w, source, 37, 5);
  gallery::show("red_black", &w[0][0], 37 * columns);

  cavity box{n, m, gallery::numbers<float>(n * m, 5), std::vector<float>(n * m),
             std::vector<float>(n * m)};
  box.magnetic(0.5f);
  gallery::show("magnetic", box.hx);
  box.electric(0.5f);
  gallery::show("electric", box.ez);

  auto x = gallery::numbers<double>(1009, 6);
  advect(x, 0.75);
  gallery::show("advect", x);

  std::vector<double> flux(x.size());
  for (int t = 0; t < 3; ++t)
    burgers(x, flux, 0.125);
  gallery::show("burgers", x);

  const int points = 31, fine = 2 * points - 1;
  std::vector<double> coarse(points * points);
  coarsen(coarse.data(), gallery::numbers<double>(fine * fine, 7).data(),
          points);
  gallery::show("coarsen", coarse);

  std::vector<std::vector<double>> warm;
  for (unsigned i = 0; i < 23; ++i)
    warm.push_back(gallery::numbers<double>(29, 8 + i));
  std::vector<std::vector<double>> cold = warm;
  for (int t = 0; t < 4; ++t) {
    plate(warm, cold, 0.125);
    std::swap(warm, cold);
  }
  std::vector<double> all;
  for (const std::vector<double> &row : warm)
    all.insert(all.end(), row.begin(), row.end());
  gallery::show("plate", all);
}
