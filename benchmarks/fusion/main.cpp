// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   chains fused|apart NAME N      runs a chain once, and prints a number
//   chains times NAME N ROUNDS     prints for each round the seconds of both
//
// The two take turns, so that whatever else the machine does meets both alike.

#include "chains.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

/// The arrays of a chain, which both of its versions use.
struct arrays {
  std::vector<float> a, b, c, d;
  std::vector<double> r, q;

  arrays(const std::string &chain, long n) {
    if (chain == "residual") {
      r.resize(n);
      q.resize(n);
      for (long i = 0; i < n; ++i)
        r[i] = 1 + i % 7, q[i] = i % 5;
      return;
    }
    for (std::vector<float> *each : {&a, &b, &c, &d})
      each->resize(n);
    for (long i = 0; i < n; ++i)
      c[i] = static_cast<float>(i % 11);
  }
  double sum() const {
    double s = 0;
    for (const std::vector<float> *each : {&a, &b, &d})
      for (float x : *each)
        s += x;
    for (double x : r)
      s += x;
    return s;
  }
};

#define HEDDLE_VERSION(SIDE)                                                   \
  if (chain == "blend")                                                        \
    return [&, n] {                                                            \
      SIDE::blend(of.a.data(), of.b.data(), of.d.data(), of.c.data(), n);      \
    };                                                                         \
  if (chain == "residual")                                                     \
    return [&, n] {                                                            \
      of.r[0] += 0 * SIDE::residual(of.r.data(), of.q.data(), 1e-3, n);        \
    };                                                                         \
  if (chain == "step")                                                         \
    return [&, n] {                                                            \
      SIDE::step(of.a.data(), of.b.data(), of.c.data(), 1e-3f, n);             \
    };                                                                         \
  return [&, n] {                                                              \
    SIDE::sharpen(of.a.data(), of.b.data(), of.c.data(),                       \
                  static_cast<int>(n / 1024), 1024);                           \
  };

std::function<void()> fused_of(const std::string &chain, arrays &of, long n) {
  HEDDLE_VERSION(fused)
}
std::function<void()> apart_of(const std::string &chain, arrays &of, long n) {
  HEDDLE_VERSION(apart)
}

double seconds(const std::function<void()> &run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const std::string how = argv[1], chain = argv[2];
  const long n = std::atol(argv[3]);
  arrays of(chain, n);
  const auto fused = fused_of(chain, of, n), apart = apart_of(chain, of, n);
  if (how != "times") {
    (how == "fused" ? fused : apart)();
    std::printf("%.10g\n", of.sum());
    return 0;
  }
  fused(); // memory is there, and threads are
  apart();
  for (int round = argc > 4 ? std::atoi(argv[4]) : 11; round > 0; --round) {
    const double one = seconds(fused);
    std::printf("%.9f %.9f\n", one, seconds(apart));
  }
  return 0;
}
