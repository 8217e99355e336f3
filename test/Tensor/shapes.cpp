// Shapes that are known are checked by the compiler, with our own words.
// RUN: %gxx -std=c++17 -I%include -fsyntax-only -DRIGHT %s
// RUN: not %gxx -std=c++17 -I%include -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++17 -I%include -fsyntax-only -DRIGHT %s
// RUN: not %clangxx -std=c++17 -I%include -fsyntax-only -ferror-limit=0 %s 2>&1 | FileCheck %s

#include <heddle/tensor.h>
using namespace heddle;

void statements(tensor<double, 3, 4> &a, tensor<double, 4, 3> &b,
                tensor<double, 3> &v, const tensor<double, 3> &fixed) {
  idx i, j;
#ifdef RIGHT
  a = transpose<0, 1>(b);
  v = contract<1, 2>(outer(contract<1, 2>(outer(a, b)), fixed));
  v(i) = a(i, j) * b(j, i);
#else
  // CHECK-DAG: heddle: elementwise operation on tensors of different shapes
  (void)(a + b);
  // CHECK-DAG: heddle: elementwise operation on tensors of different ranks
  (void)(a * v);
  // CHECK-DAG: heddle: assignment of a tensor of another shape
  a = b;
  // CHECK-DAG: heddle: assignment of a tensor of another rank
  v = a;
  // CHECK-DAG: heddle: contract over dimensions of different extents
  (void)contract<0, 1>(a);
  // CHECK-DAG: heddle: contract needs different dimensions that are there
  (void)contract<pair<0, 3>, pair<1, 3>>(outer(a, b));
  // CHECK-DAG: heddle: transpose of a dimension that is not there
  (void)transpose<0, 2>(a);
  // CHECK-DAG: heddle: conv with a kernel that does not fit
  (void)conv(a, b);
  // CHECK-DAG: heddle: one index a dimension
  (void)a(i);
  // CHECK-DAG: heddle: a tensor without indices in index notation
  (void)(v(i) + v);
  // CHECK-DAG: heddle: indices on the right but not on the left
  v = v(i) + v(i);
  // CHECK-DAG: heddle: indices on the left but not on the right
  v(i) = fixed;
  // CHECK-DAG: heddle: assignment to a constant view
  slice(fixed, {0}, {1}) = slice(v, {0}, {1});
#endif
}
