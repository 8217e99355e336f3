//===- nbody.cpp - two clusters of stars that fall into each other --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gravity between all pairs of bodies, and steps by the leapfrog method: half a
// kick, a drift, half a kick. Pairs pull each other equally, so momentum stays
// what it was, and angular momentum, too; the method keeps the energy but for
// an error that falls with the square of the step. In the end it runs back in
// time, to where it has begun.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>
#include <random>

using namespace heddle;

// A structure of arrays: one for each coordinate.
struct bodies {
  std::vector<double> x, y, z;    // where they are
  std::vector<double> vx, vy, vz; // where they go
  std::vector<double> ax, ay, az; // what pulls them
  std::vector<double> mass;

  std::size_t count() const { return mass.size(); }
  void add(double m, const double (&at)[3], const double (&to)[3]);
};

// Pulls grow no further within this distance.
constexpr double softening = 0.1;

void bodies::add(double m, const double (&at)[3], const double (&to)[3]) {
  x.push_back(at[0]), y.push_back(at[1]), z.push_back(at[2]);
  vx.push_back(to[0]), vy.push_back(to[1]), vz.push_back(to[2]);
  ax.push_back(0), ay.push_back(0), az.push_back(0);
  mass.push_back(m);
}

// Every body is pulled by all.
void accelerate(bodies &b) {
  [[heddle::map]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    double ax = 0, ay = 0, az = 0;
    for (std::size_t j = 0; j < b.count(); ++j) {
      const double dx = b.x[j] - b.x[i];
      const double dy = b.y[j] - b.y[i];
      const double dz = b.z[j] - b.z[i];
      const double d2 = dx * dx + dy * dy + dz * dz + softening * softening;
      const double pull = b.mass[j] / (d2 * std::sqrt(d2));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    b.ax[i] = ax;
    b.ay[i] = ay;
    b.az[i] = az;
  }
}

void kick(bodies &b, double dt) {
  [[heddle::map]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    b.vx[i] += dt * b.ax[i];
    b.vy[i] += dt * b.ay[i];
    b.vz[i] += dt * b.az[i];
  }
}

void drift(bodies &b, double dt) {
  [[heddle::map]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    b.x[i] += dt * b.vx[i];
    b.y[i] += dt * b.vy[i];
    b.z[i] += dt * b.vz[i];
  }
}

void step(bodies &b, double dt) {
  kick(b, 0.5 * dt);
  drift(b, dt);
  accelerate(b);
  kick(b, 0.5 * dt);
}

// Kinetic energy, and the potential of all pairs.
double energy(const bodies &b) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    const double v2 = b.vx[i] * b.vx[i] + b.vy[i] * b.vy[i] + b.vz[i] * b.vz[i];
    double potential = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const double dx = b.x[j] - b.x[i];
      const double dy = b.y[j] - b.y[i];
      const double dz = b.z[j] - b.z[i];
      const double d2 = dx * dx + dy * dy + dz * dz + softening * softening;
      potential -= b.mass[j] / std::sqrt(d2);
    }
    sum += b.mass[i] * (0.5 * v2 + potential);
  }
  return sum;
}

// Momentum along x and angular momentum around z.
struct momenta {
  double along, around;
};

momenta sum_momenta(const bodies &b) {
  double px = 0, lz = 0;
  [[heddle::map, heddle::reduce(px, lz)]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    px += b.mass[i] * b.vx[i];
    lz += b.mass[i] * (b.x[i] * b.vy[i] - b.y[i] * b.vx[i]);
  }
  return {px, lz};
}

// How far the body is that is farthest from where it was.
double farthest(const bodies &b, const bodies &start) {
  double most = 0;
  [[heddle::map, heddle::reduce(most)]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    const double dx = b.x[i] - start.x[i];
    const double dy = b.y[i] - start.y[i];
    const double dz = b.z[i] - start.z[i];
    most = std::max(most, dx * dx + dy * dy + dz * dz);
  }
  return std::sqrt(most);
}

// A ball of bodies, of radius 1 and half of all mass, that turns and moves.
void add_cluster(bodies &b, int count, double x, double y, double speed) {
  std::mt19937 random(count + b.count());
  auto next = [&] { return random() / 2147483648.0 - 1; };
  for (int k = 0; k < count;) {
    const double dx = next(), dy = next(), dz = next();
    if (dx * dx + dy * dy + dz * dz > 1)
      continue;
    b.add(0.5 / count, {x + dx, y + dy, dz}, {speed - 0.4 * dy, 0.4 * dx, 0});
    ++k;
  }
}

// How many bodies one sees in each part of the sky.
void observe(std::vector<int> &seen, const bodies &b, int n, double middle) {
  [[heddle::map]]
  for (std::size_t i = 0; i < b.count(); ++i) {
    const int column = static_cast<int>(n / 4.0 * (b.x[i] - middle + 2));
    const int row = static_cast<int>(n / 4.0 * (b.y[i] + 2));
    if (row >= 0 && row < n && column >= 0 && column < n)
      ++seen[row * n + column];
  }
}

int main(int argc, char **argv) {
  const int n = programs::size(argc, argv, 1, 128);
  const int steps = programs::size(argc, argv, 2, 60);
  const int every = std::max(1, steps / 4), sky = 48;
  const double dt = 3.0 / steps;

  bodies b;
  add_cluster(b, n / 2, -1.2, -0.4, 0.9);
  add_cluster(b, n - n / 2, 1.2, 0.4, 0.1);
  const bodies start = b;
  std::vector<int> seen(sky * sky);

  [[heddle::program]] {
    accelerate(b);
    const double at_first = energy(b);
    std::printf("energy %.6f\n", at_first);
    for (int t = 1; t <= steps; ++t) {
      step(b, dt);
      if (t % every == 0) {
        const auto [along, around] = sum_momenta(b);
        std::printf("time %.2f: energy %+.2g, momentum %.6f, angular "
                    "momentum %.6f\n",
                    t * dt, energy(b) / at_first - 1, along, around);
      }
    }
    observe(seen, b, sky, 1.5);
    for (int t = 0; t < steps; ++t)
      step(b, -dt);
    std::printf("and back: %.6f from the start\n", farthest(b, start));
  }
  programs::show(seen, sky, sky, 0, 2);
}
