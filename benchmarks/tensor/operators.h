//===- operators.h - the operators as tensor statements -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Those of samples/08_interpolation.

#ifndef HEDDLE_BENCHMARKS_TENSOR_OPERATORS_H
#define HEDDLE_BENCHMARKS_TENSOR_OPERATORS_H

#include <heddle/tensor.h>

namespace statements {

using namespace heddle;

template <int N> using matrix = tensor<double, N, N>;
template <int N> using field = tensor<double, N, N, N>;
template <int N> using fields = tensor<double, dyn, N, N, N>;

template <class Matrix, class Field>
auto interpolate(const Matrix &a, const Field &u) {
  return contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
      outer(a, outer(a, outer(a, u))));
}

template <class Matrix, class Diagonal, class Field>
auto inverse_helmholtz(const Matrix &s, const Diagonal &d, const Field &u) {
  return contract<pair<0, 6>, pair<2, 7>, pair<4, 8>>(
      outer(s, outer(s, outer(s, d * interpolate(s, u)))));
}

} // namespace statements

#endif // HEDDLE_BENCHMARKS_TENSOR_OPERATORS_H
