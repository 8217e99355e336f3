//===- flows.cpp - gas, water and weather ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>
#include <utility>

using namespace heddle;

#define ROTATING 1
#define CELL(y, x) ((y)*width + (x))

enum class limiter { none, minmod, van_leer, superbee };

// Slopes within the cells, no steeper than the neighbours permit.
void limit_slopes(std::vector<double> &slope, const std::vector<double> &q,
                  limiter kind) {
  [[heddle::map]]
  for (std::size_t i = 1; i + 1 < q.size(); ++i) {
    const double a = q[i] - q[i - 1], b = q[i + 1] - q[i];
    double s = 0;
    if (a * b > 0) {
      const double r = b / a;
      switch (kind) {
      case limiter::none:
        s = (a + b) / 2;
        break;
      case limiter::minmod:
        s = r < 1 ? b : a;
        break;
      case limiter::van_leer:
        s = 2 * a * b / (a + b);
        break;
      case limiter::superbee:
        s = a * std::max(std::min(2 * r, 1.0), std::min(r, 2.0));
        break;
      }
    }
    slope[i] = s;
  }
}

// Density, momentum and energy, with the arithmetic of vectors.
struct state {
  double rho, m, e;

  state operator+(const state &o) const {
    return {rho + o.rho, m + o.m, e + o.e};
  }
  state operator-(const state &o) const {
    return {rho - o.rho, m - o.m, e - o.e};
  }
  state operator*(double s) const { return {s * rho, s * m, s * e}; }
  double velocity() const { return m / rho; }
  double pressure() const { return 0.4 * (e - 0.5 * m * m / rho); }
  double sound() const { return std::sqrt(1.4 * pressure() / rho); }
};

static state flux(const state &u) {
  const double v = u.velocity(), p = u.pressure();
  return {u.m, u.m * v + p, (u.e + p) * v};
}

// The solver of Harten, Lax and van Leer: where do the two waves go?
void riemann(std::vector<state> &f, const std::vector<state> &u) {
  [[heddle::map]]
  for (std::size_t i = 0; i + 1 < u.size(); ++i) {
    const state l = u[i], r = u[i + 1];
    const double sl =
        std::min(l.velocity() - l.sound(), r.velocity() - r.sound());
    const double sr =
        std::max(l.velocity() + l.sound(), r.velocity() + r.sound());
    switch ((sl < 0) + (sr < 0)) {
    case 0:
      f[i] = flux(l);
      break;
    case 2:
      f[i] = flux(r);
      break;
    default:
      f[i] =
          (flux(l) * sr - flux(r) * sl + (r - l) * (sl * sr)) * (1 / (sr - sl));
    }
  }
}

// Cells change by the difference of what flows; ends stay as they are.
void conserve(state *u, const state *f, int cells, double dt_dx) {
  [[heddle::map]]
  for (int i = 1; i < cells - 1; ++i)
    u[i] = u[i] - (f[i] - f[i - 1]) * dt_dx;
}

// Shallow water on a turning world; terms come and go with the preprocessor.
void momentum(float *u, const float *v, const float *h, int height, int width,
              float dt, float coriolis) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y) {
#pragma omp simd
    for (int x = 1; x < width; ++x) {
      float push = -9.81f * (h[CELL(y, x)] - h[CELL(y, x - 1)]);
#if ROTATING
      push += coriolis * 0.5f * (v[CELL(y, x)] + v[CELL(y, x - 1)]);
#endif
      u[CELL(y, x)] += dt * push;
    }
  }
}

// Advection upwind along a row of five, with a source that may be absent.
void transport_tracer(double *to, const double *from, const double *wind,
                      const double *source, int n, double dt) {
  double tmg[5], left, right;
  int i, k;
  [[heddle::map]]
  for (i = 2; i < n - 2; i++) {
    for (k = 0; k < 5; k++)
      tmg[k] = from[i + k - 2];
    left = wind[i] > 0 ? (3 * tmg[1] - tmg[0]) / 2 : (tmg[1] + tmg[2]) / 2;
    right = wind[i] > 0 ? (tmg[2] + tmg[3]) / 2 : (3 * tmg[3] - tmg[4]) / 2;
    to[i] = tmg[2] - dt * wind[i] * (right - left);
    if (source)
      to[i] += dt * source[i];
  }
}

// Heat that diffuses in columns of air, implicitly: a thread eliminates
// downwards and substitutes upwards.
constexpr int levels = 24;
void diffuse_columns(double (*t)[levels], const double (*k)[levels],
                     int columns, double dt) {
  [[heddle::map]]
  for (int c = 0; c < columns; ++c) {
    double upper[levels], rest[levels];
    for (int l = 0; l < levels; ++l) {
      const double a = l > 0 ? -dt * k[c][l] : 0;
      const double b = l + 1 < levels ? -dt * k[c][l + 1] : 0;
      const double before = l > 0 ? upper[l - 1] : 0;
      const double pivot = 1 - a - b - a * before;
      upper[l] = b / pivot;
      rest[l] = (t[c][l] - (l > 0 ? a * rest[l - 1] : 0)) / pivot;
    }
    double below = 0;
    for (int l = levels; l-- > 0;) {
      below = rest[l] - upper[l] * below;
      t[c][l] = below;
    }
  }
}

// Rain falls through a column from the top, and a part of it evaporates.
void precipitate(float *ground, const float *cloud, const float *dryness,
                 int columns, int layers) {
  [[heddle::map, heddle::extent(cloud, columns * layers),
    heddle::extent(dryness, columns * layers)]]
  for (int c = 0; c < columns; ++c) {
    const float *water = cloud + c * layers, *dry = dryness + c * layers;
    float falling = 0;
    for (int l = layers - 1; l >= 0; --l) {
      if (water[l] > 0.5f)
        falling += water[l] - 0.5f;
      else
        falling -= std::min(falling, 0.25f * dry[l]);
    }
    ground[c] = falling;
  }
}

int main() {
  const int n = 401;
  const auto q = gallery::between<double>(0, 4, n, 1);
  std::vector<double> slope(n), all;
  for (limiter kind :
       {limiter::none, limiter::minmod, limiter::van_leer, limiter::superbee}) {
    limit_slopes(slope, q, kind);
    all.insert(all.end(), slope.begin(), slope.end());
  }
  gallery::show("limit_slopes", all);

  std::vector<state> u(n), f(n - 1);
  for (int i = 0; i < n; ++i)
    u[i] =
        i < n / 2 ? state{1, (q[i] - 2) / 2, 3 + q[i]} : state{0.125, 0, 0.25};
  for (int step = 0; step < 5; ++step) {
    riemann(f, u);
    if (step == 0)
      gallery::show("riemann", f, &state::rho, &state::m, &state::e);
    conserve(u.data(), f.data(), n, 0.05);
  }
  gallery::show("conserve", u, &state::rho, &state::m, &state::e);

  const int height = 37, width = 41;
  auto west = gallery::between<float>(-1, 1, height * width, 2);
  momentum(west.data(),
           gallery::between<float>(-1, 1, height * width, 3).data(),
           gallery::between<float>(9, 11, height * width, 4).data(), height,
           width, 0.0625f, 0.125f);
  gallery::show("momentum", west);
  const auto wind = gallery::between<double>(-1, 1, n, 5);
  std::vector<double> tracer(n), later(n);
  transport_tracer(tracer.data(), q.data(), wind.data(), nullptr, n, 0.25);
  transport_tracer(later.data(), tracer.data(), wind.data(), q.data(), n, 0.25);
  gallery::show("transport_tracer", later);

  const int columns = 101;
  static double warmth[columns][levels], mixing[columns][levels];
  const auto degrees = gallery::between<double>(270, 300, columns * levels, 6);
  const auto rates = gallery::between<double>(0, 2, columns * levels, 7);
  std::memcpy(warmth, degrees.data(), sizeof(warmth));
  std::memcpy(mixing, rates.data(), sizeof(mixing));
  diffuse_columns(warmth, mixing, columns, 0.5);
  gallery::show("diffuse_columns", &warmth[0][0], columns * levels);
  std::vector<float> ground(columns);
  precipitate(
      ground.data(), gallery::between<float>(0, 1, 30 * columns, 8).data(),
      gallery::between<float>(0, 1, 30 * columns, 9).data(), columns, 30);
  gallery::show("precipitate", ground);
}
