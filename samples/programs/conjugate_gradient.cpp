//===- conjugate_gradient.cpp - a Poisson equation in a cube --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The method of conjugate gradients for -laplace(u) = f, where u is 0 on the
// faces of the cube. The matrix is not stored: each point has six neighbours.
// The host chooses how far to go by two dot products a turn, and stops when
// the residual is small enough. The right side belongs to a solution that is
// known, so that the error can be told: it falls with the square of the
// spacing.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>

using namespace heddle;

// n x n x n points within the cube, and a layer of zeros around them.
struct grid {
  int n;

  int side() const { return n + 2; }
  int points() const { return side() * side() * side(); }
  double spacing() const { return 1.0 / (n + 1); }
  int at(int i, int j, int k) const { return (i * side() + j) * side() + k; }
};

// y = A x, the operator with seven points.
void apply(double *y, const double *x, const grid &g) {
  const double scale = 1 / (g.spacing() * g.spacing());
  const int row = g.side(), plane = row * row;
  [[heddle::map]]
  for (int i = 1; i <= g.n; ++i)
    for (int j = 1; j <= g.n; ++j)
      for (int k = 1; k <= g.n; ++k) {
        const int c = g.at(i, j, k);
        y[c] = scale * (6 * x[c] - x[c - plane] - x[c + plane] - x[c - row] -
                        x[c + row] - x[c - 1] - x[c + 1]);
      }
}

double dot(const double *x, const double *y, int count) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (int k = 0; k < count; ++k)
    sum += x[k] * y[k];
  return sum;
}

// y += a x
void add(double *y, double a, const double *x, int count) {
  [[heddle::map]]
  for (int k = 0; k < count; ++k)
    y[k] += a * x[k];
}

// p = r + b p
void turn(double *p, double b, const double *r, int count) {
  [[heddle::map]]
  for (int k = 0; k < count; ++k)
    p[k] = r[k] + b * p[k];
}

double largest_error(const double *x, const double *exact, int count) {
  double most = 0;
  [[heddle::map, heddle::reduce(most)]]
  for (int k = 0; k < count; ++k)
    most = std::max(most, std::fabs(x[k] - exact[k]));
  return most;
}

// Solves A x = b from x = 0 on, and returns how many turns it took.
int solve(double *x, const double *b, const grid &g, double tolerance,
          int most) {
  const int count = g.points();
  std::vector<double> residual(count), search(count), image(count);
  double *const r = residual.data(), *const p = search.data(),
                *const q = image.data();
  [[heddle::map]]
  std::copy(b, b + count, r);
  [[heddle::map]]
  std::copy(b, b + count, p);
  const double rr_first = dot(r, r, count);
  double rr = rr_first;
  int turns = 0;
  [[heddle::program]]
  while (rr > tolerance * tolerance * rr_first && turns < most) {
    apply(q, p, g);
    const double alpha = rr / dot(p, q, count);
    add(x, alpha, p, count);
    add(r, -alpha, q, count);
    const double rr_before = rr;
    rr = dot(r, r, count);
    turn(p, rr / rr_before, r, count);
    if (++turns % 10 == 0)
      std::printf("turn %d: residual %.3e\n", turns, std::sqrt(rr / rr_first));
  }
  return turns;
}

// u = w(x) w(y) w(z) with w(x) = x (1 - x) e^x, and f = -laplace(u).
double w(double x) { return x * (1 - x) * std::exp(x); }
double w_bent(double x) { return -x * (3 + x) * std::exp(x); }

void set_problem(std::vector<double> &exact, std::vector<double> &f,
                 const grid &g) {
  for (int i = 1; i <= g.n; ++i)
    for (int j = 1; j <= g.n; ++j)
      for (int k = 1; k <= g.n; ++k) {
        const double x = i * g.spacing(), y = j * g.spacing(),
                     z = k * g.spacing();
        exact[g.at(i, j, k)] = w(x) * w(y) * w(z);
        f[g.at(i, j, k)] = -w_bent(x) * w(y) * w(z) - w(x) * w_bent(y) * w(z) -
                           w(x) * w(y) * w_bent(z);
      }
}

int main(int argc, char **argv) {
  const grid g = {programs::size(argc, argv, 1, 20)};
  const int most = programs::size(argc, argv, 2, 200);
  const int count = g.points();
  std::vector<double> u(count), exact(count), f(count);
  set_problem(exact, f, g);

  int turns = 0;
  double error = 0;
  [[heddle::program]] {
    turns = solve(u.data(), f.data(), g, 1e-8, most);
    error = largest_error(u.data(), exact.data(), count);
  }
  std::printf("%d turns, error %.4e of %.4f\n", turns, error,
              *std::max_element(exact.begin(), exact.end()));
  const int plane = g.side() * g.side(), middle = g.side() / 2;
  programs::show(std::vector<double>(u.begin() + middle * plane,
                                     u.begin() + (middle + 1) * plane),
                 g.side(), g.side(), 0, 0.1);
}
