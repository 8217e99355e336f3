// The same text compiles without a warning as CUDA, without exceptions and
// with OpenMP; cuda-no-gpu.cpp has the other case.
//
// REQUIRES: nvcc
//
// DEFINE: %{warn} = -Wall,-Wextra,-Wconversion,-Wshadow,-Werror
//
// RUN: %nvcc -std=c++17 -x cu -arch=sm_75 -Werror all-warnings -Xcompiler %{warn},-fno-exceptions,-fopenmp -I%include -c %s -o %t.o

#include "Inputs/scale.h"

int main() { return check_all(); }
