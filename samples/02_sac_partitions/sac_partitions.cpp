//===- sac_partitions.cpp - strided rectangles of an array ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

// Two overlapping strided rectangles of a 9 x 9 array, the later one wins.
void mark(int (&a)[9][9]) {
  [[heddle::bounds({0, 1}, {9, 8}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(GridBlock(1, FoldLast2(CompressGrid({1, 1}, ShiftLB(Gen)))))]]
  for (int i = 0; i < 9; i += 2)
    for (int j = 1; j < 8; ++j)
      if ((j - 1) % 3 < 2)
        a[i][j] = 3;

  [[heddle::bounds({1, 0}, {8, 9}), heddle::step(3, 2), heddle::width(2, 1),
    heddle::map(GridBlock(1, FoldLast2(CompressGrid({1, 1}, ShiftLB(Gen)))))]]
  for (int i = 1; i < 8; ++i)
    for (int j = 0; j < 9; j += 2)
      if ((i - 1) % 3 < 2)
        a[i][j] = 7;
}

void mark_as_written(int (&a)[9][9]) {
  for (int i = 0; i < 9; i += 2)
    for (int j = 1; j < 8; ++j)
      if ((j - 1) % 3 < 2)
        a[i][j] = 3;
  for (int i = 1; i < 8; ++i)
    for (int j = 0; j < 9; j += 2)
      if ((i - 1) % 3 < 2)
        a[i][j] = 7;
}

// One strided rectangle inside a 7 x 7 array, and six dense ones that cover
// the rest of it. The program says so, which is checked.
void cover(int (&a)[7][7]) {
  [[heddle::program, heddle::cover(a)]] {
    [[heddle::bounds({1, 1}, {6, 6}), heddle::step(2, 3), heddle::width(1, 2),
      heddle::map(GridBlock(2, CompressGrid({1, 1}, ShiftLB(Gen))))]]
    for (int i = 1; i < 6; i += 2)
      for (int j = 1; j < 6; ++j)
        if ((j - 1) % 3 < 2)
          a[i][j] = 1;

    [[heddle::map(GridBlock(1, Gen))]]
    for (int j = 0; j < 7; ++j)
      a[0][j] = 2;

    [[heddle::map(GridBlock(1, Gen))]]
    for (int j = 0; j < 7; ++j)
      a[6][j] = 3;

    [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
    for (int i = 1; i < 6; ++i)
      a[i][0] = 4;

    [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
    for (int i = 1; i < 6; ++i)
      a[i][6] = 5;

    [[heddle::map(GridBlock(1, CompressGrid({1, 0}, ShiftLB(Gen))))]]
    for (int i = 2; i < 5; i += 2)
      for (int j = 1; j < 6; ++j)
        a[i][j] = 6;

    [[heddle::map(GridBlock(1, CompressGrid({1}, ShiftLB(Gen))))]]
    for (int i = 1; i < 6; i += 2)
      a[i][3] = 7;
  }
}

void cover_as_written(int (&a)[7][7]) {
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j)
      if (i == 0)
        a[i][j] = 2;
      else if (i == 6)
        a[i][j] = 3;
      else if (j == 0)
        a[i][j] = 4;
      else if (j == 6)
        a[i][j] = 5;
      else if (i % 2 == 0)
        a[i][j] = 6;
      else
        a[i][j] = j == 3 ? 7 : 1;
}

template <int N> void print(const int (&a)[N][N]) {
  for (const auto &row : a) {
    for (int value : row)
      std::printf(" %d", value);
    std::puts("");
  }
}

template <int N> bool same(const int (&a)[N][N], const int (&b)[N][N]) {
  return std::memcmp(a, b, sizeof a) == 0;
}

int main() {
  static int a[9][9], b[9][9]; // zero
  mark(a);
  mark_as_written(b);
  std::puts("two strided rectangles:");
  print(a);

  static int c[7][7], d[7][7];
  sample::poison(&c[0][0], 49);
  sample::poison(&d[0][0], 49);
  cover(c);
  cover_as_written(d);
  std::puts("seven partitions:");
  print(c);

  return sample::verdict(same(a, b) && same(c, d));
}
