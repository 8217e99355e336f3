#include <heddle/heddle.h>

void f(int *x, int n) {
  int before = n;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int v = i + before;
    x[i] = v;
  }
  x[0] = 7;
}

int main() {
  int x[2];
  f(x, 2);
  return x[1] - 3;
}

// A debugger steps through the loop as it is written, and stops in the kernel's
// copy of its body with the user's names.
// REQUIRES: plugin, gdb
// RUN: %clangxx -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-backend=host -g -O0 %s -o %t
// DEFINE: %{gdb} = gdb -q -batch -nx -iex 'set debuginfod enabled off'
// RUN: %{gdb} -ex 'break f' -ex run -ex next -ex next -ex next -ex next -ex next -ex next -ex next -ex next -ex next %t | FileCheck --check-prefix=STEP %s
// STEP: {{^}}4{{.*}}int before = n;
// STEP-NEXT: {{^}}6{{.*}}for (int i = 0; i < n; ++i) {
// STEP-NEXT: {{^}}7{{.*}}int v = i + before;
// STEP-NEXT: {{^}}8{{.*}}x[i] = v;
// STEP-NEXT: {{^}}6
// STEP-NEXT: {{^}}7
// STEP-NEXT: {{^}}8
// STEP-NEXT: {{^}}6
// STEP-NEXT: {{^}}10{{.*}}x[0] = 7;
// STEP-NEXT: {{^}}11
//
// RUN: env HEDDLE_HOST_ORDER=reverse %{gdb} -ex 'break stepping.cpp:8' -ex run -ex 'print v' -ex up -ex continue -ex 'print i' %t | FileCheck --check-prefix=KERNEL %s
// KERNEL: heddle_f_0_body (x={{.*}}, before=2, i=0) at {{.*}}stepping.cpp:8
// KERNEL: $1 = 2
// KERNEL: heddle_f_0 (x={{.*}}, n=2, before=2{{.*}} at {{.*}}stepping.cpp:6
// KERNEL: heddle_f_0_body ({{.*}} at {{.*}}stepping.cpp:8
// KERNEL: $2 = 1
