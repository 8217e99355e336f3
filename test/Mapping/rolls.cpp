// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong uses of 'roll' are refused at the word that is wrong.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>
using namespace heddle;

// CHECK: [[@LINE+3]]:60: error: blocks cannot roll along loop 'j': no loop that is mapped has that counter [heddle-HD529]
// CHECK: ^~~~~~~
void unnamed(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll(j)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: blocks cannot roll along loop 'i': the mapping does not give all iterations of a block along it to each thread, one behind the other [heddle-HD529]
void apart(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {4, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: blocks cannot roll along loop 'i': a block has one iteration of it [heddle-HD529]
void single(float *y, const float *x, int n) {
  [[heddle::map(Blocks({1, 64})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: blocks cannot roll along loop 'i': no mapping is named that leaves all iterations of a block along it to each thread, as map(Blocks({16, 4, 32}, {16, 1, 1})) does [heddle-HD529]
void unmapped(float *y, const float *x, int n) {
  [[heddle::map, heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: blocks cannot roll along loop 'i': a block reads no staged array in more planes than it would hold [heddle-HD529]
void shallow(float *y, const float *x, int n) {
  [[heddle::map(Blocks({2, 64}, {2, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: blocks cannot roll along loop 'i': no array is staged; name some: stage(x) [heddle-HD529]
void unstaged(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: blocks cannot roll along loop 'i': 'strip' has a loop run in strips, and both are not supported [heddle-HD529]
void strips(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::strip(p, 4), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      float s = 0;
      for (int p = 0; p < n; ++p) s += x[i * n + p];
      y[i * n + k] = s;
    }
}

// CHECK: error: 'x' cannot be staged: the block rolls along loop 'i', and the nest stores into it [heddle-HD522]
void stored(float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) x[i * n + k] *= 2;
}

// CHECK: error: 'x' cannot be staged: the block rolls along loop 'i', and the loop moves its innermost subscript [heddle-HD522]
void innermost(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[k * n + i];
}

// CHECK: error: 'x' cannot be staged: the block rolls along loop 'i', and the loop moves its subscripts by more than one [heddle-HD522]
void faster(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[2 * i * n + k] + x[(2 * i + 1) * n + k];
}

// CHECK: error: wrong arguments of 'roll', which takes the counter of a mapped loop [heddle-HD106]
void nothing(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

// CHECK: error: a second 'roll' on the same loop [heddle-HD119]
void twice(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll(i), heddle::roll(k)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] + x[(i + 1) * n + k];
}

