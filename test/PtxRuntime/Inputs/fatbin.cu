// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

__managed__ int target = 0;

__global__ void run() {
#ifdef __CUDA_ARCH__
  target = __CUDA_ARCH__;
#endif
}

int main() {
  std::printf("main\n");
  std::fflush(stdout);
  run<<<1, 1>>>();
  const cudaError_t first = cudaGetLastError();
  run<<<1, 1>>>();
  std::printf("%s %s %d\n", cudaGetErrorName(first),
              cudaGetErrorName(cudaGetLastError()), target);
}
