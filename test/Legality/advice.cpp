// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops can be mapped where not all can, and how to ask for them.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -ferror-limit=0 -fdiagnostics-parseable-fixits 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=fix-it: --implicit-check-not="be mapped"

#include <heddle/heddle.h>
using namespace heddle;
constexpr int width_of() { return 64; }
#define ROWS n

//===----------------------------------------------------------------------===//
// The outer loops
//===----------------------------------------------------------------------===//

// The lists that are there lose their last entries.
void shortened(double (*a)[64], int n, int m) {
// CHECK: advice.cpp:[[@LINE+7]]:17: error: with n = 0 and m = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:5-[[@LINE+3]]:40}:"heddle::bounds(n + m)"
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n + m)', and loop 'j' will run inside each thread
  [[heddle::bounds({0, 1}, {n + m, 64}), heddle::map]]
  for (int i = 0; i < n + m; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}

// Each of them, as its entries are spelled.
void words(double (*a)[64][64], int n) {
// CHECK: advice.cpp:[[@LINE+11]]:22: error: with n = 2, iteration (i = 1, j = 0, k = 2) reads 'a[1][0][1]', which iteration (i = 1, j = 0, k = 1) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+5]]:25-[[@LINE+5]]:46}:"heddle::step(2, 1)"
// CHECK: fix-it:{{.*}}:{[[@LINE+4]]:48-[[@LINE+4]]:70}:"heddle::width(1, 1)"
// CHECK: fix-it:{{.*}}:{[[@LINE+4]]:5-[[@LINE+4]]:54}:"heddle::bounds({1, 0}, {ROWS, width_of()})"
// CHECK: advice.cpp:[[@LINE+6]]:7: note: loop 'k' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loops 'i' and 'j' can be mapped: write 'bounds({1, 0}, {ROWS, width_of()}), step(2, 1), width(1, 1)', and loop 'k' will run inside each thread
  [[heddle::inplace(a), heddle::step(2, 1, 1), heddle::width(1, 1, 1),
    heddle::bounds({1, 0, 1}, {ROWS, width_of(), 64}), heddle::map(FoldAll)]]
  for (int i = 1; i < n; i += 2)
    for (int j = 0; j < 64; ++j)
      for (int k = 1; k < 64; ++k)
        a[i][j][k] = a[i][j][k - 1];
}

// In HEDDLE(...) and behind 'using heddle:' the words have no scope.
void macro(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:21: error: with n = 1, iteration (i = 0, j = 1) reads 'a[0][0]', which iteration (i = 0, j = 0) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:10-[[@LINE+3]]:25}:"bounds(n)"
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
  HEDDLE(bounds({n, 64}), map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = j ? a[i][j - 1] : 0;
}

// The last value of an inclusive bound.
void inclusive(double (*a)[64]) {
// CHECK: advice.cpp:[[@LINE+7]]:21: error: iteration (i = 0, j = 1) reads 'a[0][0]', which iteration (i = 0, j = 0) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:10-[[@LINE+3]]:25}:"bounds(9)"
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(9)', and loop 'j' will run inside each thread
  HEDDLE(bounds({9, 64}), map)
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = j ? a[i][j - 1] : 0;
}

void scope(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:7: error: with n = 1, iterations (i = 0, j = 0) and (i = 0, j = 1) both write 'a[0][0]' [heddle-HD403]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:19-[[@LINE+3]]:34}:"bounds(n)"
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
  [[using heddle: bounds({n, 64}), map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][0] = j;
}

// The rank may come from the steps alone.
void steps(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:17: error: with n = 2, iteration (i = 1, j = 2) reads 'a[1][1]', which iteration (i = 1, j = 1) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:5-[[@LINE+3]]:23}:"heddle::step(2)"
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'step(2)', and loop 'j' will run inside each thread
  [[heddle::step(2, 1)]]
  for (int i = 1; i < n; i += 2)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}

// Without a declaration the bounds are those of the loops.
void inserted(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:17: error: with n = 3, iteration (i = 2, j = 0) reads 'a[2][1]', which iteration (i = 2, j = 1) writes later: 'a' cannot be updated in place [heddle-HD405]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:5-[[@LINE+3]]:5}:"heddle::bounds(2, n), heddle::step(2), "
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped in place
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(2, n), step(2)', and loop 'j' will run inside each thread
  [[heddle::map, heddle::inplace(a)]]
  for (int i = 2; i <= n - 1; i += 2)
    for (int j = 0; j < 63; ++j)
      a[i][j] = a[i][j + 1];
}

// A descending loop starts at its last value.
void descending(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:17: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes later: 'a' cannot be updated in place [heddle-HD405]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:5-[[@LINE+3]]:5}:"heddle::bounds(n), "
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped in place
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
  [[heddle::inplace(a)]]
  for (int i = n - 1; i >= 0; --i)
    for (int j = 62; j > 0; --j)
      a[i][j] = a[i][j - 1];
}

// A mapping that takes another rank has to be written anew: no edit by itself.
void fixed(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+6]]:17: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)' and a mapping of rank 1, and loop 'j' will run inside each thread
  [[heddle::map(GridBlock(1, Permute({1, 0}, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}

void folded(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+6]]:17: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)' and a mapping of rank 1, and loop 'j' will run inside each thread
  [[heddle::bounds({0, 1}, {n, 64}), heddle::map(GridBlock(1, SplitLast(32, FoldLast2(ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}

// This mapping takes both ranks.
void split(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:17: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+3]]:5-[[@LINE+3]]:36}:"heddle::bounds(n)"
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
  [[heddle::bounds({0, 1}, {n, 64}), heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}

// Other instantiations may need other words.
template <int S> void instantiated(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+6]]:17: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n), step(2)', and loop 'j' will run inside each thread
  [[heddle::bounds({0, 1}, {n, 64}), heddle::step(S, 1), heddle::map]]
  for (int i = 0; i < n; i += S)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}
template void instantiated<2>(double (*)[64], int);

// One edit for all arrays.
void two(double (*__restrict a)[64], double (*__restrict b)[64], int n) {
// CHECK: advice.cpp:[[@LINE+10]]:17: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+6]]:5-[[@LINE+6]]:36}:"heddle::bounds(n)"
// CHECK: advice.cpp:[[@LINE+7]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+5]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
// CHECK: advice.cpp:[[@LINE+7]]:7: error: with n = 1, iterations (i = 0, j = 1) and (i = 0, j = 2) both write 'b[0][0]' [heddle-HD403]
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
  [[heddle::bounds({0, 1}, {n, 64}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j) {
      a[i][j] = a[i][j - 1];
      b[i][0] = j;
    }
}

//===----------------------------------------------------------------------===//
// Inner loops
//===----------------------------------------------------------------------===//

void columns(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+6]]:18: error: with n = 3, iteration (i = 2, j = 0) reads 'a[1][0]', which iteration (i = 1, j = 0) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+3]]:5: note: loop 'j' can be mapped: annotate loop 'j' instead, or interchange it with loop 'i'
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] += a[i - 1][j];
}

// Between the first loop and this one stands another that must stay behind the
// first: an interchange would turn its conflicts around.
void last(double (*a)[64][64], int n) {
// CHECK: advice.cpp:[[@LINE+7]]:22: error: with n = 3, iteration (i = 2, j = 1, k = 0) reads 'a[1][2][0]', which iteration (i = 1, j = 2, k = 0) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+4]]:7: note: loop 'k' can be mapped: annotate loop 'k' instead, or move it outside loop 'i'
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < 63; ++j)
      for (int k = 0; k < 64; ++k)
        a[i][j][k] = a[i - 1][j + 1][k] + a[i][j - 1][k];
}

// The conflicts differ in this loop, so it must stay where it is.
void diagonal(double (*a)[64], int n) {
// CHECK: advice.cpp:[[@LINE+6]]:17: error: with n = 3, iteration (i = 2, j = 2) reads 'a[1][1]', which iteration (i = 1, j = 1) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+3]]:5: note: loop 'j' can be mapped: annotate loop 'j' instead
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i - 1][j - 1];
}

// Two loops that are no neighbours.
void apart(double (*a)[8][8][8], int n) {
// CHECK: advice.cpp:[[@LINE+9]]:27: error: with n = 3, iteration (i = 2, j = 0, k = 2, l = 0) reads 'a[1][0][1][0]', which iteration (i = 1, j = 0, k = 1, l = 0) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+4]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+4]]:5: note: loop 'j' can be mapped: annotate loop 'j' instead, or interchange it with loop 'i'
// CHECK: advice.cpp:[[@LINE+3]]:5: note: loops 'j' and 'l' could be mapped together if they stood outside loop 'i'
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 1; k < 8; ++k)
        for (int l = 0; l < 8; ++l)
          a[i][j][k][l] = a[i - 1][j][k - 1][l] + a[i][j][k - 1][l];
}

// A prefix, and a loop behind one that is in the way.
void behind(double (*a)[8][8], int n) {
// CHECK: advice.cpp:[[@LINE+9]]:22: error: with n = 1, iteration (i = 0, j = 2, k = 0) reads 'a[0][1][0]', which iteration (i = 0, j = 1, k = 0) writes [heddle-HD402]
// CHECK: fix-it:{{.*}}:{[[@LINE+4]]:5-[[@LINE+4]]:41}:"heddle::bounds(n)"
// CHECK: advice.cpp:[[@LINE+5]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loop 'i' can be mapped: write 'bounds(n)', and loops 'j' and 'k' will run inside each thread
// CHECK: advice.cpp:[[@LINE+4]]:7: note: loops 'i' and 'k' could be mapped together if loop 'k' stood outside loop 'j'
  [[heddle::bounds({0, 1, 0}, {n, 8, 8}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 8; ++j)
      for (int k = 0; k < 8; ++k)
        a[i][j][k] = a[i][j - 1][k];
}

// The inner loop's bounds keep it inside.
void triangle(double (*a)[8], int n) {
// CHECK: advice.cpp:[[@LINE+6]]:18: error: iteration (i = 2, j = 0) reads 'a[1][0]', which iteration (i = 1, j = 0) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+3]]:5: note: loop 'j' can be mapped: annotate loop 'j' instead
  [[heddle::map]]
  for (int i = 1; i < 8; ++i)
    for (int j = 0; j < i; ++j)
      a[i][j] += a[i - 1][j];
}

// Each array forbids another loop.
void arrays(double (*__restrict a)[64], double (*__restrict b)[64], int n) {
// CHECK: advice.cpp:[[@LINE+9]]:17: error: with n = 2, iteration (i = 1, j = 2) reads 'a[1][1]', which iteration (i = 1, j = 1) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+7]]:5: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+5]]:3: note: no loop of this nest can be mapped as it stands
// CHECK: advice.cpp:[[@LINE+7]]:17: error: with n = 3, iteration (i = 2, j = 1) reads 'b[1][1]', which iteration (i = 1, j = 1) writes [heddle-HD402]
// CHECK: advice.cpp:[[@LINE+3]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: advice.cpp:[[@LINE+2]]:3: note: no loop of this nest can be mapped as it stands
  [[heddle::bounds({1, 1}, {n, 64}), heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < 64; ++j) {
      a[i][j] = a[i][j - 1];
      b[i][j] = b[i - 1][j];
    }
}

//===----------------------------------------------------------------------===//
// With and without copies
//===----------------------------------------------------------------------===//

void copied(double (*a)[64], int n) {
// CHECK: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes
// CHECK: fix-it:{{.*}}:"heddle::bounds(n)"
// CHECK: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: note: loop 'i' can be mapped with a copy of 'a': write 'bounds(n)', and loop 'j' will run inside each thread
  [[heddle::bounds({0, 1}, {n, 64}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i + 1][j] + a[i][j - 1];
}

// No copy is wanted, so nothing is left.
void kept(double (*a)[64], int n) {
// CHECK: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes
// CHECK: note: loop 'j' carries this conflict, so it cannot be mapped
// CHECK: note: no loop of this nest can be mapped as it stands
  [[heddle::bounds({0, 1}, {n, 64}), heddle::map, heddle::inplace(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i + 1][j] + a[i][j - 1];
}

void within(double (*a)[64], int n) {
// CHECK: error: with n = 3, iteration (i = 2, j = 0) reads 'a[1][0]', which iteration (i = 1, j = 0) writes
// CHECK: note: loop 'i' carries this conflict, so it cannot be mapped
// CHECK: note: loop 'j' can be mapped with a copy of 'a': annotate loop 'j' instead
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 63; ++j)
      a[i][j] = a[i - 1][j] + a[i][j + 1];
}

// A copy is made, but there is a rank that needs none; that is no correction.
void spared(double (*a)[64], int n) {
// CHECK: warning: with n = 2, iteration (i = 1, j = 0) reads 'a[1][1]', which iteration (i = 1, j = 1) writes later
// CHECK: note: 'copy(a)' says that this is fine
// CHECK: note: loop 'i' can be mapped without a copy: write 'bounds(1, n)', and loop 'j' will run inside each thread
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 63; ++j)
      a[i][j] = a[i][j + 1];
}
