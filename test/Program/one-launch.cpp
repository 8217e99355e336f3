// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that run one after another become one launch, or stay two, and the user is told.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --report=text --report-to=%t.txt -o %t.cu %s -- -std=c++17 -I %include 2> %t.err
// RUN: FileCheck --input-file=%t.txt %s
// RUN: grep HD18 %t.err | FileCheck --check-prefix=SAID --implicit-check-not=remark: %s
// RUN: FileCheck --input-file=%t.cu --check-prefix=TEXT %s
// RUN: %heddle-rewrite --report=json --report-to=- %s -- -std=c++17 -I %include 2> /dev/null | FileCheck --check-prefix=JSON %s
// RUN: %heddle-rewrite --diff %s -- -std=c++17 -I %include 2> /dev/null | FileCheck --check-prefix=DIFF %s
// RUN: %heddle-rewrite --fusion=off -o %t.off.cu %s -- -std=c++17 -I %include 2> /dev/null
// RUN: FileCheck --input-file=%t.off.cu --check-prefix=OFF %s

#include <heddle/heddle.h>
using namespace heddle;

// Lines of the text are those of the source, with the nests beside the kernel.
// TEXT:      // heddle: the loops of one-launch.cpp:[[@LINE+19]] and [[@LINE+22]]
// TEXT:      heddle_{{path}} == ::heddle::rt::path::sequential) {
// TEXT-NEXT: #line [[@LINE+17]]
// TEXT-NEXT:     for (int i = 0; i < n; ++i)
// TEXT-NEXT:       r[i] -= alpha * q[i];
// TEXT-NEXT: {{^ +$}}
// TEXT-NEXT:     for (int k = 0; k < n; ++k)
// TEXT-NEXT:       rr += r[k] * r[k];
// TEXT-NEXT: }
// OFF:       // heddle: the loops of one-launch.cpp:[[@LINE+10]]{{$}}
// OFF:       // heddle: the loops of one-launch.cpp:[[@LINE+12]]{{$}}
// DIFF:      {{^}}@@ -1,3 +1,5 @@
// DIFF-NEXT: {{^}}+// rewritten by heddle
// DIFF:      {{^-    \[\[}}heddle::map]]
// DIFF:      {{^-    \[\[}}heddle::map, heddle::reduce(rr)]]
double residual(double *r, const double *q, double alpha, int n) {
  double rr = 0;
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      r[i] -= alpha * q[i];
    [[heddle::map, heddle::reduce(rr)]]
    for (int k = 0; k < n; ++k)
      rr += r[k] * r[k];
    // SAID-DAG: :[[@LINE-2]]:5: remark: this nest and the one before it run in one launch: they have the same iterations, and each takes 'r' from the same one of that nest [heddle-HD186]
    // CHECK: one-launch.cpp:[[@LINE-8]]:5: resident, program in 'residual'
    // CHECK-NEXT: remark HD186
    // CHECK-NEXT: launches  1 in the text
    // CHECK-NEXT: fused {{.*}}one-launch.cpp:[[@LINE-6]]:5 with {{.*}}one-launch.cpp:[[@LINE-9]]:5: each takes 'r' from the same one of that nest
    // JSON: "neighbours": [
    // JSON: "line": [[@LINE-8]]
    // JSON: "couldBeOne": true,
    // JSON-NEXT: "fused": true
  }
  return rr;
}

// A chain is one launch; each nest of the source is told of once.
void chain(float *a, float *b, float *c, const float *x, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 2 * x[i];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      c[i] = a[i] * b[i];
    // SAID-DAG: :[[@LINE-5]]:5: remark: {{.*}} each takes 'a' from the same one of that nest [heddle-HD186]
    // SAID-DAG: :[[@LINE-3]]:5: remark: {{.*}} each takes 'b' from the same one of that nest [heddle-HD186]
    // CHECK: resident, program in 'chain'
    // CHECK: launches  1 in the text
    // CHECK: fused {{.*}}one-launch.cpp:[[@LINE-9]]:5
    // CHECK: fused {{.*}}one-launch.cpp:[[@LINE-7]]:5
    // TEXT: // heddle: the loops of one-launch.cpp:[[@LINE-14]], [[@LINE-11]] and [[@LINE-8]]
  }
}

// The user's own mapping, a claim, and directives keep nests apart.
void apart(float *a, float *b, float *c, float *d, const float *x, int n) {
  // CHECK: resident, program in 'apart'
  // CHECK: launches  4 in the text
  // CHECK-NOT: fused
  [[heddle::program]] {
    [[heddle::map(GridBlock(1, SplitLast(64, Gen)))]]
    for (int i = 0; i < n; ++i)
      a[i] = 2 * x[i];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
#if 1
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      c[i] = b[i] * 3;
#endif
    [[heddle::map, heddle::extent(d, n)]]
    for (int i = 0; i < n; ++i)
      d[i] = c[i] * 3;
    // SAID-DAG: :[[@LINE-10]]:5: remark: this nest could be one {{.*}} [heddle-HD184]
    // SAID-DAG: :[[@LINE-7]]:5: remark: this nest could be one {{.*}} [heddle-HD184]
    // SAID-DAG: :[[@LINE-4]]:5: remark: this nest could be one {{.*}} [heddle-HD184]
  }
}

// What stands in the next nest's way is only seen when one nest is tried: 'x' is
// read where the first nest has written it in other iterations of its own.
void copies(float *x, float *y, int n) {
  // CHECK: resident, program in 'copies'
  // CHECK: launches  2 in the text
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] = x[i + 1] * 2;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = x[i];
    // SAID-DAG: :[[@LINE-2]]:5: remark: this nest could be one {{.*}} [heddle-HD184]
  }
}
