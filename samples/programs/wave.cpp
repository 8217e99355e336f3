//===- wave.cpp - waves on a membrane, and through two slits --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wave equation in two dimensions, by the leapfrog method: from two levels
// of time the next one follows, in the place of the older one. The first part
// is a standing wave between fixed edges, whose motion is known. In the second
// one a short train of plane waves meets a wall with two slits. Edges that damp
// swallow what arrives there, and a picture shows where it was bright.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>
#include <utility>

using namespace heddle;

constexpr double pi = 3.14159265358979323846;

// A membrane of n x n points, in units of its spacing and of the time step.
struct membrane {
  int n;
  double speed2;                     // speed squared: stable up to 1/2
  std::vector<double> before, now;   // two levels of time
  std::vector<double> loss;          // damping, 0 where waves run freely
  std::vector<unsigned char> moving; // 0 in walls

  membrane(int n, double speed2)
      : n(n), speed2(speed2), before(n * n), now(n * n), loss(n * n),
        moving(n * n, 1) {}

  void step();
  void drive(int row, double by);
  double energy() const;
  void damp_edges(int width);
};

// Centred differences: the new level overwrites the one before.
void membrane::step() {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int k = i * n + j;
      if (!moving[k])
        continue;
      const double u = now[k];
      const double bent =
          now[k - n] + now[k + n] + now[k - 1] + now[k + 1] - 4 * u;
      const double next = 2 * u - (1 - loss[k]) * before[k] + speed2 * bent;
      before[k] = next / (1 + loss[k]);
    }
  std::swap(before, now);
}

// Pushes all points of a row.
void membrane::drive(int row, double by) {
  [[heddle::map]]
  for (int j = 1; j < n - 1; ++j)
    now[row * n + j] += by;
}

// Kinetic and elastic energy, half way between the levels: this sum is exactly
// what the method conserves where nothing is damped.
double membrane::energy() const {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < n - 1; ++j) {
      const int k = i * n + j;
      const double v = now[k] - before[k];
      const double across = (now[k + 1] - now[k]) * (before[k + 1] - before[k]);
      const double down = (now[k + n] - now[k]) * (before[k + n] - before[k]);
      sum += 0.5 * v * v + 0.5 * speed2 * (across + down);
    }
  return sum;
}

// Damping that grows towards the edges reflects next to nothing.
void membrane::damp_edges(int width) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int edge = std::min({i, j, n - 1 - i, n - 1 - j});
      const double depth = std::max(0.0, 1 - double(edge) / width);
      loss[i * n + j] = 0.3 * depth * depth;
    }
}

// Adds up how bright it is, step by step.
void expose(std::vector<double> &bright, const std::vector<double> &u) {
  [[heddle::map]]
  for (std::size_t k = 0; k < u.size(); ++k)
    bright[k] += u[k] * u[k];
}

// The mode with two bellies across and one down: every point swings like a
// cosine. The error falls with the square of the spacing.
void standing_wave(int n, int steps) {
  membrane m(n, 0.4);
  const double down = pi / (n - 1), across = 2 * down;
  const double omega = std::sqrt(m.speed2 * (down * down + across * across));
  auto shape = [&](int i, int j) {
    return std::sin(down * i) * std::sin(across * j);
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      m.before[i * n + j] = shape(i, j);
      m.now[i * n + j] = std::cos(omega) * shape(i, j);
    }

  [[heddle::program]] {
    std::printf("standing wave: energy %.6g", m.energy());
    for (int t = 1; t < steps; ++t)
      m.step();
    std::printf(", after %d steps %.6g", steps, m.energy());
  }
  double error = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      error = std::max(error, std::fabs(m.now[i * n + j] -
                                        std::cos(omega * steps) * shape(i, j)));
  std::printf(", error %.4g\n", error);
}

// A wall across, open at two places.
void build_wall(membrane &m) {
  const int n = m.n, width = n / 16, off = n / 8;
  for (int j = 0; j < n; ++j) {
    const int from_middle = std::abs(2 * j - (n - 1)) / 2;
    if (std::abs(from_middle - off) > width / 2)
      m.moving[2 * n / 5 * n + j] = 0;
  }
}

int main(int argc, char **argv) {
  const int n = programs::size(argc, argv, 1, 64);
  const int steps = programs::size(argc, argv, 2, 120);
  standing_wave(n / 2 + 1, n);

  membrane m(n, 0.49);
  m.damp_edges(n / 6);
  build_wall(m);
  std::vector<double> bright(n * n);
  const double wavelength = n / 10.0, speed = std::sqrt(m.speed2);
  const double period = wavelength / speed, train = 3 * period;
  const int every = std::max(1, steps / 6);

  [[heddle::program]]
  for (int t = 1; t <= steps; ++t) {
    m.step();
    if (t < train) // three waves that swell and fade
      m.drive(n / 5, std::sin(pi * t / train) * std::sin(2 * pi * t / period));
    expose(bright, m.now);
    if (t % every == 0)
      std::printf("step %d: energy %.5g\n", t, m.energy());
  }
  for (double &each : bright)
    each = std::sqrt(each / steps);
  programs::show(bright, n, n, 0, 0.5);
}
