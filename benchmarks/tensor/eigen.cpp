//===- eigen.cpp - the operators by Eigen's module Tensor -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The same pairs in the same order: Eigen contracts as written.

#include <unsupported/Eigen/CXX11/Tensor>

namespace {

using matrix =
    Eigen::TensorMap<Eigen::Tensor<const double, 2, Eigen::RowMajor>>;
using field = Eigen::TensorMap<Eigen::Tensor<const double, 3, Eigen::RowMajor>>;
using target = Eigen::TensorMap<Eigen::Tensor<double, 3, Eigen::RowMajor>>;
using pairs = Eigen::array<Eigen::IndexPair<int>, 1>;

/// v(i, j, k) = sum over l, m, o of a(i, l) a(j, m) a(k, o) u(l, m, o), where
/// dimension `summed` of a is the one summed over.
template <class Field>
auto interpolate(const matrix &a, const Field &u, int summed) {
  const auto over = [](int left, int right) {
    return pairs{Eigen::IndexPair<int>(left, right)};
  };
  return a
      .contract(u, over(summed, 0)) // i, m, o
      .contract(a, over(2, summed)) // i, m, k
      .contract(a, over(1, summed)) // i, k, j
      .shuffle(Eigen::array<int, 3>{0, 2, 1});
}

} // namespace

void eigen_interpolate(double *v, const double *a, const double *u, int n) {
  target(v, n, n, n) = interpolate(matrix(a, n, n), field(u, n, n, n), 1);
}

void eigen_inverse_helmholtz(double *v, const double *a, const double *d,
                             const double *u, int n) {
  const matrix s(a, n, n);
  target(v, n, n, n) = interpolate(
      s, field(d, n, n, n) * interpolate(s, field(u, n, n, n), 1), 0);
}
