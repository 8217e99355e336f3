//===- runtime/error.h - launch sites and errors --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ERROR_H
#define HEDDLE_RUNTIME_ERROR_H

#include "config.h"
#include "outline.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace heddle {
namespace rt {

/// Where a nest stands in the user's source. The strings outlive the site.
struct site {
  const char *kernel;
  const char *file;
  unsigned line;
  /// An iteration may end the program: a thread on a device traps there, and
  /// the loops as written run in the kernel's place.
  bool ends = false;
  /// Lines about the mapping, for HEDDLE_TRACE=2; null where the text was
  /// rewritten without --explain-mapping.
  const char *mapping = nullptr;
};

/// Thrown when a launch fails. The text starts with `file:line: kernel` and
/// carries grid, block and CUDA's own words where there are any. Without
/// exceptions the same text goes to stderr and the program aborts.
class error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

namespace rt_detail {

HEDDLE_COLD inline std::string describe(const site &where) {
  return std::string(where.file) + ":" + std::to_string(where.line) + ": " +
         where.kernel;
}

/// One call of fputs a line, so that lines of several threads do not mix.
HEDDLE_COLD inline void print_line(const std::string &text) {
  const std::string line = "heddle: " + text + "\n";
  std::fputs(line.c_str(), stderr);
}

inline namespace HEDDLE_BUILD {

[[noreturn]] HEDDLE_COLD inline void raise(const std::string &text) {
#if HEDDLE_EXCEPTIONS
  throw error("heddle: " + text);
#else
  print_line(text);
  std::abort();
#endif
}

} // namespace HEDDLE_BUILD
} // namespace rt_detail
} // namespace rt

using rt::error;
} // namespace heddle

#endif // HEDDLE_RUNTIME_ERROR_H
