//===- strides-of-members.cpp - widths that objects know ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Variables in front of a nest that say how long rows and planes are, of members and of
// functions of objects, are seen through: no launch asks for strides, nor looks first.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --check --report=text %s -- -std=c++17 -DSIDE=mapped -I %include -I %S/Inputs > %t.report
// RUN: sed '/hidden/,$d' %t.report > %t.seen-through
// RUN: grep -c ': mapped' %t.seen-through | grep -x 7
// RUN: not grep -E 'check +(stride|pass)' %t.seen-through
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

struct grid {
  int nx, ny, nz;
  int row() const { return nx + 2; }
  int plane() const { return row() * (ny + 2); }
  int at(int i, int j, int k) const { return (k * (ny + 2) + j) * row() + i; }
  int size() const { return plane() * (nz + 2); }
  void own(double *v, const double *u) const;
  void hidden(double *v, const double *u) const;
};

#define STENCIL(G)                                                             \
  for (int k = 1; k <= G nz; ++k)                                              \
    for (int j = 1; j <= G ny; ++j)                                            \
      for (int i = 1; i <= G nx; ++i) {                                        \
        const int c = k * plane + j * row + i;                                 \
        v[c] = u[c - plane] + u[c + plane] + u[c - row] + u[c + row];          \
      }

void by_members(double *v, const double *u, const grid &g) {
  const int row = g.nx + 2, plane = row * (g.ny + 2);
  [[heddle::map]]
  STENCIL(g.)
}
void by_functions(double *v, const double *u, const grid &g) {
  const int row = g.row(), plane = g.plane();
  [[heddle::map]]
  STENCIL(g.)
}
void by_value(double *v, const double *u, grid g) {
  const int plane = (g.nx + 2) * (g.ny + 2);
  const int row = g.row();
  [[heddle::map]]
  STENCIL(g.)
}
void by_pointer(double *v, const double *u, const grid *g) {
  const int row = g->row(), plane = row * (g->ny + 2);
  [[heddle::map]]
  STENCIL(g->)
}
void by_index(double *v, const double *u, const grid &g) {
  const int row = g.row(), plane = g.plane();
  [[heddle::map]]
  for (int k = 1; k <= g.nz; ++k)
    for (int j = 1; j <= g.ny; ++j)
      for (int i = 1; i <= g.nx; ++i) {
        const int c = g.at(i, j, k);
        v[c] = u[c - plane] + u[c + plane] + u[c - row] + u[c + row];
      }
}
void in_a_loop(double *v, double *u, grid g) {
  for (int t = 0; t < 3; ++t) {
    g.nz -= t;
    const int row = g.row(), plane = g.plane();
    [[heddle::map]]
    STENCIL(g.)
    g.ny -= 1;
  }
}
void grid::own(double *v, const double *u) const {
  const int row = nx + 2, plane = row * (ny + 2);
  [[heddle::map]]
  STENCIL(this->)
}

// The members that the variables speak of have another name at the nest.
void grid::hidden(double *v, const double *u) const {
  const int row = this->nx + 2, width = (nx + 2) * (ny + 2);
  const int plane = width, nx = 3;
  [[heddle::map]]
  for (int k = 1; k <= nz; ++k)
    for (int j = 1; j <= ny; ++j)
      for (int i = 1; i <= nx; ++i) {
        const int c = k * (row * (ny + 2)) + j * row + i;
        v[c] = u[c] + plane;
      }
}

// Names of others are names of others; functions that call themselves are left alone.
int width = 2;
struct deep {
  int n;
  int depth() const { return n > 100 ? depth() - 1 : n; }
};
template <class G> void shadowed(double *v, const double *u, const G &g) {
  const int row = g.nx + width, width = 1;
  [[heddle::map]]
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      v[j * row + i] = u[j * row + i] + width;
}
template <class G> void in_template(double *v, const double *u, const G &g) {
  const int row = g.nx + 2;
  [[heddle::map]]
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      v[j * row + i] = u[j * row + i + 1];
}
void of_itself(double *v, const double *u, const deep &d) {
  const int row = d.depth() + 2;
  [[heddle::map]]
  for (int j = 0; j < d.n; ++j)
    for (int i = 0; i < d.n; ++i)
      v[j * row + i] = u[j * row + i];
}
void of_vector(double *v, const double *u, const std::vector<int> &g) {
  const int row = static_cast<int>(g.size()) + 2;
  [[heddle::map]]
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 5; ++i)
      v[j * row + i] = u[j * row + i];
}
void step(double *v, const double *u, const grid &g) {
  const int row = g.nx + 2;
  [[heddle::map]]
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      v[j * row + i] = 0.5 * u[j * row + i] + g.nz;
}
void in_a_program(double *v, double *u, grid g) {
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    step(v, u, g);
    step(u, v, g);
    g.nx -= 1;
  }
}

// What stands between the variables and the nest may change the members.
void set(grid &g, int to) { g.nx = to; }
int changed(double *v, const double *u, grid g) {
  const int row = g.nx + 2;
  set(g, 2);
  [[heddle::map]]
  for (int j = 1; j <= g.ny; ++j)
    for (int i = 1; i <= g.nx; ++i)
      v[j * row + i] = u[j * row + i] + row;
  return row;
}
int stored(double *v, const double *u, grid &g, int *p) {
  const int row = g.nx + 2;
  *p = 2;
  [[heddle::map]]
  for (int j = 1; j <= g.ny; ++j)
    for (int i = 1; i <= g.nx; ++i)
      v[j * row + i] = u[j * row + i] + row;
  return row;
}

using stencil = void (*)(double *, const double *, const grid &);
void run(harness::recorder &r, stencil s) {
  for (int nx : {0, 1, 13})
    for (int ny : {1, 4})
      for (int nz : {1, 5}) {
        const grid g{nx, ny, nz};
        double *v = r.in<double>(g.size()), *u = r.in<double>(g.size());
        r.call({nx, ny, nz}, harness::fast_if(nx > 0), [&] { s(v, u, g); });
      }
}

CASE(by_members) { run(r, by_members); }
CASE(by_functions) { run(r, by_functions); }
CASE(by_value) {
  run(r, [](double *v, const double *u, const grid &g) { by_value(v, u, g); });
}
CASE(by_pointer) {
  run(r,
      [](double *v, const double *u, const grid &g) { by_pointer(v, u, &g); });
}
CASE(by_index) { run(r, by_index); }
CASE(own) {
  run(r, [](double *v, const double *u, const grid &g) { g.own(v, u); });
}
CASE(in_a_loop) {
  const grid g{7, 6, 5};
  double *v = r.in<double>(g.size()), *u = r.in<double>(g.size());
  r.call({7}, {taken::fast, 3}, [&] { in_a_loop(v, u, g); });
}
CASE(hidden) {
  const grid g{7, 6, 5};
  double *v = r.in<double>(g.size()), *u = r.in<double>(g.size());
  r.call({7}, taken::fast, [&] { g.hidden(v, u); });
}
CASE(names) {
  const grid g{7, 6, 5};
  const std::vector<int> list(9);
  double *v = r.in<double>(g.size()), *u = r.in<double>(g.size());
  r.call({7}, {taken::fast, 10}, [&] {
    shadowed(v, u, g);
    in_template(u, v, g);
    of_itself(v, u, deep{6});
    of_vector(u, v, list);
    in_a_program(v, u, g);
  });
}
CASE(changed) {
  const grid g{7, 6, 5};
  double *v = r.in<double>(g.size()), *u = r.in<double>(g.size());
  int *row = r.out<int>(1);
  r.call({7}, taken::fast, [&] { *row = changed(v, u, g); });
}
CASE(stored) {
  grid g{7, 6, 5};
  double *v = r.in<double>(g.size()), *u = r.in<double>(g.size());
  int *row = r.out<int>(1);
  r.call({7}, taken::fast, [&] {
    g.nx = 7;
    *row = stored(v, u, g, &g.nx);
  });
}

} // namespace SIDE
