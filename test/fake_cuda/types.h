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

// Numbers, names and texts as in CUDA 13's driver_types.h.
#define FAKE_CUDA_ERRORS(X)                                                    \
  X(cudaSuccess, 0, "no error")                                                \
  X(cudaErrorInvalidValue, 1, "invalid argument")                              \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                             \
  X(cudaErrorInitializationError, 3, "initialization error")                   \
  X(cudaErrorCudartUnloading, 4, "driver shutting down")                       \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")        \
  X(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                 \
  X(cudaErrorInsufficientDriver, 35,                                           \
    "CUDA driver version is insufficient for CUDA runtime version")            \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")              \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")  \
  X(cudaErrorLaunchOutOfResources, 701,                                        \
    "too many resources requested for launch")                                 \
  X(cudaErrorContextIsDestroyed, 709, "context is destroyed")                  \
  X(cudaErrorSystemDriverMismatch, 803,                                        \
    "system has unsupported display driver / cuda driver combination")         \
  X(cudaErrorCompatNotSupportedOnDevice, 804,                                  \
    "forward compatibility was attempted on non supported HW")                 \
  X(cudaErrorUnknown, 999, "unknown error")

enum cudaError_t {
#define FAKE_CUDA_ERROR(name, number, text) name = number,
  FAKE_CUDA_ERRORS(FAKE_CUDA_ERROR)
#undef FAKE_CUDA_ERROR
};

inline const char *cudaGetErrorName(cudaError_t status) {
  switch (status) {
#define FAKE_CUDA_ERROR(name, number, text)                                    \
  case name:                                                                   \
    return #name;
    FAKE_CUDA_ERRORS(FAKE_CUDA_ERROR)
#undef FAKE_CUDA_ERROR
  }
  return "unrecognized error code";
}

inline const char *cudaGetErrorString(cudaError_t status) {
  switch (status) {
#define FAKE_CUDA_ERROR(name, number, text)                                    \
  case name:                                                                   \
    return text;
    FAKE_CUDA_ERRORS(FAKE_CUDA_ERROR)
#undef FAKE_CUDA_ERROR
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
