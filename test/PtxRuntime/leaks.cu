// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that is never freed is said at the end, but not what static objects and
// other threads free while the program ends.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: env HEDDLE_PTX_LEAKS=error %t 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %t leak 2>&1 | FileCheck %s
// RUN: env HEDDLE_PTX_LEAKS=error sh -c '%t leak; test $? = 86'
// RUN: sh -c '%t leak fail 2> %t.err; test $? = 3'
// RUN: FileCheck %s --check-prefix=NONE --allow-empty < %t.err
// CHECK: heddle-ptx: never freed: the 40 bytes of cudaMalloc number 2
// CHECK: heddle-ptx: never freed: the 24 bytes of cudaMallocHost number 1
// CHECK-NOT: heddle-ptx
// NONE-NOT: heddle-ptx
#include "check.h"

struct owner {
  void *data = nullptr;
  ~owner() { OK(cudaFree(data)); }
};
static owner global;

int main(int argc, char **) {
  static thread_local owner of_thread;
  OK(cudaMalloc(&global.data, 100));
  void *more = nullptr;
  if (argc > 1) {
    OK(cudaMalloc(&more, 40));
    OK(cudaMallocHost(&more, 24));
  }
  OK(cudaMalloc(&of_thread.data, 100));
  return argc > 2 ? 3 : 0;
}
