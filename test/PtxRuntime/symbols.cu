// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the device, constants and managed variables, before and after
// cudaDeviceReset.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "check.h"

__device__ int numbers[4] = {1, 2, 3, 4};
__constant__ float factor = 2;
__managed__ int both = 5;
__device__ int *pointer = &numbers[1];

__global__ void change() {
  numbers[0] += int(factor);
  *pointer = 20;
  ++both;
}

static int number(int i) {
  int value = -1;
  OK(cudaMemcpyFromSymbol(&value, numbers, 4, 4 * i));
  return value;
}

int main() {
  both += 10;
  const float ten = 10;
  OK(cudaMemcpyToSymbol(factor, &ten, sizeof ten));
  change<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  CHECK(number(0) == 11 && number(1) == 20 && number(3) == 4 && both == 16);

  void *address = nullptr;
  std::size_t size = 0;
  OK(cudaGetSymbolAddress(&address, numbers));
  OK(cudaGetSymbolSize(&size, numbers));
  CHECK(size == 16);
  int last = 0;
  OK(cudaMemcpy(&last, static_cast<int *>(address) + 3, 4, cudaMemcpyDefault));
  CHECK(last == 4);
  // CHECK: heddle-ptx: cudaMemcpyToSymbol of 4 bytes at offset 1 of the variable {{.*}}factor, which has 4
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(factor, &ten, 4, 1));
  // CHECK: heddle-ptx: cudaGetSymbolSize: 0x{{[0-9a-f]+}} is no variable of the device
  GIVES(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, failures));

  OK(cudaDeviceReset());
  CHECK(number(0) == 1 && number(1) == 2);
  change<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  CHECK(number(0) == 3 && both == 6);
  std::printf("failures: %d\n", failures);
  // CHECK: failures: 0
}
