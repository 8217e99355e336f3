//===- structures.cpp - structures as values ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

struct vec {
  double x, y, z;
  vec operator+(const vec &o) const { return {x + o.x, y + o.y, z + o.z}; }
  vec operator-() const { return {-x, -y, -z}; }
  vec &operator+=(const vec &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  vec &operator*=(double s) { return x *= s, y *= s, z *= s, *this; }
  double norm2() const { return x * x + y * y + z * z; }
  bool operator<(const vec &o) const { return norm2() < o.norm2(); }
};
inline vec operator-(const vec &a, const vec &b) { return a + -b; }
inline vec operator*(double s, const vec &v) { return {s * v.x, s * v.y, s * v.z}; }
static double dot(vec a, const vec &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct particle {
  vec at, speed;
  int hits[2];
};

//===----------------------------------------------------------------------===//
// Operators, temporaries, locals
//===----------------------------------------------------------------------===//

void gravity(vec *force, const particle *p, int n, double soft) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    vec all = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
      const vec d = p[j].at - p[i].at;
      const double r2 = dot(d, d) + soft;
      all += 1 / (r2 * std::sqrt(r2)) * d;
    }
    force[i] = all;
  }
}

void kicked(particle *p, const vec *force, int n, double dt) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    p[i].speed += dt * force[i];
    p[i].at += dt * p[i].speed;
    if (p[i].at < p[i].speed)
      p[i].hits[0] += (p[i].at - p[i].speed).norm2() > 2;
    p[i].speed *= 0.5;
  }
}

// One structure on both sides of an operator.
void doubled(vec *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    v[i] += v[i];
    v[i] = -v[i] + v[i] + v[i];
  }
}

// From C: a structure without a name of its own, and literals of it in macros.
typedef struct {
  double real, imag;
} number;
#define SCALED(a, by) (number){(a).real * (by), (a).imag * (by)}

void scaled(number *to, const number *from, const double *by, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const number turned = (number){-from[i].imag, from[i].real};
    to[i] = SCALED(turned, by[i]);
    if (by[i] == 0)
      to[i] = (number){1, 0};
  }
}

CASE(literals) {
  for (int n : harness::sizes()) {
    number *to = reinterpret_cast<number *>(r.out<double>(2 * n));
    const number *from = reinterpret_cast<const number *>(r.in<double>(2 * n));
    const double *by = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { scaled(to, from, by, n); });
  }
}
CASE(gravity) {
  for (int n : harness::few_sizes()) {
    vec *force = reinterpret_cast<vec *>(r.out<double>(3 * n));
    const particle *p = reinterpret_cast<const particle *>(r.in<double>(7 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { gravity(force, p, n, 0.125); });
  }
}
CASE(kicked) {
  for (int n : harness::sizes()) {
    particle *p = reinterpret_cast<particle *>(r.in<double>(7 * n));
    const vec *force = reinterpret_cast<const vec *>(r.in<double>(3 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { kicked(p, force, n, 0.25); });
  }
}
CASE(doubled) {
  for (int n : harness::sizes()) {
    vec *v = reinterpret_cast<vec *>(r.in<double>(3 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { doubled(v, n); });
  }
}

//===----------------------------------------------------------------------===//
// Copies, as a whole and in part
//===----------------------------------------------------------------------===//

void saved(particle *old, const particle *now, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    old[i] = now[n - 1 - i];
    old[i].at = i % 2 ? now[i].speed : now[i].at;
  }
}

// Reads that later iterations overwrite.
void moved_up(particle *p, int n) {
  [[heddle::map, heddle::copy(p)]]
  for (int i = 0; i < n - 1; ++i) {
    const particle next = p[i + 1];
    p[i] = next;
  }
}

struct pixel {
  unsigned char r, g, b, a;
};
static pixel mix(pixel s, pixel d) {
  pixel out;
  out.r = static_cast<unsigned char>((s.r * s.a + d.r * (255 - s.a)) / 255);
  out.g = static_cast<unsigned char>((s.g * s.a + d.g * (255 - s.a)) / 255);
  out.b = static_cast<unsigned char>((s.b * s.a + d.b * (255 - s.a)) / 255);
  out.a = d.a;
  return out;
}
void blended(pixel *to, const pixel *from, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      pixel *const at = to + i * m + j;
      *at = mix(from[i * m + j], *at);
    }
}

// Arrays of structures that are the iteration's own.
void sorted(vec *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    vec own[3] = {v[3 * i], v[3 * i + 1], {0, 1, 2}}, t;
    own[2] += v[3 * i + 2];
    for (int pass = 0; pass < 2; ++pass)
      for (int k = 0; k < 2; ++k)
        if (own[k + 1] < own[k]) {
          t = own[k];
          own[k] = own[k + 1];
          own[k + 1] = t;
        }
    for (int k = 0; k < 3; ++k)
      v[3 * i + k] = own[k];
  }
}

CASE(saved) {
  for (int n : harness::sizes()) {
    particle *old = reinterpret_cast<particle *>(r.out<double>(7 * n));
    const particle *now = reinterpret_cast<const particle *>(r.in<double>(7 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { saved(old, now, n); });
  }
}
CASE(moved_up) {
  for (int n : harness::sizes()) {
    particle *p = reinterpret_cast<particle *>(r.in<double>(7 * n));
    r.call({n}, n > 1 ? taken::any : taken::nothing, [&] { moved_up(p, n); });
  }
}
CASE(blended) {
  for (int n : harness::few_sizes()) {
    const int m = 3;
    pixel *to = reinterpret_cast<pixel *>(r.in<int>(n * m));
    const pixel *from = reinterpret_cast<const pixel *>(r.in<int>(n * m));
    r.call({n, m}, harness::fast_if(n > 0), [&] { blended(to, from, n, m); });
  }
}
CASE(sorted) {
  for (int n : harness::sizes()) {
    vec *v = reinterpret_cast<vec *>(r.in<double>(9 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { sorted(v, n); });
  }
}

//===----------------------------------------------------------------------===//
// Structures of the caller's, given to functions as a whole
//===----------------------------------------------------------------------===//

struct settings {
  vec drift;
  double damping;
  int limits[2];
};
static double damped(double v, const settings &s) {
  return v * s.damping + s.drift.y;
}
static double limited(double v, settings s) {
  s.damping *= 2;
  return v > s.limits[1] ? damped(v, s) : v;
}
static double behind(double v, const settings *s) {
  return v + s->limits[0] - s->drift.x;
}

void settled(double *y, const double *x, int n, settings own, const settings &given,
             const settings *some) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const settings here = given;
    y[i] = limited(x[i], own) + behind(x[i], &own) + damped(x[i], given) +
           behind(x[i], some) + here.damping * own.drift.z;
  }
}

struct solver {
  settings all;
  double weight;
  void apply(double *y, int n) const {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = weight * damped(y[i], all) + behind(y[i], &this->all);
  }
};

CASE(settled) {
  for (int n : harness::sizes()) {
    settings *s = reinterpret_cast<settings *>(r.in<double>(5));
    s->limits[0] = 3, s->limits[1] = -2;
    settings own = *s;
    own.drift = {1, 2, 4};
    const double *x = r.in<double>(n);
    double *y = r.out<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { settled(y, x, n, own, *s, s); });
    const solver all{own, 0.5};
    y = r.in<double>(n);
    r.call({n, 1}, harness::fast_if(n > 0), [&] { all.apply(y, n); });
  }
}

// The structure is among what is stored, which the launch finds.
CASE(settled_in_place) {
  for (int n : {5, 9}) {
    double *y = r.in<double>(n);
    settings *s = reinterpret_cast<settings *>(y);
    s->limits[0] = 1, s->limits[1] = 0;
    const double *x = r.in<double>(n);
    r.call({n}, taken::sequential, [&] { settled(y, x, n, *s, *s, s); });
  }
}

} // namespace SIDE
