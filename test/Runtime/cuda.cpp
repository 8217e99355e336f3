// The same text compiles without a warning as CUDA, with nvcc and with clang.
//
// REQUIRES: nvcc
//
// DEFINE: %{warn} = -Wall,-Wextra,-Wconversion,-Wshadow,-Werror
//
// RUN: %nvcc -std=c++17 -x cu -arch=sm_90 -Werror all-warnings -Xcompiler %{warn} -I%include %s -o %t.nvcc
// RUN: %nvcc -std=c++17 -x cu -arch=sm_90 -Werror all-warnings -Xcompiler %{warn},-fno-exceptions,-fopenmp -I%include %s -o %t.omp
// RUN: %nvcc -std=c++20 -x cu -arch=sm_75 -Werror all-warnings -Xcompiler %{warn} -I%include -c %s -o %t.o

#include "Inputs/scale.h"

int main() { return check_all(); }
