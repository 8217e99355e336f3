//===- tensor_values.h - values for tests of tensor statements ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Values are such that each order of summation gives another result, and some
// are negative zeros.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_EXEC_TENSOR_VALUES_H
#define HEDDLE_TEST_EXEC_TENSOR_VALUES_H

#include "harness.h"
#include <algorithm>
#include <string>
#include <type_traits>

namespace tensor_values {

template <class X> void fill(X &x, unsigned seed) {
  unsigned state = seed * 2654435761u + 1u;
  for (auto &each : x) {
    state = state * 1664525u + 1013904223u;
    const int v = static_cast<int>(state >> 24) - 128;
    using T = typename X::value_type;
    if (std::is_floating_point<T>::value)
      each = v % 16 == 0 ? static_cast<T>(-0.0)
                         : static_cast<T>(v) / static_cast<T>(7);
    else
      each = static_cast<T>(static_cast<long long>(v) * 0x1234567);
  }
}

/// Keeps the bytes of a tensor.
template <class X> void keep(harness::recorder &r, const X &x) {
  std::copy_n(x.data(), x.size(),
              r.out<typename X::value_type>(static_cast<long>(x.size())));
}

/// A line of HEDDLE_TRACE for each kernel that runs; where none does, one.
inline harness::expectation kernels(int count) {
  return {harness::taken::fast,
          std::string(harness::this_run().fast) == ": parallel (" ? 1 : count};
}

/// Threads take a copy, which the library need not.
inline harness::expectation copied() {
  if (std::string(harness::this_run().fast) == ": parallel (")
    return {harness::taken::sequential, 1, "threads would need a copy"};
  return harness::taken::fast;
}

} // namespace tensor_values

#endif // HEDDLE_TEST_EXEC_TENSOR_VALUES_H
