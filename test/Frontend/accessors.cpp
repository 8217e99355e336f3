// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that give an element: the array, its subscripts, and how the launch
// names private members; and those that are not understood.
// RUN: %heddle-rewrite --check --dump=frontend --stop-after=frontend %s -- -DGOOD -std=c++17 -I %include | FileCheck --check-prefix=GOOD %s
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>
#include <vector>

#ifdef GOOD
class matrix {
public:
  double &operator()(int i, int j) { return data_[i * columns_ + j]; }
  double operator()(int i, int j) const { return data_[i * columns_ + j]; }
  int columns() const { return columns_; }
  std::vector<double> &values() { return data_; }
  const std::vector<double> &values() const { return data_; }

private:
  int columns_;
  std::vector<double> data_;
};
// A value and an element, by the public names of what they need.
void add(matrix &c, const matrix &a, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    c(i, 0) += a(i, 1);
}
// GOOD: param p2 'a_columns' int = a.columns() i32 storage a
// GOOD: param p4 'c_columns' int = c.columns() i32 storage c
// GOOD: array a0 'a.values()' double 8 bytes [?] pointer const double *a_values = a.values().data() rows p1
// GOOD: array a1 'c.values()' double 8 bytes [?] pointer double *c_values = c.values().data()
// GOOD: read a0[((i0 * p2) + 1)]
// GOOD: write a1[((i0 * p4) + 0)]
// GOOD: hole {{.*}} 'c(i, 0)' -> 'c_values[((i * c_columns) + 0)]'
// GOOD-NEXT: hole {{.*}} 'a(i, 1)' -> 'a_values[((i * a_columns) + 1)]'

struct view {
  float *p;
  int stride;
  float &at(int y, int x) const { return *(p + y * stride + x); }
  float &operator[](int x) const { return at(2, x); }
};
// Functions that call others; what is public has its own name.
void chained(view v, view *w, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    v[i] = (*w).at(i, 0);
}
// GOOD: param p1 'stride' int = w->stride
// GOOD: array a1 'v.p' float
// GOOD: write a1[(i64((2 * p2)) + i64(i0))]
// GOOD: hole {{.*}} '(*w).at(i, 0)' -> 'p[(static_cast<long long>((i * stride)) + static_cast<long long>(0))]'
#else
// Members of nested classes are not opened.
struct parts {
  class hidden {
  public:
    double &operator()(int i) { return data_[i]; }

  private:
    std::vector<double> data_;
  };
  class by_value {
  public:
    double &operator()(int i) { return data_[i]; }
    std::vector<double> values() const { return data_; }
    double *data() { return data_.data() + 1; }

  private:
    std::vector<double> data_;
  };
};
class checked {
public:
  double &at(int i) {
    if (i < 0)
      throw 1;
    return data[i];
  }
  std::vector<double> data;
};
struct body {
  double x[3];
};
struct bodies {
  std::vector<body> all;
  std::vector<double> more;
  double &operator()(int i) { return more[2 * i]; }
  double &of(int i, int k) { return all[i].x[k]; }
};

void bad(parts::hidden h, parts::by_value b, checked c, bodies s, const int *p, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+2]]:5: error: 'data_' stands in the way of writing out the call of 'h': it is private, and no public member function only returns it [heddle-HD234]
    // CHECK: :[[#]]:13: note: declared here
    h(i) = 0;
    // CHECK: error: 'data_' stands in the way of writing out the call of 'b': it is private, and no public member function only returns it [heddle-HD234]
    b(i) = 0;
    // CHECK: :[[@LINE+1]]:5: error: 'checked::at' {{.*}}: its result is a reference, and its body is more than one 'return' of an element [heddle-HD238]
    c.at(i) = 0;
    // What is left of the call would not be an element as it stands.
    // CHECK: :[[@LINE+1]]:7: error: 'p[i]' stands in the way of writing out the call of 's': it depends on array data [heddle-HD234]
    s(p[i]) = 0;
    // CHECK: error: {{.*}}'s.of'{{.*}}: it gives a part of a structure [heddle-HD234]
    s.of(i, 0) = 0;
  }
}
#endif
