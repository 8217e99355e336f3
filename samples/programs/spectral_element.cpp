//===- spectral_element.cpp - Poisson's equation by spectral elements -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operator of codes for flows such as Nek5000: a field has n x n x n values
// in each hexahedron, at the points of Gauss, Lobatto and Legendre. There is no
// matrix but the one of derivatives along a line; geometric factors bend the
// elements, and a sum over the copies of each node joins them. Conjugate
// gradients solve -div grad u = f, whose solution is known. The arguments are
// the number of elements, which is made a cube, and the most iterations.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>

using namespace heddle;

constexpr int degree = 5, n = degree + 1; // of polynomials; points on an edge
constexpr int points = n * n * n;
using values = std::vector<double>;
const double pi = std::acos(-1.0);

inline double solution(double x, double y, double z) {
  return std::sin(pi * x) * std::sin(pi * y) * std::sin(pi * z);
}

inline int index(int e, int k, int j, int i) {
  return ((e * n + k) * n + j) * n + i;
}

// The points of Gauss, Lobatto and Legendre, their weights, and the derivatives
// at them of the polynomials that are 1 at one of them.
struct basis {
  double point[n] = {-1, -0.7650553239294647, -0.2852315164806451,
                     0.2852315164806451, 0.7650553239294647, 1};
  double weight[n] = {1 / 15.0, 0.3784749562978470, 0.5548583770354863,
                      0.5548583770354863, 0.3784749562978470, 1 / 15.0};
  double derive[n][n] = {};

  basis() {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (i != j) {
          double product = 1 / (point[j] - point[i]);
          for (int k = 0; k < n; ++k)
            if (k != i && k != j)
              product *= (point[i] - point[k]) / (point[j] - point[k]);
          derive[i][j] = product;
          derive[i][i] -= product;
        }
  }
};

// The cube of edge^3 elements. A node is a point of up to eight of them;
// the values of nodes at the surface are fixed, and nothing is added up there.
struct copies {
  int count, point[8];
};

struct mesh {
  basis b;
  int elements, nodes;
  std::vector<int> node;      // of each point
  std::vector<copies> points; // of each node
  values x, y, z, exact;      // its place, and the solution there
};

// Numbers the nodes, and bends what is inside of the cube.
mesh make_mesh(int edge) {
  const int last = edge * degree, side = last + 1;
  mesh m;
  m.elements = edge * edge * edge;
  m.nodes = side * side * side;
  m.node.resize(m.elements * points);
  m.points.resize(m.nodes);
  m.x = m.y = m.z = m.exact = values(m.nodes);
  for (int l = 0; l < m.elements * points; ++l) {
    const int e = l / points, i = l % n, j = l / n % n, k = l / n / n % n;
    const int ei = e % edge, ej = e / edge % edge, ek = e / edge / edge;
    const int ni = ei * degree + i, nj = ej * degree + j, nk = ek * degree + k;
    const int at = (nk * side + nj) * side + ni;
    m.node[l] = at;
    if (ni % last != 0 && nj % last != 0 && nk % last != 0)
      m.points[at].point[m.points[at].count++] = l;
    const double x = (ei + (m.b.point[i] + 1) / 2) / edge;
    const double y = (ej + (m.b.point[j] + 1) / 2) / edge;
    const double z = (ek + (m.b.point[k] + 1) / 2) / edge;
    const double bend = 0.06 * solution(x, y, z);
    m.x[at] = x + bend, m.y[at] = y - bend, m.z[at] = z + bend;
    m.exact[at] = solution(m.x[at], m.y[at], m.z[at]);
  }
  return m;
}

struct vec3 {
  double x, y, z;
};

inline vec3 cross(const vec3 &a, const vec3 &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The derivatives of nodal values along the three directions of an element.
inline vec3 slopes(const values &u, const mesh &m, int e, int k, int j, int i) {
  vec3 d{0, 0, 0};
  for (int l = 0; l < n; ++l) {
    d.x += m.b.derive[i][l] * u[m.node[index(e, k, j, l)]];
    d.y += m.b.derive[j][l] * u[m.node[index(e, k, l, i)]];
    d.z += m.b.derive[k][l] * u[m.node[index(e, l, j, i)]];
  }
  return d;
}

// Turns gradients in an element to those in space, times the point's volume.
struct metric {
  double xx, xy, xz, yy, yz, zz;
};

// Measures the elements, and weighs the values of the nodes there.
void measure(std::vector<metric> &g, values &load, const mesh &m) {
  [[heddle::map]]
  for (int e = 0; e < m.elements; ++e)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const int here = index(e, k, j, i);
          const vec3 x = slopes(m.x, m, e, k, j, i),
                     y = slopes(m.y, m, e, k, j, i),
                     z = slopes(m.z, m, e, k, j, i);
          const vec3 p = cross(y, z), q = cross(z, x), r = cross(x, y);
          const double det = x.x * p.x + x.y * p.y + x.z * p.z;
          const double w = m.b.weight[i] * m.b.weight[j] * m.b.weight[k];
          const double s = w / det;
          g[here] = {s * (p.x * p.x + q.x * q.x + r.x * r.x),
                     s * (p.x * p.y + q.x * q.y + r.x * r.y),
                     s * (p.x * p.z + q.x * q.z + r.x * r.z),
                     s * (p.y * p.y + q.y * q.y + r.y * r.y),
                     s * (p.y * p.z + q.y * q.z + r.y * r.z),
                     s * (p.z * p.z + q.z * q.z + r.z * r.z)};
          load[here] = w * det * m.exact[m.node[here]];
        }
}

// The sum of all copies of each node.
void gather(values &nodal, const values &u, const mesh &m) {
  [[heddle::map]]
  for (int node = 0; node < m.nodes; ++node) {
    double sum = 0;
    for (int c = 0; c < m.points[node].count; ++c)
      sum += u[m.points[node].point[c]];
    nodal[node] = sum;
  }
}

// The weighted gradient, and the sums by which it changes each value.
void fluxes(std::vector<vec3> &flux, const values &u,
            const std::vector<metric> &g, const mesh &m) {
  [[heddle::map]]
  for (int e = 0; e < m.elements; ++e)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const int here = index(e, k, j, i);
          const vec3 d = slopes(u, m, e, k, j, i);
          const metric &h = g[here];
          flux[here] = {h.xx * d.x + h.xy * d.y + h.xz * d.z,
                        h.xy * d.x + h.yy * d.y + h.yz * d.z,
                        h.xz * d.x + h.yz * d.y + h.zz * d.z};
        }
}

void divergence(values &out, const std::vector<vec3> &flux, const mesh &m) {
  [[heddle::map]]
  for (int e = 0; e < m.elements; ++e)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          double sum = 0;
          for (int l = 0; l < n; ++l)
            sum += m.b.derive[l][i] * flux[index(e, k, j, l)].x +
                   m.b.derive[l][j] * flux[index(e, k, l, i)].y +
                   m.b.derive[l][k] * flux[index(e, l, j, i)].z;
          out[index(e, k, j, i)] = sum;
        }
}

double dot(const values &a, const values &b) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

// y = a x + b y
void combine(values &y, double a, const values &x, double b) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = a * x[i] + b * y[i];
}

int main(int argc, char **argv) {
  const double wanted = programs::size(argc, argv, 1, 8);
  const int most = programs::size(argc, argv, 2, 100);
  const mesh m = make_mesh(static_cast<int>(std::cbrt(wanted) + 0.5));
  std::printf("%d elements, %d nodes\n", m.elements, m.nodes);

  values x(m.nodes);
  [[heddle::program]] {
    std::vector<metric> g(m.node.size());
    std::vector<vec3> flux(m.node.size());
    values sums(m.node.size()), r(m.nodes), p(m.nodes), ap(m.nodes);
    measure(g, sums, m);
    gather(p, sums, m);
    combine(r, 3 * pi * pi, p, 0);
    combine(p, 1, r, 0);
    const double first = dot(r, r);
    double rr = first;
    for (int t = 1; t <= most && rr > 1e-14 * first; ++t) {
      fluxes(flux, p, g, m);
      divergence(sums, flux, m);
      gather(ap, sums, m);
      const double alpha = rr / dot(p, ap);
      combine(x, alpha, p, 1);
      combine(r, -alpha, ap, 1);
      const double before = rr;
      rr = dot(r, r);
      combine(p, 1, r, rr / before);
      if (t % 10 == 0)
        std::printf("iteration %d: residual %.1e\n", t, std::sqrt(rr / first));
    }
  }

  double off = 0;
  for (int k = 0; k < m.nodes; ++k)
    off = std::max(off, std::fabs(x[k] - m.exact[k]));
  std::printf("largest error %.3e\n", off);
}
