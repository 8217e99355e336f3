// HIP has no kernels of Heddle's: its loops are verified, and compiled as written,
// which the host pass says.
// REQUIRES: plugin
// DEFINE: %{cc} = %clangxx -x hip --offload-arch=gfx90a -nogpulib -nogpuinc -std=c++17 -I %include -fplugin=%plugin
// RUN: %{cc} -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %{cc} -S -emit-llvm --cuda-host-only %s -o - 2> %t.txt | FileCheck --check-prefix=IR --implicit-check-not=heddle_f %s
// RUN: %{cc} -fplugin-arg-heddle-backend=check -fsyntax-only %s 2>&1 | count 0
// RUN: not %{cc} -DREFUSED -fsyntax-only %s 2>&1 | FileCheck --check-prefix=REFUSED --implicit-check-not=error: %s
#include <heddle/heddle.h>

// IR: define {{.*}} @_Z1fPdi
void f(double *x, int n) {
  // CHECK: hip.cpp:[[@LINE+2]]:10: warning: the annotated loops of this HIP source are verified but compiled as written; compile it with '-x cuda' [heddle-HD636]
  // CHECK: 1 warning generated when compiling for host.
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
#ifdef REFUSED
  // REFUSED: hip.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} [heddle-HD402]
  HEDDLE(map) for (int i = 1; i < n; ++i) x[i] = x[i - 1];
#endif
}
