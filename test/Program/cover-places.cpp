// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests of a cover that may not run, or that mean other variables and sizes.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2> %t.txt
// RUN: FileCheck --input-file=%t.txt %s
// RUN: grep -c ' error: ' %t.txt | FileCheck --check-prefix=ERRORS %s
// ERRORS: 14
#include <heddle/heddle.h>
#include <vector>
using namespace heddle;

// The errors stand in the order of the programs.
// CHECK: 'a': the nests that write it may not run, or not once
void in_a_branch(double *a, int n, bool also) {
  [[heddle::program, heddle::cover(a, n)]] {
    if (also) {
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        a[i] = 1;
    }
  }
}

// CHECK: 'a': the nests that write it may not run, or not once
void in_a_loop(double *a, int n, int steps) {
  [[heddle::program, heddle::cover(a, n)]] {
    for (int t = 0; t < steps; ++t)
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        a[i] = t;
  }
}

// CHECK: 'a': the nests that write it may not run, or not once
void behind_a_jump(double *a, int n, int steps) {
  [[heddle::program, heddle::cover(a, n)]]
  for (int t = 0; t < steps; ++t) {
    if (t % 2 == 0)
      continue;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = t;
  }
}

// CHECK: 'a': 'n' is another variable in the nests
void another_n(double *a, int n, int k) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n / 2; ++i)
      a[i] = 1;
    {
      int n = k;
      [[heddle::map]]
      for (int i = n / 2; i < n; ++i)
        a[i] = 1;
    }
  }
}

// CHECK: 'a': 'n' is another variable in the nests
void hidden(double *a, int n, int k) {
  [[heddle::program, heddle::cover(a, n)]] {
    const int n = k;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  }
}

// CHECK: 'a': 'n' may change in the program
void halved(double *a, int n) {
  [[heddle::program, heddle::cover(a, n)]] {
    n = n / 2;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  }
}

struct sizes {
  int n;
  int get() const { return n; }
};

// A function reads what has changed.
// CHECK: 'a': not all nests that write it run one after another
void by_a_function(double *a, int n, sizes q) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < q.get(); ++i)
      a[i] = 1;
    q.n = 2;
    [[heddle::map]]
    for (int i = q.get(); i < n; ++i)
      a[i] = 1;
  }
}

// So does a reference.
// CHECK: 'a': not all nests that write it run one after another
void by_a_reference(double *a, int n, int k) {
  const int &r = k;
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < r; ++i)
      a[i] = 1;
    k = 2;
    [[heddle::map]]
    for (int i = r; i < n; ++i)
      a[i] = 1;
  }
}

// CHECK: 'a': it has 2 dimensions, and its extents are 1
void of_rows(double (*a)[9], int n) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i / 9][i % 9] = 1;
  }
}

// CHECK: 'a': its declaration has other extents
void of_other_rows(double (*a)[9], int n) {
  [[heddle::program, heddle::cover(a, n, 8)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 8; ++j)
        a[i][j] = 1;
  }
}

// CHECK: 'a': its extents are no sums and products of variables
void wraps(double *a, unsigned n) {
  [[heddle::program, heddle::cover(a, n - 1)]] {
    [[heddle::map]]
    for (unsigned i = 0; i + 1 < n; ++i)
      a[i] = 1;
  }
}

// CHECK: [[@LINE+5]]:7: error: this nest writes element 1 of 'a' for n = 1, which is none by the extents that 'cover' says [heddle-HD185]
void beyond(double *a, int n) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i <= n; ++i)
      a[i] = 1;
  }
}

// CHECK: error: this nest may write element 0 of 'a' for n = 1, as may an earlier one, though 'cover' says that each is written in one nest [heddle-HD182]
// CHECK: note: the earlier one may write it here
void masks(double *a, const double *x, int n) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 0;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      if (x[i] > 0)
        a[i] = 1;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      if (x[i] <= 0)
        a[i] = 2;
  }
}

// CHECK: error: 'cover' takes names of arrays, but 'a + 1' is neither
void no_name(double *a, int n) {
  [[heddle::program, heddle::cover(a + 1, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i + 1] = 1;
  }
}

// Vectors by reference are fine.
void by_reference(std::vector<double> &a, const std::vector<double> &x, int n) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n / 2; ++i)
      a[i] = x[i];
    [[heddle::map]]
    for (int i = n / 2; i < n; ++i)
      a[i] = -x[i];
  }
}
