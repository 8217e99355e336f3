//===- claims.cpp - noalias, believed and checked -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A claim takes the comparison's place. Where it is right nothing changes; under
// HEDDLE_CHECK a wrong one is an error before anything has been written.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "checked.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// Room for two arrays of which a call may overwrite all without a record.
struct room {
  std::vector<int> values = std::vector<int>(256, 5);
  int *middle() { return values.data() + 128; }
};

//===----------------------------------------------------------------------===//
// Ranges around each other
//===----------------------------------------------------------------------===//

void shift(int *y, const int *x, int n) {
  [[heddle::map, heddle::noalias(y, x)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}

// What is compared is what the loops touch, and not more.
void window(int *y, const int *x, int n, int m) {
  HEDDLE(map, noalias(x, y))
  for (int i = n; i > m; --i)
    y[i] = x[2 * i] - 1;
}

CASE(right_and_wrong) {
  const char *const wrong = ": noalias(x, y) is wrong: 'x' (bytes 0x";
  for (const int n : {1, 9})
    for (int offset = -12; offset <= 12; ++offset) {
      const bool apart = offset >= n || offset <= -n;
      if (apart) {
        auto x = r.in<int>(64) + 24;
        checked(r, {1, n, offset}, taken::fast, nullptr,
                [&] { shift(x + offset, x, n); });
        continue;
      }
      room some;
      checked(r, {1, n, offset}, taken::fast, wrong,
              [&] { shift(some.middle() + offset, some.middle(), n); });
    }
  // y[3..9] beside x[6..18].
  for (int offset = -12; offset <= 24; ++offset) {
    const bool apart = offset + 9 < 6 || offset + 3 > 18;
    auto x = r.in<int>(96) + 32;
    room some;
    checked(r, {2, offset}, taken::fast, apart ? nullptr : wrong,
            [&, to = apart ? x : some.middle()] {
              window(to + offset, to, 9, 2);
            });
  }
  // Nothing is touched: nothing is wrong.
  for (const int n : {0, -3}) {
    auto x = r.in<int>(8);
    checked(r, {3, n}, taken::nothing, nullptr, [&] { shift(x, x, n); });
  }
}

//===----------------------------------------------------------------------===//
// Three arrays: all pairs, or those of two groups
//===----------------------------------------------------------------------===//

void all_apart(int *a, int *b, const int *c, int n) {
  [[heddle::map, heddle::noalias(a, b, c)]]
  for (int i = 0; i < n; ++i) {
    a[i] = c[i] + 1;
    b[i] = c[i] + 2;
  }
}

// a and b are compared in any case.
void in_groups(int *a, int *b, const int *c, int n) {
  [[heddle::map, heddle::noalias(a, c), heddle::noalias(c, b)]]
  for (int i = 0; i < n; ++i) {
    a[i] = c[i] + 1;
    b[i] = c[i] + 2;
  }
}

CASE(three_arrays) {
  const int n = 4;
  const auto apart = [](int p, int q) { return p - q >= n || q - p >= n; };
  for (int a = -5; a <= 5; ++a)
    for (int b = -5; b <= 5; ++b) {
      const bool ac = apart(a, 0), bc = apart(b, 0), ab = apart(a, b);
      auto c = r.in<int>(32) + 8;
      room some;
      checked(r, {1, a, b}, taken::fast,
              ac && bc && ab ? nullptr : ") is wrong: '",
              [&, to = ac && bc && ab ? c : some.middle()] {
                all_apart(to + a, to + b, to, n);
              });
      c = r.in<int>(32) + 8;
      // The comparison stands in its place among the claims.
      checked(r, {2, a, b}, ab ? taken::fast : taken::sequential,
              ac && bc  ? nullptr
              : !ab     ? "" // either comes first
              : !ac     ? ": noalias(c, a) is wrong: 'c'"
                        : ": noalias(c, b) is wrong: 'c'",
              [&, to = ac && bc ? c : some.middle()] {
                in_groups(to + a, to + b, to, n);
              });
    }
}

//===----------------------------------------------------------------------===//
// Templates, members, rows, bytes
//===----------------------------------------------------------------------===//

template <class To, class From> void convert(To *y, const From *x, int n) {
  [[heddle::map, heddle::noalias(y, x)]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<To>(x[i]);
}

struct pair_of_arrays {
  int *first;
  int *second;
  int count;
  void add() {
    [[heddle::map, heddle::noalias(first, second)]]
    for (int i = 0; i < count; ++i)
      first[i] += second[i];
  }
};

void rows(int (*y)[6], const int (*x)[6], int n) {
  [[heddle::map, heddle::noalias(x, y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 5; ++j)
      y[i][j] = x[i][j - 1] + x[i][j + 1];
}

CASE(templates_members_rows) {
  const int n = 8;
  for (int offset = -12; offset <= 36; ++offset) {
    const bool apart = offset >= 4 * n || offset <= -n;
    auto x = r.in<int>(32) + 8;
    room some;
    checked(r, {1, offset}, taken::fast, apart ? nullptr : "is wrong: 'x'",
            [&, to = apart ? x : some.middle()] {
              convert(reinterpret_cast<unsigned char *>(to) + offset, to, n);
            });
  }
  for (int offset = -9; offset <= 9; ++offset) {
    const bool apart = offset >= n || offset <= -n;
    auto x = r.in<int>(48) + 16;
    room some;
    int *const to = apart ? x : some.middle();
    pair_of_arrays both{to + offset, to, n};
    checked(r, {2, offset}, taken::fast,
            apart ? nullptr : "'this->first' (bytes 0x", [&] { both.add(); });
  }
  // Rows 0 to n - 1, from [0][1] to [n - 1][4] and from [0][0] to [n - 1][5].
  for (int offset = -14; offset <= 14; ++offset) {
    const int m = 2;
    const bool apart = offset + 1 > 6 * m - 1 || offset + 6 * m - 2 < 0;
    auto x = r.in<int>(64) + 20;
    room some;
    int *const to = apart ? x : some.middle();
    checked(r, {3, offset}, taken::fast,
            apart ? nullptr : ": noalias(x, y) is wrong", [&] {
              rows(reinterpret_cast<int(*)[6]>(to + offset),
                   reinterpret_cast<const int(*)[6]>(to), m);
            });
  }
}

} // namespace SIDE
