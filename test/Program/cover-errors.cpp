// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that say of their nests what is not so, or cannot be told.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2> %t.txt
// RUN: FileCheck --input-file=%t.txt %s
#include <heddle/heddle.h>
#include <vector>
using namespace heddle;

// Nests, and words that stand wrong, are looked at first.
void alone(double *a, int n) {
  // CHECK: [[@LINE+1]]:18: error: 'cover' is about the nests of a program, and stands on a nest; write it beside 'program' [heddle-HD180]
  [[heddle::map, heddle::cover(a)]]
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  // CHECK: error: 'cover' is about the nests of a program, and stands on a block;
  [[heddle::cover(a)]] { a[0] = 1; }
  // CHECK: error: 'cover' is about the nests of a program, and stands on a 'while' loop;
  [[heddle::cover(a, n)]] while (n > 3) --n;
}

void missing(double *a, int n) {
  // CHECK: [[@LINE+1]]:22: error: no nest of this program writes element (0, 0) of 'a' for n = 1, though 'cover' says that all are written [heddle-HD181]
  [[heddle::program, heddle::cover(a, n, n)]] {
    [[heddle::map]]
    // CHECK: [[@LINE+1]]:5: note: this nest writes others
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i * n + j] = 1;
  }
}

void twice(double *a, int n) {
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i <= n / 2; ++i)
      a[i] = 1;
    [[heddle::map]]
    for (int i = n / 2; i < n; ++i)
      // CHECK: [[@LINE+3]]:7: error: this nest writes element 0 of 'a' for n = 1, as does an earlier one, though 'cover' says that each is written in one nest [heddle-HD182]
      // CHECK: [[@LINE-4]]:7: note: the earlier one writes it here
      // CHECK: [[@LINE-8]]:22: note: where the later one is to win, write 'ordered' as the last argument of 'cover'
      a[i] = 2;
  }
}

void unknown_extent(double *a, int n) {
  // CHECK: [[@LINE+1]]:22: error: it cannot be told whether the nests of this program write all elements of 'a': nothing says how many elements it has [heddle-HD183]
  [[heddle::program, heddle::cover(a)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  }
}

void container(std::vector<double> &a, int n) {
  // CHECK: error: no nest of this program writes element 0 of 'a' for n = 0, a_size = 1,
  [[heddle::program, heddle::cover(a)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  }
}

void changed_in_between(double *a, int n, int m) {
  // CHECK: [[@LINE+1]]:22: error: it cannot be told {{.*}}: not all nests that write it run one after another [heddle-HD183]
  [[heddle::program, heddle::cover(a, m)]] {
    [[heddle::map]]
    for (int i = 0; i < n / 2; ++i)
      a[i] = 1;
    n = n - n % 2;
    [[heddle::map]]
    // CHECK: [[@LINE+1]]:5: note: this one does not run directly behind those before
    for (int i = n / 2; i < n; ++i)
      a[i] = 1;
  }
}

void not_always(double *a, int n, bool also) {
  // CHECK: [[@LINE+1]]:22: error: it cannot be told {{.*}}: not all nests that write it run one after another [heddle-HD183]
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n / 2; ++i)
      a[i] = 1;
    if (also)
      [[heddle::map]]
      for (int i = n / 2; i < n; ++i)
        a[i] = 1;
  }
}

void other_rows(double *a, int n, int m, int k) {
  // CHECK: [[@LINE+1]]:22: error: it cannot be told {{.*}}: which elements a nest touches is not known in rows of this length [heddle-HD183]
  [[heddle::program, heddle::cover(a, n, m)]] {
    [[heddle::map]]
    // CHECK: [[@LINE+1]]:5: note: this is the nest
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        a[i * k + j] = 1;
  }
}

struct cell {
  double h, u;
};

void structures(cell *a, int n) {
  // CHECK: error: it cannot be told {{.*}}: its elements are structures [heddle-HD183]
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i].h = 1;
  }
}

void data_decide(double *a, const double *x, int n) {
  // CHECK: error: no nest of this program writes element 0 of 'a' for n = 1,
  [[heddle::program, heddle::cover(a, n)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      if (x[i] > 0)
        a[i] = 1;
  }
}

void wrong_words(double *a, int n) {
  // CHECK: error: 'cover' takes names of arrays, but 'n' is neither an array nor a pointer to objects [heddle-HD120]
  [[heddle::program, heddle::cover(n)]] { }
  // CHECK: error: 'cover' takes integers, but '1.5' is of type 'double' [heddle-HD107]
  [[heddle::program, heddle::cover(a, 1.5)]] { }
  // CHECK: error: '++n' may do more than to give a number [heddle-HD124]
  [[heddle::program, heddle::cover(a, ++n)]] { }
  // CHECK: error: wrong arguments of 'cover', which takes the name of an array, its extents, and 'ordered' where later nests may overwrite elements [heddle-HD106]
  [[heddle::program, heddle::cover(ordered)]] { }
  // CHECK: error: it cannot be told {{.*}}: no nest in the text of the program writes it [heddle-HD183]
  [[heddle::program, heddle::cover(a)]] { }
}
