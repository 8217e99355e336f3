//===- MinMax.h - minimum and maximum of floating point -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_MINMAX_H
#define HEDDLE_PTX_OPS_MINMAX_H

#include <cmath>

namespace heddle::ptx {

/// The lesser one, -0 before +0. A number and a NaN give the number; with
/// KeepNan they give the NaN.
template <bool KeepNan> struct FloatMin {
  template <class F> F operator()(F A, F B) const {
    if (A != A || B != B)
      return (KeepNan ? A != A : B != B) ? A : B;
    return A < B || (A == B && std::signbit(A)) ? A : B;
  }
};
template <bool KeepNan> struct FloatMax {
  template <class F> F operator()(F A, F B) const {
    if (A != A || B != B)
      return (KeepNan ? A != A : B != B) ? A : B;
    return A > B || (A == B && !std::signbit(A)) ? A : B;
  }
};
/// Compares sizes; the sign is that of the product.
template <class Do> struct XorSign {
  template <class F> F operator()(F A, F B) const {
    const F R = Do()(std::fabs(A), std::fabs(B));
    return std::signbit(A) != std::signbit(B) ? -R : R;
  }
};
} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_MINMAX_H
