// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that are written out: their values as expressions of counters and
// parameters, and why others have none.
// RUN: %heddle-rewrite --check --dump=frontend --stop-after=frontend %s -- -DGOOD -std=c++17 -I %include | FileCheck --check-prefix=GOOD %s
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

int shift = 3;
namespace layout {
constexpr int columns = 8;
int offset;
inline int at(int i, int j) { return i * columns + j + offset; }
} // namespace layout
static inline long place(long i, const long &j, int m) { return i * m + j; }
struct grid {
  int nx, ny;
  int at(int i, int j) const { return i * nx + j; }
  int clamped(int i, int j) const { return at(i < 0 ? 0 : i, j); }
  void fill(double *x) const {
    HEDDLE(map)
    for (int i = 0; i < ny; ++i)
      for (int j = 0; j < nx; ++j)
        // GOOD-DAG: write a0[((i0 * p1) + i1)]
        x[at(i, j)] = 1;
  }
};

#ifdef GOOD
void good(double *x, grid g, int n, int m) {
  auto lambda = [=](int i, int j) { return i * m + j; };
  auto seen = [&](int i) { return lambda(i, 0) + n; };
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // GOOD: param p{{[0-9]+}} 'offset' int = ::layout::offset i32 storage ::layout::offset
    // GOOD: write a0[(((i0 * 8) + 1) + p1)]
    // GOOD: folded '::layout::columns' 8
    x[layout::at(i, 1)] = 1;
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    // GOOD: write a0[((i0 * i64(p1)) + 2)]
    // GOOD: hole {{.*}} 'place(i, 2, m)' -> 'static_cast<long>(((i * static_cast<long long>(m)) + 2ll))'
    x[place(i, 2, m)] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // GOOD: param p1 'nx' int = g.nx
    // GOOD: write a0[((max(0, (i0 - 1)) * p1) + i0)]
    x[g.clamped(i - 1, i)] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // GOOD: write a0[(((i0 * p1) + 0) + p0)]
    x[seen(i)] = 1;
}
#else
int unseen(int);
int two(int i) {
  int k = i;
  return k;
}
int itself(int i) { return itself(i); }
int chosen(int i) {
#ifdef GOOD
  return 0;
#else
  return i;
#endif
}
int sum(int i, double) { return i + shift++; }
int first(int i, int) { return i; }
int weigh(int i, double) { return i; }
struct base {
  virtual int at(int i) { return i; }
};
template <int N> int scaled(int i) { return i * N; }

void bad(double *x, const int *p, base &b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:7: error: 'unseen' is called, and is not known to be free of effects [heddle-HD210]
    x[unseen(i)] = 1;
    // CHECK: :[[@LINE+1]]:7: error: 'two(i)' stands in the way of writing out the call of 'two': its body is more than one 'return' of an expression [heddle-HD234]
    x[two(i)] = 1;
    // CHECK: error: 'itself(i)' stands in the way of writing out the call of 'itself': it calls itself [heddle-HD234]
    x[itself(i)] = 1;
    // CHECK: :[[@LINE+1]]:7: error: 'chosen(i)' stands in the way {{.*}}: its body depends on the preprocessor [heddle-HD234]
    x[chosen(i)] = 1;
    // CHECK: error: 'shift++' stands in the way of writing out the call of 'sum': the operator has no affine reading [heddle-HD234]
    x[sum(i, 0)] = 1;
    // CHECK: :[[@LINE+1]]:16: error: 'shift++' stands in the way of writing out the call of 'first': {{.*}}[heddle-HD234]
    x[first(i, shift++)] = 1;
    // CHECK: :[[@LINE+1]]:16: error: '(x[i] = 2, i)' stands in the way of writing out the call of 'first': it has effects [heddle-HD234]
    x[first(i, (x[i] = 2, i))] = 1;
    // CHECK: :[[@LINE+1]]:16: error: 'x[i] = 2' stands in the way of writing out the call of 'weigh': it has effects [heddle-HD234]
    x[weigh(i, x[i] = 2)] = 1;
    // CHECK: :[[@LINE+1]]:7: error: 'b.at(i)' stands in the way of writing out the call of 'b.at': it is virtual [heddle-HD234]
    x[b.at(i)] = 1;
    // CHECK: :[[@LINE+1]]:7: error: 'scaled<4>(i)' stands in the way {{.*}}: its text depends on template arguments [heddle-HD234]
    x[scaled<4>(i)] = 1;
    // CHECK: :[[@LINE+1]]:18: error: 'p[i]' stands in the way of writing out the call of 'layout::at': it depends on array data [heddle-HD234]
    x[layout::at(p[i], i)] = 1;
  }
}

// The lambda keeps the value that 'n' had.
void changed(double *x, int n) {
  auto before = [n](int i) { return i * n; };
  n += 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: error: 'n' stands in the way of writing out the call of 'before': it may have changed since the lambda was made [heddle-HD234]
    x[before(i)] = 1;
}

// Of a copy it is not known when it was made.
void copied(double *x, int m, int n) {
  auto at = [m](int i) { return i * m; };
  auto copy = at;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: error: 'copy(i)' stands in the way of writing out the call of 'copy': what it has captured is not known [heddle-HD234]
    x[copy(i)] = 1;
}

// 'i' means another variable where the call stands.
void shadowed(double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    const int k = i;
    for (int i = 0; i < 2; ++i)
      // CHECK: error: 'layout::at(k, i)' stands in the way of writing out the call of 'layout::at': another variable has the name of a counter in it [heddle-HD234]
      x[layout::at(k, i)] = 1;
  }
}

struct outer {
  class hidden {
    int nx = 4;

  public:
    int at(int i) const { return i * nx; }
  };
};
void privately(double *x, outer::hidden h, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: error: 'nx' stands in the way of writing out the call of 'h.at': it cannot be named where the call stands [heddle-HD234]
    x[h.at(i)] = 1;
}
#endif
