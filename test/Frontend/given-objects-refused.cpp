// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that functions are given: what they may not do with them.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s --implicit-check-not=error: < %t
#include <heddle/heddle.h>
#include <vector>

struct Mesh {
  std::vector<double> v;
  double &x(int i) { return v[i]; }
  int hits = 0;
};
static double read(Mesh &m, int i) { return m.x(i); }
static void count(Mesh &m) { m.hits += 1; }
static void store(Mesh &m, int i) { m.x(i) = 1; }
static void resize(Mesh &m, int n) { m.v.resize(n); }
static double renamed(Mesh &m, int i) {
  Mesh &other = m;
  return other.v[i];
}
static double copied(Mesh m, int i) {
  m.hits = i;
  return m.v[i];
}
static void through(Mesh &m, Mesh &o) { m = o; }

void refused(Mesh &mesh, Mesh &other, std::vector<Mesh> &all, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = read(mesh, i);
    // CHECK: :[[@LINE+1]]:5: error: 'count' is called, {{.*}}: this write to 'm.hits' is not understood in a mapped nest [heddle-HD238]
    count(mesh);
    // CHECK: :[[@LINE+1]]:5: error: 'store' is called, {{.*}}'Mesh::x' {{.*}}: its result is a reference, and its body is more than one 'return' of an element [heddle-HD238]
    store(mesh, i);
    // CHECK: :[[@LINE+1]]:5: error: 'resize' is called, {{.*}}[heddle-HD238]
    resize(mesh, i);
    // CHECK: :[[@LINE+1]]:12: error: 'renamed' is called, {{.*}}: 'Mesh' is a type that kernels do not take [heddle-HD238]
    y[i] = renamed(mesh, i);
    // CHECK: :[[@LINE+2]]:19: error: {{.*}}[heddle-HD213]
    // CHECK: :[[@LINE+1]]:12: error: 'copied' is called, {{.*}}[heddle-HD238]
    y[i] = copied(mesh, i);
    // CHECK: :[[@LINE+1]]:5: error: 'through' is called, {{.*}}[heddle-HD238]
    through(mesh, other);
    // CHECK: :[[@LINE+1]]:17: error: 'all[i]' {{.*}}[heddle-HD234]
    y[i] = read(all[i], i);
  }
}
