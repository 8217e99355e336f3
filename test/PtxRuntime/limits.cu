// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that the device does not take give CUDA's errors; and what CUDA says
// of kernels.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t 2> %t.err
// RUN: FileCheck %s < %t.err
#include "check.h"

__global__ void plain(int *out) {
  if (out)
    *out = 1;
}
__global__ void __launch_bounds__(64) bounded() {}
__global__ void with_static(int *out) {
  __shared__ int data[1000];
  data[threadIdx.x] = 1;
  if (out)
    *out = data[threadIdx.x];
}
__global__ void with_dynamic(int last) {
  extern __shared__ int more[];
  more[last] = 1;
}

template <class... P, class... A>
static cudaError_t launch(void (*kernel)(P...), dim3 grid, dim3 block,
                          std::size_t shared, A... a) {
  kernel<<<grid, block, shared>>>(a...);
  return cudaGetLastError();
}

int main() {
  int *none = nullptr;
  OK(launch(plain, 2, 1024, 48 << 10, none));
  // CHECK: heddle-ptx: the launch of plain(int*) has a block of (1025, 1, 1) threads; the device takes (1024, 1024, 64), 1024 in all
  GIVES(cudaErrorInvalidConfiguration, launch(plain, 1, 1025, 0, none));
  // CHECK: a block of (1, 1, 65) threads
  GIVES(cudaErrorInvalidConfiguration,
        launch(plain, 1, dim3(1, 1, 65), 0, none));
  // CHECK: a grid of (0, 1, 1) blocks
  GIVES(cudaErrorInvalidConfiguration, launch(plain, 0, 1, 0, none));
  // CHECK: a grid of (1, 65536, 1) blocks; the device takes (2147483647, 65535, 65535)
  GIVES(cudaErrorInvalidConfiguration,
        launch(plain, dim3(1, 65536), 1, 0, none));
  // CHECK: a grid of (2147483648, 1, 1) blocks
  GIVES(cudaErrorInvalidConfiguration, launch(plain, 1u << 31, 1, 0, none));
  // CHECK: heddle-ptx: the launch of bounded() has a block of 65 threads; the kernel was compiled for 64
  GIVES(cudaErrorLaunchOutOfResources, launch(bounded, 1, 65, 0));
  // CHECK: 0 bytes of static and 49153 of dynamic shared memory; 49152 are allowed (cudaFuncSetAttribute raises that to 232448)
  GIVES(cudaErrorInvalidValue, launch(with_dynamic, 1, 1, 49153, 0));
  // CHECK: 4000 bytes of static and 45153 of dynamic shared memory; 49152 are allowed
  GIVES(cudaErrorInvalidValue, launch(with_static, 1, 1, 45153, none));
  OK(launch(with_static, 1, 1, 45152, none));

  OK(cudaFuncSetAttribute(with_dynamic,
                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                          227 << 10));
  OK(launch(with_dynamic, 1, 1, 227 << 10, (227 << 8) - 1));
  // CHECK: heddle-ptx: cudaFuncSetAttribute: 228449 bytes of dynamic shared memory for with_static(int*), which has 4000 static ones; a block has 232448
  GIVES(cudaErrorInvalidValue,
        cudaFuncSetAttribute(with_static,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (227 << 10) - 3999));

  cudaFuncAttributes is;
  OK(cudaFuncGetAttributes(&is, with_static));
  CHECK(is.sharedSizeBytes == 4000 && is.maxThreadsPerBlock == 1024 &&
        is.maxDynamicSharedSizeBytes == 45152 && is.ptxVersion == 75 &&
        is.binaryVersion == 90);
  OK(cudaFuncGetAttributes(&is, bounded));
  CHECK(is.maxThreadsPerBlock == 64);

  int blocks = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0));
  CHECK(blocks == 8);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, 0));
  CHECK(blocks == 32);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_dynamic, 32,
                                                   56 << 10));
  CHECK(blocks == 4);
  int size = 0, least = 0;
  OK(cudaOccupancyMaxPotentialBlockSize(&least, &size, plain));
  CHECK(size == 1024 && least == 32);

  // CHECK: 0x{{[0-9a-f]+}} is no kernel of the program
  void *arguments[] = {&none};
  GIVES(cudaErrorInvalidDeviceFunction,
        cudaLaunchKernel(&failures, 1, 1, arguments, 0, 0));
  // CHECK: cooperative launches are not supported
  GIVES(cudaErrorNotSupported,
        cudaLaunchCooperativeKernel(plain, 1, 1, arguments, 0, 0));
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = 1;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  config.attrs = &attribute;
  OK(cudaLaunchKernelEx(&config, plain, none));
  config.numAttrs = 1;
  // CHECK: a launch has attribute number 4 of cudaLaunchAttributeID, which is not supported
  GIVES(cudaErrorNotSupported, cudaLaunchKernelEx(&config, plain, none));
  (void)cudaGetLastError();
  return failures;
}
// CHECK-NOT: heddle-ptx
