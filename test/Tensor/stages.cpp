// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum that several elements need has a kernel of its own, before the others,
// and a temporary of the launch; what an earlier stage reads needs no copy.
// RUN: rm -rf %t && mkdir %t
// RUN: %heddle-rewrite --validate=off %s -o %t/out.cu -- -std=c++17 -I %include 2>&1 | count 0
// RUN: grep -v CHECK %t/out.cu | FileCheck %s
// RUN: %heddle-rewrite -Wno-heddle-HD516 --report=text %s -- -std=c++17 -I %include | FileCheck --check-prefix=TEXT %s
// RUN: %heddle-rewrite --report=json %s -- -std=c++17 -I %include > %t/report.json
// RUN: %python -c "import json; n = json.load(open('%t/report.json'))['nests']; s = n[0]['stagesBefore']; print(len(s), s[0]['kernel'], s[0]['arrays'][2]['name'], n[0]['kernel'], [c['condition'] for c in n[0]['checks']], 'stagesBefore' in n[1])" | FileCheck --check-prefix=JSON %s
// RUN: %heddle-rewrite --dump=frontend %s -- -std=c++17 -I %include | FileCheck --check-prefix=DUMP %s

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using vector = tensor<double, 100>;
using matrix = tensor<double, 100, 100>;

// CHECK: // heddle: stage 1 of 2 of the statement of stages.cpp:[[#@LINE+24]]
// CHECK-NEXT: //   index space   0 <= j < 100
// CHECK-NEXT: //   stores        'temporary', which the launch keeps for later stages
// CHECK-NEXT: //   mapping       GridBlock(1, SplitLast(64, ShiftLB(Gen))), chosen by Auto
// CHECK: static __global__ void heddle_twice_0_stage1(double *__restrict__ x,
// CHECK-NEXT: const double *__restrict__ b,
// CHECK-NEXT: double *__restrict__ temporary) {
// CHECK: temporary[j] = sum1;
// CHECK: // heddle: stage 2 of 2 of the statement
// CHECK-NEXT: //   index space   0 <= i < 100
// CHECK-NEXT: //   mapping       GridBlock(1, SplitLast(256, ShiftLB(Gen))), chosen by FoldAll
// CHECK: static __global__ void heddle_twice_0(
// CHECK: x[i] = sum;
// CHECK: const auto heddle_x = ::heddle::rt::in(x.data(), 0, 99);
// CHECK: ::heddle::rt::temporary<double> heddle_temporary(100);
// CHECK: const auto heddle_x_1 = ::heddle::rt::out(x.data(), 0, 99);
// CHECK: if (!::heddle::rt::disjoint(heddle_x_1, heddle_a))
// CHECK: else {
// CHECK-NEXT: const ::heddle::rt::temporaries heddle_memory(heddle_site,
// CHECK-NEXT: heddle_temporary);
// CHECK-NEXT: heddle_path = ::heddle::rt::run(heddle_site_1,
// CHECK: if (heddle_path == ::heddle::rt::path::done) {
// CHECK-NEXT: heddle_path = ::heddle::rt::run(heddle_site,
void twice(vector &x, const matrix &a, const matrix &b) {
  [[heddle::map(FoldAll), heddle::inplace(x)]]
  x = contract<1, 2>(outer(a, contract<1, 2>(outer(b, x))));
}

// TEXT: in 'twice': mapped, in 2 stages
// TEXT-NEXT: stage     1 of 2
// TEXT-NEXT: loops     j mapped
// TEXT: array     temporary  compatible  elements 0 to 99, 800 bytes, out
// TEXT-NEXT: stage     2 of 2
// TEXT-NEXT: loops     i mapped
// TEXT: array     temporary  read only   elements 0 to 99, 800 bytes, in
// TEXT-NEXT: check     overlap  'x' and 'a' are apart: 5 operations
// TEXT-NEXT: in all    5 operations before a launch
// TEXT: in 'once': mapped{{$}}
// JSON: 1 heddle_twice_0_stage1 temporary heddle_twice_0 ["'x' and 'a' are apart"] False
// DUMP: nest perfect-depth 1 at line [[#]], stage 1 of 2
// DUMP: array a{{[0-9]}} 'temporary' double 8 bytes [100] object double *temporary = {{.*}}temporary key
// DUMP: nest perfect-depth 1 at line [[#]], stage 2 of 2
void once(vector &x, const matrix &a, const vector &v) {
  [[heddle::map]] x = contract<1, 2>(outer(a, v));
}

// The launch has seen to it that the last stage has something to do.
// CHECK-LABEL: void unknown(
// CHECK: (heddle_y_extent0 <= 0).certain()
// CHECK: (heddle_a_extent1 <= 0).certain()
// CHECK: if (heddle_path == ::heddle::rt::path::done) {
// CHECK-NEXT: if (const ::heddle::rt::shape
void unknown(tensor<double, dyn> &y, const tensor<double, dyn> &x,
             const tensor<double, dyn, dyn> &a, const tensor<double, dyn, dyn> &b) {
  [[heddle::map]] y = contract<1, 2>(outer(a, contract<1, 2>(outer(b, x))));
}
