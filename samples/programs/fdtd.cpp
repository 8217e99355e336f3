//===- fdtd.cpp - light behind two slits ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maxwell's equations in two dimensions by finite differences in time, on the
// staggered grid of Yee: the electric field Ez stands at the corners, the
// magnetic field (Hx, Hy) on the edges between them. A sheet of current sends
// a pulse against a metal screen with two slits, in a box with metal walls.
// Nothing is lost there: once the pulse has been sent the energy is constant.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>

using namespace heddle;

// The fields on n x n points, in units in which light moves by one cell in a
// unit of time; hx[i][j] is at (i, j + 1/2), hy[i][j] at (i + 1/2, j).
struct fields {
  int n;
  double dt;
  std::vector<double> ez, hx, hy;
  std::vector<unsigned char> metal;

  fields(int n, double dt)
      : n(n), dt(dt), ez(n * n), hx(n * n), hy(n * n), metal(n * n) {}
};

struct energies {
  double front, behind;
};

// The walls, and a screen in the plane `at` with two slits.
void build(fields &f, int at) {
  const int n = f.n, apart = n / 6, half = n / 32;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int from_middle = std::abs(2 * j - (n - 1)) / 2;
      const bool slit = std::abs(from_middle - apart) <= half;
      const bool wall = i == 0 || j == 0 || i == n - 1 || j == n - 1;
      f.metal[i * n + j] = wall || (i == at && !slit);
    }
}

// Faraday's law.
void step_h(fields &f) {
  const int n = f.n;
  const double dt = f.dt;
  [[heddle::map]]
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < n - 1; ++j) {
      const double here = f.ez[i * n + j];
      f.hx[i * n + j] -= dt * (f.ez[i * n + j + 1] - here);
      f.hy[i * n + j] += dt * (f.ez[(i + 1) * n + j] - here);
    }
}

// Ampere's law; in metal there is no electric field.
void step_e(fields &f) {
  const int n = f.n;
  const double dt = f.dt;
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const double curl = f.hy[i * n + j] - f.hy[(i - 1) * n + j] -
                          (f.hx[i * n + j] - f.hx[i * n + j - 1]);
      if (!f.metal[i * n + j])
        f.ez[i * n + j] += dt * curl;
    }
}

// A sheet of current in a plane of the grid.
void drive(fields &f, int plane, double current) {
  const int n = f.n;
  [[heddle::map]]
  for (int j = 1; j < n - 1; ++j)
    f.ez[plane * n + j] -= f.dt * current;
}

// The energy that this scheme keeps: E at this time, and H half a step before
// times H half a step later, in front of the screen and behind it.
energies energy(const fields &f, int screen) {
  const int n = f.n;
  double front = 0, behind = 0;
  [[heddle::map, heddle::reduce(front, behind)]]
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < n - 1; ++j) {
      const int k = i * n + j;
      const double e = f.ez[k], hx = f.hx[k], hy = f.hy[k];
      const double later_hx = hx - f.dt * (f.ez[k + 1] - e);
      const double later_hy = hy + f.dt * (f.ez[k + n] - e);
      const double density = 0.5 * (e * e + hx * later_hx + hy * later_hy);
      if (i < screen)
        front += density;
      else
        behind += density;
    }
  return {front, behind};
}

// A pulse of a few waves that begins and ends smoothly.
double pulse(double time, double period, double length) {
  if (time >= length)
    return 0;
  const double pi = std::acos(-1.0), envelope = std::sin(pi * time / length);
  return envelope * envelope * std::sin(2 * pi * time / period);
}

int main(int argc, char **argv) {
  const int n = programs::size(argc, argv, 1, 64);
  const int steps = programs::size(argc, argv, 2, 100);
  const int screen = n / 3, every = (steps + 9) / 10;
  const double period = n / 8.0, length = 3 * period;

  fields f(n, 0.7);
  build(f, screen);

  double kept = 0, drift = 0;
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    step_h(f);
    step_e(f);
    const double current = pulse((t + 0.5) * f.dt, period, length);
    if (current != 0)
      drive(f, n / 8, current);
    if ((t + 1) % every == 0) {
      const auto [front, behind] = energy(f, screen);
      const double sum = front + behind;
      std::printf("step %d: energy %.5f, behind the screen %.2f %%\n", t + 1,
                  sum, 100 * behind / sum);
      if (current == 0) {
        kept = kept > 0 ? kept : sum;
        drift = std::max(drift, std::fabs(sum / kept - 1));
      }
    }
  }
  std::printf("energy of the sent pulse kept to 12 digits: %s\n",
              drift < 1e-12 ? "yes" : "no");

  double most = 0;
  for (double &e : f.ez)
    most = std::max(most, e = std::fabs(e));
  programs::show(f.ez, n, n, 0, 0.8 * most);
}
