// In a CUDA compilation everything is said once a file, by the host pass.
// REQUIRES: plugin, clang-cuda
// RUN: %clangxx -x cuda --cuda-path=%cuda --cuda-gpu-arch=sm_90 -Wno-unknown-cuda-version -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-emit=%t.cu -c %s -o %t.o 2> %t.txt
// RUN: FileCheck --implicit-check-not=warning: --input-file=%t.txt %s
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu %s
// RUN: not %clangxx -DWRONG -x cuda --cuda-path=%cuda --cuda-gpu-arch=sm_90 -Wno-unknown-cuda-version -std=c++17 -I %include -fplugin=%plugin -c %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
// TEXT: heddle::run(

#include <heddle/heddle.h>

void f(double *x, int n) {
  // CHECK: cuda.cu:[[@LINE+1]]:10: warning: annotated loops of this CUDA source are verified but compiled as written; use 'heddle-rewrite' to get kernels [heddle-HD636]
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 1;
#ifdef WRONG
  // WRONG: error: {{.*}} [heddle-HD101]
  // WRONG-NOT: HD101
  HEDDLE(map) while (n) --n;
#endif
}
