//===- records.cpp - arrays of structures ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

struct vec3 {
  float x, y, z;
};
struct particle {
  vec3 position, velocity;
  double mass;
  short cell[3];
  bool alive;
  int hits[2][2];
};

template <class T> T *filled(harness::recorder &r, int n, int seed) {
  T *made = r.out<T>(n);
  unsigned char *bytes = reinterpret_cast<unsigned char *>(made);
  for (std::size_t k = 0; k < sizeof(T) * (n > 0 ? n : 0); ++k)
    bytes[k] = 0;
  for (int i = 0; i < n; ++i) {
    particle &p = made[i];
    p.position = {float(i), float(i * seed % 7), 2};
    p.velocity = {1, float(seed), float(i % 5)};
    p.mass = 1 + i % 3;
    p.alive = i % 4 != 0;
    for (int d = 0; d < 3; ++d)
      p.cell[d] = static_cast<short>(d * i);
  }
  return made;
}

void move(particle *p, int n, float dt) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    p[i].position.x += dt * p[i].velocity.x;
    p[i].position.y += dt * p[i].velocity.y;
    p[i].position.z += dt * p[i].velocity.z;
  }
}

// Two members of neighbours: no element is written and read.
void members_apart(particle *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n - 1; ++i)
    p[i].mass = p[i + 1].velocity.y + p[i].cell[1];
}

void member_arrays(particle *p, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int a = 0; a < 2; ++a) {
        particle &q = p[i * m + j];
        q.hits[a][0] = q.cell[a] + j;
        q.hits[1 - a][1] = q.cell[a + 1] - i;
      }
}

void pull(std::vector<vec3> &force, const std::vector<particle> &bodies) {
  [[heddle::map]]
  for (std::size_t i = 0; i < force.size(); ++i) {
    const particle &me = bodies[i];
    const float x = me.position.x, y = me.position.y;
    float fx = 0, fy = 0;
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      const auto &other = bodies[j];
      if (other.alive) {
        fx += other.position.x - x;
        fy += (other.position.y - y) * float(other.mass);
      }
    }
    force[i].x = fx;
    force[i].y = fy;
  }
}

// Threads read what others have not overwritten yet out of a copy.
void shift(particle *p, int n) {
  [[heddle::map, heddle::copy(p)]]
  for (int i = 0; i < n - 1; ++i)
    p[i].velocity.x = p[i + 1].velocity.x + p[i].velocity.x;
}

vec3 corners[5][4];
void globals(int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      vec3 *const c = &corners[i][j];
      c->x = i;
      (*c).z = j;
    }
}

void row_before(particle *p, int *y, int k) {
  const particle *const q = p + k;
  const short *const row = p[k].cell;
  [[heddle::map]]
  for (int i = 0; i < 3; ++i)
    y[i] = row[i] + q[0].cell[2 - i] + q->hits[i % 2][1];
}

struct cloud {
  particle *data;
  int count;
  void age() {
    [[heddle::map]]
    for (int i = 0; i < count; ++i)
      this->data[i].mass *= 2;
  }
};

CASE(records) {
  for (const int n : harness::sizes()) {
    particle *p = filled<particle>(r, n, 3);
    r.call({1, n}, harness::fast_if(n > 0), [&] { move(p, n, 0.25f); });
    p = filled<particle>(r, n, 4);
    r.call({2, n}, harness::fast_if(n > 1), [&] { members_apart(p, n); });
    p = filled<particle>(r, n, 7);
    r.call({7, n}, taken::any, [&] { shift(p, n); });
    p = filled<particle>(r, n, 5);
    std::vector<particle> bodies(p, p + (n > 0 ? n : 0));
    std::vector<vec3> force(bodies.size(), vec3{0, 0, 7});
    cloud c{p, n};
    r.call({3, n}, harness::fast_if(n > 0), [&] { c.age(); });
    r.call({4, n}, harness::fast_if(n > 0), [&] {
      pull(force, bodies);
      for (std::size_t i = 0; i < force.size(); ++i)
        r.keep(force[i].x + 100 * force[i].y + force[i].z);
    });
  }
  for (const int n : harness::tiny_sizes()) {
    particle *p = filled<particle>(r, n * 3, 6);
    r.call({5, n}, harness::fast_if(n > 0), [&] { member_arrays(p, n, 3); });
    if (n > 0) {
      p = filled<particle>(r, n, 8);
      int *y = r.out<int>(3);
      r.call({8, n}, taken::fast, [&] { row_before(p, y, n - 1); });
    }
    vec3 *kept = r.out<vec3>(20);
    r.call({6, n}, harness::fast_if(n > 0), [&] {
      for (auto &row : corners)
        for (vec3 &c : row)
          c = {-1, -1, -1};
      globals(n);
      for (int k = 0; k < 20; ++k)
        kept[k] = corners[k / 4][k % 4];
    });
  }
}

} // namespace SIDE
