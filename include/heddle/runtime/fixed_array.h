//===- runtime/fixed_array.h - std::array, for kernels --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of std::array are the host's. Arrays that a nest declares for
// itself are of this class in kernels: an aggregate of the same elements, which
// is initialised and copied in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FIXED_ARRAY_H
#define HEDDLE_RUNTIME_FIXED_ARRAY_H

#include "config.h"

#include <cstddef>

namespace heddle {
namespace rt {

/// Extent elements of T, which is positive. An index is below it, as for std::array.
template <class T, std::size_t Extent> struct fixed_array {
  T elements[Extent];

  HEDDLE_HD constexpr T &operator[](std::size_t index) {
    return elements[index];
  }
  HEDDLE_HD constexpr const T &operator[](std::size_t index) const {
    return elements[index];
  }
  HEDDLE_HD constexpr T *data() { return elements; }
  HEDDLE_HD constexpr const T *data() const { return elements; }
  HEDDLE_HD constexpr void fill(T value) {
    for (std::size_t index = 0; index < Extent; ++index)
      elements[index] = value;
  }
};

} // namespace rt
} // namespace heddle

#endif
