//===- shallow_water.cpp - a dam breaks above a building ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The equations of shallow water in a basin, by finite volumes: what flows
// between two cells is Rusanov's flux, and the step is as long as the fastest
// wave permits. Walls, and a building in the way, throw the water back. Its
// mass is constant, its energy falls in the shock. Until the wave meets the
// building, the depth behind it is that of Stoker's exact solution.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>
#include <utility>

using namespace heddle;

constexpr double gravity = 9.81;

// The depth of the water and its momentum, with the arithmetic of vectors.
struct cell {
  double h, hu, hv;

  cell operator+(const cell &o) const {
    return {h + o.h, hu + o.hu, hv + o.hv};
  }
  cell operator-(const cell &o) const {
    return {h - o.h, hu - o.hu, hv - o.hv};
  }
  cell operator*(double s) const { return {s * h, s * hu, s * hv}; }
  double wave() const { return std::sqrt(gravity * h); }
};

// What flows from the left cell to the right one, along the first axis.
inline cell flux(const cell &l, const cell &r) {
  const double ul = l.hu / l.h, ur = r.hu / r.h;
  const cell fl{l.hu, l.hu * ul + 0.5 * gravity * l.h * l.h, l.hv * ul};
  const cell fr{r.hu, r.hu * ur + 0.5 * gravity * r.h * r.h, r.hv * ur};
  const double speed =
      std::max(std::fabs(ul) + l.wave(), std::fabs(ur) + r.wave());
  return (fl + fr) * 0.5 - (r - l) * (0.5 * speed);
}

// The second axis is the first one of a world turned round.
inline cell turned(const cell &c) { return {c.h, c.hv, c.hu}; }

// What a wall shows to the water in front of it.
inline cell mirrored(const cell &c) { return {c.h, -c.hu, c.hv}; }

inline cell flux_to(const cell &here, const cell &there, bool wall) {
  return flux(here, wall ? mirrored(here) : there);
}

inline cell flux_from(const cell &there, const cell &here, bool wall) {
  return flux(wall ? mirrored(here) : there, here);
}

// One step of all cells but the walls; `ratio` is the step over a cell's width.
void step(cell *next, const cell *now, const unsigned char *wall, int n,
          double ratio) {
  [[heddle::map, heddle::extent(now, n * n), heddle::extent(next, n * n),
    heddle::extent(wall, n * n)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int k = i * n + j;
      if (wall[k])
        continue;
      const cell here = now[k];
      const cell along = flux_to(here, now[k + n], wall[k + n]) -
                         flux_from(now[k - n], here, wall[k - n]);
      const cell side = turned(here);
      const cell across = flux_to(side, turned(now[k + 1]), wall[k + 1]) -
                          flux_from(turned(now[k - 1]), side, wall[k - 1]);
      next[k] = here - (along + turned(across)) * ratio;
    }
}

// The speed of the fastest wave.
double fastest(const cell *now, int n) {
  double speed = 0;
  [[heddle::map, heddle::reduce(speed)]]
  for (int k = 0; k < n * n; ++k) {
    const cell c = now[k];
    const double flow = std::max(std::fabs(c.hu), std::fabs(c.hv)) / c.h;
    speed = std::max(speed, flow + c.wave());
  }
  return speed;
}

struct sums {
  double mass, energy, depth; // the depth is the mean along the dam
};

sums totals(const cell *now, const unsigned char *wall, int n, int dam) {
  double mass = 0, energy = 0, depth = 0;
  [[heddle::map, heddle::reduce(mass, energy, depth),
    heddle::extent(now, n * n)]]
  for (int k = 0; k < n * n; ++k)
    if (!wall[k]) {
      const cell c = now[k];
      mass += c.h;
      energy += 0.5 * (gravity * c.h * c.h + (c.hu * c.hu + c.hv * c.hv) / c.h);
      if (k / n == dam)
        depth += c.h;
    }
  return {mass / (n * n), energy / (n * n), depth / (n - 2)};
}

// Stoker's solution: the depth between the wave that goes up to the deep side
// and the shock, which both give the water the same speed.
double depth_behind_the_shock(double deep, double shallow) {
  double low = shallow, high = deep;
  for (int k = 0; k < 60; ++k) {
    const double h = 0.5 * (low + high);
    const double up = 2 * (std::sqrt(gravity * deep) - std::sqrt(gravity * h));
    const double down =
        (h - shallow) * std::sqrt(0.5 * gravity * (1 / h + 1 / shallow));
    (up > down ? low : high) = h;
  }
  return low;
}

// A basin with walls around it, and a building.
std::vector<unsigned char> build(int n) {
  std::vector<unsigned char> wall(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const bool building = std::abs(i - 7 * n / 10) < n / 12 &&
                            std::abs(2 * j - (n - 1)) < n / 4;
      const bool edge = i == 0 || j == 0 || i == n - 1 || j == n - 1;
      wall[i * n + j] = edge || building;
    }
  return wall;
}

int main(int argc, char **argv) {
  const int n = programs::size(argc, argv, 1, 48);
  const int most = programs::size(argc, argv, 2, 90);
  const double deep = 2, shallow = 1, width = 1.0 / n;
  const int dam = n * 4 / 10, every = (most + 5) / 6;

  const std::vector<unsigned char> solid = build(n);
  std::vector<cell> first(n * n);
  for (int k = 0; k < n * n; ++k)
    first[k] = {k / n < dam ? deep : shallow, 0, 0};
  std::vector<cell> second = first;
  cell *now = first.data(), *next = second.data();
  const unsigned char *wall = solid.data();
  std::printf("exact depth behind the shock: %.4f\n",
              depth_behind_the_shock(deep, shallow));

  double time = 0;
  [[heddle::program]]
  for (int t = 0; t <= most; ++t) {
    if (t % every == 0) {
      const sums sum = totals(now, wall, n, dam);
      std::printf("time %.4f: mass %.5f, energy %.4f, depth at the dam %.4f\n",
                  time, sum.mass, sum.energy, sum.depth);
    }
    const double dt = 0.45 * width / fastest(now, n);
    step(next, now, wall, n, dt / width);
    std::swap(now, next);
    time += dt;
  }

  std::vector<double> depth(n * n);
  for (int k = 0; k < n * n; ++k)
    depth[k] = wall[k] ? 0 : now[k].h;
  programs::show(depth, n, n, 0.8, 2.2);
}
