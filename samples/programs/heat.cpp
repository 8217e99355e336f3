//===- heat.cpp - a plate that warms up until nothing changes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The equation of heat in two dimensions, by explicit steps on a square grid.
// The top edge is hot, the others are cold, and a round hole in the middle
// keeps its temperature. The program stops when the largest change of a step is
// below a limit: one number a step comes back to the host.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>
#include <utility>

using namespace heddle;

// One step from u to v; `solid` says which points change.
void step(std::vector<double> &v, const std::vector<double> &u,
          const std::vector<unsigned char> &solid, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const double centre = u[i * n + j];
      double next = centre;
      if (solid[i * n + j])
        next = centre + 0.2 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] +
                               u[i * n + j - 1] + u[i * n + j + 1] -
                               4.0 * centre);
      v[i * n + j] = next;
    }
}

double largest_change(const std::vector<double> &v,
                      const std::vector<double> &u) {
  double change = 0;
  const int count = static_cast<int>(v.size());
  [[heddle::map, heddle::reduce(change)]]
  for (int k = 0; k < count; ++k)
    change = std::max(change, std::fabs(v[k] - u[k]));
  return change;
}

int main(int argc, char **argv) {
  const int n = programs::size(argc, argv, 1, 48);
  const int most = programs::size(argc, argv, 2, 60);
  const double limit = 1e-4;

  std::vector<double> u(n * n, 0.0);
  std::vector<unsigned char> solid(n * n, 1);
  for (int j = 0; j < n; ++j)
    u[j] = 100;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double y = i - 0.4 * n, x = j - 0.5 * n;
      if (x * x + y * y < 0.02 * n * n) {
        solid[i * n + j] = 0;
        u[i * n + j] = 30;
      }
    }
  std::vector<double> v = u;

  double change = 1;
  int steps = 0;
  [[heddle::program]]
  while (steps < most && change > limit) {
    step(v, u, solid, n);
    change = largest_change(v, u);
    std::swap(u, v);
    ++steps;
    if (steps % 20 == 0)
      std::printf("step %d: largest change %.4f, below the hole %.4f\n", steps,
                  change, u[(3 * n / 5) * n + n / 2]);
  }

  double heat = 0;
  for (double x : u)
    heat += x;
  std::printf("%d steps, average temperature %.4f\n", steps, heat / (n * n));
  programs::show(u, n, n, 0, 100);
}
