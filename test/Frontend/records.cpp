// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are structures: which scalar of one an access touches, and which
// structures kernels do not take.
// RUN: %heddle-rewrite --check --dump=frontend --stop-after=frontend %s -- -DGOOD -std=c++17 -I %include | FileCheck --check-prefix=GOOD %s
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <complex>
#include <heddle/heddle.h>
#include <string>
#include <vector>

struct Point {
  float x, y;
};
struct Body {
  Point at;
  short cell[2][3];
  double mass;
  struct {
    char left, right;
  };
};

#ifdef GOOD
void good(Body *b, const std::vector<Point> &p, int n, int k) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // GOOD: array [[P:a[0-9]]] 'p' ::Point 8 bytes [?, 2] pointer const ::Point *p = p.data() rows p1 records
    // GOOD: array [[B:a[0-9]]] 'b' ::Body 40 bytes [?, 11] pointer ::Body *b = b records
    // GOOD: read [[P]][i0, 1]
    // GOOD: write [[B]][i0, 0]
    b[i].at.x = p[i].y;
    // GOOD: write [[B]][i0, ((2 + (i64(p{{[0-9]}}) * 3)) + i64(1))]
    b[i].cell[k][1] = 1;
    Body &me = b[i];
    Point &near = me.at;
    // GOOD: write [[B]][i0, 1]
    near.y = 0;
    // GOOD: read [[B]][(i64(i0) + i64(1)), 8]
    // GOOD: write [[B]][i0, 10]
    me.right = (b + i + 1)->mass;
  }
}
#else
struct Named {
  std::string name;
  int id;
};
struct Derived : Point {
  int id;
};
union Either {
  int i;
  float f;
};
struct Flags {
  int on : 1;
  int all;
};
struct Counted {
  Counted(const Counted &);
  int n;
};
class Closed {
  int n;

public:
  int m;
  static void f(Closed *c, int k) {
    HEDDLE(map)
    for (int i = 0; i < k; ++i)
      // CHECK: :[[@LINE+1]]:7: error: 'Closed' is no structure of numbers: 'n' is not public [heddle-HD235]
      c[i].n = 1;
  }
};

struct Many {
  int of[65];
};

static double weight_of(const Body &b) { return b.at.x; }

void bad(Named *a, Derived *d, Either *e, Flags *f, Counted *c, Body *b,
         Body all, Many *m,
         std::complex<long double> *z, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'Named' is no structure of numbers: it holds a 'std::string' [heddle-HD235]
    a[i].id = 1;
    // CHECK: :[[@LINE+1]]:5: error: 'Derived' is no structure of numbers: 'Derived' has a base class [heddle-HD235]
    d[i].id = 1;
    // CHECK: :[[@LINE+1]]:5: error: 'Either' is no structure of numbers: 'Either' is a union [heddle-HD235]
    e[i].i = 1;
    // CHECK: :[[@LINE+1]]:5: error: 'Flags' is no structure of numbers: 'on' is a bit-field [heddle-HD235]
    f[i].all = 1;
    // CHECK: :[[@LINE+1]]:5: error: 'Counted' is no structure of numbers: 'Counted' is not copied byte by byte [heddle-HD235]
    c[i].n = 1;
    b[i] = all;
    b[i].at.x = weight_of(all);
    // CHECK: :[[@LINE+1]]:17: error: 'm[i]' is a structure that is used as a whole, but is no element and no local of the iteration, or holds too many numbers; name its members one by one [heddle-HD236]
    Many mine = m[i];
    // CHECK: :[[@LINE+1]]:5: error: 'std::complex<long double>' is a type that kernels do not take [heddle-HD219]
    z[i] = z[i] * z[0];
    // CHECK: :[[@LINE+1]]:16: error: '&b[i].at.x' is no pointer expression {{.*}}[heddle-HD225]
    float *x = &b[i].at.x;
    // CHECK: :[[@LINE+1]]:5: error: 'all' is a structure that is used as a whole{{.*}}[heddle-HD236]
    all = b[i];
  }
}
#endif
