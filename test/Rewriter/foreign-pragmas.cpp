// Pragmas of other tools before an annotation go with the loop that runs where the
// kernel does not; what compilers know stays refused.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -Wno-unknown-pragmas -Wno-source-uses-openacc -I %include 2>&1 | count 0
// RUN: grep -v "^ *//" %t.cu | FileCheck %s
// RUN: %gxx -std=c++17 -x c++ -I %include %t.cu -o %t && %t && env HEDDLE_HOST_ORDER=forward %t
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DWRONG 2>&1 | FileCheck --check-prefix=WRONG %s
#include <heddle/heddle.h>

void f(double *y, const double *x, int n) {
  // CHECK-LABEL: {{^}}void f(
  // CHECK: path::sequential) {
  // CHECK-NEXT: {{^}}#pragma hmpp offload
  // CHECK-NEXT: {{^}}#pragma acc parallel loop {{\\}}
  // CHECK-NEXT: copyin(x[0:n])
  // CHECK-NEXT: #line
  // CHECK-NEXT: for (int i = 0;
#pragma hmpp offload
  #pragma acc parallel loop \
          copyin(x[0:n])
  // why
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

// Directives that are statements by themselves stay.
void g(double *y, int n) {
  // CHECK-LABEL: {{^}}void g(
  // CHECK: {{^}}#pragma omp target update to(y[0:n])
  // CHECK-NEXT: {{^}}#pragma acc update device(y[0:n])
  // CHECK: rt::site
#pragma omp target update to(y[0:n])
#pragma acc update device(y[0:n])
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    y[i] *= 2;
}

int main() {
  double x[3] = {1, 2, 3}, y[3] = {};
  f(y, x, 3);
  g(y, 3);
  return y[2] == 6 ? 0 : 1;
}

#ifdef WRONG
void wrong(double *y, int n) {
  // WRONG: :[[@LINE+1]]:1: error: '#pragma acc parallel loop' before the loop would apply {{.*}}[heddle-HD150]
#pragma acc parallel loop
#pragma GCC diagnostic push
  HEDDLE(map) for (int i = 0; i < n; i++) y[i] = 0;
#pragma GCC diagnostic pop
}
#endif
