//===- overlap.cpp - arrays, scalars and strides that meet at run time ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Where pointers may alias, or a stride may make rows meet, the launch decides:
// the result is the one of the loop as written in every case, and the mapped
// threads run wherever nothing meets.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <string>

using namespace heddle;
using harness::taken;

namespace SIDE {

static taken path_if(bool fast) {
  return fast ? taken::fast : taken::sequential;
}

//===----------------------------------------------------------------------===//
// Two arrays in one
//===----------------------------------------------------------------------===//

void shift_copy(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}

void backwards(int *y, const int *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = n - 1; i >= 0; --i)
    y[i] = 3 * x[i] + 1;
}

void strided(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[2 * i] = x[2 * i] + 1;
}

void neighbours(int *y, const int *x, int n) {
  [[heddle::map(Jing)]]
  for (int i = 1; i < n - 1; ++i)
    y[i] = x[i - 1] + 2 * x[i] + x[i + 1];
}

CASE(two_arrays_in_one) {
  const int n = 9;
  for (int offset = -12; offset <= 12; ++offset) {
    auto x = r.in<int>(64) + 20;
    const bool apart = offset >= n || offset <= -n;
    r.call({1, offset}, path_if(apart), [&] { shift_copy(x + offset, x, n); });
    x = r.in<int>(64) + 20;
    r.call({2, offset}, path_if(apart), [&] { backwards(x + offset, x, n); });
  }
  for (int offset = -20; offset <= 20; ++offset) {
    auto x = r.in<int>(80) + 24;
    // Ranges of bytes are compared, though elements interleave: the fast path
    // may be missed between them, and must be taken beyond.
    const bool apart = offset > 2 * n - 2 || offset < -(2 * n - 2);
    r.call({3, offset}, apart ? taken::fast : taken::any,
           [&] { strided(x + offset, x, n); });
    x = r.in<int>(80) + 24;
    // Elements 1 to n - 2 are written, 0 to n - 1 read.
    const bool clear = offset + 1 > n - 1 || offset + n - 2 < 0;
    r.call({4, offset}, path_if(clear), [&] { neighbours(x + offset, x, n); });
  }
  for (const int m : {-1, 0, 1, 2}) { // nothing, or one element, meets
    auto x = r.in<int>(8) + 2;
    r.call({5, m}, m < 1 ? taken::nothing : taken::any,
           [&] { shift_copy(x, x, m); });
    x = r.in<int>(8) + 2;
    r.call({6, m}, m < 1 ? taken::nothing : path_if(m == 1),
           [&] { shift_copy(x + 1, x, m); });
  }
}

// Elements of different sizes, and bytes.
void to_bytes(unsigned char *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<unsigned char>(x[i]);
}

CASE(overlap_in_bytes) {
  const int n = 8;
  for (int offset = -12; offset <= 36; ++offset) {
    auto x = r.in<int>(32) + 8;
    auto y = reinterpret_cast<unsigned char *>(x) + offset;
    r.call({offset}, path_if(offset >= 4 * n || offset <= -n),
           [&] { to_bytes(y, x, n); });
  }
}

// Three arrays: both that are written matter.
void swap_halves(int *a, int *b, const int *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    a[i] = c[i] + 1;
    b[i] = c[i] + 2;
  }
}

CASE(three_arrays_in_one) {
  const int n = 4;
  for (int a = -5; a <= 5; ++a)
    for (int b = -5; b <= 5; ++b) {
      auto c = r.in<int>(32) + 8;
      const auto apart = [](int p, int q) { return p - q >= n || q - p >= n; };
      r.call({a, b}, path_if(apart(a, 0) && apart(b, 0) && apart(a, b)),
             [&] { swap_halves(c + a, c + b, c, n); });
    }
}

//===----------------------------------------------------------------------===//
// Reads and writes of different shapes
//===----------------------------------------------------------------------===//

// Each is called with y = x + offset; the comment gives the elements written,
// from y, and read, from x: the ends that are compared.

// y[3] to y[3 + 2 (n - 1)], x[0] to x[n - 1].
void spread(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[2 * i + 3] = x[i];
}

// y[0] to y[n - 1], x[-4] to x[3 (n - 1) - 4].
void gather(int *y, const int *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = n - 1; i >= 0; --i)
    y[i] = x[3 * i - 4];
}

// y[0] to y[n - 1], in turn from its end; x[0] to x[n + 1].
void reversed(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += x[i + k];
    y[n - 1 - i] = sum;
  }
}

// Odd ones of 1 to n - 1, every third of 2 to n - 1.
void conditional(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i % 2 == 1)
      y[i] = i % 3 == 2 ? x[i] : i;
}

// y[0] to y[(n - 1) * 7], the first of row n - 1; x[0] to x[n - 1].
void triangle(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 7; ++j)
      if (j < n - i)
        y[i * 7 + j] = x[i] + j;
}

// y[0] to y[n - 1] are written, all of y[0] to y[n + 1] read, where a copy is
// made of what is behind; x[0] to x[2 n - 2].
void with_copy(int *y, const int *x, int n) {
  [[heddle::map, heddle::copy(y)]]
  for (int i = 0; i < n; ++i)
    y[i] = y[i] + 2 * y[i + 2] + x[2 * i];
}

// Rows 1 to n - 2 without their ends, all rows without the corners.
void star(int (*y)[6], const int (*x)[6], int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 4; j >= 1; --j)
      y[i][j] = x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1];
}

// y[0] to y[(n - 1) * ld + m - 1], the transposed of it from x.
void transposed(int *y, const int *x, int n, int m, int ld) {
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * ld + j] = x[j * n + i];
}

struct ends {
  int first, last; // inclusive
};

/// f(x + offset, x) at every offset from where the elements written lie before
/// those read to where they lie behind them.
template <class F>
static void at_every_offset(harness::recorder &r, int which, ends written,
                            ends read, const F &f,
                            taken clear = taken::fast) {
  for (int offset = read.first - written.last - 3;
       offset <= read.last - written.first + 3; ++offset) {
    auto x = r.in<int>(256) + 128;
    const bool apart = offset + written.last < read.first ||
                       offset + written.first > read.last;
    r.call({which, offset}, apart ? clear : taken::sequential,
           [&] { f(x + offset, x); });
  }
}

CASE(different_shapes) {
  using function = void (*)(int *, const int *, int);
  const auto with = [](function f, int n) {
    return [=](int *y, const int *x) { f(y, x, n); };
  };
  for (const int n : {1, 8}) {
    at_every_offset(r, n, {3, 2 * n + 1}, {0, n - 1}, with(spread, n));
    at_every_offset(r, n + 10, {0, n - 1}, {-4, 3 * n - 7}, with(gather, n));
    at_every_offset(r, n + 20, {0, n - 1}, {0, n + 1}, with(reversed, n));
  }
  at_every_offset(r, 30, {1, 11}, {5, 11}, with(conditional, 12));
  at_every_offset(r, 31, {1, 11}, {5, 11}, with(conditional, 13));
  at_every_offset(r, 40, {0, 28}, {0, 4}, with(triangle, 5));
  at_every_offset(r, 50, {7, 16}, {1, 22}, [](int *y, const int *x) {
    star(reinterpret_cast<int(*)[6]>(y), reinterpret_cast<const int(*)[6]>(x),
         4);
  });
  // On CPU threads a loop that needs a copy may run as it is written.
  const bool copies =
      std::string(harness::this_run().fast) != ": parallel (";
  for (const int n : {1, 6})
    at_every_offset(r, 70 + n, {0, n + 1}, {0, 2 * n - 2}, with(with_copy, n),
                    copies ? taken::fast : taken::any);
  for (const int ld : {3, 5})
    at_every_offset(r, 60 + ld, {0, ld + 2}, {0, 5},
                    [=](int *y, const int *x) { transposed(y, x, 2, 3, ld); });
}

// restrict, and objects of different names, are apart by what they are.
void promised(int *__restrict y, const int *__restrict x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] - 1;
}

static int table[40];
static int other[40];
void between_tables(int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    table[i] = other[i] + i;
}

CASE(known_apart) {
  for (const int n : {0, 1, 33}) {
    auto y = r.out<int>(n);
    auto x = r.in<int>(n);
    r.call({1, n}, harness::fast_if(n > 0), [&] { promised(y, x, n); });
    for (int i = 0; i < 40; ++i)
      table[i] = -1, other[i] = i * i;
    auto kept = r.out<int>(40);
    r.call({2, n}, harness::fast_if(n > 0), [&] {
      between_tables(n);
      for (int i = 0; i < 40; ++i)
        kept[i] = table[i];
    });
  }
}

// A claim takes the comparison's place; three arrays, of which two are claimed.
void claimed(int *y, const int *x, const int *z, int n) {
  [[heddle::map, heddle::noalias(y, x)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] - z[i];
}

CASE(claimed_apart) {
  for (const int n : {0, 1, 33})
    for (int offset = -34; offset <= 34; offset += n == 33 ? 1 : 17) {
      auto y = r.in<int>(128) + 48;
      auto x = r.in<int>(n);
      r.call({n, offset},
             n == 0 ? taken::nothing
                    : path_if(offset >= n || offset <= -n),
             [&] { claimed(y, x, y + offset, n); });
    }
}

//===----------------------------------------------------------------------===//
// Scalars that the loop may overwrite
//===----------------------------------------------------------------------===//

void bound_by_reference(int *y, const int &n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 3;
}

void factor_by_reference(int *y, const int &factor, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = factor * 2 + i;
}

int global_bound = 0;
void bound_by_global(int *y) {
  [[heddle::map]]
  for (int i = 0; i < global_bound; ++i)
    y[i] = 0;
}

struct sized {
  int *data;
  int length;
  void fill(int value) {
    [[heddle::map]]
    for (int i = 0; i < length; ++i)
      data[i] = value + i;
  }
};

CASE(scalars_in_memory) {
  for (int at = -2; at < 12; ++at) {
    auto y = r.in<int>(16) + 2;
    y[at] = 9;
    r.call({1, at}, path_if(at < 0 || at >= 9),
           [&] { bound_by_reference(y, y[at]); });
    y = r.in<int>(16) + 2;
    y[at] = 9;
    r.call({2, at}, path_if(at < 0 || at >= 9),
           [&] { factor_by_reference(y, y[at], 9); });
  }
  int apart = 7;
  auto y = r.out<int>(16);
  r.call({3}, taken::fast, [&] { bound_by_reference(y, apart); });
  y = r.out<int>(16);
  global_bound = 11;
  r.call({4}, taken::fast, [&] { bound_by_global(y); });
  global_bound = 3;
  auto kept = r.out<int>(1);
  r.call({5}, taken::sequential, [&] {
    bound_by_global(&global_bound); // ends after it has written its bound
    *kept = global_bound;
  });
  sized s{nullptr, 9};
  y = s.data = r.out<int>(16);
  r.call({6}, taken::fast, [&] { s.fill(5); });
  // The length is the first element: 3 after the first round.
  auto room = r.out<int>(64);
  auto inside = reinterpret_cast<sized *>(room + 4);
  inside->length = 6;
  inside->data = &inside->length;
  auto after = r.out<long>(2);
  r.call({7}, taken::sequential, [&] {
    inside->fill(3);
    after[0] = inside->length;
    inside->data = nullptr; // addresses are not compared
  });
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

// Rows of length m, ld apart: they meet where ld < m.
void rows(int *y, int n, int m, int ld) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * ld + j] = 100 * i + j;
}

void rows_long(long *y, long n, long m, long ld) {
  [[heddle::map(FoldAll)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      y[i * ld + j] += 100 * i + j;
}

// Three strides.
void planes(int *y, int n, int m, int k, int ld1, int ld2) {
  [[heddle::map]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[a * ld1 * ld2 + b * ld2 + c] = 100 * a + 10 * b + c;
}

// The elements of one row read by the next, if it is too short.
void with_neighbour(int *y, const int *x, int n, int m, int ld) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      y[i * ld + j] = x[i * ld + j - 1] + 1;
}

void every(int *y, int n, int by) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i * by] = i;
}

void every_unsigned(int *y, unsigned n, unsigned by) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    y[20u + i * by] = static_cast<int>(i);
}

CASE(strides) {
  for (const int n : {0, 1, 2, 5})
    for (const int m : {0, 1, 2, 4, 7})
      for (int ld = 0; ld <= 9; ++ld) {
        const auto path = !n || !m ? taken::nothing
                          : ld >= m ? taken::fast
                          : n == 1 ? taken::any
                                   : taken::sequential;
        auto y = r.out<int>(64);
        r.call({1, n, m, ld}, path, [&] { rows(y, n, m, ld); });
        auto z = r.in<long>(64);
        r.call({2, n, m, ld}, path, [&] { rows_long(z, n, m, ld); });
        y = r.out<int>(64);
        auto x = r.in<int>(64);
        r.call({3, n, m, ld}, taken::any,
               [&] { with_neighbour(y, x, n, m, ld); });
      }
  for (const int ld1 : {1, 2, 3, 4, 5})
    for (const int ld2 : {1, 3, 4, 5, 6}) {
      auto y = r.out<int>(128);
      r.call({4, ld1, ld2}, ld1 >= 3 && ld2 >= 4 ? taken::fast : taken::any,
             [&] { planes(y, 3, 3, 4, ld1, ld2); });
    }
  for (int by = -4; by <= 4; ++by) {
    auto y = r.out<int>(64) + 32;
    r.call({5, by}, by ? by > 0 ? taken::fast : taken::any : taken::sequential,
           [&] { every(y, 7, by); });
    y = r.out<int>(64);
    r.call({6, by}, by > 0 ? taken::fast : taken::sequential,
           [&] { every_unsigned(y, 5, static_cast<unsigned>(by)); });
  }
}

//===----------------------------------------------------------------------===//
// Iterations that parameters keep apart, or not
//===----------------------------------------------------------------------===//

void moved(int *x, int n, int by) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i + by] = x[i] + 1;
}

void in_threes(int *y, int n, int by) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[3 * i] = i;
    y[3 * i + by] = i + 100;
  }
}

void in_blocks(int *y, int n, int m) {
  HEDDLE(bounds({n, m}))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * 1024 + j] = 10 * i + j;
}

void between_rows(int (*u)[1030], int now, int next) {
  [[heddle::map]]
  for (int i = 1; i < 1029; ++i)
    u[next][i] = u[now][i - 1] + 1;
}

CASE(apart_by_parameters) {
  // A loop that needs a copy for other values has no CPU threads.
  const bool copies =
      std::string(harness::this_run().fast) != ": parallel (";
  for (const int n : {0, 1, 2, 5})
    for (int by = -7; by <= 7; ++by) {
      auto x = r.in<int>(32) + 12;
      r.call({1, n, by},
             !n                  ? taken::nothing
             : by >= n && copies ? taken::fast
             : by > 0 && by < n  ? taken::sequential
                                 : taken::any,
             [&] { moved(x, n, by); });
      auto y = r.out<int>(40) + 12;
      const bool apart = by % 3 || !by || by >= 3 * n || by <= -3 * n;
      r.call({2, n, by},
             !n       ? taken::nothing
             : n == 1 ? taken::any
                      : path_if(apart),
             [&] { in_threes(y, n, by); });
    }
  for (const int m : {0, 1, 1023, 1024, 1025, 2050}) {
    auto y = r.out<int>(4500);
    r.call({3, m}, m ? path_if(m <= 1024) : taken::nothing,
           [&] { in_blocks(y, 3, m); });
  }
  for (const int next : {0, 1, 2}) {
    auto u = reinterpret_cast<int(*)[1030]>(r.in<int>(3 * 1030));
    r.call({4, next}, path_if(next != 1), [&] { between_rows(u, 1, next); });
  }
}

} // namespace SIDE
