//===- runtime/kept.h - arrays of heddle::resident objects ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A heddle::resident object (resident.h) says of some memory of the host that
// code of the host leaves it alone until it calls host(). Launches of its
// thread keep that memory on the device, in whatever function or file they
// stand. One that touches other memory as well, in the same footprint, copies,
// as do those for which a thread of the host takes the place of the device.
//
// Programs (program.h) and these objects hold their arrays apart: no byte is in
// both.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_KEPT_H
#define HEDDLE_RUNTIME_KEPT_H

#include "residency.h"

#if HEDDLE_CUDA_BUILD

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace heddle {
namespace rt {
namespace rt_detail {

/// The memory of one object, and the thread that it belongs to.
struct kept_range {
  byte_range bytes;
  site where;         ///< of the object
  const void *thread; ///< see this_thread()
};

/// The memory of all objects of all threads, with the lock that it needs.
inline std::mutex kept_lock;
inline std::vector<kept_range> kept_ranges;
inline std::atomic<std::size_t> kept_count{0};

inline namespace HEDDLE_BUILD {

/// Another address in each thread, and in what each compiler makes of this.
inline thread_local char thread_mark;
inline const void *this_thread() { return &thread_mark; }

/// The outermost program of the calling thread; null where none runs. Without a
/// destructor.
inline thread_local residency *running_program = nullptr;
/// Code of the host runs that does not know the program.
inline thread_local unsigned program_pauses = 0;

/// The arrays that objects of the calling thread have there; null where there
/// are none.
inline thread_local residency *kept_arrays = nullptr;
/// A launch in several steps runs, whose arrays are copied for each.
inline thread_local unsigned kept_pauses = 0;

/// No array of a launch stays on the device while it lives.
class program_pause {
public:
  program_pause() {
    ++program_pauses;
    ++kept_pauses;
  }
  program_pause(const program_pause &) = delete;
  program_pause &operator=(const program_pause &) = delete;
  ~program_pause() {
    --program_pauses;
    --kept_pauses;
  }
};

/// The program that launches belong to, or null.
inline residency *active_program() {
  return program_pauses == 0 ? running_program : nullptr;
}
inline residency *active_kept() {
  return kept_pauses == 0 ? kept_arrays : nullptr;
}

/// Calls step(home) for whatever has arrays of launches on the device.
template <class Step> void for_each_home(const Step &step) {
  for (residency *const home : {active_program(), active_kept()})
    if (home)
      step(*home);
}

/// Code of the host is about to touch any array, for the launch at `by`.
inline void host_runs(const site &by, const char *why) {
  for_each_home([&](residency &home) { home.leave(by, why); });
}

/// The same, but it only reads.
inline void host_looks(const site &by, const char *why) {
  for_each_home([&](residency &home) { home.bring_back(by, why); });
}

/// Launches whose arrays stay on the device come to their end.
inline void wait_for_arrays(const site &by) {
  if (running_program)
    running_program->wait(by);
  if (kept_arrays)
    kept_arrays->wait(by);
}

/// The object of the calling thread whose memory has all of r; r itself where
/// there is none, with an empty place.
inline held_range kept_around(const byte_range &r) {
  const std::lock_guard<std::mutex> locked(kept_lock);
  for (const kept_range &k : kept_ranges)
    if (k.thread == this_thread() && k.bytes.contains(r))
      return {k.bytes, k.where};
  return {r, {nullptr, nullptr, 0}};
}

[[noreturn]] inline void refuse_foreign(const site &where,
                                        const std::string &array,
                                        const kept_range &by) {
  raise(describe(where) + ": " + array +
        " is kept on the device by the heddle::resident object at " +
        std::string(by.where.file) + ":" + std::to_string(by.where.line) +
        " of another thread, or of code by another compiler");
}

/// Raises where an array belongs to an object of another thread, whose device
/// may have what the host has not.
inline void refuse_foreign(const site &where, const transfer *transfers,
                           std::size_t count) {
  if (kept_count.load(std::memory_order_relaxed) == 0)
    return;
  const std::lock_guard<std::mutex> locked(kept_lock);
  for (const transfer *t = transfers; t != transfers + count; ++t)
    for (const kept_range &k : kept_ranges)
      if (t->is_array && t->print.known && k.thread != this_thread() &&
          k.bytes.overlaps(residency::range_of(t->print)))
        refuse_foreign(where,
                       "the array at " + hexadecimal(t->print.begin) +
                           " (argument " + std::to_string(t - transfers + 1) +
                           ")",
                       k);
}

/// The residency in which the array of `t` stays, or null. It is no other's
/// any more.
inline const void *home_of(const launch &what, const transfer &t) {
  residency *const program = active_program(), *const kept = active_kept();
  if (!t.is_array)
    return nullptr;
  const byte_range r = residency::range_of(t.print);
  if (kept) {
    if (kept_around(r).where.file) {
      if (program)
        program->leave(what.where, "an object keeps the array", r);
      return kept;
    }
    kept->leave(what.where, "a launch touches more than an object keeps", r);
  }
  return program && program->takes(t) ? program : nullptr;
}

/// Gives the arrays that stay on the device their places there.
inline void place_staying(const launch &what, int device, transfer *transfers,
                          std::size_t count) {
  const auto hold = [&] {
    bool good = true;
    for_each_home([&](residency &home) {
      good = good &&
             home.hold_all(what, transfers, count, [&](const byte_range &r) {
               return &home == kept_arrays ? kept_around(r)
                                           : held_range{r, home.where()};
             });
    });
    return good;
  };
  for_each_home([&](residency &home) { home.be_on(device); });
  if (!hold()) {
    // Arrays of earlier launches may not fit beside these.
    for_each_home([](residency &home) {
      home.leave(home.where(), "device memory is full");
    });
    (void)free_kept_buffers();
    if (!hold())
      check(cudaErrorMemoryAllocation, "cudaMalloc", what,
            "allocating device memory for arrays that stay there");
  }
  for_each_home([&](residency &home) { home.place(what, transfers, count); });
}

/// The launch has started.
inline void staying_started(const transfer *transfers, std::size_t count) {
  for_each_home([&](residency &home) { home.started(transfers, count); });
}

/// An object of the calling thread keeps r from now on.
inline void keep_array(const site &where, const byte_range &r) {
  if (residency *const program = running_program)
    program->leave(where, "an object keeps the array", r);
  {
    const std::lock_guard<std::mutex> locked(kept_lock);
    for (const kept_range &k : kept_ranges)
      if (k.thread != this_thread() && k.bytes.overlaps(r))
        refuse_foreign(where, "the array", k);
    kept_ranges.push_back({r, where, this_thread()});
    kept_count = kept_ranges.size();
  }
  if (!kept_arrays)
    kept_arrays = new residency(where);
}

/// It does no more: the host has what no other object keeps.
inline void end_array(const site &where, const byte_range &r) {
  bool others = false;
  {
    const std::lock_guard<std::mutex> locked(kept_lock);
    const auto own = std::find_if(
        kept_ranges.begin(), kept_ranges.end(), [&](const kept_range &k) {
          return k.thread == this_thread() && k.bytes.begin == r.begin &&
                 k.bytes.end == r.end;
        });
    if (own == kept_ranges.end())
      raise(describe(where) +
            ": a heddle::resident object ends in another thread than the one "
            "that has made it");
    kept_ranges.erase(own);
    kept_count = kept_ranges.size();
    others = std::any_of(
        kept_ranges.begin(), kept_ranges.end(),
        [](const kept_range &k) { return k.thread == this_thread(); });
  }
  struct last {
    ~last() {
      if (!others)
        delete std::exchange(kept_arrays, nullptr);
    }
    const bool others;
  } const at_end{others};
  if (kept_around(r).where.file)
    return;
  kept_arrays->leave(where, "an object ends", r);
  kept_arrays->drop_empty();
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_CUDA_BUILD

#endif // HEDDLE_RUNTIME_KEPT_H
