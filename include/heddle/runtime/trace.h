//===- runtime/trace.h - paths, and a line for each -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TRACE_H
#define HEDDLE_RUNTIME_TRACE_H

#include "environment.h"
#include "shape.h"
#include "tune.h"
#include "turn.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
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
  collapsed,  ///< As parallel, several loops together.
  blocked     ///< As parallel, in blocks that caches hold.
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
  long long microseconds = -1;    ///< negative where the caller runs loops
  std::string note{};
};

/// The sums of HEDDLE_TRACE=2: a line for each site and way that its launches
/// took, in the order of the first ones.
class trace_totals {
public:
  told_texts mappings; ///< launches that have told theirs

  HEDDLE_COLD void print() {
    const turn mine(busy_);
    for (const row *r = first_.get(); r; r = r->next.get())
      print_line("in all: " + r->what + ": " + std::to_string(r->launches) +
                 (r->launches == 1 ? " launch" : " launches") + ", in " +
                 std::to_string(r->bytes_in) + " bytes, out " +
                 std::to_string(r->bytes_out) + " bytes, time " +
                 (r->timed ? std::to_string(r->microseconds) + " us" : "-"));
  }

  HEDDLE_COLD void add(const std::string &what, const event &e) {
    const turn mine(busy_);
    row &r = row_of(what);
    ++r.launches;
    r.bytes_in += e.bytes_in;
    r.bytes_out += e.bytes_out;
    r.add(e.microseconds);
  }

  /// The time of loops whose launch has been added.
  HEDDLE_COLD void add(const std::string &what, long long microseconds) {
    const turn mine(busy_);
    row_of(what).add(microseconds);
  }

private:
  struct row {
    std::string what;
    std::uint64_t launches = 0, bytes_in = 0, bytes_out = 0;
    long long microseconds = 0;
    bool timed = false; ///< else nothing has said how long it took
    std::unique_ptr<row> next;

    void add(long long time) {
      timed |= time >= 0;
      microseconds += time >= 0 ? time : 0;
    }
  };

  HEDDLE_COLD row &row_of(const std::string &what) {
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

/// They outlive all other objects, whose destructors may launch something, and
/// are printed when the program ends.
HEDDLE_COLD inline trace_totals &all_totals() {
  static trace_totals *const totals = [] {
    auto *const all = new trace_totals;
    std::atexit([] { all_totals().print(); });
    return all;
  }();
  return *totals;
}

/// Elapsed time since construction.
class stopwatch {
public:
  long long microseconds() const { return nanoseconds() / 1000; }
  long long nanoseconds() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now() - start_)
        .count();
  }

private:
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

/// Loops whose time HEDDLE_TRACE=2 tells, or HEDDLE_TUNE wants.
struct timed_loops {
  std::string where, what; ///< what: empty where nothing is to be told
  attempt tried{};
  stopwatch since{};
  timed_loops *around = nullptr;
};

/// Some thread has had such loops.
inline std::atomic<bool> loops_are_timed{false};

/// The innermost ones that this thread runs now. Without a destructor, since
/// those of other objects may run loops.
inline thread_local timed_loops *running_loops = nullptr;

HEDDLE_COLD inline std::string place_of(const site &where) {
  return std::string(where.file) + ":" + std::to_string(where.line);
}

/// The running loops of this place, which run no longer; null: there are none.
/// Loops inside of these were left by an exception.
HEDDLE_COLD inline std::unique_ptr<timed_loops>
take_loops(const std::string &place) {
  const timed_loops *found = running_loops;
  while (found && found->where != place)
    found = found->around;
  std::unique_ptr<timed_loops> taken;
  while (found && taken.get() != found) {
    taken.reset(running_loops);
    running_loops = taken->around;
  }
  return taken;
}

/// The loops of this launch run now.
HEDDLE_COLD inline void start_loops(const std::string &place,
                                    const std::string &what,
                                    const attempt &tried) {
  running_loops = new timed_loops{place, what, tried, {}, running_loops};
  loops_are_timed.store(true, std::memory_order_relaxed);
}

/// HEDDLE_TRACE=2
HEDDLE_COLD inline bool traces_sums() {
  const char *const level = variable("HEDDLE_TRACE");
  return level && std::strcmp(level, "2") == 0;
}

/// These loops are an attempt. An event may have started them.
HEDDLE_COLD inline void try_loops(const site &where, const attempt &tried) {
  const std::string place = place_of(where);
  const std::unique_ptr<timed_loops> started = take_loops(place);
  start_loops(place, started && traces_sums() ? started->what : std::string(),
              tried);
}

/// Once, in front of the line of the first launch.
HEDDLE_COLD inline void print_mapping(const site &where) {
  if (!where.mapping || !all_totals().mappings.is_news(describe(where)))
    return;
  for (const char *line = where.mapping; *line;) {
    const char *const end = std::strchr(line, '\n');
    print_line(describe(where) + ": " + std::string(line, end));
    line = end + 1;
  }
}

HEDDLE_COLD inline void add_to_totals(const site &where, const event &e) {
  const std::string what = describe(where) + ": " + e.taken + size_text(where);
  all_totals().add(what, e);
  const std::string place = place_of(where);
  take_loops(place); // an exception left them
  if (e.microseconds >= 0 || std::strcmp(e.taken, "nothing") == 0)
    return;
  start_loops(place, what, {});
}

HEDDLE_COLD inline void end_loops(const site &where) {
  const std::unique_ptr<timed_loops> ended = take_loops(place_of(where));
  if (!ended)
    return;
  const long long time = ended->since.nanoseconds();
  if (!ended->what.empty())
    all_totals().add(ended->what, time / 1000);
  if (ended->tried.of)
    ended->tried.end(where, ended->tried, time);
}

/// `f.cpp:14: heddle_scale_0: device (why), grid (4, 1, 1), block (32, 1, 1),
/// in 4096 bytes, out 4096 bytes, time 120 us`; before the time `copy 4096
/// bytes`, if something was copied.
HEDDLE_COLD inline void print_event(const site &where, const event &e) {
  const bool sums = traces_sums();
  if (sums)
    print_mapping(where);
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
  if (sums)
    add_to_totals(where, e);
  last_size = {};
}

} // namespace rt_detail

/// The loops of a launch, if the caller had to run any, have ended.
inline void loops_ended(const site &where) {
  if (rt_detail::loops_are_timed.load(std::memory_order_relaxed))
    rt_detail::end_loops(where);
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_TRACE_H
