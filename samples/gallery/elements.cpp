//===- elements.cpp - finite elements on meshes without order -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <array>
#include <cassert>
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;

// Derivatives of the four bilinear shape functions at a point of the square.
static void shape_derivatives(double xi, double eta, double dn[4][2]) {
  dn[0][0] = -(1 - eta) / 4;
  dn[1][0] = (1 - eta) / 4;
  dn[2][0] = (1 + eta) / 4;
  dn[3][0] = -(1 + eta) / 4;
  dn[0][1] = -(1 - xi) / 4;
  dn[1][1] = -(1 + xi) / 4;
  dn[2][1] = (1 + xi) / 4;
  dn[3][1] = (1 - xi) / 4;
}

// The local matrices of Laplace's equation on quadrilaterals, with two Gauss
// points each way. Counters and most numbers are declared in front, as in C.
void stiffness(double *k, const double *x, const double *y, int elements) {
  const double gauss = 1 / std::sqrt(3.0);
  double ke[4][4], g[4][2];
  double j11, j12, j21, j22, det;
  int e, p, a, b;
  [[heddle::map]]
  for (e = 0; e < elements; e++) {
    for (a = 0; a < 4; a++)
      for (b = 0; b < 4; b++)
        ke[a][b] = 0;
    for (p = 0; p < 4; p++) {
      double dn[4][2];
      shape_derivatives(p % 2 ? gauss : -gauss, p / 2 ? gauss : -gauss, dn);
      j11 = j12 = j21 = j22 = 0;
      for (a = 0; a < 4; a++) {
        j11 += dn[a][0] * x[4 * e + a];
        j12 += dn[a][0] * y[4 * e + a];
        j21 += dn[a][1] * x[4 * e + a];
        j22 += dn[a][1] * y[4 * e + a];
      }
      det = j11 * j22 - j12 * j21;
      for (a = 0; a < 4; a++) {
        g[a][0] = (j22 * dn[a][0] - j12 * dn[a][1]) / det;
        g[a][1] = (j11 * dn[a][1] - j21 * dn[a][0]) / det;
      }
      for (a = 0; a < 4; a++)
        for (b = 0; b < 4; b++)
          ke[a][b] += (g[a][0] * g[b][0] + g[a][1] * g[b][1]) * det;
    }
    for (a = 0; a < 4; a++)
      for (b = 0; b < 4; b++)
        k[16 * e + 4 * a + b] = ke[a][b];
  }
}

// Their product with a vector, element by element: each gathers its nodes.
void multiply_elements(double *f, const double *k, const double *u,
                       const int (*node)[4], int elements, int nodes) {
  [[heddle::map, heddle::extent(u, nodes)]]
  for (int e = 0; e < elements; ++e) {
    double ue[4];
    for (int a = 0; a < 4; ++a)
      ue[a] = u[node[e][a]];
    for (int a = 0; a < 4; ++a) {
      double sum = 0;
      for (int b = 0; b < 4; ++b)
        sum += k[16 * e + 4 * a + b] * ue[b];
      f[4 * e + a] = sum;
    }
  }
}

// And back to the nodes, colour by colour: elements of one share no node.
void assemble(double *r, const double *f, const int (*node)[4],
              const int *element, int first, int last, int nodes,
              int elements) {
  [[heddle::map, heddle::extent(r, nodes), heddle::independent(r),
    heddle::extent(f, 4 * elements), heddle::extent(node, elements)]]
  for (int i = first; i < last; ++i) {
    const int e = element[i];
    for (int a = 0; a < 4; ++a)
      r[node[e][a]] += f[4 * e + a];
  }
}

// The same without colours: each node adds up in the order of the elements.
void assemble_all(double *r, const double *f, const int (*node)[4],
                  int elements, int nodes) {
  [[heddle::map, heddle::extent(r, nodes), heddle::reduce(r)]]
  for (int e = 0; e < elements; ++e)
    for (int a = 0; a < 4; ++a)
      r[node[e][a]] += f[4 * e + a];
}

// The equivalent stress of von Mises, from six numbers for each point.
void von_mises(std::vector<double> &equivalent,
               const std::vector<std::array<double, 6>> &stress) {
  [[heddle::map]]
  for (std::size_t q = 0; q < stress.size(); ++q) {
    std::array<double, 6> s;
    for (std::size_t c = 0; c < s.size(); ++c)
      s[c] = stress[q][c];
    const double mean = (s[0] + s[1] + s[2]) / 3;
    for (int c = 0; c < 3; ++c)
      s[c] -= mean;
    const double j2 = (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / 2 +
                      s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
    equivalent[q] = std::sqrt(3 * j2);
  }
}

// A matrix of three by three as a value.
struct tensor2 {
  double m[3][3];

  double &operator()(int i, int j) { return m[i][j]; }
  double operator()(int i, int j) const { return m[i][j]; }
};

inline double determinant(const tensor2 &f) {
  return f(0, 0) * (f(1, 1) * f(2, 2) - f(1, 2) * f(2, 1)) -
         f(0, 1) * (f(1, 0) * f(2, 2) - f(1, 2) * f(2, 0)) +
         f(0, 2) * (f(1, 0) * f(2, 1) - f(1, 1) * f(2, 0));
}

// Green's strain of each deformation, which must not turn space inside out.
void green_strain(tensor2 *strain, const tensor2 *deformation, int n) {
  [[heddle::map]]
  for (int q = 0; q < n; ++q) {
    const tensor2 f = deformation[q];
    assert(determinant(f) > 0);
    tensor2 c;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        c(i, j) = i == j ? -0.5 : 0;
        for (int k = 0; k < 3; ++k)
          c(i, j) += 0.5 * f(k, i) * f(k, j);
      }
    strain[q] = c;
  }
}

enum shape { triangle, quadrilateral, tetrahedron, hexahedron };

// How large each element is, by its shape and three edges.
void measures(double *size, const unsigned char *shapes,
              const double (*edge)[3][3], int n) {
  [[heddle::map, heddle::extent(edge, n)]]
  for (int e = 0; e < n; ++e) {
    const double(&a)[3] = edge[e][0], (&b)[3] = edge[e][1];
    const double(&c)[3] = edge[e][2];
    const double nx = a[1] * b[2] - a[2] * b[1], ny = a[2] * b[0] - a[0] * b[2],
                 nz = a[0] * b[1] - a[1] * b[0];
    double s;
    switch (shapes[e]) {
    case triangle:
      s = std::sqrt(nx * nx + ny * ny + nz * nz) / 2;
      break;
    case quadrilateral:
      s = std::sqrt(nx * nx + ny * ny + nz * nz);
      break;
    case tetrahedron:
      s = std::fabs(nx * c[0] + ny * c[1] + nz * c[2]) / 6;
      break;
    default:
      s = std::fabs(nx * c[0] + ny * c[1] + nz * c[2]);
    }
    size[e] = s;
  }
}

int main() {
  // A grid of quadrilaterals whose inner nodes are moved a little.
  const int n = 17, elements = n * n, nodes = (n + 1) * (n + 1);
  const auto shift = gallery::between<double>(-0.25, 0.25, 2 * nodes, 1);
  static int node[elements][4];
  std::vector<double> x(4 * elements), y(4 * elements);
  std::vector<int> coloured;
  for (int e = 0; e < elements; ++e)
    for (int a = 0; a < 4; ++a) {
      const int i = e / n + a / 2, j = e % n + (a == 1 || a == 2);
      node[e][a] = i * (n + 1) + j;
      x[4 * e + a] = j + shift[node[e][a]];
      y[4 * e + a] = i + shift[nodes + node[e][a]];
    }
  std::vector<double> k(16 * elements), f(4 * elements), r(nodes);
  stiffness(k.data(), x.data(), y.data(), elements);
  gallery::show("stiffness", k);
  multiply_elements(f.data(), k.data(), shift.data(), node, elements, nodes);
  gallery::show("multiply_elements", f);
  for (int colour = 0; colour < 4; ++colour) {
    const int first = static_cast<int>(coloured.size());
    for (int e = 0; e < elements; ++e)
      if (e / n % 2 * 2 + e % n % 2 == colour)
        coloured.push_back(e);
    assemble(r.data(), f.data(), node, coloured.data(), first,
             static_cast<int>(coloured.size()), nodes, elements);
  }
  gallery::show("assemble", r);
  assemble_all(r.data(), f.data(), node, elements, nodes);
  gallery::show("assemble_all", r);

  const int points = 307;
  const auto numbers = gallery::between<double>(-1, 2, 9 * points, 2);
  std::vector<std::array<double, 6>> stress(points);
  std::vector<tensor2> deformation(points), strain(points);
  for (int i = 0; i < 9 * points; ++i) {
    deformation[i / 9].m[i % 9 / 3][i % 3] = numbers[i] / 8 + (i % 9 % 4 == 0);
    if (i % 9 < 6)
      stress[i / 9][i % 9] = numbers[i];
  }
  std::vector<double> equivalent(points), size(points);
  von_mises(equivalent, stress);
  gallery::show("von_mises", equivalent);
  green_strain(strain.data(), deformation.data(), points);
  gallery::show("green_strain", &strain[0].m[0][0], 9 * points);
  static double edge[points][3][3];
  std::memcpy(edge, numbers.data(), sizeof(edge));
  measures(size.data(), gallery::between<unsigned char>(0, 4, points, 3).data(),
           edge, points);
  gallery::show("measures", size);
}
