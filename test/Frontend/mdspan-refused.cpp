// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mdspans whose elements stand where the standard layouts do not have them, and
// calls that are more than a subscript, an extent or the pointer.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include -I %S/../Exec/Inputs > %t 2>&1
// RUN: FileCheck %s < %t
#include "mdspan.h"
#include <heddle/heddle.h>

using namespace std::experimental;
using shape = dextents<int, 2>;
#define AT(m, i, j) m(i, j)

struct mirrored {
  template <class E> struct mapping : layout_right::mapping<E> {
    using layout_right::mapping<E>::mapping;
  };
};
struct negated {
  using reference = double;
  double access(const double *p, std::size_t i) const { return -p[i]; }
};
struct holder {
  mdspan<double, shape> x;
};

void f(mdspan<double, shape, mirrored> m, mdspan<double, shape> x,
       mdspan<const double, extents<int>> one, holder *const *h, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'mdspan<double, shape, mirrored>' is no container that kernels take: its layout, its accessor or its shape is not understood; take 'data_handle()' as a pointer before the nest [heddle-HD232]
    m(i, 0) = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:15: error: 'mdspan<const double, extents<int>>' is no container {{.*}}[heddle-HD232]
    x(i, 0) = one();
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'h[0]->x' is no pointer expression {{.*}}[heddle-HD225]
    h[0]->x(i, 0) = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+2]]:15: error: 'x.extent' is called, {{.*}}[heddle-HD210]
    // CHECK: note: its argument is no constant that is a dimension
    x(i, 0) = x.extent(i);
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'x(0.5 * i, 0)' cannot be called in a mapped nest: elements of an mdspan have one integer a dimension [heddle-HD233]
    x(0.5 * i, 0) = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'mdspan<double, shape>(x)' is no pointer expression {{.*}}[heddle-HD225]
    mdspan<double, shape>(x)(i, 0) = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'mdspan<double, shape>' is a type that kernels do not take [heddle-HD219]
    mdspan<double, shape> y = x;
    y(i, 0) = 1;
  }
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:8: error: 'AT(x, 0, i)' comes out of a macro, {{.*}}[heddle-HD159]
    AT(x, 0, i) = 1;
}

// The copy of a function has a pointer in the place of what it captures.
void captured(mdspan<double, shape> x, double *y, int n) {
  const auto at = [&](int i) {
    const double v = x(i, 0);
    return v < 1 ? v : v + 1;
  };
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+2]]:12: error: 'at' is called, of which a kernel cannot have a copy: {{.*}}[heddle-HD238]
    // CHECK: :[[@LINE-6]]:22: note: in 'at', here
    y[i] = at(i);
}
