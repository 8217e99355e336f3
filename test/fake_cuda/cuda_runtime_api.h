//===- fake_cuda/cuda_runtime_api.h - CUDA's runtime, played by the host --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA's runtime API that heddle/runtime.h uses, over host memory:
// what is copied, allocated and launched can be watched, and every call can be
// made to fail (faults.h), which a real device does not offer.
//
// A program that defines __CUDACC__ and finds this header before a real one is
// a CUDA build whose device is the host. Its kernels run as they are where
// FAKE_CUDA_KERNELS is defined (kernels.h); else they are ordinary functions
// that read `fake.block` and `fake.thread`.
//
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_RUNTIME_API_H
#define FAKE_CUDA_RUNTIME_API_H

#include "faults.h"
#include "types.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

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
  cudaError_t later = cudaSuccess; ///< shows at the next synchronisation
  cudaError_t kernel_fault = cudaSuccess;
  fake_calls calls;
  int allocations = 0, frees = 0;
  std::vector<std::string> log;
  std::map<const void *, std::function<void(void **)>> kernels;
  dim3 block, thread;
  /// Gets a kernel's grid, block and body, where set, and the kernel does not
  /// run.
  std::function<void(dim3, dim3, const std::function<void()> &)> instead;

  /// In a program of its own the environment says what fails.
  fake_runtime() {
    const char *fault = std::getenv("HEDDLE_FAULT");
    if (!fault || !*fault)
      return;
    reports_ = true;
    if (std::strcmp(fault, "count") != 0)
      calls.fault = fake_fault_from(fault);
  }
  ~fake_runtime() {
    if (!reports_)
      return;
    std::string text = "fake cuda:";
    for (const auto &[call, count] : calls.counts())
      text += " " + call + " " + std::to_string(count) + ",";
    std::fprintf(stderr, "%s %d failed, %zu allocations left\n", text.c_str(),
                 calls.failed(), live());
  }

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

private:
  bool reports_ = false;
};

inline fake_runtime fake;
inline thread_local int fake_current_device = 0;
inline thread_local cudaError_t fake_last = cudaSuccess;

template <class... P, std::size_t... I>
void fake_invoke(void (*kernel)(P...), void **args, std::index_sequence<I...>) {
  (void)args;
  kernel(*static_cast<P *>(args[I])...);
}

/// Lets cudaLaunchKernel run `kernel`, unless it knows a way already.
template <class... P> void fake_register(void (*kernel)(P...)) {
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);
  fake.kernels.emplace(
      reinterpret_cast<const void *>(kernel), [kernel](void **args) {
        fake_invoke(kernel, args, std::index_sequence_for<P...>());
      });
}
/// The runtime's, for every kernel that it launches.
#define HEDDLE_KERNEL_HOOK(kernel) fake_register(kernel)

inline cudaError_t fake_result(cudaError_t status) {
  if (status != cudaSuccess)
    fake_last = status;
  return status;
}

/// Begins a call that may fail; `half` is true for a copy that does half.
#define FAKE_CALL(name, line)                                                  \
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);               \
  fake.log.push_back(line);                                                    \
  bool half = false;                                                           \
  const cudaError_t fails = fake.calls.next(name, half);                       \
  if (fails != cudaSuccess && !half)                                           \
  return fake_result(fails)

// A sticky error stays.
inline cudaError_t cudaGetLastError() {
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);
  bool half = false;
  const cudaError_t fails = fake.calls.next("cudaGetLastError", half);
  const cudaError_t last = std::exchange(fake_last, cudaSuccess);
  return fails != cudaSuccess ? fails : last;
}
inline cudaError_t cudaPeekAtLastError() {
  const std::lock_guard<std::recursive_mutex> locked(fake.lock);
  bool half = false;
  (void)fake_result(fake.calls.next("cudaPeekAtLastError", half));
  return fake_last;
}

inline cudaError_t cudaGetDeviceCount(int *count) {
  FAKE_CALL("cudaGetDeviceCount", "cudaGetDeviceCount");
  *count = fake.devices;
  return fake.devices ? cudaSuccess : fake_result(fake.no_devices);
}
inline cudaError_t cudaGetDevice(int *device) {
  FAKE_CALL("cudaGetDevice", "cudaGetDevice");
  *device = fake_current_device;
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  FAKE_CALL("cudaSetDevice", "cudaSetDevice");
  fake_current_device = device;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr, int) {
  FAKE_CALL("cudaDeviceGetAttribute", "cudaDeviceGetAttribute");
  *value = fake.reads_pageable;
  return cudaSuccess;
}

inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *found,
                                            const void *pointer) {
  FAKE_CALL("cudaPointerGetAttributes", "cudaPointerGetAttributes");
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

/// Bytes before and after what cudaMalloc gives, which no kernel may touch.
constexpr std::size_t fake_zone = 256;

inline cudaError_t cudaMalloc(void **data, std::size_t size) {
  FAKE_CALL("cudaMalloc", "cudaMalloc " + std::to_string(size));
  if (size > fake.free_bytes)
    return fake_result(cudaErrorMemoryAllocation);
  const std::size_t whole = (size + 255) / 256 * 256 + 2 * fake_zone;
  void *const block = std::aligned_alloc(256, whole);
  if (!block)
    return fake_result(cudaErrorMemoryAllocation);
  fake.free_bytes -= size;
  ++fake.allocations;
  std::memset(block, 0xCD, whole);
  const auto begin = reinterpret_cast<std::uintptr_t>(block) + fake_zone;
  *data = reinterpret_cast<void *>(begin);
  fake.memory.push_back({begin, size, begin, cudaMemoryTypeDevice,
                         fake_current_device, true, false});
  return cudaSuccess;
}

/// Gives the memory of an allocation back to the host. Ends the process where a
/// kernel has written beside it.
inline void fake_release(const fake_memory &memory) {
  const auto *const begin =
      reinterpret_cast<const unsigned char *>(memory.begin);
  for (std::size_t k = 1; k <= fake_zone; ++k)
    if (*(begin - k) != 0xCD || begin[memory.size + k - 1] != 0xCD) {
      std::fprintf(stderr, "fake cuda: a kernel wrote outside of its buffer\n");
      std::abort();
    }
  std::free(reinterpret_cast<void *>(memory.begin - fake_zone));
}

inline cudaError_t cudaFree(void *data) {
  FAKE_CALL("cudaFree", "cudaFree");
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  for (std::size_t i = 0; i != fake.memory.size(); ++i)
    if (fake.memory[i].allocated && fake.memory[i].begin == begin &&
        fake.memory[i].device == fake_current_device) {
      fake.free_bytes += fake.memory[i].size;
      ++fake.frees;
      fake_release(fake.memory[i]);
      fake.memory.erase(fake.memory.begin() + static_cast<std::ptrdiff_t>(i));
      return cudaSuccess;
    }
  return fake_result(cudaErrorInvalidValue);
}

inline cudaError_t cudaMemcpy(void *to, const void *from, std::size_t size,
                              cudaMemcpyKind) {
  const bool out = fake.find(reinterpret_cast<std::uintptr_t>(from)) &&
                   !fake.find(reinterpret_cast<std::uintptr_t>(to));
  FAKE_CALL("cudaMemcpy",
            (out ? "copy out " : "copy in ") + std::to_string(size));
  std::memcpy(to, from, half ? size / 2 : size);
  return fake_result(fails);
}

inline cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t size,
                                   cudaMemcpyKind, cudaStream_t) {
  FAKE_CALL("cudaMemcpyAsync", "copy on " + std::to_string(size));
  std::memcpy(to, from, half ? size / 2 : size);
  return fake_result(fails);
}

inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  FAKE_CALL("cudaStreamSynchronize", "cudaStreamSynchronize");
  return fake_result(std::exchange(fake.later, cudaSuccess));
}

#if defined(FAKE_CUDA_KERNELS)
#include "kernels.h"
#else
/// Every thread of a launch, one after another.
template <class Body> void fake_run(dim3 grid, dim3 block, const Body &body) {
  for (unsigned b = 0; b < grid.x * grid.y * grid.z; ++b)
    for (unsigned t = 0; t < block.x * block.y * block.z; ++t) {
      fake.block = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
      fake.thread = {t % block.x, t / block.x % block.y, t / block.x / block.y};
      body();
    }
}
#endif

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                                    void **args, std::size_t,
                                    cudaStream_t stream) {
  FAKE_CALL("cudaLaunchKernel",
            stream ? "cudaLaunchKernel on a stream" : "cudaLaunchKernel");
  fake.later = fake.kernel_fault;
  if (fake.later != cudaSuccess)
    return cudaSuccess;
  const std::function<void(void **)> &run = fake.kernels.at(kernel);
  const auto body = [&] { run(args); };
  if (fake.instead)
    fake.instead(grid, block, body);
  else
    fake_run(grid, block, body);
  return cudaSuccess;
}

#endif // FAKE_CUDA_RUNTIME_API_H
