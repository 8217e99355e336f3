//===- fake_cuda/cuda_runtime_api.h - CUDA's runtime, played by the host --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA's runtime API that heddle/runtime.h uses, over host memory:
// what is copied, allocated and launched can be watched, and every call can be
// made to fail, which a real device does not offer. Kernels are ordinary
// functions that read `fake.block` and `fake.thread`.
//
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_RUNTIME_API_H
#define FAKE_CUDA_RUNTIME_API_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#define CUDART_VERSION 13000
#define __host__
#define __device__
#undef __global__
#define __global__

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorCudartUnloading = 4,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorStubLibrary = 34,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorIllegalAddress = 700,
  cudaErrorContextIsDestroyed = 709,
  cudaErrorUnknown = 999
};
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

/// Memory that CUDA knows of. A device sees `begin` at `seen_at`.
struct fake_memory {
  std::uintptr_t begin = 0, size = 0, seen_at = 0;
  cudaMemoryType type = cudaMemoryTypeDevice;
  int device = 0;
  bool allocated = false;    ///< by cudaMalloc
  bool host_reaches = false; ///< although it is device memory
};

struct fake_runtime {
  std::recursive_mutex lock;
  int devices = 1;
  cudaError_t no_devices = cudaErrorNoDevice;
  bool reads_pageable = false;
  std::vector<fake_memory> memory;
  std::size_t free_bytes = std::size_t(-1);
  cudaError_t last = cudaSuccess;
  cudaError_t later = cudaSuccess; ///< shows at the next synchronisation
  cudaError_t kernel_fault = cudaSuccess;
  /// The call with this number, from 1, fails with cudaErrorUnknown.
  int fail_at = 0;
  int calls = 0;
  std::vector<std::string> log;
  std::map<const void *, std::function<void(void **)>> kernels;
  dim3 block, thread;

  const fake_memory *find(std::uintptr_t address) const {
    for (const fake_memory &m : memory)
      if (address - m.begin < m.size)
        return &m;
    return nullptr;
  }
  std::size_t live() const {
    std::size_t n = 0;
    for (const fake_memory &m : memory)
      n += m.allocated;
    return n;
  }
  std::size_t count(const std::string &what) const {
    std::size_t n = 0;
    for (const std::string &line : log)
      n += line.compare(0, what.size(), what) == 0;
    return n;
  }
};

inline fake_runtime fake;
inline thread_local int fake_current_device = 0;

template <class... P, std::size_t... I>
void fake_invoke(void (*kernel)(P...), void **args, std::index_sequence<I...>) {
  (void)args;
  kernel(*static_cast<P *>(args[I])...);
}

/// Lets cudaLaunchKernel run `kernel`.
template <class... P> void fake_register(void (*kernel)(P...)) {
  fake.kernels[reinterpret_cast<const void *>(kernel)] = [kernel](void **args) {
    fake_invoke(kernel, args, std::index_sequence_for<P...>());
  };
}

inline cudaError_t fake_result(cudaError_t status) {
  if (status != cudaSuccess)
    fake.last = status;
  return status;
}

/// Whether this call, noted in the log, is the one to fail.
inline bool fake_call(const std::string &line) {
  fake.log.push_back(line);
  return ++fake.calls == fake.fail_at;
}

#define FAKE_CALL(line)                                                        \
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);               \
  if (fake_call(line))                                                         \
  return fake_result(cudaErrorUnknown)

inline const char *cudaGetErrorName(cudaError_t status) {
  switch (status) {
  case cudaErrorMemoryAllocation:
    return "cudaErrorMemoryAllocation";
  case cudaErrorNoDevice:
    return "cudaErrorNoDevice";
  case cudaErrorIllegalAddress:
    return "cudaErrorIllegalAddress";
  case cudaErrorInvalidConfiguration:
    return "cudaErrorInvalidConfiguration";
  default:
    return "cudaErrorUnknown";
  }
}
inline const char *cudaGetErrorString(cudaError_t status) {
  switch (status) {
  case cudaErrorMemoryAllocation:
    return "out of memory";
  case cudaErrorNoDevice:
    return "no CUDA-capable device is detected";
  case cudaErrorIllegalAddress:
    return "an illegal memory access was encountered";
  case cudaErrorInvalidConfiguration:
    return "invalid configuration argument";
  default:
    return "unknown error";
  }
}

inline cudaError_t cudaGetLastError() {
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);
  return std::exchange(fake.last, cudaSuccess);
}
inline cudaError_t cudaPeekAtLastError() {
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);
  return fake.last;
}

inline cudaError_t cudaGetDeviceCount(int *count) {
  FAKE_CALL("cudaGetDeviceCount");
  *count = fake.devices;
  return fake.devices ? cudaSuccess : fake_result(fake.no_devices);
}
inline cudaError_t cudaGetDevice(int *device) {
  FAKE_CALL("cudaGetDevice");
  *device = fake_current_device;
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  FAKE_CALL("cudaSetDevice");
  fake_current_device = device;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr, int) {
  FAKE_CALL("cudaDeviceGetAttribute");
  *value = fake.reads_pageable;
  return cudaSuccess;
}

inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *found,
                                            const void *pointer) {
  FAKE_CALL("cudaPointerGetAttributes");
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  *found = {cudaMemoryTypeUnregistered, -1, nullptr, nullptr};
  if (const fake_memory *m = fake.find(address)) {
    const bool reached = m->seen_at && (m->type != cudaMemoryTypeDevice ||
                                        m->device == fake_current_device);
    *found = {m->type, m->device,
              reached
                  ? reinterpret_cast<void *>(m->seen_at + address - m->begin)
                  : nullptr,
              m->type == cudaMemoryTypeDevice && !m->host_reaches
                  ? nullptr
                  : reinterpret_cast<void *>(address)};
  }
  return cudaSuccess;
}

inline cudaError_t cudaMalloc(void **data, std::size_t size) {
  FAKE_CALL("cudaMalloc " + std::to_string(size));
  if (size > fake.free_bytes)
    return fake_result(cudaErrorMemoryAllocation);
  fake.free_bytes -= size;
  *data = std::aligned_alloc(256, (size + 255) / 256 * 256);
  std::memset(*data, 0xCD, size);
  const auto begin = reinterpret_cast<std::uintptr_t>(*data);
  fake.memory.push_back({begin, size, begin, cudaMemoryTypeDevice,
                         fake_current_device, true, false});
  return cudaSuccess;
}
inline cudaError_t cudaFree(void *data) {
  FAKE_CALL("cudaFree");
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  for (std::size_t i = 0; i != fake.memory.size(); ++i)
    if (fake.memory[i].allocated && fake.memory[i].begin == begin &&
        fake.memory[i].device == fake_current_device) {
      fake.free_bytes += fake.memory[i].size;
      fake.memory.erase(fake.memory.begin() + static_cast<std::ptrdiff_t>(i));
      std::free(data);
      return cudaSuccess;
    }
  return fake_result(cudaErrorInvalidValue);
}
inline cudaError_t cudaMemcpy(void *to, const void *from, std::size_t size,
                              cudaMemcpyKind) {
  const bool out = fake.find(reinterpret_cast<std::uintptr_t>(from)) &&
                   !fake.find(reinterpret_cast<std::uintptr_t>(to));
  FAKE_CALL((out ? "copy out " : "copy in ") + std::to_string(size));
  std::memcpy(to, from, size);
  return cudaSuccess;
}

inline cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t size,
                                   cudaMemcpyKind, cudaStream_t) {
  FAKE_CALL("copy on " + std::to_string(size));
  std::memcpy(to, from, size);
  return cudaSuccess;
}

inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  FAKE_CALL("cudaStreamSynchronize");
  return fake_result(std::exchange(fake.later, cudaSuccess));
}

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                                    void **args, std::size_t, cudaStream_t) {
  FAKE_CALL("cudaLaunchKernel");
  fake.later = fake.kernel_fault;
  if (fake.later != cudaSuccess)
    return cudaSuccess;
  for (unsigned b = 0; b < grid.x * grid.y * grid.z; ++b)
    for (unsigned t = 0; t < block.x * block.y * block.z; ++t) {
      fake.block = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
      fake.thread = {t % block.x, t / block.x % block.y, t / block.x / block.y};
      fake.kernels.at(kernel)(args);
    }
  return cudaSuccess;
}

#endif // FAKE_CUDA_RUNTIME_API_H
