//===- runtime/environment.h - what the user asks for at run time ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   HEDDLE_TRACE        a line on stderr for every launch; 2: sums at the end, too
//   HEDDLE_REQUIRE_GPU  running without a GPU is an error
//   HEDDLE_CHECK        what annotations claim (noalias, extent, independent)
//                       is checked at each launch; a claim that is wrong is an
//                       error. Loops of which extent or independent says
//                       something then run as written, in order
//   HEDDLE_HOST_ORDER   forward, reverse or shuffle:SEED: run the mapped
//                       threads on the host, one by one, in that order (plain
//                       C++ builds; a CUDA build says once that it does not)
//   HEDDLE_HOST_LOOPS   sequential, parallel or collapsed: how loops run on the
//                       CPU, whatever their size (collapsed: several of them
//                       together, where the text has them so)
//
// The first three are on unless unset, empty or "0". All are read at each
// launch, so a program may change them in between, but, as with any use of
// setenv, not while another thread launches.
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
#include <unistd.h>
#endif

namespace heddle {
namespace rt {
namespace rt_detail {

/// The value, or null where unset or empty.
HEDDLE_OUTLINE inline const char *variable(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? value : nullptr;
}

/// False: no variable of the runtime is set, which one pass over all variables
/// tells.
HEDDLE_OUTLINE inline bool anything_asked() {
#if defined(__linux__)
  if (!environ)
    return false;
  for (char **each = environ; *each; ++each)
    // Few names get as far as the call.
    if ((*each)[0] == 'H' && (*each)[1] == 'E' &&
        std::strncmp(*each, "HEDDLE_", 7) == 0)
      return true;
  return false;
#else
  return true;
#endif
}

HEDDLE_OUTLINE inline bool switched_on(const char *name) {
  const char *value = variable(name);
  return value && std::strcmp(value, "0") != 0;
}

inline bool tracing() { return switched_on("HEDDLE_TRACE"); }
inline bool checking() { return switched_on("HEDDLE_CHECK"); }
inline bool gpu_required() { return switched_on("HEDDLE_REQUIRE_GPU"); }

/// Prints `text` the first time that it is called with this flag.
HEDDLE_COLD inline void print_once(std::atomic<bool> &said, const std::string &text) {
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
HEDDLE_OUTLINE inline host_order host_order_from_environment(const site &where) {
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
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_ENVIRONMENT_H
