// --on-failure also keeps loops whose text cannot be rewritten; the annotation
// goes, and what stands around it stays.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: %heddle-rewrite --on-failure=warn %s -o %t.cu -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %heddle-rewrite --on-failure=serial --check %s -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=SERIAL %s
// RUN: grep -v '^ *// [A-Z]' %t.cu | FileCheck --implicit-check-not='HEDDLE(' --implicit-check-not='heddle::map' %s
// RUN: %gxx -std=c++17 -fopenmp -Wall -Wextra -Werror -I %include -x c++ -fsyntax-only %t.cu
// RUN: not %heddle-rewrite --on-failure=warn --check %s -- -std=c++17 -I %include -DWRONG -D'PARALLEL(...)=[[heddle::map]]' 2>&1 | FileCheck --check-prefix=WRONG %s

#include <heddle/heddle.h>

#define LOOP(i, n) for (int i = 0 * __LINE__; i < (n); ++i)
#define BLOCK { x[i] = __LINE__; }

// CHECK: {{^}}void f(
void f(double *x, int n) {
  // ERROR: :[[@LINE+3]]:19: error: {{.*}} [heddle-HD117]
  // WARN: :[[@LINE+2]]:19: warning: {{.*}} [heddle-HD117]
  // SERIAL: :[[@LINE+1]]:19: remark: {{.*}} [heddle-HD117]
  [[heddle::map]] LOOP(i, n) x[i] = 0;
  // CHECK-NEXT: {{^}}                  LOOP(i, n) x[i] = 0;
  // WARN: :[[@LINE+1]]:43: warning: {{.*}} [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) BLOCK
  // CHECK-NEXT: {{^}}              for (int i = 0; i < n; ++i) BLOCK
  // WARN: :[[@LINE+2]]:1: warning: {{.*}} [heddle-HD150]
  // WARN: note: this loop is kept as it is written{{$}}
#pragma omp parallel for
  HEDDLE(map) // why
  for (int i = 0; i < n; ++i) x[i] = 1;
  // CHECK-NEXT: {{^}}#pragma omp parallel for
  // CHECK-NEXT: {{^}}              // why
  // CHECK-NEXT: {{^}}  for (int i = 0; i < n; ++i) x[i] = 1;
  // WARN: :[[@LINE+5]]:5: warning: {{.*}} [heddle-HD151]
  // WARN: note: the loop is written here
  // WARN: :[[@LINE+1]]:5: note: this loop is kept as it is written and runs sequentially
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    LOOP(j, 4) x[4 * i + j] = 2;
  }
  // CHECK-NEXT: {{^  $}}
  // CHECK-NEXT: {{^}}  for (int i = 0; i < n; ++i) {
#define ZERO (0 * __LINE__)
  // WARN: :[[@LINE+5]]:38: warning: {{.*}} [heddle-HD155]
  // WARN: :[[@LINE+6]]:1: warning: {{.*}} [heddle-HD156]
  [[
    heddle::map
  ]]
  for (int i = 0; i < n; ++i) x[i] = ZERO;
  HEDDLE(map)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) x[i] = 1;
  // CHECK: {{^}}#define ZERO (0 * __LINE__)
  // CHECK-NEXT: {{^  $}}
  // CHECK-EMPTY:
  // CHECK-EMPTY:
  // CHECK-NEXT: {{^}}  for (int i = 0; i < n; ++i) x[i] = ZERO;
  // CHECK-NEXT: {{^  $}}
  // CHECK-NEXT: {{^}}#pragma omp parallel for
  // CHECK-NEXT: {{^}}  for
}
// WARN-NOT: warning:
// WARN: {{[0-9]+}} warnings generated

#ifdef WRONG
void wrong(double *x, int n) {
  // The annotation cannot be taken off.
  // WRONG: error: {{.*}} [heddle-HD114]
  PARALLEL() for (int i = 0; i < n; ++i) x[i] = 0;
}
#endif
