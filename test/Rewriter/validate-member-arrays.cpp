// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that is passed a pointer into an array that is a member reads beyond its end for n =
// 258: the loop is undefined there, and no difference is looked for. Arrays of a union have one
// place and several ends.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --validate=full %s -o %t.cpp -- -std=c++17 -I %include
// RUN: FileCheck %s < %t.cpp
// CHECK: __global__ void heddle_neighbours_0

#include <heddle/heddle.h>
using namespace heddle;

struct samples {
  unsigned char v[259];
};
static long result[257];
static unsigned char sum(const unsigned char *p) {
  return static_cast<unsigned char>(p[-1] + p[0] + p[1]);
}
void neighbours(const long *x, const samples &a, int n) {
  [[heddle::map(GridBlock(1, Serial(1, Permute({1, 0}, SplitLast(33, PadLast(3, CompressGrid({1}, ShiftLB(Gen))))))))]]
  for (int i = n - 1; 0 - 1 < i; i -= n)
    if (x[2 * i] > 0)
      result[n - i - 1] = sum(&a.v[i + 1]);
}

// CHECK: __global__ void heddle_joined_0
union both {
  unsigned char v[64];
  unsigned char w[4];
};
static unsigned char first(const unsigned char *p) { return p[0]; }
void joined(unsigned char *y, const both &u, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<unsigned char>(first(&u.v[i]) + u.w[i % 4]);
}
