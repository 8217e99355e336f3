//===- fake_cuda/types.h - names and numbers of CUDA's runtime ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_TYPES_H
#define FAKE_CUDA_TYPES_H

#define CUDART_VERSION 13000
#undef __host__
#undef __device__
#undef __global__
#define __host__
#define __device__
#define __global__

// Numbers, names and texts as in CUDA 13.
enum cudaError_t {
#define PTX_ERROR(name, number, text) name = number,
#include "../../lib/Ptx/Runtime/Errors.def"
};

inline const char *cudaGetErrorName(cudaError_t status) {
  switch (status) {
#define PTX_ERROR(name, number, text)                                          \
  case name:                                                                   \
    return #name;
#include "../../lib/Ptx/Runtime/Errors.def"
  }
  return "unrecognized error code";
}

inline const char *cudaGetErrorString(cudaError_t status) {
  switch (status) {
#define PTX_ERROR(name, number, text)                                          \
  case name:                                                                   \
    return text;
#include "../../lib/Ptx/Runtime/Errors.def"
  }
  return "unrecognized error code";
}

enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
enum cudaMemcpyKind { cudaMemcpyDefault = 4 };
enum cudaDeviceAttr { cudaDevAttrPageableMemoryAccess = 88 };
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
};
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
using cudaStream_t = void *;

#endif // FAKE_CUDA_TYPES_H
