// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers: what kernels have in their place, and what they do not have.
// RUN: %heddle-rewrite %s -o %t.cu -- -DGOOD -std=c++20 -I %include
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cu | FileCheck --check-prefix=TEXT %s
// RUN: %heddle-rewrite --check --dump=frontend --stop-after=frontend %s -- -DGOOD -std=c++20 -I %include | FileCheck --check-prefix=GOOD %s
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++20 -ferror-limit=0 -I %include 2>&1 | FileCheck %s
#include <cmath>
#include <complex>
#include <heddle/heddle.h>
#include <heddle/tensor.h>
#include <type_traits>
#include <vector>
using cplx = std::complex<double>;

#ifdef GOOD
// GOOD: array [[Z:a[0-9]]] 'z' ::heddle::rt::complex<double> 16 bytes [?] pointer ::heddle::rt::complex<double> *z = reinterpret_cast<::heddle::rt::complex<double> *>(z.data())
// GOOD: read [[Z]][i0]
// GOOD: write [[Z]][i0]
// TEXT: heddle_turn_0_body(::heddle::rt::complex<double> *z,
// TEXT-NEXT: ::heddle::rt::complex<double> w,
// TEXT: const ::heddle::rt::complex<double> t = ::heddle::rt::conj(z[i]), u{t};
// TEXT: if (t != w)
// TEXT: z[i] = t * w + ::heddle::rt::complex<double>(u.real(), 1);
// TEXT: heddle_turn_0(::heddle::rt::complex<double> *z, int n,
// TEXT: heddle_turn_0, heddle_z, n,
// TEXT: ::heddle::rt::complex<double>(w));
void turn(std::vector<cplx> &z, cplx w, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    const cplx t = std::conj(z[i]), u{t};
    if (t != w)
      z[i] = t * w + std::complex<double>(u.real(), 1);
  }
}
#else
struct holder {
  cplx z;
};

void named(cplx *z, std::size_t *y, double *r, holder *h, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:19: error: 'cplx', a complex number, is named where kernels have another type [heddle-HD241]
    y[i] = sizeof(cplx);
    // CHECK: :[[@LINE+2]]:24: error: 'cplx', a complex number, is named where {{.*}}[heddle-HD241]
    // CHECK: :[[@LINE+1]]:30: error: 'std::complex<double>', a complex number, is named where {{.*}}[heddle-HD241]
    if (std::is_same_v<cplx, std::complex<double>>)
      y[i] = 0;
    // CHECK: :[[@LINE+1]]:18: error: 'std::complex<double>', a complex number, is named where {{.*}}[heddle-HD241]
    using mine = std::complex<double>;
    // CHECK: :[[@LINE+1]]:5: error: 'holder' is no structure of numbers: it holds a 'cplx' [heddle-HD235]
    h[i].z = 1;
  }
}

using constant = const std::complex<double>;

void called(cplx *z, std::complex<float> *x, double *r, int n) {
  using namespace std::complex_literals;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'constant', a complex number, is named where {{.*}}[heddle-HD241]
    constant c = 1;
    // CHECK: :[[@LINE+1]]:12: error: 'std::pow' is called, which kernels do not have for complex numbers [heddle-HD242]
    z[i] = std::pow(z[i], 2.0);
    // CHECK: :[[@LINE+1]]:12: error: 'std::operator""i' is called, which kernels do not have for complex numbers [heddle-HD242]
    z[i] = 1.0i;
    // CHECK: :[[@LINE+1]]:5: error: 'std::complex<double>::operator+=' is called, which kernels do not have for complex numbers [heddle-HD242]
    z[i] += x[i];
    // CHECK: :[[@LINE+1]]:5: error: 'std::complex<double>::real' is called, which kernels do not have for complex numbers [heddle-HD242]
    z[i].real(1);
    // CHECK: :[[@LINE+1]]:12: error: 'std::conj' is called, which {{.*}}[heddle-HD242]
    z[i] = std::conj(r[i]);
    // CHECK: :[[@LINE+1]]:12: error: 'reinterpret_cast<double *>(z)' reads memory as another type [heddle-HD229]
    r[i] = reinterpret_cast<double *>(z)[2 * i];
  }
}

// CHECK: error: {{.*}}'sum'{{.*}}[heddle-HD408]
cplx summed(const cplx *z, int n) {
  cplx sum = 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    sum += z[i];
  return sum;
}

// CHECK: error: 'std::complex<double>' is a type that kernels do not take [heddle-HD219]
void tensors(heddle::tensor<cplx, 9> &z) {
  HEDDLE(map) z = z + z;
}
#endif
