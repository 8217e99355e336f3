//===- runtime/trace.h - paths, and a line for each -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TRACE_H
#define HEDDLE_RUNTIME_TRACE_H

#include "environment.h"
#include "shape.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace heddle {
namespace rt {

/// The outcome of a launch, and so what its caller does next.
enum class path {
  done,       ///< The mapped threads have run; nothing is left to do.
  parallel,   ///< Run the loop, in parallel where OpenMP is on.
  sequential, ///< Run the loop as written.
  nothing,    ///< The iteration space is empty; run nothing.
  checked,    ///< Run the loop as written, and look at each claimed access.
  collapsed   ///< As parallel, several loops together.
};

namespace rt_detail {

/// The contents of a line of HEDDLE_TRACE.
struct event {
  /// device, host threads, parallel, sequential, checked or nothing
  const char *taken = "";
  std::string why{};
  const shape *space = nullptr; ///< null where no thread space was used
  std::uint64_t bytes_in = 0, bytes_out = 0; ///< copied to and from the device
  std::uint64_t bytes_copied = 0; ///< of arrays, for reads of what they held
  long long microseconds = -1; ///< negative where the caller runs the loop
  std::string note{};
};

/// The sums of HEDDLE_TRACE=2: a line for each site and way that its launches
/// took, in the order of the first ones, when the program ends.
class trace_totals {
public:
  ~trace_totals() {
    for (const row *r = first_.get(); r; r = r->next.get())
      print_line("in all: " + r->what + ": " + std::to_string(r->launches) +
                 (r->launches == 1 ? " launch" : " launches") + ", in " +
                 std::to_string(r->bytes_in) + " bytes, out " +
                 std::to_string(r->bytes_out) + " bytes, time " +
                 (r->timed ? std::to_string(r->microseconds) + " us" : "-"));
  }

  void add(const std::string &what, const event &e) {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
    row &r = row_of(what);
    ++r.launches;
    r.bytes_in += e.bytes_in;
    r.bytes_out += e.bytes_out;
    if (e.microseconds >= 0) {
      r.timed = true;
      r.microseconds += e.microseconds;
    }
    busy_.clear(std::memory_order_release);
  }

private:
  struct row {
    std::string what;
    std::uint64_t launches = 0, bytes_in = 0, bytes_out = 0;
    long long microseconds = 0;
    bool timed = false; ///< else the caller runs the loop
    std::unique_ptr<row> next;
  };

  row &row_of(const std::string &what) {
    std::unique_ptr<row> *at = &first_;
    while (*at && (*at)->what != what)
      at = &(*at)->next;
    if (!*at) {
      at->reset(new row);
      (*at)->what = what;
    }
    return **at;
  }

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  std::unique_ptr<row> first_;
};

HEDDLE_COLD inline void add_to_totals(const site &where, const event &e) {
  static trace_totals totals;
  totals.add(describe(where) + ": " + e.taken, e);
}

/// `f.cpp:14: heddle_scale_0: device (why), grid (4, 1, 1), block (32, 1, 1),
/// in 4096 bytes, out 4096 bytes, time 120 us`; before the time `copy 4096
/// bytes`, if something was copied.
HEDDLE_COLD inline void print_event(const site &where, const event &e) {
  print_line(
      describe(where) + ": " + e.taken + " (" + e.why + "), " +
      (e.space ? describe(*e.space) : "grid -, block -") + ", in " +
      std::to_string(e.bytes_in) + " bytes, out " +
      std::to_string(e.bytes_out) + " bytes, " +
      (e.bytes_copied != 0
           ? "copy " + std::to_string(e.bytes_copied) + " bytes, "
           : std::string()) +
      "time " +
      (e.microseconds < 0 ? "-" : std::to_string(e.microseconds) + " us") +
      e.note);
  const char *const level = variable("HEDDLE_TRACE");
  if (level && std::strcmp(level, "2") == 0)
    add_to_totals(where, e);
}

/// Elapsed time since construction.
class stopwatch {
public:
  long long microseconds() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::steady_clock::now() - start_)
        .count();
  }

private:
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TRACE_H
