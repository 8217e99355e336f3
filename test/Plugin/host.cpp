// backend=host: the rewritten program for the CPU, in one command, whatever else
// the compiler is asked for.
// REQUIRES: plugin
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{cc} = %clangxx -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-backend=host
//
// Nothing is said, and every path computes what the loops as written do.
// RUN: %clangxx -std=c++17 -I %include %s -o plain && ./plain > expected.txt
// RUN: FileCheck --check-prefix=VALUES --input-file=expected.txt %s
// RUN: %{cc} -Wall -Wextra -Werror -pedantic -O2 -g %s -o a.out 2>&1 | count 0
// RUN: ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env HEDDLE_TRACE=1 HEDDLE_HOST_ORDER=forward ./a.out 2> trace.txt > got.txt && cmp expected.txt got.txt
// RUN: FileCheck --check-prefix=TRACE --input-file=trace.txt %s
// RUN: env HEDDLE_HOST_ORDER=reverse ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env HEDDLE_HOST_ORDER=shuffle:7 ./a.out > got.txt && cmp expected.txt got.txt
//
// Input and output as the driver has them.
// RUN: %{cc} -fsyntax-only %s %s 2>&1 | count 0
// RUN: %{cc} -x c++ -S -emit-llvm -o - - < %s | FileCheck --check-prefix=IR %s
// RUN: %{cc} -S -o - %s | FileCheck --check-prefix=ASM %s
// RUN: %{cc} -O1 -c -MD -MF deps.d -DSUM %s -o sum.o && %{cc} -O3 -c %s -DMAIN -o main.o && %clangxx main.o sum.o -o b.out
// RUN: env HEDDLE_HOST_ORDER=forward ./b.out > got.txt && cmp expected.txt got.txt
// RUN: FileCheck --check-prefix=DEPS --input-file=deps.d %s
// RUN: %{cc} -save-temps=obj %s -o temps.out && env HEDDLE_HOST_ORDER=reverse ./temps.out > got.txt && cmp expected.txt got.txt
// RUN: %{cc} -flto -c %s -o lto.bc && llvm-dis lto.bc -o - | FileCheck --check-prefix=IR %s
// RUN: %{cc} -fno-integrated-cc1 -fsyntax-only %s 2>&1 | count 0
// RUN: %{cc} -fsanitize=undefined,address -fsyntax-only %s 2>&1 | count 0
//
// RUN: %if openmp %{ %{cc} -fopenmp %s -o omp.out && ./omp.out > got.txt && cmp expected.txt got.txt %}
// Without OpenMP the loops are there once, beside the kernel, which has its
// iterations in whole runs and one by one.
// RUN: %{cc} -S -emit-llvm %s -o - | grep -c 'mul nsw i32 2' | grep -x 3
// A grid that is too large for it runs as loops, without kernels that only a
// device would need.
// RUN: %{cc} -S -emit-llvm -DHUGE_GRID %s -o - | FileCheck --check-prefix=GRID --implicit-check-not=fold3d %s
// GRID: define {{.*}} @_Z4huge
// GRID: call {{.*}}fits
// GRID: call {{.*}}as_written
// Where that is counted trip by trip, and the count may be what does not fit, they
// run as written, on one thread.
// RUN: %{cc} -S -emit-llvm -fopenmp -DHUGE_STEPS %s -o - | FileCheck --check-prefix=STEPS --implicit-check-not=as_written %s
// STEPS: define {{.*}} @_Z5steps
// STEPS: call {{.*}}fits
// RUN: %{cc} --coverage -fsyntax-only %s 2>&1 | count 0
// RUN: %{cc} -fprofile-instr-generate -fcoverage-mapping -fsyntax-only %s 2>&1 | FileCheck --check-prefix=COVERAGE %s
// COVERAGE: warning: with '-fcoverage-mapping' the lines of the rewritten text are counted, which are not those of the file; measure with '-fplugin-arg-heddle-backend=check' or '--coverage' [heddle-HD644]
//
// The file for readers is written alongside.
// RUN: %{cc} -fplugin-arg-heddle-emit=out.cu -c %s -o out.o && FileCheck --check-prefix=TEXT --input-file=out.cu %s

// VALUES: 3 7 11
// TRACE: host.cpp:{{[0-9]+}}: heddle_affine_0: host threads
// IR-DAG: define internal void @_ZL15heddle_affine_0
// IR-DAG: define {{.*}} @_Z6affine
// ASM: _ZL15heddle_affine_0
// DEPS: host.cpp
// TEXT: __global__ void heddle_affine_0(

#include <heddle/heddle.h>
#include <stdio.h>

#ifdef HUGE_GRID
void huge(int *y, long n) {
  HEDDLE(map) for (long i = 0; i < n; ++i) y[i] = 0;
}
#endif

#ifdef HUGE_STEPS
void steps(int *y, int m, long n) {
  HEDDLE(map) for (long i = m * 1000000000000L; i < n; i += 1000000000000L)
    y[i / 1000000000000L] = 1;
}
#endif

#ifndef MAIN
void affine(int *y, const int *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 2 * x[i] + 1;
}
#else
void affine(int *y, const int *x, int n);
#endif

#ifndef SUM
int main() {
  int x[] = {1, 3, 5}, y[3];
  affine(y, x, 3);
  printf("%d %d %d\n", y[0], y[1], y[2]);
}
#endif
