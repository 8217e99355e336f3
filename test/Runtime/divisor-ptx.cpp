// Unfolding an index by run-time extents needs no division on the device: the
// PTX of a rank-4 recovery, in 32 and in 64 bits, has neither div nor rem.
//
// REQUIRES: nvcc
//
// RUN: %nvcc -std=c++17 -x cu -arch=sm_90 -ptx -I%include %s -o - | FileCheck %s
//
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK-LABEL: .entry {{.*}}unfold32
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK-COUNT-3: mul.hi.u32
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK-LABEL: .entry {{.*}}unfold64
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK-COUNT-3: mul.hi.u64
// CHECK-NOT: {{[[:space:]](div|rem|mul\.hi)\.}}
//
// A quotient and a remainder of the same pair cost one multiplication.
//
// That the pattern finds a division where there is one:
// CHECK-LABEL: .entry {{.*}}divide
// CHECK: {{[[:space:]](div|rem)\.}}

#include <heddle/runtime.h>

__global__ void unfold32(unsigned *x, heddle::rt::divisor32 u1,
                         heddle::rt::divisor32 u2, heddle::rt::divisor32 u3) {
  const unsigned f = 256u * heddle::rt::block_x() + heddle::rt::thread_x();
  const unsigned a = u3.div(f), l = f - a * u3.value();
  const unsigned b = u2.div(a), k = a - b * u2.value();
  const unsigned i = u1.div(b), j = b - i * u1.value();
  x[f] = i ^ (j << 8) ^ (k << 16) ^ (l << 24);
}

__global__ void unfold64(unsigned long long *x, heddle::rt::divisor64 u1,
                         heddle::rt::divisor64 u2, heddle::rt::divisor64 u3) {
  const unsigned long long f =
      256ull * heddle::rt::block_x() + heddle::rt::thread_x();
  const unsigned long long a = u3.div(f), l = f - a * u3.value();
  const unsigned long long b = u2.div(a), k = a - b * u2.value();
  const unsigned long long i = u1.div(b), j = u1.mod(b);
  x[f] = i ^ (j << 8) ^ (k << 16) ^ (l << 24);
}

__global__ void divide(unsigned *x, unsigned d) {
  x[threadIdx.x] = threadIdx.x / d;
}
