// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same as statement.cpp by hand.

#include <heddle/tensor.h>

using namespace heddle;

void f(tensor<double, 8, 8, 8> &v, const tensor<double, 8, 8> &a,
       const tensor<double, 8, 8, 8> &d, const tensor<double, 8, 8, 8> &u) {
  tensor<double, 8, 8, 8> s, t;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 8; ++k)
        t(i, j, k) = d(i, j, k) * u(i, j, k);
  for (int i = 0; i < 8; ++i)
    for (int m = 0; m < 8; ++m)
      for (int o = 0; o < 8; ++o) {
        double sum = 0;
        for (int l = 0; l < 8; ++l)
          sum += a(i, l) * t(l, m, o);
        s(i, m, o) = sum;
      }
  for (int i = 0; i < 8; ++i)
    for (int m = 0; m < 8; ++m)
      for (int k = 0; k < 8; ++k) {
        double sum = 0;
        for (int o = 0; o < 8; ++o)
          sum += a(k, o) * s(i, m, o);
        t(i, m, k) = sum;
      }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 8; ++k) {
        double sum = 0;
        for (int m = 0; m < 8; ++m)
          sum += a(j, m) * t(i, m, k);
        v(i, j, k) = sum;
      }
}
