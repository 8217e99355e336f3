//===- gallery.h - data, and one line of output for a nest ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest has computed is printed as the mean of its absolute values and a
// hash of all its bits. Rewritten or not, a program prints the same on every
// path (on a GPU but for the last bits of functions such as exp).
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SAMPLES_GALLERY_H
#define HEDDLE_SAMPLES_GALLERY_H

#include "sample.h"
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

namespace gallery {

using sample::numbers;

/// The same numbers in every run, in [low, high).
template <class T>
std::vector<T> between(T low, T high, std::size_t count, unsigned seed) {
  std::vector<T> values(count);
  unsigned state = seed * 2654435761u + 1u;
  for (T &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<T>(low + (high - low) * ((state >> 16) / 65536.0));
  }
  return values;
}

/// Number, mean size and hash (FNV-1a) of the values that are added.
class summary {
public:
  template <class T> void add(T value) {
    static_assert(std::is_arithmetic<T>::value, "add members one by one");
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (unsigned char byte : bytes)
      hash = (hash ^ byte) * 0x100000001b3u;
    sum += std::fabs(static_cast<double>(value));
    ++count;
  }
  void print(const char *name) const {
    std::printf("%-20s %7zu values, mean |x| %12.6g, bits %016llx\n", name,
                count, sum / static_cast<double>(count),
                static_cast<unsigned long long>(hash));
  }

private:
  std::size_t count = 0;
  double sum = 0;
  std::uint64_t hash = 0xcbf29ce484222325u;
};

/// Prints the line of a nest: an array,
template <class T>
void show(const char *name, const T *values, std::size_t count) {
  summary all;
  for (std::size_t i = 0; i < count; ++i)
    all.add(values[i]);
  all.print(name);
}
template <class T> void show(const char *name, const std::vector<T> &values) {
  show(name, values.data(), values.size());
}
/// one number,
template <class T> void show(const char *name, T value) {
  show(name, &value, 1);
}
/// or members of structures: show("sprites", sprites, &sprite::x, &sprite::y).
template <class S, class... T>
void show(const char *name, const std::vector<S> &values, T S::*...members) {
  summary all;
  for (const S &value : values)
    (all.add(value.*members), ...);
  all.print(name);
}

} // namespace gallery

#endif // HEDDLE_SAMPLES_GALLERY_H
