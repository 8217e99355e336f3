// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel reads like the loop; the launch keeps the loop as written.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
//
// The same bytes in every run, and nothing left to rewrite.
// RUN: %heddle-rewrite %s -o %t.again.cu -- -std=c++17 -I %include
// RUN: diff %t.cu %t.again.cu
// RUN: %heddle-rewrite %t.cu -o %t.twice.cu -- -x c++ -std=c++17 -I %include
// RUN: diff %t.cu %t.twice.cu
//
// RUN: %gxx -x c++ -std=c++17 -Wall -Wextra -Werror -fopenmp -I %include -c %t.cu -o %t.o
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -I %include -c %t.cu -o %t.o

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: static HEDDLE_BODY void heddle_shifted_0_body(double *y, double a, int i) {
// CHECK-NEXT: #line [[@LINE+18]] "{{.*}}text.cpp"
// CHECK-NEXT:     y[i] = a;
// CHECK-NEXT: }
// CHECK: // heddle: the loops of text.cpp:[[@LINE+14]]
// CHECK-NEXT: //   index space   1 <= i < n
// CHECK-NEXT: //   mapping       GridBlock(1, SplitLast(32, ShiftLB(Gen)))
// CHECK-NEXT: //   thread space  grid (ceil((n - 1) / 32), 1, 1), block (32, 1, 1)
// CHECK-NEXT: //   each iteration runs in exactly one thread: proved for all parameters
// CHECK-NEXT: static __global__ void heddle_shifted_0(double *__restrict__ y, int n, double a) {
// CHECK-NEXT:   const int i_0 = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
// CHECK-NEXT:   if (i_0 >= n - 1)
// CHECK-NEXT:     return;
// CHECK-NEXT:   const int i = i_0 + 1;
// CHECK-NEXT:   heddle_shifted_0_body(y, a, i);
// CHECK-NEXT: }
void shifted(double *y, double a, int n) {
  [[heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 1; i < n; ++i)
    y[i] = a;
}
// CHECK: #line 19 "{{.*}}text.cpp"
// CHECK-NEXT: void shifted(double *y, double a, int n) {
// CHECK: if ((heddle_n{{.*}} <= {{[01]}}).certain())
// CHECK-NEXT: heddle_path = ::heddle::rt::nothing(heddle_site);
// CHECK: #pragma omp parallel for
// CHECK: #line 37 "{{.*}}text.cpp"
// CHECK-NEXT:   for (int i = 1; i < n; ++i)
// CHECK-NEXT:     heddle_shifted_0_body(y, a, i);
// CHECK: } else if (heddle_path == ::heddle::rt::path::sequential) {
// CHECK-NEXT: #line 37
// CHECK-NEXT:   for (int i = 1; i < n; ++i)
// CHECK-NEXT:     heddle_shifted_0_body(y, a, i);
// CHECK-NEXT:     }
// CHECK-NEXT:     ::heddle::rt::loops_ended(heddle_site);
// CHECK-NEXT: #line 38 "{{.*}}text.cpp"
// CHECK-NEXT: {{^}}            }
// CHECK-NEXT: {{^}}}

// A guard that cannot fail is not there.
// CHECK-LABEL: void heddle_multiple_0(
// CHECK-NOT: return;
// CHECK: #line
void multiple(double *y, int n) {
  HEDDLE_ASSUME(n % 32 == 0);
  [[heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

// The quotient alone says how many gaps are before the iteration, which no
// compiler asks for again.
// CHECK-LABEL: void heddle_compressed_0(
// CHECK: const int i_0 = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
// CHECK: const int i = i_0 + i_0 / 2 * 3;
// CHECK-NEXT: ::heddle::rt::holds(i % 5 < 2);
void compressed(double *y) {
  [[heddle::bounds(1000), heddle::step(5), heddle::width(2), heddle::map(FoldAll)]]
  for (int i = 0; i < 1000; ++i)
    if (i % 5 < 2)
      y[i] = 0;
}

// Nothing is launched for a space without iterations, and no kernel is there.
// CHECK-NOT: __global__ void heddle_empty
// CHECK-LABEL: void empty(
// CHECK: heddle_path = ::heddle::rt::nothing(heddle_site);
// CHECK-NOT: ::heddle::rt::run(
void empty(double (*y)[7]) {
  [[heddle::map]]
  for (int i = 0; i < 0; ++i)
    for (int j = 0; j < 7; ++j)
      y[i][j] = 0;
}
