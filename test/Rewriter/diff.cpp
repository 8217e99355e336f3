// --diff prints a patch that gives the rewritten text.
// REQUIRES: rewriter
// RUN: rm -rf %t && mkdir %t && cp %s %t/diff.cpp && cd %t
// RUN: %heddle-rewrite diff.cpp -o after.cu -- -std=c++17 -I %include
// RUN: %heddle-rewrite --diff diff.cpp -- -std=c++17 -I %include > patch
// RUN: FileCheck --input-file=patch %s
// RUN: patch -s diff.cpp patch && cmp diff.cpp after.cu
// RUN: %heddle-rewrite --diff after.cu -- -x c++ -std=c++17 -I %include | count 0
// CHECK: {{^}}--- diff.cpp
// CHECK-NEXT: {{^}}+++ diff.cpp
// CHECK-NEXT: {{^}}@@ -{{[0-9]+,[0-9]+}} +{{[0-9]+,[0-9]+}} @@
// CHECK: {{^}}+static __global__ void
// CHECK: {{^}}-  HEDDLE(map) for (int i

#include <heddle/heddle.h>

void first(double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 1;
}

int between[] = {
    0,
    1,
    2,
    3,
};

void last(double *x, int n) { HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 2; }
