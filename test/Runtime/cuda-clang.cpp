// REQUIRES: clang-cuda
//
// RUN: %clangxx -std=c++17 -x cuda --cuda-gpu-arch=sm_90 --cuda-path=%cuda -Wno-unknown-cuda-version -Wall -Wextra -Wconversion -Wshadow -Werror -I%include -c %s -o %t.o
// RUN: %clangxx -std=c++17 -x cuda --cuda-gpu-arch=sm_90 --cuda-path=%cuda -Wno-unknown-cuda-version -Wall -Wextra -Wconversion -Wshadow -Werror -fno-exceptions -I%include -c %s -o %t.o
//
// The kernels divide by run-time extents without a division.
// RUN: %clangxx -std=c++17 -x cuda --cuda-gpu-arch=sm_90 --cuda-path=%cuda -Wno-unknown-cuda-version -O2 --cuda-device-only -S -I%include %s -o - | FileCheck %s
//
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK: mul.hi.u32
// CHECK-NOT: {{[[:space:]](div|rem)\.}}

#include "Inputs/scale.h"

int main() { return check_all(); }
