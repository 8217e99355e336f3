// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stages of a large batch run in one kernel, whose blocks keep what stages pass
// on in shared memory. Memory that is free is used again, what all stages need
// is loaded once, and other blocks must not write what a stage reads.
// RUN: rm -rf %t && mkdir %t
// RUN: %heddle-rewrite --validate=off %s -o %t/out.cu -- -std=c++17 -I %include 2>&1 | count 0
// RUN: grep -v CHECK %t/out.cu | FileCheck %s
// RUN: %heddle-rewrite --validate=off --device=sm_75 %s -o %t/small.cu -- -std=c++17 -I %include
// RUN: FileCheck --check-prefix=SMALL %s < %t/small.cu
// RUN: %heddle-rewrite -Wno-heddle-HD516 --report=text %s -- -std=c++17 -I %include | FileCheck --check-prefix=TEXT %s
// RUN: %heddle-rewrite --report=json %s -- -std=c++17 -I %include > %t/report.json
// RUN: %python -c "import json; n = json.load(open('%t/report.json'))['nests']; print(n[0]['fused'], 'fused' in n[1])" | FileCheck --check-prefix=JSON %s

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using matrix = tensor<double, 6, 6>;
using fields = tensor<double, dyn, 6, 6, 6>;

// CHECK: // heddle: stages 1 to 3 of the statement of fused.cpp:{{[0-9]+}} in one kernel,
// CHECK-NEXT: //         for v_extent0 >= 189
// CHECK-NEXT: //   thread space  grid (ceil(v_extent0 / 7), 1, 1), block (6, 6, 7)
// CHECK-NEXT: //   stage 1       GridBlock(3, Serial(1,
// CHECK: //   passed on     'temporary', 'temporary1', in shared memory, of which a block has
// CHECK-NEXT: //                 24480 bytes
// CHECK: //   each iteration runs in exactly one thread, and each block writes what it reads:
// CHECK-NEXT: //   proved for all parameters
// CHECK-NEXT: static __global__ void heddle_interpolate_0_fused(const double *__restrict__ a,
// CHECK: HEDDLE_SHARED ::heddle::rt::shared<double[36]> a_tile;
// CHECK-NEXT: HEDDLE_SHARED ::heddle::rt::shared<double[1512]> u_tile;
// CHECK-NEXT: HEDDLE_SHARED ::heddle::rt::shared<double[1512]> temporary_tile;
// CHECK-NOT: HEDDLE_SHARED
// CHECK: a_tile[a_place] = a[a_at];
// CHECK: u_tile[u_place + turn * 252] = u[u_at];
// CHECK: ::heddle::rt::phase([&](int, int, int) {
// CHECK: sum2 += a_tile[i_place * 6 + l] * u_tile[e_place * 216 + l * 36 + m_place * 6 + o_place];
// CHECK-NEXT: temporary_tile[{{.*}}] = sum2;
// CHECK: ::heddle::rt::phase([&](int, int, int) {
// CHECK: u_tile[{{.*}}] = sum1;
// CHECK-NOT: a_tile[a_place
// CHECK: ::heddle::rt::phase([&](int, int, int) {
// CHECK: temporary_tile[{{.*}}] = sum;
// CHECK: ::heddle::rt::each([&](int at_x, int at_y, int at_z) {
// CHECK: v[v_at] = temporary_tile[v_place + turn * 252];
// CHECK: else if (const ::heddle::rt::shape heddle_shape
// CHECK: heddle_shape.fits(::heddle::rt::at_least(heddle_v_extent0, 189)) &&
// CHECK: ::heddle::rt::disjoint(heddle_v, heddle_u)) {
// CHECK-NEXT: heddle_path = ::heddle::rt::run_blocks(heddle_site_3, heddle_shape,
// CHECK-NEXT: heddle_interpolate_0_fused,
// CHECK: else {
// CHECK-NEXT: const ::heddle::rt::temporaries heddle_memory(heddle_site,
// SMALL: //         for v_extent0 >= 77
// TEXT: in 'interpolate': mapped, in 3 stages
// TEXT: fused     stages 1 to 3 where v_extent0 >= 189: grid (ceil(v_extent0 / 7), 1, 1), block (6, 6, 7), 24480 bytes of shared memory
// TEXT: in 'by_hand': mapped, in 3 stages
// TEXT-NOT: fused
// JSON: {'kernel': 'heddle_interpolate_0_fused', 'firstStage': 1, 'extent': 'v_extent0', 'least': 189, 'grid': '(ceil(v_extent0 / 7), 1, 1)', 'block': '(6, 6, 7)', 'sharedBytes': 24480} False
void interpolate(fields &v, const matrix &a, const fields &u) {
  idx e, i, j, k, l, m, o;
  [[heddle::map]]
  v(e, i, j, k) = a(i, l) * a(j, m) * a(k, o) * u(e, l, m, o);
}
void by_hand(fields &v, const matrix &a, const fields &u) {
  idx e, i, j, k, l, m, o;
  [[heddle::map(FoldAll)]]
  v(e, i, j, k) = a(i, l) * a(j, m) * a(k, o) * u(e, l, m, o);
}
