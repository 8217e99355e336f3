// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors of which kernels cannot have a copy, and calls that change an
// object in the middle of an expression.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <cmath>
#include <heddle/heddle.h>

static int made;
double table[4];
struct Counts {
  double x;
  Counts(double a) : x(a) { ++made; }
};
struct Stores {
  double x;
  Stores(double a) : x(a) { table[0] = a; }
};
class Hides {
  double x;

public:
  Hides(double a) : x(a) {}
};
struct Delegates {
  double x, y;
  Delegates(double a) : Delegates(a, a) {}
  Delegates(double a, double b) : x(a), y(b) {}
};
struct HasArray {
  double m[2];
  HasArray(double a) : m{a, a} {}
};
struct Constant {
  const double x;
  Constant(double a) : x(a) {}
};
struct Elsewhere {
  double x;
  Elsewhere(double a);
};
struct Leaves {
  double x;
  Leaves(double a) : x(a) {
    if (a > 0)
      return;
    x = 2;
  }
};
struct Computed {
  double x = std::sqrt(2.0);
  Computed() {}
};
#define SET(v) x(v)
struct FromMacro {
  double x;
  FromMacro(double a) : SET(a) {}
};
struct Steps {
  double x, y;
  Steps(double a, double b) : x(a), y(b) {}
  double next() { return x += y; }
};

void refused(double *y, int n, double v) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:12: error: 'Counts::Counts' is called, of which a kernel cannot have a copy: this write to 'made' is not understood in a mapped nest [heddle-HD238]
    Counts a(v);
    // CHECK: :[[@LINE+1]]:12: error: 'Stores::Stores' {{.*}}: it writes elements of arrays [heddle-HD238]
    Stores b(v);
    // CHECK: :[[@LINE+1]]:11: error: 'Hides::Hides' {{.*}}: its member 'x' is not public [heddle-HD238]
    Hides c(v);
    // CHECK: :[[@LINE+1]]:15: error: 'Delegates::Delegates' {{.*}}: it calls another constructor of the class, or one of a base [heddle-HD238]
    Delegates d(v);
    // CHECK: :[[@LINE+1]]:14: error: 'HasArray::HasArray' {{.*}}: its member 'm' is an array; set its elements in the body [heddle-HD238]
    HasArray e(v);
    // CHECK: :[[@LINE+1]]:14: error: 'Constant::Constant' {{.*}}: its member 'x' is const [heddle-HD238]
    Constant f(v);
    // CHECK: :[[@LINE+1]]:15: error: 'Elsewhere::Elsewhere' {{.*}}: its definition is not visible [heddle-HD238]
    Elsewhere g(v);
    // CHECK: :[[@LINE+1]]:12: error: 'Leaves::Leaves' {{.*}}: it returns before its end [heddle-HD238]
    Leaves h(v);
    // CHECK: :[[@LINE+1]]:14: error: 'Computed::Computed' {{.*}}: its member 'x' has a default that is no number; initialise it in the constructor [heddle-HD238]
    Computed k;
    // CHECK: :[[@LINE+1]]:15: error: 'FromMacro::FromMacro' {{.*}}: its initialisers come out of a macro [heddle-HD238]
    FromMacro l(v);
    y[i] = 0;
  }
}

// What one call changes, the other reads: compilers choose which comes first.
void order(double *y, int n, double v) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    double k = i;
    // CHECK: :[[@LINE+1]]:11: error: 'Steps::Steps' {{.*}}: an argument has effects; give it the value of a variable [heddle-HD238]
    Steps a{k++, k++};
    Steps b(v, 2);
    // CHECK: :[[@LINE+1]]:12: error: 'Steps::next' {{.*}}: it may change 'b', which the expression around the call mentions, too, in an order that compilers choose; give the call a statement of its own [heddle-HD238]
    y[i] = b.next() - b.x;
    // These have an order.
    // CHECK-NOT: :[[@LINE+1]]:{{.*}}error
    y[i] += b.next() < 3 && b.next() > 1 ? b.next() : b.x;
  }
}
