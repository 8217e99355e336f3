//===- polybench.h - data, sizes, time and output of a kernel ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program takes its sizes from the command line and has small ones of its
// own. It prints a line for each result: a hash of all bits, and three of the
// values. Where the environment has POLYBENCH_TIME, it says on the standard
// error how many seconds the kernel took.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SAMPLES_POLYBENCH_H
#define HEDDLE_SAMPLES_POLYBENCH_H

#include "gallery/gallery.h"
#include "gallery/mdspan.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <heddle/heddle.h>
#include <string>
#include <vector>

/// Runs a kernel and takes its time. Another version of the kernel takes its
/// place where its namespace is defined before this header is read.
#ifndef POLYBENCH_VERSION
#define POLYBENCH_VERSION
#endif
#define POLYBENCH_RUN(call)                                                    \
  do {                                                                         \
    const polybench::stopwatch watch;                                          \
    POLYBENCH_VERSION call;                                                    \
  } while (false)

namespace polybench {

using gallery::between;

template <class T>
using matrix =
    std::experimental::mdspan<T, std::experimental::dextents<int, 2>>;
template <class T>
using cube = std::experimental::mdspan<T, std::experimental::dextents<int, 3>>;

/// The size that is given at a place of the command line, or `otherwise`.
inline int size(int argc, char **argv, int place, int otherwise) {
  return place < argc ? std::atoi(argv[place]) : otherwise;
}

/// Tells the time from its beginning to its end.
class stopwatch {
public:
  ~stopwatch() {
    const std::chrono::duration<double> taken = clock::now() - begin;
    if (std::getenv("POLYBENCH_TIME"))
      std::fprintf(stderr, "seconds %.6f\n", taken.count());
  }

private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin = clock::now();
};

/// Prints the line of a result.
template <class T> void show(const char *name, const std::vector<T> &values) {
  gallery::show(name, values);
  const std::size_t last = values.size() - 1;
  for (std::size_t place : {std::size_t(0), last / 2, last})
    std::printf("  [%zu] %.9g", place, static_cast<double>(values[place]));
  std::printf("\n");
}

/// The same for results that rest on sums of which `reduce` lets the order
/// vary: of each value eight digits count.
inline void show_rounded(const char *name, const std::vector<double> &values) {
  std::vector<double> rounded;
  for (double value : values) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.7e", value);
    rounded.push_back(std::strtod(text, nullptr));
  }
  show(name, rounded);
}

/// A symmetric matrix that is positive definite: its diagonal outweighs the
/// rest.
inline std::vector<double> definite(int n, unsigned seed) {
  std::vector<double> a = between<double>(0, 1, std::size_t(n) * n, seed);
  for (int i = 0; i < n; ++i) {
    a[std::size_t(i) * n + i] += n;
    for (int j = 0; j < i; ++j)
      a[std::size_t(i) * n + j] = a[std::size_t(j) * n + i];
  }
  return a;
}

} // namespace polybench

using polybench::cube;
using polybench::matrix;

#endif // HEDDLE_SAMPLES_POLYBENCH_H
