// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements are validated for extents that fit each other, also where one is
// longer than another one by a constant, and for so many elements that the
// library multiplies as the kernels do.
// RUN: rm -rf %t && mkdir %t
// RUN: %heddle-rewrite %s -o %t/out.cu -- -std=c++17 -I %include > %t/said 2>&1
// RUN: FileCheck %s < %t/said
// RUN: grep -c remark %t/said | FileCheck --check-prefix=COUNT %s

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using matrix = tensor<float, dyn, dyn>;

void convolve(matrix &y, const matrix &x, const tensor<float, 5, 3> &w) {
  [[heddle::map]] y = conv(x, w);
}
void padded(matrix &y, const matrix &x, const tensor<float, 3, 3> &w) {
  [[heddle::map]] y = conv(pad(x, {1, 2}, {1, 1}), w);
}
// CHECK: [[#@LINE+4]]:1: remark: 'heddle_inverse_helmholtz_0' was validated in part: no values that were tried launch 'heddle_inverse_helmholtz_0_fused' [heddle-HD908]
void inverse_helmholtz(tensor<double, dyn, 4, 4, 4> &u, const tensor<double, 4, 4> &s,
                       const tensor<double, 4, 4, 4> &d) {
  idx e, i, j, k, l, m, o, p, q, r;
  [[heddle::map, heddle::inplace(u)]]
  u(e, i, j, k) = s(l, i) * s(m, j) * s(o, k) * d(l, m, o) * s(l, p) *
                  s(m, q) * s(o, r) * u(e, p, q, r);
}
// COUNT: 1
