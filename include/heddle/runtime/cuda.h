//===- runtime/cuda.h - running a launch on a CUDA device -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Used in CUDA builds only. A launch runs on the calling thread's current
// device and default stream, and has finished when it returns:
//
//   1. an error left by earlier work is reported as such, not as ours;
//   2. each array gets an address on the device: its own where the device can
//      reach it (device, managed or registered memory, or any memory where the
//      device reads pageable memory), else a place in the launch's buffer;
//   3. what is read is copied in, then copied again where threads need what it
//      holds before the launch; the kernel runs; what is written is copied out.
//      A failed kernel leaves the copied arrays on the host unchanged.
//
// A launch that fails has ended, too, when it reports that: nothing on the
// device touches the caller's arrays any more.
//
// In a program (program.h) arrays of the host's stay on the device between
// launches, and a launch need not have finished when it returns: see
// residency.h.
//
// Work of the caller on other blocking streams is ordered by CUDA's rules for
// the default stream; with non-blocking streams the caller synchronises.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CUDA_H
#define HEDDLE_RUNTIME_CUDA_H

#include "buffer.h"
#include "copy.h"
#include "kept.h"
#include "transfer.h"

#if HEDDLE_CUDA_BUILD

namespace heddle {
namespace rt {
namespace rt_detail {

inline std::atomic<bool> said_no_device{false};
inline std::atomic<bool> said_order_ignored{false};
/// Devices in this process; negative while not known.
inline std::atomic<int> known_device_count{-1};
/// The answer of CUDA where that is 0; a cudaError_t.
inline std::atomic<int> no_device_status{0};

inline namespace HEDDLE_BUILD {

/// The number of devices, 0 where there is none, or no driver that this program
/// can use. It cannot change while the process lives.
inline int device_count(const site &where) {
  const int known = known_device_count.load();
  if (known >= 0)
    return known;
  int count = 0;
  cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count == 0)
    status = cudaErrorNoDevice;
  if (status != cudaSuccess) {
    (void)cudaGetLastError(); // told here, so not pending any more
    if (status != cudaErrorNoDevice && status != cudaErrorInsufficientDriver &&
        status != cudaErrorStubLibrary &&
        status != cudaErrorSystemDriverMismatch &&
        status != cudaErrorCompatNotSupportedOnDevice)
      raise(describe(where) + ": counting devices: cudaGetDeviceCount: " +
            cuda_text(status) + settle());
    no_device_status.store(static_cast<int>(status));
    count = 0;
  }
  known_device_count.store(count);
  return count;
}

/// Whether to run on a device. Says once a process that there is none, or
/// raises where HEDDLE_REQUIRE_GPU is set.
inline bool use_device(const site &where) {
  if (variable("HEDDLE_HOST_ORDER"))
    print_once(
        said_order_ignored,
        "HEDDLE_HOST_ORDER is ignored: this program was built with CUDA; "
        "build the same source as plain C++ to run mapped threads on the "
        "host");
  if (device_count(where) > 0)
    return true;
  const std::string why =
      cuda_text(static_cast<cudaError_t>(no_device_status.load()));
  if (gpu_required())
    raise(describe(where) +
          ": HEDDLE_REQUIRE_GPU is set, but no CUDA device was found: " + why);
  print_once(said_no_device,
             "no CUDA device was found (" + why + "); loops run on the CPU");
  return false;
}

/// Work before this launch may still be on its way, since its arrays stay on
/// the device, or on the stream of the user's.
inline bool launches_may_run() {
  const residency *const kept = active_kept();
  return current_stream || active_program() || (kept && kept->waits());
}

/// Errors of work before this launch, those still on their way included where
/// none may be: they must not look like its own.
inline void require_nothing_pending(const launch &what) {
  cudaError_t status = cudaPeekAtLastError();
  if (status == cudaSuccess && !launches_may_run())
    status = cudaStreamSynchronize(current_stream);
  if (status == cudaSuccess)
    return;
  const std::string lasting = settle();
  raise(describe(what.where) + ": an error was pending before the launch of " +
        what.where.kernel + ": " + cuda_text(status) + lasting);
}

inline cudaPointerAttributes attributes_of(const launch &what,
                                           std::uintptr_t address) {
  cudaPointerAttributes found{};
  check(
      cudaPointerGetAttributes(&found, reinterpret_cast<const void *>(address)),
      "cudaPointerGetAttributes", what, "asking where an array is");
  return found;
}

/// The device address of the first byte, or 0 where it must be copied; notes
/// whether the device alone has it. Both ends are asked: an array may straddle
/// registered and other memory, which the device cannot walk through.
inline std::uintptr_t reachable(const launch &what, transfer &t,
                                bool pageable) {
  const footprint &print = t.print;
  const cudaPointerAttributes a = attributes_of(what, print.begin);
  const cudaPointerAttributes b =
      attributes_of(what, print.begin + (print.size - 1));
  if (a.type == cudaMemoryTypeUnregistered &&
      b.type == cudaMemoryTypeUnregistered)
    return pageable ? print.begin : 0;
  const std::uintptr_t first =
      reinterpret_cast<std::uintptr_t>(a.devicePointer);
  const std::uintptr_t last = reinterpret_cast<std::uintptr_t>(b.devicePointer);
  const bool one_piece = a.type == b.type && a.device == b.device && first &&
                         last && last - first == print.size - 1;
  t.on_device = current_stream && one_piece && a.type == cudaMemoryTypeDevice;
  return one_piece ? first : 0;
}

/// Reads the rows of tables on the host, side by side with tables of their own.
inline void pack_rows(const launch &what, transfer *transfers,
                      std::size_t count) {
  if (std::any_of(transfers, transfers + count,
                  [](const transfer &t) { return t.rows != nullptr; }))
    host_runs(what.where, "a launch packs the rows of a table");
  for (transfer *t = transfers; t != transfers + count; ++t) {
    if (!t->rows)
      continue;
    for (const footprint &piece : t->rows->pieces())
      if (piece.size != 0 &&
          attributes_of(what, piece.begin).type == cudaMemoryTypeDevice)
        raise(describe(what) + ": the row at " + hexadecimal(piece.begin) +
              " (argument " + std::to_string(t - transfers + 1) +
              ") is in device memory, but rows of tables are packed on the "
              "host");
    t->print = t->rows->pack();
  }
}

/// Where the first byte of a copy's range is on the device.
inline std::uintptr_t source_there(const transfer &copy,
                                   const transfer *transfers,
                                   std::size_t count) {
  for (const transfer *t = transfers; t != transfers + count; ++t)
    if (t->is_array && !t->print.empty() &&
        t->print.origin == copy.print.origin)
      return t->origin_there + (copy.print.begin - copy.print.origin);
  return copy.print.begin;
}

/// Fills the copies, whose arrays are in place.
inline void copy_on_device(const launch &what, transfer *transfers,
                           std::size_t count, std::uintptr_t buffer) {
  for (transfer *t = transfers; t != transfers + count; ++t) {
    if (!t->is_copy || t->print.empty())
      continue;
    t->place += buffer;
    t->origin_there = t->place - (t->print.begin - t->print.origin);
    check(cudaMemcpyAsync(reinterpret_cast<void *>(t->place),
                          reinterpret_cast<const void *>(
                              source_there(*t, transfers, count)),
                          t->print.size, cudaMemcpyDefault, current_stream),
          "cudaMemcpyAsync", what, "copying an array on the device");
  }
}

/// Gives every array and copy its device address and copies in what is read.
inline void place_arrays(const launch &what, transfer *transfers,
                         std::size_t count) {
  refuse_foreign(what.where, transfers, count);
  int device = 0, pageable = 0;
  check(cudaGetDevice(&device), "cudaGetDevice", what,
        "asking for the current device");
  check(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess,
                               device),
        "cudaDeviceGetAttribute", what,
        "asking what memory the device reaches");
  pack_rows(what, transfers, count);
  checked need = 0;
  for (transfer *t = transfers; t != transfers + count; ++t) {
    t->origin_there = t->print.origin;
    if (t->print.empty() || t->is_copy)
      continue;
    const std::uintptr_t lead = t->print.begin - t->print.origin;
    // Where threads trap, the loops as written need what was there before.
    const bool apart = what.where.ends && writes(t->how);
    const std::uintptr_t first = apart || t->how == access::scratch
                                     ? 0
                                     : reachable(what, *t, pageable != 0);
    if (first) {
      t->origin_there = t->rows ? t->rows->aim(first) : first - lead;
      continue;
    }
    if (!apart && t->how != access::scratch)
      t->stays = home_of(what, *t);
    if (t->stays)
      continue;
    // Offset 0 falls on a 256-byte boundary, as in memory from cudaMalloc, so
    // that threads coalesce as the subscripts suggest.
    t->copied = true;
    t->place = static_cast<std::uintptr_t>(need.value()) + lead % 256;
    need = ceil_div(checked(t->place) + checked(t->print.size), 256) * 256;
    if (!need.ok())
      raise(describe(what) + ": the arrays together exceed the address space");
  }
  need = place_copies(transfers, count, need);
  if (!need.ok())
    raise(describe(what) + ": the arrays together exceed the address space");
  place_staying(what, device, transfers, count);
  if (need.value() == 0)
    return;
  const std::uintptr_t buffer =
      buffer_for(what, device, static_cast<std::size_t>(need.value()));
  for (transfer *t = transfers; t != transfers + count; ++t) {
    if (!t->copied)
      continue;
    t->place += buffer;
    t->origin_there = t->rows ? t->rows->aim(t->place)
                              : t->place - (t->print.begin - t->print.origin);
    if (reads(t->how) || t->rows)
      check(copy_bytes(reinterpret_cast<void *>(t->place),
                       reinterpret_cast<const void *>(t->print.begin),
                       t->print.size),
            "cudaMemcpy", what, "copying an array to the device");
    t->moved += reads(t->how) || t->rows ? t->print.size : 0;
  }
  copy_on_device(what, transfers, count, buffer);
}

/// The address that CUDA knows a kernel by. A stand-in for CUDA's runtime,
/// which calls it as a function, needs its type as well.
template <class... P> const void *handle_of(void (*kernel)(P...)) {
#if defined(HEDDLE_KERNEL_HOOK)
  HEDDLE_KERNEL_HOOK(kernel);
#endif
  return reinterpret_cast<const void *>(kernel);
}

/// Whether what a launch writes need not be there when it returns: all of it
/// stays on the device, or the host waits before it touches that. The host does
/// so in a program, but not for variables, which have 16 bytes at most; without
/// a program it does not wait. Memory that a launch takes for copies is that of
/// the next one, too, which may be on another stream.
inline bool may_run_on(const transfer *transfers, std::size_t count) {
  const bool in_program = active_program();
  if ((!in_program && !active_kept() && !current_stream) || tracing() ||
      tried_mapping.of)
    return false;
  return std::none_of(transfers, transfers + count, [&](const transfer &t) {
    if (current_stream && t.place != 0 && !t.stays)
      return true;
    if (t.stays || t.on_device || t.print.empty() || !(t.is_array || t.rows))
      return false;
    return in_program ? (writes(t.how) && (t.copied || t.rows)) ||
                            (!t.copied && t.print.size <= 16)
                      : writes(t.how) || !t.copied;
  });
}

/// Runs the kernel to its end, or until a thread fails where the program may
/// end: false. It only starts it where that is not to be waited for.
inline bool execute(const launch &what, void **parameters, bool waits) {
  const auto dims = [](const extents &e) {
    return dim3(static_cast<unsigned>(e.x.value()),
                static_cast<unsigned>(e.y.value()),
                static_cast<unsigned>(e.z.value()));
  };
  check(cudaLaunchKernel(what.kernel, dims(what.space.grid),
                         dims(what.space.block), parameters, 0, current_stream),
        "cudaLaunchKernel", what, "launching the kernel");
  cudaError_t status = cudaGetLastError();
  if (!what.where.ends)
    check(status, "cudaGetLastError", what, "launching the kernel");
  if (status == cudaSuccess && waits)
    status = cudaStreamSynchronize(current_stream);
  if (status != cudaSuccess && what.where.ends) {
    (void)settle();
    return false;
  }
  check(status, "cudaStreamSynchronize", what, "running the kernel");
  return true;
}

/// Says what the caller's arrays hold where copying out `failed`.
HEDDLE_COLD inline std::string results_there(const transfer *transfers,
                                             const transfer *failed) {
  std::string complete;
  for (const transfer *t = transfers; t != failed; ++t)
    if (t->copied && writes(t->how))
      complete += (complete.empty() ? ", these all of theirs: " : ", ") +
                  std::to_string(t - transfers + 1);
  return "; argument " + std::to_string(failed - transfers + 1) +
         " may hold a part of its results" + complete;
}

/// The only step that can fail after it has changed an array of the host's.
inline void copy_out(const launch &what, const transfer *transfers,
                     std::size_t count) {
  staying_started(transfers, count);
  for (const transfer *t = transfers; t != transfers + count; ++t) {
    if (!t->copied || !writes(t->how))
      continue;
    const cudaError_t status =
        copy_bytes(reinterpret_cast<void *>(t->print.begin),
                   reinterpret_cast<const void *>(t->place), t->print.size);
    if (status != cudaSuccess)
      check(status, "cudaMemcpy", what, "copying an array back from the device",
            results_there(transfers, t));
  }
  for (const transfer *t = transfers; t != transfers + count; ++t)
    if (t->rows)
      t->rows->unpack();
}

/// A loop on the CPU cannot read memory that only the device reaches.
inline void require_host_memory(const site &where, const char *reason,
                                const transfer *transfers, std::size_t count) {
  if (count == 0 || device_count(where) == 0)
    return;
  const auto require = [&](std::uintptr_t address, std::ptrdiff_t argument) {
    cudaPointerAttributes found{};
    const cudaError_t status = cudaPointerGetAttributes(
        &found, reinterpret_cast<const void *>(address));
    if (status != cudaSuccess)
      raise(describe(where) +
            ": asking where an array is: cudaPointerGetAttributes: " +
            cuda_text(status) + settle());
    if (found.type == cudaMemoryTypeDevice && !found.hostPointer)
      raise(describe(where) + ": the array at " + hexadecimal(address) +
            " (argument " + std::to_string(argument) +
            ") is in device memory, but the loop runs on the CPU: " + reason);
  };
  for (const transfer *t = transfers; t != transfers + count; ++t) {
    // The range may be unknown here; offset 0 or the first byte will do.
    if (t->is_array || t->rows)
      require(t->print.known && !t->print.empty() ? t->print.begin
                                                  : t->print.origin,
              t - transfers + 1);
    if (t->rows)
      for (const row &r : t->rows->seen())
        require(r.origin, t - transfers + 1);
  }
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

#endif // HEDDLE_RUNTIME_CUDA_H
