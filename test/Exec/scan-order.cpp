// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums that round are summed in one order wherever they run: the one
// that heddle/runtime/scan.h describes, written out below.
// REQUIRES: rewriter
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %heddle-rewrite %s -o mapped.cpp -- -std=c++17 -I %include
// RUN: %gxx -std=c++17 -O2 -ffp-contract=off -Wall -Wextra -Werror -fopenmp -DREWRITTEN -I %include mapped.cpp -o gxx
// RUN: %clangxx -std=c++17 -O2 -ffp-contract=off -Wall -Wextra -Werror -DREWRITTEN -I %include mapped.cpp -o clang
// RUN: env OMP_NUM_THREADS=1 ./gxx > one
// RUN: env OMP_NUM_THREADS=2 ./gxx > two && cmp one two
// RUN: env HEDDLE_HOST_ORDER=forward ./gxx > forward && cmp one forward
// RUN: env HEDDLE_HOST_ORDER=shuffle:3 ./gxx > shuffle && cmp one shuffle
// RUN: ./clang > other && cmp one other
// RUN: FileCheck %s < one

#include <cstdio>
#include <heddle/heddle.h>
#include <vector>

static double up(std::vector<double> &y, const std::vector<double> &x) {
  double s = 0.1;
  const int n = static_cast<int>(x.size());
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) {
    s += x[i] / 3;
    y[i] = s;
  }
  return s;
}

static float down(std::vector<float> &y, const std::vector<double> &x) {
  float p = 1;
  const int n = static_cast<int>(x.size());
  [[heddle::map, heddle::reduce(p)]]
  for (int i = n - 1; i >= 0; --i) {
    y[i] = p;
    p *= static_cast<float>(1 + x[i] / 1000);
  }
  return p;
}

/// By blocks: the values of all, and then each from the value in front of it on.
template <class T, class Step>
T in_blocks(int n, bool descends, T start, T identity, const Step &step,
            std::vector<T> &behind) {
  const int blocks = (n + 255) / 256;
  std::vector<T> partial(blocks, identity), front(blocks);
  const auto all = [&](int b, T &s, bool stores) {
    for (int p = 0; p < 256; ++p) {
      const int i = 256 * b + (descends ? 255 - p : p);
      if (i < n) {
        if (stores && descends)
          behind[i] = s;
        step(s, i);
        if (stores && !descends)
          behind[i] = s;
      }
    }
  };
  T now = start;
  for (int k = 0; k < blocks; ++k) {
    const int b = descends ? blocks - 1 - k : k;
    all(b, partial[b], false);
    front[b] = now;
    now = descends ? now * partial[b] : now + partial[b];
  }
  for (int k = 0; k < blocks; ++k) {
    const int b = descends ? blocks - 1 - k : k;
    now = front[b];
    all(b, now, true);
  }
  return now;
}

int main() {
  bool same = true;
  for (int n : {1, 255, 256, 257, 1000}) {
    std::vector<double> x(n), y(n), a(n);
    std::vector<float> z(n), c(n);
    for (int i = 0; i < n; ++i)
      x[i] = (i * 37 % 101) / 7.0 - 5;
    const double s = up(y, x);
    const float p = down(z, x);
    std::printf("%a %a\n", s, static_cast<double>(p));
    for (int i = 0; i < n; ++i)
      std::printf("%a %a\n", y[i], static_cast<double>(z[i]));
#ifdef REWRITTEN
    same &= s == in_blocks<double>(
                     n, false, 0.1, -0.0,
                     [&](double &v, int i) { v += x[i] / 3; },
                     a) &&
            y == a;
    same &= p == in_blocks<float>(
                     n, true, 1, 1,
                     [&](float &v, int i) {
                       v *= static_cast<float>(1 + x[i] / 1000);
                     },
                     c) &&
            z == c;
#endif
  }
  // CHECK: as described
  std::puts(same ? "as described" : "in another order");
}
