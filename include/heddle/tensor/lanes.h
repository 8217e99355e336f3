//===- tensor/lanes.h - vectors of the machine ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Compilers do not find vectors in several sums at once, so that they are named
// here, where there is a name for them. Each lane computes what a number would.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_LANES_H
#define HEDDLE_TENSOR_LANES_H

#include "shape.h"

#include <type_traits>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

inline constexpr int vector_bytes = HEDDLE_TENSOR_VECTOR_BYTES;
/// How many vectors the machine holds.
inline constexpr int vector_registers = vector_bytes == 64 ? 32 : 16;

// Clang halves vectors of 64 bytes in functions that do not say this.
#if defined(__clang__) && defined(__AVX512F__)
#define HEDDLE_TENSOR_VECTORS __attribute__((__min_vector_width__(512)))
#else
#define HEDDLE_TENSOR_VECTORS
#endif

/// Lanes of numbers in one register, or one number.
template <class T, int Lanes> struct lanes_of {
#if defined(__GNUC__)
  typedef T type __attribute__((vector_size(Lanes * sizeof(T))));
#endif
};
template <class T> struct lanes_of<T, 1> { using type = T; };

/// The widest vectors of a type with no more lanes than a row has elements.
template <class T> constexpr int lanes_for(integer row) {
  int widest = 1;
#if defined(__GNUC__)
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> ||
                (std::is_unsigned_v<T> && sizeof(T) >= 4))
    widest = vector_bytes / static_cast<int>(sizeof(T));
#endif
  while (widest > row && widest > 1)
    widest /= 2;
  return widest;
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_LANES_H
