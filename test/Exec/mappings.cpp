//===- mappings.cpp - each combinator, and mappings of the user's own -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// One dimension
//===----------------------------------------------------------------------===//

// Many threads to a block, one thread to a block, and blocks alone.
void split(int *y, int from, int to) {
  [[heddle::bounds(from, to),
    heddle::map(GridBlock(1, SplitLast(48, ShiftLB(Gen))))]]
  for (int i = from; i < to; ++i)
    y[i] = i;
}
void split_by_one(int *y, int from, int to) {
  [[heddle::map(GridBlock(1, SplitLast(1, ShiftLB(Gen))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 1;
}
void blocks_only(int *y, int from, int to) {
  [[heddle::map(GridBlock(0, ShiftLB(Gen)))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 2;
}
void one_block(int *y, int from, int to) {
  HEDDLE_ASSUME(to - from <= 512);
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 3;
}
void padded(int *y, int from, int to) {
  [[heddle::map(GridBlock(1, SplitLast(16, PadLast(64, ShiftLB(Gen)))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 4;
}
void padded_twice(int *y, int from, int to) {
  [[heddle::map(GridBlock(
      1, SplitLast(32, PadLast(10, PadLast(7, ShiftLB(Gen))))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 5;
}
void split_twice(int *y, int from, int to) {
  [[heddle::map(GridBlock(
      2, SplitLast(3, Permute({0, 1}, SplitLast(10, ShiftLB(Gen))))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 6;
}
// Neighbouring threads take elements far apart.
void permuted_split(int *y, int from, int to) {
  [[heddle::map(
      GridBlock(1, Permute({1, 0}, SplitLast(8, ShiftLB(Gen)))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 7;
}

// Runs of 4 elements in a thread.
void runs(int *y, int from, int to) {
  [[heddle::map(GridBlock(
      1, Serial(1, Permute({1, 2, 0},
                           SplitLast(32, Permute({1, 0}, SplitLast(
                                                             4, ShiftLB(Gen))))))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 8;
}
// Elements that are far apart, as many as there are.
void far_runs(int *y, int from, int to) {
  [[heddle::map(GridBlock(
      1, Serial(1, Permute({1, 0}, SplitLast(32, ShiftLB(Gen))))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 9;
}
// Blocks of 32 in turn, as many for any extent.
void grid_stride(int *y, int from, int to) {
  [[heddle::map(
      GridBlock(1, Serial(1, Spread(3, SplitLast(32, ShiftLB(Gen))))))]]
  for (int i = from; i < to; ++i)
    y[i] = i + 11;
}
void one_thread(int *y, int from, int to) {
  [[heddle::map(GridBlock(0, Serial(1, ShiftLB(Gen))))]]
  for (int i = from; i < to; ++i) {
    if (i % 3 == 0)
      continue;
    y[i] = i + 10;
  }
}

CASE(one_dimension) {
  using function = void (*)(int *, int, int);
  const function all[] = {split,        split_by_one, blocks_only,
                          one_block,    padded,       padded_twice,
                          split_twice,  permuted_split, runs,
                          far_runs,     one_thread,   grid_stride};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int from : {0, 5, -6})
      for (const int n : harness::sizes()) {
        auto y = r.out<int>(280) + 8;
        r.call({number, from, n}, harness::fast_if(n > 0),
               [&] { f(y, from, from + n); });
      }
  }
}

//===----------------------------------------------------------------------===//
// Steps and widths
//===----------------------------------------------------------------------===//

inline constexpr auto Pruned = GridBlock(1, SplitLast(32, PruneGrid(ShiftLB(Gen))));
inline constexpr auto Compressed =
    GridBlock(1, SplitLast(32, CompressGrid({1}, ShiftLB(Gen))));

void pruned_2_1(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(2), heddle::width(1),
    heddle::map(Pruned)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 2 < 1)
      y[i] = i;
}
void pruned_4_2(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(4), heddle::width(2),
    heddle::map(Pruned)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 4 < 2)
      y[i] = i;
}
void pruned_7_6(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(7), heddle::width(6),
    heddle::map(Pruned)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 7 < 6)
      y[i] = i;
}
void compressed_2_1(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(2), heddle::width(1),
    heddle::map(Compressed)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 2 < 1)
      y[i] = i;
}
void compressed_4_2(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(4), heddle::width(2),
    heddle::map(Compressed)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 4 < 2)
      y[i] = i;
}
void compressed_7_6(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(7), heddle::width(6),
    heddle::map(Compressed)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 7 < 6)
      y[i] = i;
}
void compressed_5_5(int *y, int from, int to) {
  [[heddle::bounds(from, to), heddle::step(5), heddle::width(5),
    heddle::map(Compressed)]]
  for (int i = from; i < to; ++i)
    if ((i - from) % 5 < 5)
      y[i] = i;
}
// Counts down; the space counts from its lowest element.
void from_above(int *y, int n) {
  [[heddle::bounds(2, 3 * n + 3), heddle::step(3), heddle::map(Compressed)]]
  for (int i = 3 * n + 2; i >= 2; i -= 3)
    y[i] = i;
}
void steps_inferred(int *y, int from, int to) {
  [[heddle::map(Compressed)]]
  for (int i = from; i < to; i += 5)
    y[i] = i;
}
void steps_masked(int *y, int from, int to) {
  [[heddle::map(Jing)]]
  for (int i = from; i < to; i += 5)
    y[i] = i;
}
void steps_folded(int *y, int n, int m) {
  [[heddle::bounds({1, 0}, {n, m}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(FoldAll)]]
  for (int i = 1; i < n; i += 2)
    for (int j = 0; j < m; ++j)
      if (j % 3 < 2)
        y[i * m + j] = 100 * i + j;
}
void one_compressed_one_pruned(int *y, int n, int m) {
  [[heddle::bounds({n, m}), heddle::step(3, 4), heddle::width(2, 1),
    heddle::map(GridBlock(
        1, PruneGrid(CompressGrid({1, 0}, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (i % 3 < 2 && j % 4 == 0)
        y[i * m + j] = 100 * i + j;
}
void whole_step(int *y, int n) {
  [[heddle::bounds(n), heddle::step(4), heddle::width(4),
    heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = i;
}

CASE(steps_and_widths) {
  using function = void (*)(int *, int, int);
  const function all[] = {
      pruned_2_1, pruned_4_2, pruned_7_6,
      compressed_2_1, compressed_4_2, compressed_7_6,
      compressed_5_5, steps_inferred,
      steps_masked};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int from : {0, 3, -5})
      for (const int n : {-8, -1, 0, 1, 2, 3, 4, 6, 7, 8, 9, 33, 127, 129}) {
        auto y = r.out<int>(160) + 8;
        r.call({number, from, n}, harness::fast_if(n > 0),
               [&] { f(y, from, from + n); });
      }
  }
  for (const int n : {-3, 0, 1, 2, 3, 4, 7, 31, 40}) {
    auto y = r.out<int>(140);
    r.call({20, n}, harness::fast_if(n >= 0), [&] { from_above(y, n); });
    y = r.out<int>(140);
    r.call({21, n}, harness::fast_if(n > 0), [&] { whole_step(y, n); });
    for (const int m : {-3, 0, 1, 2, 3, 4, 5, 6, 17, 40}) {
      y = r.out<int>(1600);
      r.call({22, n, m}, harness::fast_if(n > 1 && m > 0),
             [&] { steps_folded(y, n, m); });
      y = r.out<int>(1600);
      r.call({23, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { one_compressed_one_pruned(y, n, m); });
    }
  }
}

//===----------------------------------------------------------------------===//
// The example of the papers, on a 9 x 9 array: value 3, then value 7
//===----------------------------------------------------------------------===//

void three(int (&a)[9][9]) {
  [[heddle::bounds({0, 1}, {9, 8}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(GridBlock(1, FoldLast2(CompressGrid({1, 1}, ShiftLB(Gen)))))]]
  for (int i = 0; i < 9; i += 2)
    for (int j = 1; j < 8; ++j)
      if ((j - 1) % 3 < 2)
        a[i][j] = 3;
}
void seven(int (&a)[9][9]) {
  HEDDLE(bounds({1, 0}, {8, 9}), step(3, 2), width(2, 1),
         map(GridBlock(1, FoldLast2(PruneGrid(ShiftLB(Gen))))))
  for (int i = 1; i < 8; ++i)
    for (int j = 0; j < 9; j += 2)
      if ((i - 1) % 3 < 2)
        a[i][j] = 7;
}

CASE(nine_by_nine) {
  auto a = reinterpret_cast<int(*)[9][9]>(r.in<int>(81));
  r.call({}, harness::expectation(taken::fast, 2), [&] {
    three(*a);
    seven(*a);
  });
}

//===----------------------------------------------------------------------===//
// Several dimensions
//===----------------------------------------------------------------------===//

constexpr mapping tiles(int height, int width) {
  return GridBlock(
      2, Permute({2, 0, 3, 1},
                 SplitLast(height, Permute({1, 2, 0},
                                           SplitLast(width, ShiftLB(Gen))))));
}
static_assert(tiles(8, 16).valid());
static_assert(!SplitLast(0, ShiftLB(Gen)).valid());

void tiled(int *y, int n, int m) {
  [[heddle::map(tiles(8, 16))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
void transposed(int *y, int n, int m) {
  [[heddle::map(GridBlock(1, SplitLast(32, Permute({1, 0}, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
void folded_rows(int *y, int n, int m) {
  [[heddle::map(GridBlock(1, SplitLast(64, FoldLast2(ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
// Rows padded before they are folded: threads off inside the grid.
void folded_padded_rows(int *y, int n, int m) {
  [[heddle::map(
      GridBlock(1, SplitLast(64, FoldLast2(PadLast(8, ShiftLB(Gen))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
void grid_only(int *y, int n, int m) {
  [[heddle::map(GridBlock(0, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
void shifted_window(int *y, int n, int m) {
  [[heddle::bounds({-2, 1}, {n - 2, m + 1}), heddle::map(tiles(4, 32))]]
  for (int i = -2; i < n - 2; ++i)
    for (int j = 1; j < m + 1; ++j)
      y[(i + 2) * m + j - 1] = 100 * i + j;
}
// A tile of 2 x 3 a thread, and a row.
void tiles_of_threads(int *y, int n, int m) {
  [[heddle::map(GridBlock(
      2, Serial(2, Permute({4, 2, 5, 3, 1, 0},
                           SplitLast(8, Permute({0, 1, 3, 4, 2},
                               SplitLast(4, Permute({1, 3, 2, 0},
                                   SplitLast(2, Permute({1, 2, 0},
                                       SplitLast(3, ShiftLB(Gen))))))))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
void row_in_thread(int *y, int n, int m) {
  [[heddle::map(GridBlock(
      1, Serial(1, Permute({1, 2, 0}, SplitLast(8, Permute({1, 0}, ShiftLB(Gen)))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
// Rows go round the blocks, and a row's pieces round its threads.
void spread_rows(int *y, int n, int m) {
  [[heddle::map(GridBlock(
      1, Serial(2, Permute({1, 2, 0, 3},
                           Spread(4, Permute({1, 0, 2},
                               SplitLast(8, ShiftLB(Gen))))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}
void part_of_column_in_thread(int *y, int n, int m) {
  [[heddle::map(GridBlock(
      1, Serial(1, Permute({0, 2, 1}, SplitLast(8, Permute({1, 0}, ShiftLB(Gen)))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 100 * i + j;
}

CASE(two_dimensions) {
  using function = void (*)(int *, int, int);
  const function all[] = {tiled,       transposed, folded_rows,
                          folded_padded_rows, grid_only, shifted_window,
                          tiles_of_threads, row_in_thread,
                          part_of_column_in_thread, spread_rows};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int n : harness::few_sizes())
      for (const int m : harness::few_sizes()) {
        auto y = r.out<int>(std::max(n, 0) * std::max(m, 0));
        r.call({number, n, m}, harness::fast_if(n > 0 && m > 0),
               [&] { f(y, n, m); });
      }
  }
}

void fold_outer(int *y, int n, int m, int k) {
  // (a, b, c) -> (c, a, b) -> (c, ab) -> (ab, c)
  [[heddle::map(GridBlock(1, Permute({1, 0}, FoldLast2(Permute(
      {2, 0, 1}, ShiftLB(Gen))))))]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] = 100 * a + 10 * b + c;
}
void fold_all_by_hand(int *y, int n, int m, int k) {
  [[heddle::map(
      GridBlock(1, SplitLast(128, FoldLast2(FoldLast2(ShiftLB(Gen))))))]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] = 100 * a + 10 * b + c;
}
void block_of_three(int *y, int n, int m, int k) {
  HEDDLE_ASSUME(n <= 8);
  HEDDLE_ASSUME(m <= 8);
  HEDDLE_ASSUME(k <= 8);
  [[heddle::map(GridBlock(3, ShiftLB(Gen)))]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] = 100 * a + 10 * b + c;
}
void rotated_down(int *y, int n, int m, int k) {
  [[heddle::map(GridBlock(2, SplitLast(4, Permute({1, 2, 0}, ShiftLB(Gen)))))]]
  for (int a = n - 1; a >= 0; --a)
    for (int b = 0; b < m; ++b)
      for (int c = k; c > 0; --c)
        y[(a * m + b) * k + c - 1] = 100 * a + 10 * b + c;
}

CASE(three_dimensions) {
  using function = void (*)(int *, int, int, int);
  const function all[] = {fold_outer, fold_all_by_hand, block_of_three,
                          rotated_down};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int n : harness::tiny_sizes())
      for (const int m : harness::tiny_sizes())
        for (const int k : harness::tiny_sizes()) {
          const int volume = std::max(n, 0) * std::max(m, 0) * std::max(k, 0);
          auto y = r.out<int>(volume);
          r.call({number, n, m, k}, harness::fast_if(volume > 0),
                 [&] { f(y, n, m, k); });
        }
  }
}

//===----------------------------------------------------------------------===//
// Thread spaces that a device does not take: FoldAll's kernel runs instead
//===----------------------------------------------------------------------===//

void rows_of_threads(int *y, int n, int m) {
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = i + j;
}
void deep_block(int *y, int n, int m, int k) {
  [[heddle::map(GridBlock(3, ShiftLB(Gen)))]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] = 100 * a + 10 * b + c;
}
void tall_grid(unsigned char *y, int n) {
  [[heddle::map(GridBlock(0, Permute({1, 0}, SplitLast(1, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<unsigned char>(i);
}
void wide_grid(unsigned char *y, int n) {
  [[heddle::map(GridBlock(0, SplitLast(1, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<unsigned char>(i * 3);
}

CASE(device_limits) {
  for (const int m : {1023, 1024, 1025}) {
    auto y = r.out<int>(3 * m);
    r.call({1, m},
           harness::expectation(taken::fast, 1,
                                m == 1023   ? "block (1023, 1, 1)"
                                : m == 1024 ? "block (1024, 1, 1)"
                                            : "block (256, 1, 1)"),
           [&] { rows_of_threads(y, 3, m); });
  }
  // z takes 64, and 1024 threads are the most in all.
  struct {
    int n, m, k;
    const char *shape;
  } const blocks[] = {{63, 3, 2, "block (2, 3, 63)"},
                      {64, 2, 8, "block (8, 2, 64)"},
                      {64, 2, 9, "block (256, 1, 1)"},
                      {65, 1, 1, "block (256, 1, 1)"},
                      {2, 16, 32, "block (32, 16, 2)"},
                      {2, 16, 33, "block (256, 1, 1)"},
                      {1, 1, 1024, "block (1024, 1, 1)"},
                      {1, 1025, 1, "block (256, 1, 1)"}};
  for (const auto &each : blocks) {
    auto y = r.out<int>(each.n * each.m * each.k);
    r.call({2, each.n, each.m, each.k},
           harness::expectation(taken::fast, 1, each.shape),
           [&] { deep_block(y, each.n, each.m, each.k); });
  }
  // The grid's y takes 65535, its x 2^31 - 1.
  for (const int n : {65534, 65535, 65536, 65537}) {
    auto y = r.out<unsigned char>(n);
    r.call({3, n},
           harness::expectation(taken::fast, 1,
                                n > 65535 ? "block (256, 1, 1)"
                                          : "block (1, 1, 1)"),
           [&] { wide_grid(y, n); });
    y = r.out<unsigned char>(n);
    r.call({4, n}, harness::expectation(taken::fast, 1, "block (1, 1, 1)"),
           [&] { tall_grid(y, n); });
  }
}

} // namespace SIDE
