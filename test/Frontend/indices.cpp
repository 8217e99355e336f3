// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Range-based loops over indices: the loops that they are, and those that are
// not understood.
// RUN: %heddle-rewrite --check --dump=frontend --stop-after=frontend %s -- -DGOOD -std=c++20 -I %include | FileCheck --check-prefix=GOOD %s
// RUN: %heddle-rewrite %s -o %t.cu -- -DGOOD -std=c++20 -I %include
// RUN: FileCheck --check-prefix=TEXT %s < %t.cu
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++20 -ferror-limit=0 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>
#include <heddle/indices.h>
#include <ranges>
#include <vector>
using namespace heddle;

#ifdef GOOD
// The text has the headers of loops, with the arguments as they are spelled.
struct field {
  std::vector<float> v;
  void clear(int n, int m) {
    HEDDLE(map)
    for (auto [i, j] : indices({1, 0}, {n, m /* columns */}, {2, 6}, {1, 4}))
      v[i * m + j] = 0;
  }
};
// GOOD: bounds (1, 0) .. (p0, p1)
// GOOD-NEXT: step 2 6
// GOOD-NEXT: width 1 4
// GOOD: loop i0 'i' int: from 1 while i0 < p0 step 2 perfect omp
// GOOD-NEXT: loop i1 'j' int: from 0 while i1 < p1 step 1 perfect omp
// TEXT: for (int i = 1; i < n; i += 2) for (int j = 0; j < m; ++j) if (j % 6 < 4)

// TEXT: for (unsigned long k = 0; k < count; k += 3)
void strided(std::vector<float> &v) {
  const auto count = v.size();
  HEDDLE(map)
  for (const auto k : indices(0, count, 3))
    v[k] = 0;
}

#else
index_line<int> half(int n) { return indices(n / 2); }
struct longer {
  auto operator()(int a, int b) const { return std::views::iota(a, b + 1); }
};
void others(double *x, int n, const longer &more) {
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: 'heddle::indices' is not called in the loop's header [heddle-HD240]
  HEDDLE(map)
  for (auto i : half(n)) x[i] = 0;
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: only 'std::views::iota(l, u)' itself, with both ends, is understood [heddle-HD240]
  HEDDLE(map)
  for (auto i : more(0, n)) x[i] = 0;
}
#define HEAD auto &each : v
struct pair {
  double a, b;
};
std::vector<double> made();
void refused(double *x, std::vector<double> &v, std::vector<bool> &bits,
             std::vector<pair> &pairs, int n, int *count) {
  // CHECK: :[[@LINE+2]]:22: error: this range-based 'for' cannot be mapped: it is neither over 'heddle::indices(...)' nor over the elements of an array or a container that has a name [heddle-HD240]
  HEDDLE(map)
  for (double each : made()) x[0] = each;
  // CHECK: :[[@LINE+2]]:21: error: {{.*}}: its variable is of another type than the elements [heddle-HD240]
  HEDDLE(map)
  for (float each : v) x[0] = each;
  // CHECK: :[[@LINE+2]]:20: error: {{.*}}: the elements of 'bits' are none of an array, {{.*}} [heddle-HD240]
  HEDDLE(map)
  for (auto each : bits) x[0] = each;
  // CHECK: :[[@LINE+2]]:22: error: {{.*}}: its variable is a structured binding [heddle-HD240]
  HEDDLE(map)
  for (auto [a, b] : pairs) x[0] = a + b;
  // CHECK: :[[@LINE+2]]:20: error: {{.*}}: its variable is a copy of what is no number; make it a reference [heddle-HD240]
  HEDDLE(map)
  for (pair each : pairs) x[0] = each.a;
  // CHECK: :[[@LINE+2]]:20: error: {{.*}}: its variable has the name of what it is over; give it another one [heddle-HD240]
  HEDDLE(map)
  for (double &v : v) v = 0;
  // CHECK: :[[@LINE+2]]:{{.*}}: error: {{.*}}: its header comes out of a macro [heddle-HD240]
  HEDDLE(map)
  for (HEAD) each = 0;
  auto kept = indices(n);
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: 'heddle::indices' is not called in the loop's header [heddle-HD240]
  HEDDLE(map)
  for (auto i : kept) x[i] = 0;
  const int extents[] = {n, n};
  // CHECK: :[[@LINE+2]]:22: error: {{.*}}: its arguments are not written as lists '{...}' in the loop's header [heddle-HD240]
  HEDDLE(map)
  for (auto [i, j] : indices(extents)) x[i * n + j] = 0;
  // CHECK: :[[@LINE+2]]:18: error: {{.*}}: its indices have several numbers, which 'auto [i, j]' names [heddle-HD240]
  HEDDLE(map)
  for (auto at : indices({n, n})) x[at[0] * n + at[1]] = 0;
  // CHECK: :[[@LINE+2]]:16: error: {{.*}}: it counts in 'unsigned long' and its variable is a 'int'; declare that with 'auto' [heddle-HD240]
  HEDDLE(map)
  for (int i : indices(v.size())) x[i] = 0;
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: its steps and widths are no constants with 1 <= width <= step [heddle-HD240]
  HEDDLE(map)
  for (auto i : indices(0, 9, n)) x[i] = 0;
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: its steps and widths are no constants with 1 <= width <= step [heddle-HD240]
  HEDDLE(map)
  for (auto i : indices(0, n, 2, 3)) x[i] = 0;
  int i = 7;
  // CHECK: :[[@LINE+2]]:25: error: {{.*}}: 'i' has the name of a counter of the loop; give the counter another one [heddle-HD240]
  HEDDLE(map)
  for (auto i : indices(i)) x[i] = 0;
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: only 'std::views::iota(l, u)' itself, with both ends, is understood [heddle-HD240]
  HEDDLE(map)
  for (auto k : std::views::iota(3)) x[k] = 0;
  // CHECK: :[[@LINE+2]]:28: error: {{.*}}: something stands before its variable [heddle-HD240]
  HEDDLE(map)
  for (int m = 3; auto k : indices(n)) x[k] = m;
  // CHECK: :[[@LINE+3]]:33: error: the counter 'k' is changed in the body [heddle-HD206]
  HEDDLE(map)
  for (auto k : indices(n))
    for (auto q : indices(n)) { k += q; x[k] = 0; }
  // CHECK: :[[@LINE+3]]:5: error: {{.*}}: a 'break' leaves all of its dimensions [heddle-HD240]
  HEDDLE(map)
  for (int r = 0; r < n; ++r)
    for (auto [p, q] : indices({n, n})) { if (x[p] > q) break; x[r] += 1; }
  // CHECK: :[[@LINE+3]]:19: error: {{.*}}: 'count[r]' might change while it counts; keep it in a constant before the loop [heddle-HD240]
  HEDDLE(map)
  for (int r = 0; r < n; ++r)
    for (auto q : indices(count[r])) { count[r] -= q; }
  // Arguments are evaluated once, bounds of loops again and again.
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: 'v.size()' might change while it counts; keep it in a constant before the loop [heddle-HD240]
  HEDDLE(map)
  for (auto q : indices(v.size())) x[q] = 0;
  static int most = 9;
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: 'most' might change while it counts; {{.*}}[heddle-HD240]
  HEDDLE(map)
  for (auto q : indices(most)) count[q] = 0;
  // CHECK: :[[@LINE+2]]:25: error: the mapped loop over 'q' has a bound that is not known before the nest{{.*}}[heddle-HD208]
  HEDDLE(map)
  for (auto q : indices(++*count)) x[q] = 0;
}
template <class T> void instance(double *x, T n) {
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: its type depends on the template's arguments; keep the bounds in constants of one type before the loop [heddle-HD240]
  HEDDLE(map)
  for (auto q : indices(n)) x[q] = 0;
}
template void instance(double *, int);
template <int By> void stepped(double *x, int n) {
  // CHECK: :[[@LINE+2]]:17: error: {{.*}}: 'By' may be another constant for other template arguments; write a number [heddle-HD240]
  HEDDLE(map)
  for (auto q : indices(0, n, By)) x[q] = 0;
}
template void stepped<1>(double *, int);
// In a copy of a function.
inline int count(int n) {
  int k = 0;
  for (auto q : indices(n)) k += q;
  return k;
}
void calls(double *x, int n) {
  HEDDLE(map)
  // CHECK: error: {{.*}}[heddle-HD238]
  for (int i = 0; i < n; ++i) x[i] = count(i) + 0.5;
}
#endif
