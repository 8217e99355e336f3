// The emitted form compiles without a warning as plain C++, and every path
// computes the same.
//
// DEFINE: %{warn} = -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror
//
// RUN: %gxx -std=c++17 %{warn} -I%include %s -o %t.gxx
// RUN: %clangxx -std=c++17 %{warn} -Wsign-conversion -I%include %s -o %t.clang
// RUN: %gxx -std=c++20 %{warn} -I%include -fsyntax-only %s
// RUN: %clangxx -std=c++20 %{warn} -I%include -fsyntax-only %s
// RUN: %gxx -std=c++17 %{warn} -fno-exceptions -fopenmp -I%include %s -o %t.omp
// RUN: %clangxx -std=c++17 %{warn} -fno-exceptions -fno-rtti -I%include -fsyntax-only %s
//
// RUN: %t.gxx | FileCheck %s --check-prefix=LOOP
// RUN: %t.clang | FileCheck %s --check-prefix=LOOP
// RUN: env OMP_NUM_THREADS=4 %t.omp | FileCheck %s --check-prefix=LOOP
// LOOP: paths 1 2 3 1, right
//
// RUN: env HEDDLE_HOST_ORDER=forward %t.gxx | FileCheck %s --check-prefix=MAPPED
// RUN: env HEDDLE_HOST_ORDER=reverse %t.clang | FileCheck %s --check-prefix=MAPPED
// RUN: env HEDDLE_HOST_ORDER=shuffle:17 %t.omp | FileCheck %s --check-prefix=MAPPED
// MAPPED: paths 0 2 3 0, right
//
// RUN: env HEDDLE_TRACE=1 HEDDLE_HOST_ORDER=forward %t.gxx 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: heddle: scale.cpp:14: heddle_scale_0: host threads (HEDDLE_HOST_ORDER=forward), grid (32, 1, 1), block (32, 1, 1), in 0 bytes, out 0 bytes, time {{[0-9]+}} us
// TRACE: heddle: scale.cpp:14: heddle_scale_0: sequential (overlapping arrays 'x' and 'y'), grid -, block -
// TRACE: heddle: scale.cpp:14: heddle_scale_0: nothing (no iterations), grid -, block -
// TRACE: heddle: scale.cpp:30: heddle_rows_0: host threads (HEDDLE_HOST_ORDER=forward), grid (3, 1, 1), block (16, 1, 1)
//
// RUN: env HEDDLE_REQUIRE_GPU=1 not --crash %t.omp 2>&1 | FileCheck %s --check-prefix=REQUIRE
// REQUIRE: heddle: scale.cpp:14: heddle_scale_0: HEDDLE_REQUIRE_GPU is set, but this program was built without CUDA

#include "Inputs/scale.h"

// A constant of namespace scope, made from literals and from an enumerator.
enum size : unsigned long { columns = 7 };
constexpr heddle::rt::shape constant{{2, 1, 1}, {columns, 1, 1}};
static_assert(constant.fits());

// Globals that are called like names inside the runtime warn about nothing.
int known, v, transfers, arguments, kernel, count, space, where, pointer, first;

int main() { return check_all(); }
