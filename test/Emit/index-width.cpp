// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a launch finds that indices fit 32 bits, a kernel of such indices runs;
// another one, of 64 bits, is there for what is larger. With loop variables of 64
// bits only the number of a thread's run is so short.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
#include <heddle/heddle.h>

// CHECK: index width   32 bits, where n * m <= 2147483647
// CHECK: heddle_folded_0(
// CHECK-NEXT: int i_j_end,
// CHECK-NEXT: ::heddle::rt::divisor32 by_m)
// CHECK: const int i_j = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
// CHECK: the same loops, where indices do not fit 32 bits
// CHECK-NOT: index width
// CHECK: heddle_folded_0_wide(
// CHECK: ::heddle::rt::divisor64 by_m)
// CHECK: the same loops, where the thread space above would not fit the device
// CHECK: heddle_folded_0_fold3d(
// CHECK: heddle_shape.fits() &&
// CHECK-NEXT: (heddle_i_j_end <= 2147483647).certain())
void folded(float *y, int n, int m) {
  HEDDLE(map(heddle::FoldAll))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[static_cast<long>(i) * m + j] = 2;
}

// CHECK: index width   32 bits, where n <= 2147483647
// CHECK: heddle_runs_0(
// CHECK-NEXT: double *__restrict__ y, long n,
// CHECK-NEXT: int i_whole)
// CHECK: const int i_0 = int(
// CHECK: const long i = long(i_0 * 2LL + heddle_serial);
// CHECK: heddle_runs_0_wide(
// CHECK: const long i = long(i_0 * 2 + heddle_serial);
void runs(double *y, const double *x, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// Conversions of each index would cost more than 64 bits do.
// CHECK-NOT: index width
// CHECK: heddle_from_0(
// CHECK: const long long i_0 =
void from(double *y, const double *x, long lb, long n) {
  HEDDLE(map)
  for (long i = lb; i < n; ++i)
    y[i] = 2 * x[i];
}

// Nothing is asked that does not hold for any size.
// CHECK-NOT: index width
// CHECK: heddle_many_0(
// CHECK: for (long long heddle_serial = 0;
void many(float *y, const float *x, long n) {
  [[assume(n > 3000000000)]];
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
