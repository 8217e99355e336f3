// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums that round are summed in one order wherever they run: the one that
// heddle/runtime/reduce.h describes, written out below.
// REQUIRES: rewriter
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heddle-rewrite %s -o mapped.cpp -- -std=c++17 -I %include
// RUN: %gxx -std=c++17 -O2 -ffp-contract=off -Wall -Wextra -Werror -fopenmp -DREWRITTEN -I %include mapped.cpp -o gxx
// RUN: %clangxx -std=c++17 -O2 -ffp-contract=off -Wall -Wextra -Werror -DREWRITTEN -I %include mapped.cpp -o clang
// RUN: env OMP_NUM_THREADS=1 ./gxx > one
// RUN: env OMP_NUM_THREADS=2 ./gxx > two && cmp one two
// RUN: env OMP_NUM_THREADS=2 ./gxx > again && cmp one again
// RUN: env HEDDLE_HOST_ORDER=forward ./gxx > forward && cmp one forward
// RUN: env HEDDLE_HOST_ORDER=reverse ./gxx > reverse && cmp one reverse
// RUN: env HEDDLE_HOST_ORDER=shuffle:3 ./gxx > shuffle && cmp one shuffle
// RUN: ./clang > other && cmp one other
// RUN: FileCheck %s --check-prefix=SUMS < one
// Where the variable may be an element, the loop runs as it is written.
// RUN: env HEDDLE_TRACE=1 ./gxx overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP

#include <cmath>
#include <cstdio>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;

static void sum(double &s, const double *x, int n) {
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s += x[i];
}
static float scaled(const double *x, int n, int m) {
  float p = 1;
  [[heddle::map, heddle::reduce(p)]]
  for (int i = 0; i < n; ++i)
    for (int j = m - 1; j >= 0; --j)
      p *= 1 + x[i * m + j] / 1000;
  return p;
}

template <class T> static T tree(std::vector<T> x, T identity, T (*op)(T, T)) {
  while (x.size() > 1) {
    std::vector<T> next;
    for (std::size_t b = 0; b < x.size(); b += 256) {
      T place[256];
      for (std::size_t p = 0; p < 256; ++p)
        place[p] = b + p < x.size() ? x[b + p] : identity;
      for (int d = 128; d > 0; d /= 2)
        for (int p = 0; p < d; ++p)
          place[p] = op(place[p], place[p + d]);
      next.push_back(place[0]);
    }
    x = next;
  }
  return x[0];
}

static bool same(const char *what, int n, double found, double expected,
                 double as_written) {
  std::printf("%s of %d: %a%s\n", what, n, found,
              as_written != expected ? ", in another order than written" : "");
#ifdef REWRITTEN
  if (found != expected)
    std::printf("FAILED: the tree gives %a\n", expected);
  return found == expected;
#else
  return found == as_written;
#endif
}

int main(int argc, char **) {
  bool good = true;
  for (int n : {1, 2, 255, 256, 257, 1000, 65535, 65537, 200000}) {
    std::vector<double> x;
    for (int i = 0; i < n; ++i)
      x.push_back(std::ldexp(std::sin(i + 1.0), i % 37));
    double written = 0.1, s = 0.1;
    for (double v : x)
      written += v;
    if (argc > 1) {
      sum(x[0], x.data(), n);
      continue;
    }
    sum(s, x.data(), n);
    const auto plus = +[](double a, double b) { return a + b; };
    good &= same("sum", n, s, 0.1 + tree<double>(x, -0.0, plus), written);

    const int m = 5, rows = n / m + 1;
    std::vector<double> y;
    for (int i = 0; i < rows * m; ++i)
      y.push_back(std::sin(i * 0.7));
    std::vector<float> factors;
    float in_order = 1;
    // Places count up whichever way the loop counts; a step of it rounds.
    for (double v : y)
      factors.push_back(static_cast<float>(1.0f * (1 + v / 1000)));
    for (int i = 0; i < rows; ++i)
      for (int j = m - 1; j >= 0; --j)
        in_order = static_cast<float>(in_order * (1 + y[i * m + j] / 1000));
    const auto times = +[](float a, float b) { return a * b; };
    good &= same("product", rows * m, scaled(y.data(), rows, m),
                 1 * tree<float>(factors, 1, times), in_order);
  }
  return !good;
}

// SUMS-NOT: FAILED
// SUMS: sum of 200000: {{.*}}, in another order than written
// SUMS: product of 200005: {{.*}}, in another order than written
// SUMS-NOT: FAILED
// OVERLAP: sequential ('x' may overlap 's')
