// HEDDLE_TRACE=2 ends with a line for each site and way that its launches took.
//
// REQUIRES: rewriter
//
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I%include
// RUN: %gxx -std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -I%include -x c++ %t.cu -o %t
// RUN: env HEDDLE_TRACE=2 HEDDLE_HOST_ORDER=reverse %t 2>&1 | FileCheck %s
// RUN: env HEDDLE_TRACE=2 %t 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: env HEDDLE_TRACE=1 %t 2>&1 | FileCheck %s --check-prefix=LINES
// RUN: %t 2>&1 | count 0
//
// CHECK-COUNT-3: heddle_twice_0: host threads (HEDDLE_HOST_ORDER=reverse)
// CHECK: heddle_twice_0: nothing
// CHECK: heddle: in all: {{.*}}trace-totals.cpp:[[#@LINE+16]]: heddle_twice_0: host threads: 3 launches, in 0 bytes, out 0 bytes, time {{[0-9]+}} us
// CHECK-NEXT: heddle: in all: {{.*}}: heddle_set_0: host threads: 1 launch, {{.*}} us
// CHECK-NEXT: heddle: in all: {{.*}}: heddle_twice_0: nothing: 1 launch, in 0 bytes, out 0 bytes, time {{.*}}
// CHECK-NOT: heddle:
//
// LOOPS: heddle_twice_0: parallel {{.*}}, time -
// LOOPS: heddle: in all: {{.*}}: heddle_twice_0: parallel: 3 launches, in 0 bytes, out 0 bytes, time {{[0-9]+}} us
// LOOPS-NEXT: heddle: in all: {{.*}}: heddle_set_0: parallel: 1 launch, {{.*}} time {{[0-9]+}} us
// LOOPS-NEXT: heddle: in all: {{.*}}: heddle_twice_0: nothing: 1 launch, {{.*}} time -
// LINES-NOT: in all
#include <heddle/heddle.h>

double x[100];

void twice(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 2 * y[i];
}

void set(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i;
}

int main() {
  twice(x, 50);
  set(x, 100);
  twice(x, 60);
  twice(x, 70);
  twice(x, 0);
}
