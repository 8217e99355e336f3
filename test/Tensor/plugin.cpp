// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin compiles tensor statements for the CPU in one command, and writes
// what the rewriter would.
// REQUIRES: plugin, rewriter
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && cd %t
// DEFINE: %{cc} = %clangxx -std=c++17 -I %include -O1 -ffp-contract=off
//
// RUN: %{cc} -fplugin=%plugin -fsyntax-only -fplugin-arg-heddle-emit=a.cu a.cpp 2>&1 | count 0
// RUN: %heddle-rewrite a.cpp -o expected.cu -- -std=c++17 -I %include
// RUN: cmp a.cu expected.cu
//
// RUN: %{cc} -Wno-unknown-attributes a.cpp -o plain && ./plain > expected.txt
// RUN: %{cc} -Wall -Wextra -Werror -fplugin=%plugin -fplugin-arg-heddle-backend=host a.cpp -o host 2>&1 | count 0
// RUN: ./host > got.txt && cmp expected.txt got.txt
// RUN: env HEDDLE_TRACE=1 HEDDLE_HOST_ORDER=shuffle:7 ./host 2> trace.txt > got.txt && cmp expected.txt got.txt
// RUN: FileCheck --input-file=trace.txt %s
// CHECK: heddle_once_0: host threads
// CHECK-NEXT: heddle_twice_0_stage1: host threads
// CHECK-NEXT: heddle_twice_0: host threads
// CHECK-NEXT: heddle_of_0: host threads
// CHECK-NOT: heddle_

#include <cstdio>
#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using vector = tensor<double, 50>;
using matrix = tensor<double, 50, 50>;

void once(vector &x, const matrix &a, const vector &v) {
  [[heddle::map]] x = contract<1, 2>(outer(a, v));
}
void twice(vector &x, const matrix &a, const matrix &b) {
  [[heddle::map]]
  x = contract<1, 2>(outer(a, contract<1, 2>(outer(b, x))));
}
template <class T> void of(T &x, const T &y) {
  [[heddle::map]] x = 3 * x - y;
}

int main() {
  vector x, v;
  matrix a, b;
  int k = 0;
  for (double &each : v)
    each = 1.0 / ++k;
  for (double &each : a)
    each = 1.0 / ++k;
  for (double &each : b)
    each = 1.0 / ++k;
  once(x, a, v);
  twice(x, a, b);
  of(x, v);
  for (double each : x)
    std::printf("%a\n", each);
}
