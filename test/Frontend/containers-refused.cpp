// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers whose elements kernels cannot reach, and calls that are more than
// a subscript, a size or a pointer.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <array>
#include <complex>
#include <deque>
#include <heddle/heddle.h>
#include <map>
#include <memory>
#include <string>
#include <valarray>
#include <vector>

template <class T> struct own : std::allocator<T> {
  template <class U> struct rebind {
    using other = own<U>;
  };
};
struct release {
  void operator()(double *) const;
};

void elsewhere(std::vector<bool> &bits, std::vector<std::unique_ptr<double[]>> &rows,
               std::vector<double, own<double>> &owned,
               std::unique_ptr<double[], release> &freed,
               std::deque<double> &queue, std::map<int, double> &tree,
               std::array<std::vector<double>, 4> &four,
               std::valarray<double> &values,
               std::vector<std::complex<long double>> &z, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::complex<long double>' is a type that kernels do not take [heddle-HD219]
    z[i] *= 2.0L;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::vector<bool>' is no container that kernels take: it packs its elements into bits, which threads cannot write one by one; use 'std::vector<unsigned char>' [heddle-HD232]
    bits[i] = true;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+2]]:5: error: 'std::vector<std::unique_ptr<double[]>>' is no container that kernels take: every row is somewhere else in memory; use one container with the subscript 'row * columns + column' [heddle-HD232]
    // CHECK: note: declared here
    rows[i][0] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::vector<double, own<double>>' is no container that kernels take: it takes its memory from an allocator of its own, which is not understood; take 'data()' as a pointer before the nest [heddle-HD232]
    owned[i] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::unique_ptr<double[], release>' is no container that kernels take: it frees its memory by a function of its own, which is not understood; take 'get()' as a pointer before the nest [heddle-HD232]
    freed[i] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::deque<double>' is no container that kernels take: its elements do not stand side by side in memory; use 'std::vector' [heddle-HD232]
    queue[i] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::map<int, double>' is no container {{.*}}[heddle-HD232]
    tree[n] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::array<std::vector<double>, 4>' is no container that kernels take: every row is somewhere else {{.*}}[heddle-HD232]
    four[0][i] = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: 'std::valarray<double>' is no container that kernels take: take a pointer to its first element before the nest [heddle-HD232]
    values[i] = 1;
}

void calls(std::vector<double> &x, std::vector<double> &y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'x.at' cannot be called in a mapped nest: it throws where there is no such element, which kernels cannot; write '[]' [heddle-HD233]
    x.at(i) = 0;
    // CHECK: :[[@LINE+1]]:5: error: 'y.push_back' cannot be called in a mapped nest: it may change how many elements there are or where they stand; call it before or after the nest [heddle-HD233]
    y.push_back(x[i]);
    // CHECK: :[[@LINE+1]]:5: error: 'y = x' cannot be called in a mapped nest: it may change how many {{.*}}[heddle-HD233]
    y = x;
    // CHECK: :[[@LINE+1]]:12: error: 'x.front' cannot be called in a mapped nest: write '[]' with the subscript of that element [heddle-HD233]
    x[i] = x.front();
    // CHECK: :[[@LINE+1]]:13: error: 'x.begin' cannot be called in a mapped nest: iterators are not followed; write '[]' [heddle-HD233]
    x[i] = *x.begin();
    // CHECK: :[[@LINE+1]]:12: error: 'x.capacity' cannot be called in a mapped nest: compute its result before the nest [heddle-HD233]
    x[i] = x.capacity();
  }
}

void temporary(std::vector<double> x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: 'std::size' is called, {{.*}}[heddle-HD210]
    x[i] = std::size(std::vector<double>{1, 2});
}
// CHECK: 16 errors generated
