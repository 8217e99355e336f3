// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies whose accesses or effects are not known.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -Wno-vla-cxx-extension -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <atomic>
#include <cmath>
#include <heddle/heddle.h>

double shade(double);
void g(double *);
struct Made {
  Made(int x = 0);
  int x;
};
struct Vec {
  double x;
  Vec &operator+=(const Vec &);
  operator double() const;
};

void calls(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: 'shade' is called, and is not known to be free of effects [heddle-HD210]
    y[i] = shade(y[i]);
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'g' is called{{.*}}[heddle-HD210]
    g(&y[i]);
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:13: error: '&y[i]' is an address used as a value{{.*}}[heddle-HD218]
    y[i] = !&y[i];
}

void pointerToFunction(double *y, double (*f)(double), int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: 'f' is called{{.*}}[heddle-HD210]
    y[i] = f(y[i]);
}

int jumps(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    if (y[i] < 0)
      // CHECK: :[[@LINE+1]]:7: error: 'return' cannot stand in a mapped nest [heddle-HD211]
      return i;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    if (y[i] < 0)
      // CHECK: :[[@LINE+1]]:7: error: 'goto' cannot {{.*}}[heddle-HD211]
      goto done;
    switch (i) {
    case 0:
      // CHECK: :[[@LINE+2]]:9: error: a 'break' that is not the last statement of a 'case' cannot {{.*}}[heddle-HD211]
      if (y[i] > 0)
        break;
      y[i] = 1;
    }
    switch (i) {
      // CHECK: :[[@LINE+1]]:7: error: a statement in front of the cases of a 'switch' cannot {{.*}}[heddle-HD211]
      y[i] = 2;
    case 0:
      y[i] = 1;
    }
    switch (i) {
    case 0:
      // CHECK: :[[@LINE+1]]:7: error: a declaration that several cases of a 'switch' share cannot {{.*}}[heddle-HD211]
      int t;
      t = 2;
    case 1:
      y[i] = t;
    }
    switch (i) {
      // CHECK: :[[@LINE+1]]:5: error: a range of cases cannot {{.*}}[heddle-HD211]
    case 3 ... 7:
      y[i] = 1;
    }
    switch (i) {
    case 0:
      if (y[i] > 0) {
        // CHECK: :[[@LINE+1]]:7: error: a 'case' inside of a block cannot {{.*}}[heddle-HD211]
      case 1:
        y[i] = 1;
      }
    }
    // CHECK: :[[@LINE+1]]:5: error: inline assembly cannot {{.*}}[heddle-HD211]
    asm volatile("" ::: "memory");
    // CHECK: :[[@LINE+1]]:5: error: 'try' cannot {{.*}}[heddle-HD211]
    try {
      y[i] = 0;
    } catch (...) {
    }
    // CHECK: :[[@LINE+1]]:5: error: 'throw' is not understood {{.*}}[heddle-HD213]
    throw 1;
  }
done:
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    if (y[i] < 0)
      // CHECK: :[[@LINE+1]]:7: error: 'break' leaves the mapped loop before its bound [heddle-HD212]
      break;
    y[i] = 0;
  }
  return 0;
}

void expressions(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}: what it has captured is not known [heddle-HD234]
    y[i] = [=] { return x[i]; }();
    // CHECK: :[[@LINE+1]]:13: error: 'new double(1)' is no pointer expression {{.*}}[heddle-HD225]
    y[i] = *new double(1);
    // CHECK: :[[@LINE+1]]:12: error: a statement expression of more than declarations of numbers and a value is not understood {{.*}}[heddle-HD213]
    y[i] = ({ y[i] = 2; x[i]; });
    // CHECK: :[[@LINE+1]]:21: error: this range-based 'for' cannot {{.*}}[heddle-HD240]
    for (double e : {1.0, 2.0}) y[i] += e;
    // CHECK: :[[@LINE+1]]:13: error: this use of 'alignof(double)' is not understood {{.*}}[heddle-HD213]
    y[i] += alignof(double);
  }
}

volatile double sink;
std::atomic<int> counter;
thread_local double perThread;

void memory(volatile double *v, double *y, double **rows, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: '{{.*}}' is volatile [heddle-HD214]
    v[i] = 0;
    // CHECK: :[[@LINE+1]]:12: error: '{{.*}}' is volatile [heddle-HD214]
    y[i] = sink;
    // CHECK: :[[@LINE+1]]:5: error: 'counter' is atomic [heddle-HD215]
    counter += 1;
    // CHECK: :[[@LINE+1]]:5: error: the pointer 'rows[i]' changes in the nest{{.*}}[heddle-HD226]
    rows[i] = y;
    // CHECK: :[[@LINE+1]]:12: error: 'perThread' is thread_local{{.*}}[heddle-HD230]
    y[i] = perThread;
  }
}

void atomicValue(double *y, _Atomic(int) *a, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: '_Atomic(int)' is atomic [heddle-HD215]
    a[i]++;
}

struct Bits {
  int field : 3;
};

void types(long double *l, Vec *vs, double *y, Bits b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'long double' is a type that kernels do not take [heddle-HD219]
    l[i] = 0;
    // CHECK: :[[@LINE+1]]:12: error: 'Vec::operator double' is called{{.*}}[heddle-HD210]
    y[i] = vs[i];
    // CHECK: :[[@LINE+1]]:5: error: 'Vec::operator+=' is called{{.*}}[heddle-HD210]
    vs[i] += vs[0];
    // CHECK: :[[@LINE+1]]:12: error: 'b.field' is a type {{.*}}[heddle-HD219]
    y[i] = b.field;
    // CHECK: :[[@LINE+1]]:10: error: 'Made::Made' is called, {{.*}}: its definition is not visible [heddle-HD238]
    Made local;
    // CHECK: :[[@LINE+1]]:13: error: 'Made::Made' is called, {{.*}}: its definition is not visible [heddle-HD238]
    local = Made(2);
  }
}

void locals(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: a variable that is not local to the iteration cannot {{.*}}[heddle-HD224]
    static int calls = 0;
    // CHECK: :[[@LINE+1]]:5: error: a declaration other than of a variable cannot {{.*}}[heddle-HD224]
    struct Local {};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an array of variable length cannot {{.*}}[heddle-HD224]
    double t[i + 1];
  }
}

void pointers(double *a, double *b, float *f, int n, int k) {
  double *p = a;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: '(i < k ? a : b)' is no pointer expression {{.*}}[heddle-HD225]
    (i < k ? a : b)[i] = 0;
    // CHECK: :[[@LINE+1]]:6: error: the pointer 'p' changes in the nest{{.*}}[heddle-HD226]
    *p++ = 0;
    // CHECK: :[[@LINE+1]]:12: error: a compound literal is not understood in a mapped nest [heddle-HD213]
    a[i] = (int){i};
    // CHECK: :[[@LINE+1]]:6: error: '(int *)f' reads memory as another type [heddle-HD229]
    ((int *)f)[i] = 0;
  }
}

void math(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: 'sqrt' with a result of type 'long double' {{.*}}[heddle-HD228]
    y[i] = std::sqrt((long double)y[i]);
}

double total;
void scalars(const double *x, double *y, int n) {
  double last = 0;
  int whole = 0;
  bool all = true;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'last' is written in the nest but lives longer than an iteration; declare it inside the loop if an iteration needs no other's value, or write to an element of an array [heddle-HD408]
    last = x[i];
    // CHECK: :[[@LINE+1]]:5: error: 'last' is written {{.*}}declare it inside the loop{{.*}}[heddle-HD408]
    last = x[i] - last;
    // CHECK: :[[@LINE+2]]:22: error: 'last' is written {{.*}}[heddle-HD408]
    // CHECK: :[[@LINE-10]]:3: note: 'last' is declared here, outside of the nest
    if (x[i] > last) last = y[i];
    // CHECK: :[[@LINE+1]]:5: error: 'whole' is written {{.*}}; an integer loses the fraction in every step, so that the steps have one order; let it be of a floating-point type [heddle-HD408]
    whole += 0.5;
    // CHECK: :[[@LINE+1]]:5: error: 'whole' is written {{.*}}an integer loses the fraction {{.*}}[heddle-HD408]
    whole = whole + x[i];
    // CHECK: :[[@LINE+1]]:5: error: 'all' is written {{.*}}; once it is decided the loop no longer evaluates the other operand, which parallel iterations would do; write the other operand first, or permit it with 'reduce' [heddle-HD408]
    all = all && x[i] > 0;
    // CHECK: :[[@LINE+1]]:5: error: the reference 's' is not bound to an element or a local [heddle-HD231]
    double &s = last;
  }
}

struct Grid { double v[9]; } *global;
void reached(Grid *p, Grid *q, int n) {
  auto f = [&p, q]() mutable {
    HEDDLE(map)
    for (int i = 0; i < 9; ++i) {
      // CHECK: :[[@LINE+1]]:7: error: the pointer 'p' may change while the nest runs, and with it what 'p->v' is [heddle-HD237]
      p->v[i] = 0;
      // CHECK: :[[@LINE+1]]:7: error: the pointer 'q' may change {{.*}}[heddle-HD237]
      q->v[i] = 0;
    }
    q = p;
  };
  f();
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: the pointer 'global' may change {{.*}}[heddle-HD237]
    global->v[i] = 0;
}
