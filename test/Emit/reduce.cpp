// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a reduction becomes: one iteration as a function over its place in the
// tree, a kernel that combines them, and a launch that knows both.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cu | FileCheck %s
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cu | FileCheck %s --check-prefix=COLUMNS --strict-whitespace

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: // heddle: the loops of reduce.cpp:[[@LINE+19]]
// CHECK-NEXT: //   index space   0 <= i < n
// CHECK-NEXT: //   reduction     s by +, most by max, in one tree wherever it runs
// CHECK: static HEDDLE_HD void heddle_sum_0_at({{.*}}unsigned block,
// CHECK: const int *x, int n, unsigned int &s,
// CHECK-NEXT: int &most) {
// CHECK: const int i = int(block * 256 + place);
// CHECK: static __global__ void heddle_sum_0(
// CHECK: ::heddle::rt::reduce_blocks<heddle_sum_0_at>(blocks,
// CHECK: ::heddle::rt::into(s_parts,
// CHECK: const auto heddle_s = ::heddle::rt::inout(&s, 0, 0);
// CHECK: heddle_path = ::heddle::rt::reduce<heddle_sum_0_at>(
// What is long stands below what it follows.
// COLUMNS: {{^( {6})}}heddle_path = ::heddle::rt::reduce<heddle_sum_0_at>(::heddle::rt::over(heddle_site, {{[0-9]+}}, heddle_n),
// COLUMNS: {{^( {58})}}::heddle::rt::results(::heddle::rt::reduced<::heddle::rt::by::sum, unsigned int>(heddle_s),
// COLUMNS-NEXT: {{^( {80})}}::heddle::rt::reduced<::heddle::rt::by::max, int>(heddle_most)),
int sum(const int *x, int n) {
  int s = 0, most = 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (most < x[i])
      most = x[i];
  }
  return s + most;
}

// A kernel names the members it is given by their own names.
struct tally {
  double sum;
  // CHECK: heddle_tally_add_0_at({{.*}}unsigned block,
  // CHECK: double &sum) {
  // CHECK: sum += x[i];
  // CHECK: inout(&this->sum, 0, 0)
  void add(const double *x, int n) {
    HEDDLE(map, reduce(sum))
    for (int i = 0; i < n; ++i)
      this->sum += x[i];
  }
};

// One iteration alone updates it: a reference to the one element there is.
// CHECK: static __global__ void heddle_picked_0(const int *x, int *last_at,
// CHECK: int &last = *last_at;
// CHECK: heddle_path = ::heddle::rt::run(
int picked(const int *x, int n, int k) {
  int last = 5;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    if (i == k)
      last += x[i];
  return last;
}
