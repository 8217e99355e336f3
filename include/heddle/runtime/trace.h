//===- runtime/trace.h - paths, and a line for each -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TRACE_H
#define HEDDLE_RUNTIME_TRACE_H

#include "environment.h"
#include "shape.h"

#include <chrono>
#include <cstdint>
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
