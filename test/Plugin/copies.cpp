// Nests that need copies, in templates too, compiled in one command: the warning
// comes once, and every order of the threads computes what the loops do.
// REQUIRES: plugin
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{cc} = %clangxx -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-backend=host
// RUN: %clangxx -std=c++17 -I %include %s -o plain && ./plain > expected.txt
// RUN: %{cc} -Wall -Wextra -pedantic -O2 %s -o a.out 2> said.txt
// RUN: FileCheck --check-prefix=SAID --implicit-check-not=warning: --implicit-check-not=error: --input-file=said.txt %s
// RUN: ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env HEDDLE_TRACE=1 ./a.out 2>&1 > got.txt | FileCheck --check-prefix=WRITTEN %s
// RUN: env HEDDLE_HOST_ORDER=forward ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env HEDDLE_HOST_ORDER=shuffle:3 ./a.out > got.txt && cmp expected.txt got.txt
// RUN: env HEDDLE_TRACE=1 HEDDLE_HOST_ORDER=reverse ./a.out 2> trace.txt > got.txt && cmp expected.txt got.txt
// RUN: FileCheck --check-prefix=TRACE --input-file=trace.txt %s
//
// As an error, where the user wants it so.
// RUN: not %{cc} -Werror -fsyntax-only %s 2>&1 | FileCheck --check-prefix=WERROR %s

// SAID: copies.cpp:[[@LINE+15]]:12: warning: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: elements 1 to n of 'x' are copied before the launch, n * 8 bytes [heddle-HD401]
// SAID: 1 warning generated
// WERROR: error: with n = 2, iteration (i = 0) reads 'x[1]'
// WRITTEN: heddle_ahead_0{{.*}}: sequential (built without CUDA; threads would need a copy of an array)
// TRACE: heddle_ahead_0{{.*}}: host threads {{.*}}, copy 64 bytes,
// TRACE: heddle_by_0{{.*}}: host threads {{.*}}, copy 32 bytes,
// TRACE: heddle_by_0{{.*}}: host threads {{.*}}, in 0 bytes, out 0 bytes, time

#include <heddle/heddle.h>
#include <stdio.h>

void ahead(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // The old value of the next one.
    x[i] = x[i + 1];
}

template <int K> void by(float *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = 2 * x[i + K];
}

int main() {
  double x[9];
  float y[9];
  for (int i = 0; i < 9; ++i)
    y[i] = static_cast<float>(x[i] = i * i);
  ahead(x, 8);
  by<1>(y, 8);
  by<0>(y, 9);
  for (int i = 0; i < 9; ++i)
    printf("%g %g\n", x[i], static_cast<double>(y[i]));
}
