//===- real.h - data for the loops, and a line of output for each -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The programs fill their arrays from here, and print a checksum under the name
// of each function. Numbers are multiples of 1/8: many of their sums are exact
// in whatever order they are added.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_REAL_REAL_H
#define HEDDLE_TEST_REAL_REAL_H

#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

namespace real {

class source {
public:
  explicit source(unsigned seed) : state(seed * 2654435761u + 1u) {}
  /// A number of 16 bits.
  unsigned next() {
    state = state * 1664525u + 1013904223u;
    return state >> 16;
  }

private:
  unsigned state;
};

/// Multiples of 1/8 from 1/8 to 4; integers from 1 to 32.
template <class T> std::vector<T> values(long n, unsigned seed) {
  source s(seed);
  std::vector<T> x(static_cast<std::size_t>(n));
  for (T &each : x)
    each = static_cast<T>((1 + s.next() % 32) / (T(1) / T(2) == T(0) ? 1.0 : 8.0));
  return x;
}

/// Integers from 0 to most - 1.
inline std::vector<int> below(long n, int most, unsigned seed) {
  source s(seed);
  std::vector<int> x(static_cast<std::size_t>(n));
  for (int &each : x)
    each = static_cast<int>(s.next() % static_cast<unsigned>(most));
  return x;
}

/// The numbers from 0 to n - 1, each once.
inline std::vector<int> permutation(int n, unsigned seed) {
  source s(seed);
  std::vector<int> p(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    p[i] = i;
  for (int i = n - 1; i > 0; --i)
    std::swap(p[i], p[s.next() % static_cast<unsigned>(i + 1)]);
  return p;
}

/// Rows of compressed storage; the columns of a row ascend.
struct sparse {
  std::vector<int> row, col;
  std::vector<double> val;
};
inline sparse matrix(int n, unsigned seed) {
  source s(seed);
  sparse a;
  a.row.push_back(0);
  for (int i = 0; i < n; ++i) {
    for (int j = static_cast<int>(s.next() % 5); j < n; j += 1 + static_cast<int>(s.next() % 9)) {
      a.col.push_back(j);
      a.val.push_back((1 + s.next() % 32) / 8.0);
    }
    a.row.push_back(static_cast<int>(a.col.size()));
  }
  return a;
}

/// Prints the line of a function: its array, or its number.
template <class T> void show(const char *name, const T *x, long n) {
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += static_cast<double>(x[i]) * static_cast<double>(1 + i * 37 % 101);
  std::printf("%s %.17g\n", name, sum);
}
template <class T> void show(const char *name, const std::vector<T> &x) {
  show(name, x.data(), static_cast<long>(x.size()));
}
inline void show(const char *name, double x) { show(name, &x, 1); }

} // namespace real

#endif // HEDDLE_TEST_REAL_REAL_H
