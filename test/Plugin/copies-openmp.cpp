// Nests that need copies, compiled in one command for several CPU threads: they read
// what was there before. One thread runs the loops as they are written.
// REQUIRES: plugin, openmp
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -std=c++17 -Wno-unknown-attributes -I %include %s -o plain && ./plain > expected.txt
// RUN: %clangxx -std=c++17 -fopenmp -I %include -fplugin=%plugin -fplugin-arg-heddle-backend=host -Wall -Wextra -pedantic -O2 %s -o a.out
// RUN: env OMP_NUM_THREADS=4 HEDDLE_TRACE=1 HEDDLE_HOST_LOOPS=parallel ./a.out 2> trace.txt > got.txt
// RUN: cmp expected.txt got.txt
// RUN: FileCheck %s --input-file=trace.txt
// RUN: env OMP_NUM_THREADS=4 HEDDLE_HOST_LOOPS=sequential ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env OMP_NUM_THREADS=4 HEDDLE_HOST_LOOPS=collapsed ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env OMP_NUM_THREADS=4 ./a.out > got.txt && cmp expected.txt got.txt

#include <heddle/heddle.h>
#include <stdio.h>

// CHECK: heddle_ahead_0: parallel {{.*}}, copy 80000 bytes,
void ahead(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1] + 0.5 * x[i];
}

// CHECK: heddle_rows_0: parallel {{.*}}, copy {{[0-9]+}} bytes,
void rows(float (*a)[100], int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 99; ++j)
      a[i][j] = a[i + 1][j + 1] - a[i][j];
}

// CHECK: heddle_back_0: parallel {{.*}}, copy {{[0-9]+}} bytes,
template <class T> void back(T *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = n; i != 0; i -= 2)
    x[i] = x[i - 2] + 1;
}

int main() {
  static double x[10001];
  static float a[101][100];
  static long y[5001];
  for (int i = 0; i < 10001; ++i)
    x[i] = i % 37;
  for (int i = 0; i < 10100; ++i)
    a[i / 100][i % 100] = static_cast<float>(i % 41);
  for (int i = 0; i < 5001; ++i)
    y[i] = i % 43;
  ahead(x, 10000);
  rows(a, 100);
  back(y, 5000);
  double sum = 0;
  for (int i = 0; i < 10001; ++i)
    sum = 0.75 * sum + x[i];
  for (int i = 0; i < 10100; ++i)
    sum = 0.75 * sum + static_cast<double>(a[i / 100][i % 100]);
  for (int i = 0; i < 5001; ++i)
    sum = 0.75 * sum + static_cast<double>(y[i]);
  printf("%.17g\n", sum);
  for (int i = 0; i < 10001; i += 100)
    printf("%g %g %ld\n", x[i], static_cast<double>(a[i / 101][i % 100]),
           y[i / 2]);
}
