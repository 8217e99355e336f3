// A CUDA program that finds no GPU says so once and takes the CPU path.
//
// REQUIRES: nvcc
// UNSUPPORTED: gpu
//
// RUN: %nvcc -std=c++17 -x cu -arch=sm_90 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Wconversion,-Wshadow,-Werror -I%include %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=LINE
// LINE: heddle: no CUDA device was found ({{.+}}); loops run on the CPU
// LINE-NOT: heddle:
// LINE: paths 1 2 3 1, right
//
// RUN: env HEDDLE_REQUIRE_GPU=1 not --crash %t 2>&1 | FileCheck %s --check-prefix=REQUIRE
// REQUIRE: heddle: scale.cpp:14: heddle_scale_0: HEDDLE_REQUIRE_GPU is set, but no CUDA device was found: {{.+}}
//
// RUN: env HEDDLE_HOST_ORDER=reverse %t 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: heddle: HEDDLE_HOST_ORDER is ignored: this program was built with CUDA
// ORDER-NOT: HEDDLE_HOST_ORDER
// ORDER: paths 1 2 3 1, right

#include "Inputs/scale.h"

int main() { return check_all(); }
