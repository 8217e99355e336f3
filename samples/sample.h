//===- sample.h - what the samples share: data and the verdict --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each sample runs its annotated loops and a plain copy of them on the same
// data and compares the results bit for bit.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SAMPLES_SAMPLE_H
#define HEDDLE_SAMPLES_SAMPLE_H

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

namespace sample {

/// The same numbers in every run: multiples of 1/8 in [-16, 16), which float
/// and double hold exactly.
template <class T> std::vector<T> numbers(std::size_t count, unsigned seed) {
  std::vector<T> values(count);
  unsigned state = seed * 2654435761u + 1u;
  for (T &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<T>(static_cast<int>(state >> 24) - 128) / T(8);
  }
  return values;
}

/// Overwrites an output, so that an element that a loop forgets is seen.
template <class T> void poison(T *values, std::size_t count) {
  std::memset(static_cast<void *>(values), 0xA5, count * sizeof(T));
}
template <class T> void poison(std::vector<T> &values) {
  poison(values.data(), values.size());
}

/// Bit for bit: -0.0 differs from 0.0, and a NaN equals itself.
template <class T>
bool same_bits(const std::vector<T> &a, const std::vector<T> &b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// Prints the last line of a sample; returns the exit status of the program.
inline int verdict(bool equal) {
  std::puts(equal ? "equal" : "NOT EQUAL");
  return equal ? 0 : 1;
}

} // namespace sample

#endif // HEDDLE_SAMPLES_SAMPLE_H
