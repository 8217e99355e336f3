//===- runtime/environment.h - what the user asks for at run time ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   HEDDLE_TRACE        a line on stderr for every launch; 2: sums at the end
//                       as well, and mappings, if the text has them
//   HEDDLE_REQUIRE_GPU  running without a GPU is an error
//   HEDDLE_CHECK        claims of annotations (noalias, extent, independent)
//                       are checked at each launch; a claim that is wrong is an
//                       error. Loops of which extent or independent says
//                       something then run as written, in order
//   HEDDLE_HOST_ORDER   forward, reverse or shuffle:SEED: run the mapped
//                       threads on the host, one by one, in that order (plain
//                       C++ builds; a CUDA build says once that it does not)
//   HEDDLE_HOST_LOOPS   sequential, parallel, collapsed or blocked: how loops
//                       run on the CPU, whatever their size (collapsed: several
//                       of them together, blocked: in blocks for caches, where
//                       the text has them so)
//   HEDDLE_LAUNCH_NS    what it takes to start a kernel, in nanoseconds: loops
//                       of a program that take less on the CPU run there while
//                       it has their arrays (little.h); 0: none do
//   HEDDLE_MAPPINGS     a file that chooses mappings of launches which were
//                       rewritten for tuning, and how loops run on the CPU
//   HEDDLE_TUNE         launches for which it has nothing try their choices,
//                       and the file gets the best ones at the end
//
// HEDDLE_TUNE and the first three are on unless unset, empty or "0". All are
// read at each launch, so a program may change them in between, but, as with
// any use of setenv, not while another thread launches. A program that starts
// without any of them is not asked again, since looking takes longer than a
// small loop: one that sets them later calls environment_changed().
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ENVIRONMENT_H
#define HEDDLE_RUNTIME_ENVIRONMENT_H

#include "error.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#if defined(__linux__)
// <unistd.h> would declare names that programs use for their own.
extern "C" char **environ;
#endif

namespace heddle {
namespace rt {
namespace rt_detail {

enum class environment { unread, asks_nothing, asks };

/// As it was when it was last looked at.
inline std::atomic<environment> known_environment{environment::unread};

HEDDLE_COLD inline bool look_at_environment() {
  bool found = false;
#if defined(__linux__)
  for (char **each = environ; each && *each && !found; ++each)
    found = std::strncmp(*each, "HEDDLE_", 7) == 0;
#else
  found = true;
#endif
  known_environment.store(found ? environment::asks : environment::asks_nothing,
                          std::memory_order_relaxed);
  return found;
}

/// False: no variable of the runtime is set.
HEDDLE_OUTLINE inline bool anything_asked() {
  const environment known = known_environment.load(std::memory_order_relaxed);
  return known == environment::unread ? look_at_environment()
                                      : known == environment::asks;
}

/// The value, or null where unset or empty.
HEDDLE_OUTLINE inline const char *variable(const char *name) {
  const char *value = anything_asked() ? std::getenv(name) : nullptr;
  return value && *value ? value : nullptr;
}

HEDDLE_OUTLINE inline bool switched_on(const char *name) {
  const char *value = variable(name);
  return value && std::strcmp(value, "0") != 0;
}

inline bool tracing() { return switched_on("HEDDLE_TRACE"); }
inline bool checking() { return switched_on("HEDDLE_CHECK"); }
inline bool gpu_required() { return switched_on("HEDDLE_REQUIRE_GPU"); }

/// Prints `text` the first time that it is called with this flag.
HEDDLE_COLD inline void print_once(std::atomic<bool> &said,
                                   const std::string &text) {
  if (!said.exchange(true))
    print_line(text);
}

struct host_order {
  enum kind_type { unset, forward, reverse, shuffle } kind = unset;
  std::uint64_t seed = 0;
};

/// Reads a decimal number below 2^64, all of the text.
HEDDLE_COLD inline bool parse_seed(const char *text, std::uint64_t &seed) {
  if (!*text)
    return false;
  seed = 0;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return false;
    const std::uint64_t digit = static_cast<std::uint64_t>(*text - '0');
    if (seed > (UINT64_MAX - digit) / 10)
      return false;
    seed = 10 * seed + digit;
  }
  return true;
}

inline namespace HEDDLE_BUILD {

/// An unknown order is an error: a test that asked for 'revers' must not pass
/// because nothing was reordered.
HEDDLE_COLD inline host_order host_order_from_environment(const site &where) {
  host_order order;
  const char *value = variable("HEDDLE_HOST_ORDER");
  if (!value || where.ends) // a program ends in the order of its loops
    return order;
  if (std::strcmp(value, "forward") == 0)
    order.kind = host_order::forward;
  else if (std::strcmp(value, "reverse") == 0)
    order.kind = host_order::reverse;
  else if (std::strncmp(value, "shuffle:", 8) == 0 &&
           parse_seed(value + 8, order.seed))
    order.kind = host_order::shuffle;
  else
    raise(describe(where) + ": HEDDLE_HOST_ORDER is '" + value +
          "'; legal are 'forward', 'reverse' and 'shuffle:SEED' with a "
          "decimal SEED below 2^64");
  return order;
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail

/// The program has set a variable of the runtime, or taken one away: the next
/// launch looks. Not while another thread launches.
inline void environment_changed() {
  rt_detail::known_environment.store(rt_detail::environment::unread,
                                     std::memory_order_relaxed);
}

} // namespace rt

using rt::environment_changed;
} // namespace heddle

#endif // HEDDLE_RUNTIME_ENVIRONMENT_H
