// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --explain-mapping says what a mapping costs, what lost against it, and what the
// user could change.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --explain-mapping %s -- -std=c++17 -I %include | FileCheck %s
// RUN: %heddle-rewrite --explain-mapping --report=json %s -- -std=c++17 -I %include > %t.json
// RUN: %python -c "import json; n = json.load(open('%t.json'))['nests'][0]['mapping']; assert n['cost']['accesses'][0]['sectors'] == 8.0, n; assert 8 < n['cost']['registers'] < 40 and n['cost']['occupancy'] == 1, n; assert n['cost']['bytesIn'] == 8650752 and n['cost']['transfers'] > 1, n"
// RUN: %heddle-rewrite --explain-mapping --device=sm_90 %s -- -std=c++17 -I %include | FileCheck %s --check-prefix=NEWER
// NEWER: on sm_90
// RUN: not %heddle-rewrite --explain-mapping --device=sm_35 %s -- -std=c++17 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: --device=sm_35 is no architecture of sm_75 or newer
// RUN: not %heddle-rewrite --explain-mapping --dump=mapping %s -- -std=c++17 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: --report is about all phases, and so are --explain-mapping and --compare-mappings

#include <heddle/heddle.h>
using namespace heddle;

void rows(double *y, const double *x, int n, int m) {
// CHECK: in 'rows': mapped
// CHECK: mapping {{.*}}, chosen by Auto
// CHECK: index i = {{.*}}blockIdx
// CHECK: threads {{[0-9]+}} in {{[0-9]+}} blocks of 128 for n = 1024, m = 1056; 0% without iteration
// CHECK: a warp about {{[0-9]+}} instructions, 16.0 sectors of 32 bytes in 4.0 lines; 512 bytes from the shared cache, 512 of memory
// CHECK: a thread about {{[0-9]+}} registers; 100% of the warps that a multiprocessor holds
// CHECK: bound by memory, on sm_80; where arrays come from the host, by transfers
// CHECK: transfers 8650752 bytes in, 8650752 out, of arrays that only the host has: {{[0-9.]+}} times the kernel's time
// CHECK: read x[j * n + i] 8.0 sectors, 32 of 32 bytes used
// CHECK: write y[j * n + i] 8.0 sectors, 32 of 32 bytes used
// CHECK: instead {{.*}}: about the same, {{[0-9.]+}} times the instructions
// CHECK-NOT: advice
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = 2 * x[j * n + i];
}

// The wrong loop runs along x.
void written(double *y, const double *x, int n, int m) {
// CHECK-LABEL: in 'written': mapped
// CHECK: read x[j * n + i] 32.0 sectors, 8 of 32 bytes used
// CHECK: advice 'x[j * n + i]' uses 8 of the 32 bytes of a sector; its neighbours are along 'i', which would have to run along x
// CHECK: advice Auto would take GridBlock({{.*}}, which is estimated at {{[0-9]+}}% of the cycles
  [[heddle::map(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = 2 * x[j * n + i];
}

struct particle {
  float x, y, z, mass, charge, spin, age, kind;
};

void ages(float *y, const particle *p, int n) {
// CHECK-LABEL: in 'ages': mapped
// CHECK: advice array of structures: 'p[i].age' uses 4 of the 32 bytes of a sector; an array for each member would use all
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 2 * p[i].age;
}

void all_members(float *y, const particle *p, int n) {
// CHECK-LABEL: in 'all_members': mapped
// CHECK-NOT: array of structures
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = p[i].x + p[i].y + p[i].z + p[i].mass + p[i].charge;
}

void row_sums(float *y, const float *x, int n, int m) {
// CHECK-LABEL: in 'row_sums': mapped
// CHECK: advice 'x[i * m + j]' uses 4 of the 32 bytes of a sector, and no mapped loop runs along its neighbours: each thread reads a row by itself; map the loop over it, or turn the array
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; j += 2)
      s += x[i * m + j];
    y[i] = s;
  }
}

// Large launches stage the rows.
void staged_sums(float *y, const float *x, int n, int m) {
// CHECK-LABEL: in 'staged_sums': mapped
// CHECK: tiled for 6912 iterations and more
// CHECK-NOT: advice 'x[i * m + j]'
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    y[i] = s;
  }
}

void few(float (&y)[100]) {
// CHECK-LABEL: in 'few': mapped
// CHECK: threads 128 in 2 blocks of 64; 22% without iteration
// CHECK: advice 128 threads are started, and a device of this architecture holds 221184 at once
  [[heddle::map]]
  for (int i = 0; i < 100; ++i)
    y[i] = 1;
}

// Rows are long, although the least n for which there are any gives them one element.
void longRows(double *y, const double *x, int n, int p) {
// CHECK-LABEL: in 'longRows': mapped
// CHECK: read x[i * (n - 2000)] 32.0 sectors, 8 of 32 bytes used
  [[heddle::map]]
  for (int i = 0; i < p; ++i)
    y[i] = x[i * (n - 2000)];
}

// Each variable from outside the loops is loaded.
void variables(double *y, const double *x, double s, double t, int n) {
// CHECK-LABEL: in 'variables': mapped
// CHECK: a warp about 12 instructions
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = s * x[i] + t;
}

void numbers(double *y, const double *x, int n) {
// CHECK-LABEL: in 'numbers': mapped
// CHECK: a warp about 10 instructions
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i] + 3;
}

// Each row of x has an address of its own, of two terms.
void stencil(double *y, const double *x, int n, int m) {
// CHECK-LABEL: in 'stencil': mapped
// CHECK: a warp about 16 instructions
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + x[i * m + j + m] + x[i * m + j + 2 * m];
}

// Too few warps wait for memory.
void few(double *y, const double *x) {
// CHECK-LABEL: in 'few': mapped
// CHECK: a thread about {{[0-9]+}} registers; 2% of the warps that a multiprocessor holds
// CHECK: bound by latency, on sm_80
  [[heddle::map(GridBlock(1, SplitLast(64, ShiftLB(Gen))))]]
  for (int i = 0; i < 5000; ++i)
    y[i] = 2 * x[i];
}

// A matrix product computes more than it moves.
void product(float (*c)[4000], const float (*a)[4000], const float (*b)[4000]) {
// CHECK-LABEL: in 'product': mapped
// CHECK: bound by {{[a-z ]+}}, on sm_80{{$}}
// CHECK: transfers 128000000 bytes in, 64000000 out, of arrays that only the host has: 0.{{[0-9]}} times the kernel's time
  [[heddle::map]]
  for (int i = 0; i < 4000; ++i)
    for (int j = 0; j < 4000; ++j) {
      float s = 0;
      for (int k = 0; k < 4000; ++k)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
