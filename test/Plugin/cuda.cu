// -x cuda: one command verifies the source and compiles the rewritten program,
// kernels included; what there is to say is said once.
// REQUIRES: plugin, clang-cuda
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{cuda} = %clangxx -x cuda --cuda-path=%cuda -Wno-unknown-cuda-version -std=c++17 -I %include -fplugin=%plugin
// DEFINE: %{cc} = %{cuda} --cuda-gpu-arch=sm_90
//
// The kernels of the device, and the names by which the host launches them.
// RUN: %{cc} -S --cuda-device-only %s -o a.ptx 2>&1 | count 0
// RUN: FileCheck --check-prefix=PTX --input-file=a.ptx %s
// RUN: %{cc} -S --cuda-host-only %s -o a.s -fplugin-arg-heddle-emit=a.cu 2>&1 | FileCheck --check-prefix=WARN --implicit-check-not=warning: %s
// RUN: FileCheck --check-prefix=HOST --input-file=a.s %s
// RUN: FileCheck --check-prefix=TEXT --input-file=a.cu %s
// RUN: grep -o 'heddle_[a-z0-9_]*_0_[0-9a-f]\{4\}' a.ptx | sort -u > device.txt
// RUN: grep -o 'heddle_[a-z0-9_]*_0_[0-9a-f]\{4\}' a.s | sort -u > host.txt
// RUN: cmp device.txt host.txt
// RUN: grep -c heddle device.txt | grep 2
//
// PTX-DAG: .entry _ZL{{[0-9]+}}heddle_f_0_{{[0-9a-f]+}}
// PTX-DAG: .entry _ZL{{[0-9]+}}heddle_g_0_{{[0-9a-f]+}}IdEvPT_
// HOST-DAG: _ZL{{[0-9]+}}__device_stub__heddle_f_0_
// WARN: cuda.cu:[[@LINE+31]]:{{[0-9]+}}: warning: unused variable 'unused'
// TEXT: static __global__ void heddle_f_0(
//
// Also where each pass has its own preprocessed input.
// RUN: mkdir temps && %{cc} -w -save-temps=obj -c %s -o temps/a.o 2>&1 | count 0
// RUN: cat temps/*nvptx*.s | grep -o 'heddle_[a-z0-9_]*_0_[0-9a-f]\{4\}' | sort -u > device.txt
// RUN: cat temps/*host*.s | grep -o 'heddle_[a-z0-9_]*_0_[0-9a-f]\{4\}' | sort -u | cmp - device.txt
// RUN: %{cuda} --cuda-gpu-arch=sm_80 --cuda-gpu-arch=sm_90 -fgpu-rdc -w -c %s -o two.o 2>&1 | count 0
// RUN: %{cc} -fplugin-arg-heddle-backend=check -w -S --cuda-device-only %s -o check.ptx 2>&1 | count 0
// RUN: not grep heddle_f check.ptx
// RUN: not %{cc} -fplugin-arg-heddle-backend=host -fsyntax-only %s 2>&1 | FileCheck --check-prefix=BACKEND %s
// BACKEND: error: '-fplugin-arg-heddle-backend=host' is not understood: it compiles plain C++; leave '-x cuda' out [heddle-HD639]
//
// Errors of either kind, once.
// RUN: not %{cc} -DWRONG -c %s -o b.o 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %{cc} -DREFUSED -c %s -o b.o 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: not %{cc} -DREFUSED -S --cuda-device-only %s -o b.ptx 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: not %{cc} -DDEVICE -c %s -o b.o 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: not %{cc} -DABSENT -c %s -o b.o 2>&1 | FileCheck --check-prefix=ABSENT %s
// RUN: not ls b.o
#include <heddle/heddle.h>

#ifdef ABSENT
#ifndef __CUDA_ARCH__
#define HOST
#endif
#endif
#if !defined(ABSENT) || defined(HOST)
void f(double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
#pragma clang diagnostic warning "-Wunused-variable"
  int unused;
}
#endif
// ABSENT: error: the kernel 'heddle_f_0_{{[0-9a-f]*}}' of the loop at {{.*}}cuda.cu:[[@LINE-5]] is left out of the device code by a condition of the preprocessor; move the function out of the condition [heddle-HD642]
// ABSENT-NOT: error:

template <class T> void g(T *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 1;
}
template void g(double *, int);

#ifdef WRONG
void wrong() { return 1; }
// WRONG: cuda.cu:[[@LINE-1]]:{{[0-9]+}}: error: void function 'wrong' should not return a value
// WRONG-NOT: error:
#endif
#ifdef REFUSED
void refused(double *x, int n) {
  // REFUSED: cuda.cu:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}} [heddle-HD402]
  // REFUSED-NOT: error:
  HEDDLE(map) for (int i = 1; i < n; ++i) x[i] = x[i - 1];
}
#endif
#if defined(DEVICE) && defined(__CUDA_ARCH__)
__device__ void on_device(double *x, int n) {
  // DEVICE: cuda.cu:[[@LINE+2]]:10: error: this annotation was not there when the loops were looked for, so its loop would be compiled as written; leave the annotation out [heddle-HD640]
  // DEVICE-NOT: error:
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
}
#endif
