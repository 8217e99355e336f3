//===- runtime/buffer.h - memory that launches keep -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays that a device cannot reach, and copies that its threads read, are in a
// buffer: one for each kernel, host thread and device, because allocating costs
// more than most kernels; so are the temporaries of a statement, under its
// name. It grows when a launch needs more, and is freed when its host thread
// ends, by release_device_buffers(), or where another launch of the thread
// finds no memory. Copies for loops on CPU threads are in memory of the host,
// of which each thread that launches keeps the largest block.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_BUFFER_H
#define HEDDLE_RUNTIME_BUFFER_H

#include "environment.h"
#include "transfer.h"

#include <cstddef>
#include <new>
#include <utility>

#if HEDDLE_CUDA_BUILD

#include <vector>

namespace heddle {
namespace rt {
namespace rt_detail {

inline std::atomic<bool> said_not_freed{false};
inline std::atomic<bool> said_not_restored{false};

/// The stream of all work that the calling thread gives a device: null, the
/// default one, or the user's (heddle/stream.h).
inline thread_local cudaStream_t current_stream = nullptr;

inline namespace HEDDLE_BUILD {

inline std::string cuda_text(cudaError_t status) {
  return std::string(cudaGetErrorString(status)) + " (" +
         cudaGetErrorName(status) + ")";
}

/// Copies between the host and a device, on that stream, and waits.
inline cudaError_t copy_bytes(void *to, const void *from, std::size_t bytes) {
  if (!current_stream)
    return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
  const cudaError_t status =
      cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, current_stream);
  return status == cudaSuccess ? cudaStreamSynchronize(current_stream) : status;
}

/// After a failure: takes the error from CUDA, so that the next launch does not
/// find it pending, and waits, so that nothing works on the caller's arrays
/// once the caller knows. Returns what to say where the error stays.
inline std::string settle() {
  (void)cudaGetLastError();
  if (cudaStreamSynchronize(current_stream) == cudaSuccess)
    return "";
  // That may have been of work on its way, and the only one.
  (void)cudaGetLastError();
  if (cudaStreamSynchronize(current_stream) == cudaSuccess)
    return "";
  (void)cudaGetLastError();
  return "; this process cannot use CUDA any more";
}

/// Raises with everything there is to say about the launch; `call` is CUDA's
/// function, `note` what else the user should know.
inline void check(cudaError_t status, const char *call, const launch &what,
                  const std::string &doing, const std::string &note = "") {
  if (status == cudaSuccess)
    return;
  const std::string lasting = settle();
  raise(describe(what) + ": " + doing + ": " + call + ": " + cuda_text(status) +
        note + lasting);
}

/// Owns one allocation on one device.
class device_buffer {
public:
  device_buffer(const void *kernel, int device)
      : kernel_(kernel), device_(device) {}
  device_buffer(device_buffer &&other) noexcept
      : kernel_(other.kernel_), device_(other.device_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, std::size_t{0})) {}
  device_buffer &operator=(device_buffer &&other) noexcept {
    std::swap(kernel_, other.kernel_);
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~device_buffer() { free(); }

  /// `device_` is the current device.
  cudaError_t allocate(std::size_t size) {
    const cudaError_t status = cudaMalloc(&data_, size);
    if (status == cudaSuccess)
      size_ = size;
    else
      data_ = nullptr;
    return status;
  }

  bool serves(const void *kernel, int device) const {
    return kernel_ == kernel && device_ == device;
  }

  /// False once cudaDeviceReset has taken the memory away.
  bool alive(const launch &what) const {
    cudaPointerAttributes found{};
    check(cudaPointerGetAttributes(&found, data_), "cudaPointerGetAttributes",
          what, "asking for the launch's own buffer");
    return found.type == cudaMemoryTypeDevice && found.device == device_;
  }
  /// Gives up memory that is not ours any more.
  void forget() { data_ = nullptr; }

  std::size_t size() const { return size_; }
  std::uintptr_t address() const {
    return reinterpret_cast<std::uintptr_t>(data_);
  }

private:
  /// Each of these may report an error of earlier work in the place of its own
  /// result, which a second call then has.
  template <class Call> static cudaError_t insist(const Call &call) {
    const cudaError_t status = call();
    if (status == cudaSuccess)
      return status;
    (void)cudaGetLastError();
    return call();
  }

  /// Also runs while the process ends, when CUDA may be gone before us: then
  /// there is nothing to free. Other failures cannot be thrown from here.
  static void tell(cudaError_t status, std::atomic<bool> &said,
                   const char *text) {
    if (status == cudaSuccess || status == cudaErrorCudartUnloading ||
        status == cudaErrorContextIsDestroyed)
      return;
    (void)cudaGetLastError();
    print_once(said, text + cuda_text(status));
  }

  void free() {
    if (!data_)
      return;
    int current = device_;
    cudaError_t status = insist([&] { return cudaGetDevice(&current); });
    const bool elsewhere = status == cudaSuccess && current != device_;
    if (elsewhere)
      status = insist([&] { return cudaSetDevice(device_); });
    if (status == cudaSuccess)
      status = insist([&] { return cudaFree(data_); });
    data_ = nullptr;
    tell(status, said_not_freed, "device memory could not be freed: ");
    if (elsewhere)
      tell(insist([&] { return cudaSetDevice(current); }), said_not_restored,
           "the current device of a host thread could not be restored: ");
  }

  const void *kernel_;
  int device_;
  void *data_ = nullptr;
  std::size_t size_ = 0;
};

/// The buffers of the calling host thread.
inline std::vector<device_buffer> &thread_buffers() {
  static thread_local std::vector<device_buffer> buffers;
  return buffers;
}

/// Buffers that no array of a program is in now (residency.h), for any program.
inline std::vector<device_buffer> &program_buffers() {
  static thread_local std::vector<device_buffer> buffers;
  return buffers;
}

/// Frees all that is kept. False: there was nothing.
inline bool free_kept_buffers() {
  const bool any = !thread_buffers().empty() || !program_buffers().empty();
  thread_buffers().clear();
  program_buffers().clear();
  return any;
}

/// At least `size` bytes on the current device that have been kept for this
/// kernel, or new ones. Nobody else has them until they are kept again.
/// Contents do not survive from one launch to the next.
inline device_buffer take_buffer(const launch &what, int device,
                                 std::size_t size) {
  std::vector<device_buffer> &buffers = thread_buffers();
  for (device_buffer &b : buffers) {
    if (!b.serves(what.kernel, device))
      continue;
    std::swap(b, buffers.back());
    device_buffer found = std::move(buffers.back());
    buffers.pop_back();
    if (!found.alive(what))
      found.forget();
    else if (found.size() >= size)
      return found;
    break; // one that is too small goes before allocating: both may not fit
  }
  device_buffer fresh(what.kernel, device);
  cudaError_t status = fresh.allocate(size);
  if (status == cudaErrorMemoryAllocation && free_kept_buffers()) {
    (void)cudaGetLastError();
    status = fresh.allocate(size);
  }
  check(status, "cudaMalloc", what,
        "allocating " + std::to_string(size) + " bytes on the device");
  return fresh;
}

inline void keep_buffer(device_buffer &&buffer) {
  thread_buffers().push_back(std::move(buffer));
}

/// The address of such bytes, kept for this kernel.
inline std::uintptr_t buffer_for(const launch &what, int device,
                                 std::size_t size) {
  device_buffer found = take_buffer(what, device, size);
  const std::uintptr_t address = found.address();
  keep_buffer(std::move(found));
  return address;
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

namespace heddle {
namespace rt {
namespace rt_detail {

/// Memory of the host, new or kept. The variable has no destructor, since
/// objects that die later may launch something.
struct host_block {
  unsigned char *data = nullptr;
  std::size_t size = 0;
};
inline thread_local host_block kept_block;
inline thread_local bool keeps_blocks = true; ///< the thread has not ended

HEDDLE_COLD inline void free_kept_block() {
  delete[] kept_block.data;
  kept_block = host_block();
}

/// At least `size` bytes, which nobody else has until they are kept again; of
/// what they hold nothing is known. Null: there are not so many.
HEDDLE_COLD inline host_block take_block(std::size_t size) {
  if (kept_block.size >= size) {
    const host_block kept = kept_block;
    kept_block = host_block();
    return kept;
  }
  free_kept_block(); // both may not fit
  host_block fresh;
  fresh.data = new (std::nothrow) unsigned char[size];
  fresh.size = fresh.data ? size : 0;
  return fresh;
}

/// The larger one of two is kept until its thread ends.
HEDDLE_COLD inline void keep_block(host_block block) {
  struct last {
    ~last() {
      free_kept_block();
      keeps_blocks = false;
    }
  };
  static thread_local const last at_end;
  (void)at_end;
  if (keeps_blocks && block.size > kept_block.size)
    std::swap(block, kept_block);
  delete[] block.data;
}

} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// Frees the memory that launches of the calling host thread have kept: on
/// devices, and on the host for copies. To be called before cudaDeviceReset;
/// otherwise never needed.
inline void release_device_buffers() {
#if HEDDLE_CUDA_BUILD
  rt_detail::free_kept_buffers();
#endif
  rt_detail::free_kept_block();
}

} // namespace HEDDLE_BUILD
} // namespace rt

using rt::release_device_buffers;
} // namespace heddle

#endif // HEDDLE_RUNTIME_BUFFER_H
