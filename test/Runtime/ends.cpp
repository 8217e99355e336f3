// An iteration ends the program: it prints, and leaves in the arrays, what the
// loops as written do, on each path, in the order of the iterations.
//
// REQUIRES: rewriter, nvcc, ptx
//
// RUN: %gxx -std=c++17 -Wno-attributes -I%include %s -o %t.written
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I%include
// RUN: %gxx -std=c++17 -fopenmp -Wall -Wextra -Werror -I%include -x c++ %t.cu -o %t.plain
// RUN: %nvcc -std=c++17 -Werror all-warnings -gencode arch=compute_75,code=compute_75 -no-compress -cudart shared -I%include -c %t.cu -o %t.o
// RUN: %gxx %t.o -o %t.ptx -Wl,--no-as-needed -L%ptxlib -lHeddlePtx -Wl,-rpath,%ptxlib
//
// RUN: not %t.written | FileCheck %s
// RUN: not %t.plain | FileCheck %s
// RUN: not env HEDDLE_HOST_ORDER=reverse %t.plain | FileCheck %s
// RUN: not env HEDDLE_PTX_TRAP=error HEDDLE_REQUIRE_GPU=1 %t.ptx | FileCheck %s
// RUN: not env HEDDLE_PTX_TRAP=error HEDDLE_REQUIRE_GPU=1 HEDDLE_TRACE=1 %t.ptx 2>&1 | FileCheck %s --check-prefix=TRACE
//
// CHECK: all 600 are positive
// CHECK-NEXT: volume 300: -1
// CHECK-NEXT: 301 are set
// TRACE: heddle_check_0: device
// TRACE: heddle_check_0: sequential (an iteration ends the program)
#include <cstdio>
#include <cstdlib>
#include <heddle/heddle.h>

double y[600];

struct reporter {
  ~reporter() {
    int set = 0;
    for (double e : y)
      set += e != 0;
    std::printf("%d are set\n", set);
  }
} at_the_end;

void check(const double *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * v[i];
    if (!(v[i] > 0)) {
      std::printf("volume %d: %g\n", i, v[i]);
      std::fflush(stdout);
      std::exit(EXIT_FAILURE);
    }
  }
}

int main() {
  static double v[600];
  for (double &e : v)
    e = 1;
  check(v, 600);
  std::printf("all 600 are positive\n");
  for (double &e : y)
    e = 0;
  v[300] = v[301] = v[17 * 30] = -1;
  check(v, 600);
  std::printf("not reached\n");
}
