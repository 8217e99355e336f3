//===- given-objects.cpp - objects that functions are given ---------------===//
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

class Mesh {
public:
  Mesh(long nodes, long cells) : m_x(nodes), m_ends(2 * cells) {}
  double &x(long node) { return m_x[node]; }
  const double &x(long node) const { return m_x[node]; }
  int *ends(long cell) { return &m_ends[2 * cell]; }
  double scale() const { return m_scale; }

  double shift = 0.25;
  std::vector<double> length;

private:
  std::vector<double> m_x;
  std::vector<int> m_ends;
  double m_scale = 1.5;
};

struct Model {
  Mesh mesh;
};

// Members of the object that the call names, through several calls.
static double distance(const Mesh &m, int a, int b) {
  return (m.x(b) - m.x(a)) * m.scale() + m.shift;
}
static void collect(Mesh &mesh, const int *ends, double at[2]) {
  at[0] = mesh.x(ends[0]);
  at[1] = mesh.x(ends[1]) + distance(mesh, ends[0], ends[1]);
}
// The only parameter, and the last one.
static double first(const Mesh &m) { return m.x(0); }
static double of(int k, const Mesh &m) { return m.x(k); }
static void keep(Mesh &m, int k, double v) { m.length[k] = v; }
// Two objects, which may be one.
static double both(const Mesh &a, Mesh &b, int k) {
  return a.x(k) - b.x(k) + a.shift * b.scale();
}
// A macro of its own.
static double volume(const Mesh &m, int k) {
#define PRODUCT(a, b) \
  ((a) * (b) + (a))
  const double v = PRODUCT(m.shift, 0.5 * k);
#undef PRODUCT
  return v;
}

void lengths(Mesh &mesh, int n) {
  [[heddle::map]]
  for (int k = 0; k < n; ++k) {
    int *ends = mesh.ends(k);
    double at[2];
    collect(mesh, ends, at);
    keep(mesh, k, at[1] - at[0] + volume(mesh, k));
  }
}

void differences(Model &model, Mesh *other, double *y, int n) {
  [[heddle::map]]
  for (int k = 0; k < n; ++k)
    y[k] = both(model.mesh, *other, k) + both(*other, *other, k) + of(k, model.mesh) +
           first(model.mesh);
}

CASE(given_objects) {
  for (const int n : {0, 1, 33, 300}) {
    r.call({n}, {n ? taken::fast : taken::nothing, 2}, [&] {
      const auto y = r.out<double>(n);
      const auto z = r.out<double>(n);
      Mesh mesh(n + 1, n);
      Model model{Mesh(n + 1, n)};
      mesh.length.resize(n);
      for (int k = 0; k <= n; ++k) {
        mesh.x(k) = 0.5 * k * k;
        model.mesh.x(k) = k / 7.0;
      }
      for (int k = 0; k < n; ++k) {
        mesh.ends(k)[0] = n - k;
        mesh.ends(k)[1] = (7 * k) % (n + 1);
      }
      lengths(mesh, n);
      differences(model, &mesh, y, n);
      for (int k = 0; k < n; ++k)
        z[k] = mesh.length[k];
    });
  }
}

} // namespace SIDE
