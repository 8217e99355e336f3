//===- particles.cpp - bodies, swarms and molecules -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;

struct vec3 {
  float x, y, z;
};
struct body {
  vec3 position, velocity;
  float mass;
};

// Every body pulls every other one: an array of structures.
void accelerate(std::vector<vec3> &a, const std::vector<body> &bodies,
                float softening) {
  [[heddle::map]]
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const vec3 &here = bodies[i].position;
    float ax = 0, ay = 0, az = 0;
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      const body &other = bodies[j];
      const float dx = other.position.x - here.x;
      const float dy = other.position.y - here.y;
      const float dz = other.position.z - here.z;
      const float r2 = dx * dx + dy * dy + dz * dz + softening;
      const float pull = other.mass / (r2 * std::sqrt(r2));
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    a[i].x = ax;
    a[i].y = ay;
    a[i].z = az;
  }
}

// The same as a structure of arrays; no body pulls itself.
struct swarm {
  std::vector<double> x, y, mass, ax, ay;

  void pull() {
    const std::size_t n = x.size();
    [[heddle::map(GridBlock(1, SplitLast(64, ShiftLB(Gen))))]]
    for (std::size_t i = 0; i < n; ++i) {
      double fx = 0, fy = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i)
          continue;
        const double dx = x[j] - x[i], dy = y[j] - y[i];
        const double d2 = dx * dx + dy * dy + 0.01;
        const double w = mass[j] / (d2 * std::sqrt(d2));
        fx += w * dx;
        fy += w * dy;
      }
      ax[i] = fx;
      ay[i] = fy;
    }
  }
};

// A reference to each body.
void integrate(body *bodies, const vec3 *a, int n, float dt) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    body &b = bodies[i];
    b.velocity.x += dt * a[i].x;
    b.velocity.y += dt * a[i].y;
    b.velocity.z += dt * a[i].z;
    b.position.x += dt * b.velocity.x;
    b.position.y += dt * b.velocity.y;
    b.position.z += dt * b.velocity.z;
  }
}

// Walls send bodies back.
void bounce(std::vector<body> &bodies, float size) {
  HEDDLE(map)
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    vec3 &p = bodies[i].position;
    vec3 &v = bodies[i].velocity;
    if (p.x < 0) {
      p.x = -p.x;
      v.x = -v.x;
    } else if (p.x > size) {
      p.x = 2 * size - p.x;
      v.x = -v.x;
    }
    if (p.y < 0 || p.y > size)
      v.y = -v.y;
    if (p.z < 0 || p.z > size)
      v.z = -v.z;
  }
}

// Molecules within a cutoff; small arrays belong to the thread.
void lennard_jones(double (*force)[3], const double (*r)[3], int n,
                   double cutoff) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i) {
    double f[3] = {0, 0, 0};
    for (int j = 0; j < n; ++j) {
      if (i == j)
        continue;
      double d[3], r2 = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = r[i][k] - r[j][k];
        r2 += d[k] * d[k];
      }
      if (r2 > cutoff * cutoff)
        continue;
      const double s = 1 / r2, s3 = s * s * s;
      for (int k = 0; k < 3; ++k)
        f[k] += 24 * s * s3 * (2 * s3 - 1) * d[k];
    }
    for (int k = 0; k < 3; ++k)
      force[i][k] = f[k];
  }
}

// Which cell of a grid each body is in.
void sort_into_cells(int *cell, const body *bodies, int n, float h, int row) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int cx = static_cast<int>(bodies[i].position.x / h);
    const int cy = static_cast<int>(bodies[i].position.y / h);
    cell[i] = cy * row + cx;
  }
}

// A vector with the arithmetic of vectors.
struct Vec3 {
  double x, y, z;

  Vec3() : x(0), y(0), z(0) {}
  Vec3(double x, double y, double z) : x(x), y(y), z(z) {}
  Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {s * x, s * y, s * z}; }
  Vec3 &operator+=(const Vec3 &o) { return *this = *this + o; }
};
inline double dot(const Vec3 &a, const Vec3 &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// A box that repeats itself, cut into cells.
struct box {
  double side;
  int cells;

  double nearest(double d) const {
    return d > side / 2 ? d - side : d < -side / 2 ? d + side : d;
  }
  int cell(double x) const {
    const int c = static_cast<int>(x / side * cells);
    return c < 0 ? 0 : c >= cells ? cells - 1 : c;
  }
  int cell(const Vec3 &r) const {
    return (cell(r.x) * cells + cell(r.y)) * cells + cell(r.z);
  }
};

// How many molecules are in each cell,
void count_molecules(std::vector<int> &count, const std::vector<Vec3> &r,
                     box b) {
  [[heddle::map]]
  for (const Vec3 &each : r) {
    const int c = b.cell(each);
    ++count[c];
  }
}

// the molecules in the order of their cells: no two have one place,
void place_molecules(Vec3 *sorted, const Vec3 *r, const int *place, int n) {
  [[heddle::map, heddle::extent(sorted, n), heddle::independent(sorted)]]
  for (int i = 0; i < n; ++i)
    sorted[place[i]] = r[i];
}

// and the forces between neighbours: 27 cells hold all that are close enough.
void cell_forces(std::vector<Vec3> &force, const std::vector<Vec3> &r,
                 const std::vector<int> &first, box b, double cutoff) {
  [[heddle::map]]
  for (std::size_t i = 0; i < r.size(); ++i) {
    const Vec3 here = r[i];
    const int cx = b.cell(here.x), cy = b.cell(here.y), cz = b.cell(here.z);
    Vec3 f;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz) {
          const int x = (cx + dx + b.cells) % b.cells,
                    y = (cy + dy + b.cells) % b.cells,
                    z = (cz + dz + b.cells) % b.cells;
          const int c = (x * b.cells + y) * b.cells + z;
          for (int j = first[c]; j < first[c + 1]; ++j) {
            if (j == static_cast<int>(i))
              continue;
            Vec3 d = here - r[j];
            d = Vec3(b.nearest(d.x), b.nearest(d.y), b.nearest(d.z));
            const double r2 = dot(d, d);
            if (r2 < cutoff * cutoff) {
              const double s = 1 / (r2 + 0.25), s3 = s * s * s;
              f += d * (24 * s * s3 * (2 * s3 - 1));
            }
          }
        }
    force[i] = f;
  }
}

// Charge of particles on a grid, in integers: any order gives the same.
void deposit(std::vector<int> &charge, const body *bodies, int n, float h,
             int row) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const vec3 &p = bodies[i].position;
    const int x = static_cast<int>(p.x / h), y = static_cast<int>(p.y / h);
    const int wx = static_cast<int>((p.x / h - x) * 256),
              wy = static_cast<int>((p.y / h - y) * 256);
    charge[y * row + x] += (256 - wx) * (256 - wy);
    charge[y * row + x + 1] += wx * (256 - wy);
    charge[(y + 1) * row + x] += (256 - wx) * wy;
    charge[(y + 1) * row + x + 1] += wx * wy;
  }
}

// Mass in floating point, in the order of the loop: cloud in cell.
void deposit_mass(std::vector<float> &mass, const body *bodies, int n,
                  float h) {
  [[heddle::map, heddle::reduce(mass)]]
  for (int i = 0; i < n; ++i) {
    const int cell = static_cast<int>(bodies[i].position.x / h);
    const float right = bodies[i].position.x / h - static_cast<float>(cell);
    mass[cell] += bodies[i].mass * (1 - right);
    mass[cell + 1] += bodies[i].mass * right;
  }
}

// The bodies that leave, one behind the other: there need be no room for more.
int leaving(std::vector<body> &gone, const std::vector<body> &bodies,
            float side) {
  int count = 0;
  [[heddle::map]]
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].position.x > side)
      gone[count++] = bodies[i];
  return count;
}

int main() {
  const std::size_t n = 211;
  const auto p = gallery::between<float>(0, 8, 3 * n, 1);
  const auto v = gallery::between<float>(-1, 2, 3 * n, 2);
  std::vector<body> bodies(n);
  for (std::size_t i = 0; i < n; ++i)
    bodies[i] = {{p[3 * i], p[3 * i + 1], p[3 * i + 2]},
                 {v[3 * i], v[3 * i + 1], v[3 * i + 2]},
                 1.0f + static_cast<float>(i % 3)};
  std::vector<vec3> a(n);
  accelerate(a, bodies, 0.125f);
  gallery::show("accelerate", a, &vec3::x, &vec3::y, &vec3::z);

  const auto x = gallery::between<double>(0, 8, n, 3);
  swarm bees{x, gallery::between<double>(0, 4, n, 4), x, x, x};
  bees.pull();
  gallery::show("pull", bees.ax);

  integrate(bodies.data(), a.data(), static_cast<int>(n), 0.5f);
  std::vector<vec3> positions, velocities;
  for (const body &b : bodies)
    positions.push_back(b.position);
  gallery::show("integrate", positions, &vec3::x, &vec3::y, &vec3::z);
  bounce(bodies, 8);
  for (const body &b : bodies)
    velocities.push_back(b.velocity);
  gallery::show("bounce", velocities, &vec3::x, &vec3::y, &vec3::z);

  const int molecules = 97;
  const auto where = gallery::between<double>(0, 16, 3 * molecules, 5);
  double r[molecules][3], force[molecules][3];
  std::memcpy(r, where.data(), sizeof(r));
  lennard_jones(force, r, molecules, 5);
  gallery::show("lennard_jones", &force[0][0], 3 * molecules);

  const box b{12, 4};
  std::vector<Vec3> liquid, sorted(211), pushes(211);
  for (int i = 0; i < 211; ++i)
    liquid.emplace_back(p[3 * i] * 1.5, p[3 * i + 1] * 1.5, p[3 * i + 2] * 1.5);
  std::vector<int> count(64), place(n), first(65);
  count_molecules(count, liquid, b);
  gallery::show("count_molecules", count);
  for (int c = 0; c < 64; ++c)
    first[c + 1] = first[c] + count[c];
  for (std::size_t i = n; i-- > 0;)
    place[i] = first[b.cell(liquid[i])] + --count[b.cell(liquid[i])];
  place_molecules(sorted.data(), liquid.data(), place.data(), int(n));
  gallery::show("place_molecules", sorted, &Vec3::x, &Vec3::y, &Vec3::z);
  cell_forces(pushes, sorted, first, b, 2.5);
  gallery::show("cell_forces", pushes, &Vec3::x, &Vec3::y, &Vec3::z);

  for (body &each : bodies) {
    each.position.x = std::fabs(each.position.x);
    each.position.y = std::fabs(each.position.y);
  }
  std::vector<int> charge(40 * 40);
  deposit(charge, bodies.data(), int(n), 0.5f, 40);
  gallery::show("deposit", charge);

  std::vector<body> gone(n);
  gone.resize(leaving(gone, bodies, 4));
  std::vector<vec3> last;
  for (const body &b : gone)
    last.push_back(b.position);
  gallery::show("leaving", last, &vec3::x, &vec3::y, &vec3::z);

  std::vector<float> mass(18);
  deposit_mass(mass, bodies.data(), int(n), 0.5f);
  gallery::show("deposit_mass", mass);

  std::vector<int> cell(n);
  sort_into_cells(cell.data(), bodies.data(), static_cast<int>(n), 0.5f, 17);
  gallery::show("sort_into_cells", cell);
}
