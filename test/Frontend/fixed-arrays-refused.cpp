// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels do not take of a std::array that a nest declares.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <array>
#include <complex>
#include <heddle/heddle.h>
#include <vector>

std::array<double, 3> shared;
static double last(std::array<double, 3> v) {
  v[0] = 2;
  return v[2];
}

void whole(std::vector<std::array<double, 3>> &x, double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:31: error: 'x[i]' is a structure that is used as a whole{{.*}}[heddle-HD236]
    std::array<double, 3> r = x[i];
    // CHECK: :[[@LINE+1]]:31: error: 'shared' is a structure that is used as a whole{{.*}}[heddle-HD236]
    std::array<double, 3> s = shared;
    // CHECK: :[[@LINE+1]]:5: error: 'x[i]' is a structure that is used as a whole{{.*}}[heddle-HD236]
    x[i] = r;
    // CHECK: :[[@LINE+1]]:12: error: 'last' is called, of which a kernel cannot have a copy: its parameter 'v' is a copy of a container, in a function that may store [heddle-HD238]
    y[i] = last(s);
  }
}

void functions(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    std::array<double, 3> r{}, s{};
    // CHECK: :[[@LINE+1]]:12: error: 'r.back' cannot be called in a mapped nest: write '[]' with the subscript of that element [heddle-HD233]
    y[i] = r.back();
    // CHECK: :[[@LINE+1]]:5: error: 'r.swap' cannot be called in a mapped nest: {{.*}}[heddle-HD233]
    r.swap(s);
    // CHECK: :[[@LINE+1]]:13: error: 'std::operator==<double, 3{{.*}}>' is called, and is not known to be free of effects [heddle-HD210]
    y[i] += r == s;
  }
}

void elements(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:16: error: 'std::complex<double>', a complex number, is named where kernels have another type [heddle-HD241]
    std::array<std::complex<double>, 3> r{};
    y[i] = r[0].real();
  }
}
