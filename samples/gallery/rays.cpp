//===- rays.cpp - pictures by rays, and random walks ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;

struct vec {
  double x, y, z;

  vec() = default;
  vec(double x, double y, double z) : x(x), y(y), z(z) {}
  vec operator+(vec o) const { return vec(x + o.x, y + o.y, z + o.z); }
  vec operator-(vec o) const { return vec(x - o.x, y - o.y, z - o.z); }
  vec operator*(double s) const { return vec(x * s, y * s, z * s); }
};
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static double length(vec v) { return std::sqrt(dot(v, v)); }
static vec normalised(vec v) { return v * (1 / length(v)); }

struct sphere {
  vec centre;
  double radius, shine;
};

// A ring that rests on a plane, as the distance to it from each point.
static double distance(vec p) {
  const double ring = std::sqrt(p.x * p.x + p.z * p.z) - 1.0;
  const double torus = std::sqrt(ring * ring + p.y * p.y) - 0.4;
  return std::min(torus, p.y + 0.75);
}

// Rays go as far as nothing can be in their way.
void march(double *depth, int width, int height, double back) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const vec eye(0, 0.5, -back);
      const vec to(x * 2.0 / width - 1, 1 - y * 2.0 / height, 1.5);
      const vec direction = normalised(to);
      double gone = 0;
      for (int step = 0; step < 64; ++step) {
        const double d = distance(eye + direction * gone);
        if (d < 0.001 || gone > 20)
          break;
        gone += d;
      }
      depth[y * width + x] = gone;
    }
}

// The sphere that a ray meets first, and how much light falls there.
void trace(std::vector<double> &picture, const std::vector<sphere> &spheres,
           int width, int height) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const vec light = normalised(vec(1, 1, -1));
      const vec way =
          normalised(vec(x * 2.0 / width - 1, 1 - y * 2.0 / height, 1));
      double nearest = INFINITY;
      double bright = 0;
      for (const sphere &s : spheres) {
        const double b = dot(s.centre, way);
        const double under =
            b * b - dot(s.centre, s.centre) + s.radius * s.radius;
        if (under < 0)
          continue;
        const double t = b - std::sqrt(under);
        if (t > 0 && t < nearest) {
          nearest = t;
          const vec normal = normalised(way * t - s.centre);
          bright = 0.125 + s.shine * std::max(0.0, dot(normal, light));
        }
      }
      picture[y * width + x] = bright;
    }
}

// A generator of random numbers for each thread.
struct xorshift {
  std::uint32_t state;

  explicit xorshift(std::uint32_t seed)
      : state(seed * 747796405u + 2891336453u) {
    if (state == 0)
      state = 1;
  }
  std::uint32_t next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
  double uniform() { return (next() >> 8) * (1.0 / 16777216); }
};

// Pi by Monte Carlo: integers add up in any order.
long points_in_circle(int walks, int points) {
  long inside = 0;
  [[heddle::map]]
  for (int w = 0; w < walks; ++w) {
    xorshift random(w);
    for (int i = 0; i < points; ++i) {
      const double x = random.uniform(), y = random.uniform();
      if (x * x + y * y < 1)
        ++inside;
    }
  }
  return inside;
}

// Light in a slab of fog: scattered, weakened, and lost at last.
void walk(double *left, double *deepest, int photons, double albedo) {
  [[heddle::map]]
  for (int p = 0; p < photons; ++p) {
    xorshift random(p + 1);
    double z = 0, up = 1, weight = 1, most = 0;
    while (weight > 0.0625 && z >= 0) {
      z += up * (0.5 + random.uniform());
      up = 2 * random.uniform() - 1;
      weight *= albedo;
      most = std::max(most, z);
    }
    left[p] = weight;
    deepest[p] = most;
  }
}

int main() {
  const int width = 53, height = 37;
  std::vector<double> picture(width * height);
  march(picture.data(), width, height, 4);
  gallery::show("march", picture);
  std::vector<sphere> spheres;
  const auto where = gallery::between<double>(-2, 2, 3 * 11, 1);
  for (int i = 0; i < 11; ++i)
    spheres.push_back(
        {vec(where[3 * i], where[3 * i + 1], where[3 * i + 2] + 5),
         0.25 + i * 0.0625, 0.75});
  trace(picture, spheres, width, height);
  gallery::show("trace", picture);
  gallery::show("points_in_circle", points_in_circle(211, 50));
  std::vector<double> left(401), deepest(401);
  walk(left.data(), deepest.data(), 401, 0.75);
  gallery::show("walk", deepest);
}
