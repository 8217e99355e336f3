// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression of depth 6: a contraction of three tensor products, a product
// of elements, a tensor.

#include <heddle/tensor.h>

using namespace heddle;

void f(tensor<double, 8, 8, 8> &v, const tensor<double, 8, 8> &a,
       const tensor<double, 8, 8, 8> &d, const tensor<double, 8, 8, 8> &u) {
  v = contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
      outer(a, outer(a, outer(a, d * u))));
}
