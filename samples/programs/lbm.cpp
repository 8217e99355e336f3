//===- lbm.cpp - a channel, and a cylinder in it, by lattice Boltzmann ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flow in two dimensions with nine velocities (D2Q9) and relaxation towards
// equilibrium (BGK). In a step everything moves on by one cell, walls send back
// what comes, and each cell collides what has arrived. A force drives the flow
// along the channel, which is periodic. Without an obstacle it ends as the
// parabola of Poiseuille; with one, the program sums up how much it is dragged.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>
#include <utility>

using namespace heddle;

// Directions: at rest, four to the sides, four along the diagonals.
constexpr int Q = 9;
constexpr int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr double weight[Q] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                              1. / 36, 1. / 36, 1. / 36, 1. / 36};
enum material : unsigned char { fluid, wall, obstacle };

struct cell {
  double f[Q];
};

struct flow {
  double rho, ux, uy;
};

struct channel {
  int rows, columns;
  double tau, force; // relaxation time, and what drives the flow
  std::vector<cell> now, next;
  std::vector<material> kind;

  double viscosity() const { return (tau - 0.5) / 3; }
};

inline double equilibrium(int q, const flow &u) {
  const double along = 3 * (cx[q] * u.ux + cy[q] * u.uy);
  const double square = u.ux * u.ux + u.uy * u.uy;
  return weight[q] * u.rho * (1 + along + 0.5 * along * along - 1.5 * square);
}

// Density and velocity; of momentum the given part is lacking.
inline flow moments(const cell &c, double lacking) {
  flow u = {0, lacking, 0};
  for (int q = 0; q < Q; ++q) {
    u.rho += c.f[q];
    u.ux += cx[q] * c.f[q];
    u.uy += cy[q] * c.f[q];
  }
  return {u.rho, u.ux / u.rho, u.uy / u.rho};
}

// Relaxes a cell and pushes it (with the force of Guo, Zheng and Shi).
inline void collide(cell &c, double tau, double force) {
  const flow u = moments(c, 0.5 * force);
  for (int q = 0; q < Q; ++q) {
    const double along = cx[q] * u.ux + cy[q] * u.uy;
    const double push = (3 - 1.5 / tau) * weight[q] * force *
                        (cx[q] - u.ux + 3 * along * cx[q]);
    c.f[q] += (equilibrium(q, u) - c.f[q]) / tau + push;
  }
}

// A cell gets what was behind it; from a wall comes what went there.
void step(channel &c) {
  const int columns = c.columns;
  [[heddle::map]]
  for (int y = 1; y < c.rows - 1; ++y)
    for (int x = 0; x < columns; ++x) {
      const int here = y * columns + x;
      if (c.kind[here] != fluid)
        continue;
      cell arrived;
      for (int q = 0; q < Q; ++q) {
        const int behind =
            (y - cy[q]) * columns + (x - cx[q] + columns) % columns;
        arrived.f[q] = c.kind[behind] == fluid ? c.now[behind].f[q]
                                               : c.now[here].f[opposite[q]];
      }
      collide(arrived, c.tau, c.force);
      c.next[here] = arrived;
    }
  std::swap(c.now, c.next);
}

struct totals {
  double mass, momentum, walls, drag;
};

// Sums over the fluid. All that is about to hit a wall pushes it with
// twice its momentum.
totals sum_up(const channel &c) {
  double mass = 0, momentum = 0, walls = 0, drag = 0;
  [[heddle::map, heddle::reduce(mass, momentum, walls, drag)]]
  for (int y = 1; y < c.rows - 1; ++y)
    for (int x = 0; x < c.columns; ++x) {
      const int here = y * c.columns + x;
      if (c.kind[here] != fluid)
        continue;
      for (int q = 0; q < Q; ++q) {
        const double f = c.now[here].f[q];
        const int ahead =
            (y + cy[q]) * c.columns + (x + cx[q] + c.columns) % c.columns;
        mass += f;
        momentum += cx[q] * f;
        if (c.kind[ahead] == wall)
          walls += 2 * cx[q] * f;
        else if (c.kind[ahead] == obstacle)
          drag += 2 * cx[q] * f;
      }
    }
  return {mass, momentum, walls, drag};
}

// The speed of Poiseuille's flow: walls lie half way between cells.
double parabola(const channel &c, int y, double fastest) {
  const double height = c.rows - 2, above = y - 0.5;
  return 4 * fastest * above * (height - above) / (height * height);
}

// A channel between two walls whose flow would be `fastest` in the middle.
channel make_channel(int height, int columns, double tau, double fastest) {
  channel c = {height + 2, columns, tau, 0, {}, {}, {}};
  c.force = 8 * c.viscosity() * fastest / (double(height) * height);
  c.kind.assign(c.rows * columns, fluid);
  std::fill_n(c.kind.begin(), columns, wall);
  std::fill_n(c.kind.end() - columns, columns, wall);
  c.now.resize(c.rows * columns);
  return c;
}

void set_flow(channel &c, double fastest) {
  for (int y = 1; y < c.rows - 1; ++y)
    for (int x = 0; x < c.columns; ++x)
      for (int q = 0; q < Q; ++q)
        c.now[y * c.columns + x].f[q] =
            equilibrium(q, {1, parabola(c, y, fastest), 0});
  c.next = c.now;
}

// From rest until friction holds the force in balance. With this relaxation
// time walls lie exactly half way, so that the parabola is exact, too.
void poiseuille(double fastest) {
  channel c = make_channel(10, 4, 0.5 + std::sqrt(3.0 / 16), fastest);
  set_flow(c, 0);
  const double pushed = c.force * (c.rows - 2) * c.columns;
  totals sums = {};
  int steps = 0;
  [[heddle::program]]
  while (sums.walls < 0.99999 * pushed) {
    for (int t = 0; t < 50; ++t)
      step(c);
    steps += 50;
    sums = sum_up(c);
  }
  double error = 0;
  for (int y = 1; y < c.rows - 1; ++y) {
    const double ux = moments(c.now[y * c.columns], -0.5 * c.force).ux;
    error = std::max(error, std::fabs(ux - parabola(c, y, fastest)));
  }
  std::printf("empty channel, step %d: friction %.5f of the force, error %.3g "
              "of the fastest\n",
              steps, sums.walls / pushed, error / fastest);
}

void place_cylinder(channel &c) {
  const int height = c.rows - 2;
  for (int y = 0; y < c.rows; ++y)
    for (int x = 0; x < c.columns; ++x)
      if (std::hypot(y - 0.45 * height, x - 0.7 * height) < 0.15 * height)
        c.kind[y * c.columns + x] = obstacle;
}

// Momentum changes by what acts on the fluid, whose mass counts its cells.
void report(int t, const totals &before, const totals &after, double force) {
  const double forces = force * before.mass - before.walls - before.drag;
  std::printf("step %d: mass %.6g, drag %.4f, momentum %.5g %+.5f (%+.5f)\n", t,
              after.mass, 0.5 * (before.drag + after.drag), after.momentum,
              after.momentum - before.momentum, forces);
}

void flow_past_cylinder(channel &c, int steps) {
  const int every = std::max(1, steps / 4);
  [[heddle::program]]
  for (int t = every; t <= steps; t += every) {
    for (int k = 1; k < every; ++k)
      step(c);
    const totals before = sum_up(c);
    step(c);
    const totals after = sum_up(c);
    report(t, before, after, c.force);
  }
}

int main(int argc, char **argv) {
  const int height = programs::size(argc, argv, 1, 20);
  const int steps = programs::size(argc, argv, 2, 160);
  const double fastest = 0.1;
  poiseuille(fastest);

  // No pattern of every other cell lives in an odd number of columns.
  channel c = make_channel(height, 3 * height | 1, 0.56, fastest);
  place_cylinder(c);
  set_flow(c, fastest);
  flow_past_cylinder(c, steps);

  std::vector<double> speed(c.rows * c.columns, 0.0);
  for (std::size_t k = 0; k < speed.size(); ++k)
    if (c.kind[k] == fluid) {
      const flow u = moments(c.now[k], -0.5 * c.force);
      speed[k] = std::hypot(u.ux, u.uy);
    }
  programs::show(speed, c.rows, c.columns, 0, 1.5 * fastest);
}
