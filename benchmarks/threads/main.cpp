// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints `kernel n nanoseconds`, one for each version: as written, by hand, and
// rewritten. Versions take turns; of each the best of so many rounds counts.
// With no rounds it only compares what they compute.

#include "kernels.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <vector>

namespace {

using work = std::function<void(long)>;

struct kernel {
  const char *name;
  std::vector<long> sizes;
  work versions[3];
};

double seconds_of(const work &run, long n, long times) {
  const auto start = std::chrono::steady_clock::now();
  for (long k = 0; k < times; ++k)
    run(n);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Each of them runs for about so many seconds a round.
constexpr double seconds = 0.002;

void measure(const kernel &of, long n, int rounds) {
  double best[3];
  long times[3];
  for (int v = 0; v < 3; ++v) {
    best[v] = std::numeric_limits<double>::infinity();
    double one = seconds_of(of.versions[v], n, 1);
    for (times[v] = 1; one < seconds && times[v] < 100000000; times[v] *= 2)
      one = seconds_of(of.versions[v], n, times[v]);
  }
  for (int round = 0; round < rounds; ++round)
    for (int v = 0; v < 3; ++v)
      best[v] = std::min(best[v], seconds_of(of.versions[v], n, times[v]) /
                                      double(times[v]));
  std::printf("%s %ld %.1f %.1f %.1f\n", of.name, n, 1e9 * best[0],
              1e9 * best[1], 1e9 * best[2]);
}

/// All versions leave the same in y, which holds numbers of its own before.
bool agree(const kernel &of, long n, std::vector<double> &y) {
  std::vector<double> first;
  for (const work &run : of.versions) {
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = double(i % 1000);
    run(n);
    if (first.empty())
      first = y;
    if (first != y)
      return false;
  }
  return true;
}

/// Sizes whose quotient is about the root of the number 2.
std::vector<long> sizes(long first, long last) {
  std::vector<long> all;
  for (double n = double(first); n <= double(last); n *= 1.41421356)
    if (const long one = long(n + 0.5); all.empty() || one != all.back())
      all.push_back(one);
  return all;
}

} // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
  std::vector<double> y(1 << 20, 0.), x(1 << 20, 1.), v(1 << 20, 2.),
      t(1 << 20, 0.);
  double *const a = y.data(), *const d = t.data();
  const double *const b = x.data(), *const c = v.data();
#define VERSIONS(CALL)                                                         \
  {                                                                            \
    [=](long n) { sequential::CALL; }, [=](long n) { by_hand::CALL; },         \
        [=](long n) { rewritten::CALL; }                                       \
  }
  const kernel all[] = {
      {"scale", sizes(1, 1 << 19), VERSIONS(scale(a, -1, n))},
      {"multiply", sizes(1, 1 << 19), VERSIONS(multiply(a, b, c, n))},
      {"interpolate", sizes(2, 40), VERSIONS(interpolate(a, b, c, d, n))},
      {"stencil", sizes(3, 96), VERSIONS(stencil(a, b, n))},
      {"product", sizes(2, 256), VERSIONS(product(a, b, c, n))},
      {"rows", sizes(2, 256), VERSIONS(rows(a, b, c, n))},
      {"triangle", sizes(2, 256), VERSIONS(triangle(a, b, n))},
      {"columns", sizes(2, 1024), VERSIONS(columns(a, b, c, n))},
      {"transpose", sizes(2, 1024), VERSIONS(transpose(a, b, n))},
  };
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = double(i % 777), v[i] = double(i % 333);
  for (const kernel &one : all)
    for (const long n : one.sizes)
      if (rounds > 0) {
        measure(one, n, rounds);
      } else if (!agree(one, n, y)) {
        std::printf("%s differs at n = %ld\n", one.name, n);
        return 1;
      }
  if (rounds == 0)
    std::printf("%zu kernels agree\n", std::size(all));
}
