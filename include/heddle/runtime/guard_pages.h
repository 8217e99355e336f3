//===- runtime/guard_pages.h - who touches what the device has ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under HEDDLE_CHECK=1, memory of the host that launches have changed on the
// device may not be read, and memory that the device has as it is may not be
// written, until the host has it again. On Linux the pages that lie in such
// memory from end to end are protected; a touch names the array and ends the
// program as any other fault does, so that a debugger shows the place.
//
// This includes <signal.h>, whose names a program may use for its own: so
// heddle/heddle.h does not include it, and heddle/resident.h does.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_GUARD_PAGES_H
#define HEDDLE_RUNTIME_GUARD_PAGES_H

#include "kept.h"

#if HEDDLE_CUDA_BUILD && defined(__linux__)

#include "environment.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle {
namespace rt {
namespace rt_detail {

/// Memory with protected pages, as a handler of signals may read it.
struct guarded {
  std::atomic<std::uintptr_t> begin{0}, end{0};
  std::atomic<const char *> kind{nullptr}, file{nullptr};
  std::atomic<unsigned> line{0};
};
/// The first that are not in use have no bytes. Further arrays have no guard.
inline guarded guarded_memory[256];
inline std::mutex guarded_lock;
inline struct sigaction action_before_guards;

/// Tells of a touch, and lets the fault happen again, unwatched.
inline void guarded_touched(int number, siginfo_t *info, void *) {
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  sigaction(number, &action_before_guards, nullptr);
  for (const guarded &g : guarded_memory) {
    if (at - g.begin >= g.end - g.begin)
      continue;
    char text[512];
    const int size = std::snprintf(
        text, sizeof text,
        "heddle: code of the host touches byte %llu of an array that is on the "
        "device, through the %s at %s:%u; HEDDLE_CHECK found it\n",
        static_cast<unsigned long long>(at - g.begin), g.kind.load(),
        g.file.load(), g.line.load());
    if (size > 0)
      (void)!write(STDERR_FILENO, text,
                   std::min(static_cast<std::size_t>(size), sizeof text - 1));
    return;
  }
}

/// The whole pages in r.
inline byte_range pages_in(const byte_range &r) {
  const std::uintptr_t page =
      static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return {(r.begin + page - 1) / page * page, r.end / page * page};
}
inline void protect_pages(const byte_range &r, int how) {
  const byte_range pages = pages_in(r);
  // Memory that cannot be protected has no guard.
  if (!pages.empty())
    (void)mprotect(reinterpret_cast<void *>(pages.begin), pages.size(), how);
}

/// The entry of the piece, or a free one; null: there is none.
inline guarded *guard_of(const byte_range &here) {
  guarded *found = nullptr;
  for (guarded &g : guarded_memory) {
    if (g.begin == here.begin && g.end == here.end)
      return &g;
    if (!found && g.begin == g.end)
      found = &g;
  }
  return found;
}

inline void guard_pages(const site &where, const byte_range &here,
                        const byte_ranges &valid, const byte_ranges &changed) {
  if (!checking())
    return;
  const std::lock_guard<std::mutex> locked(guarded_lock);
  static const bool watching = [] {
    struct sigaction action {};
    action.sa_sigaction = guarded_touched;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGSEGV, &action, &action_before_guards) == 0;
  }();
  guarded *const entry = watching ? guard_of(here) : nullptr;
  if (!entry)
    return;
  protect_pages(here, PROT_READ | PROT_WRITE);
  const bool any = !valid.empty();
  entry->kind = where.kernel;
  entry->file = where.file;
  entry->line = where.line;
  entry->begin = any ? here.begin : 0;
  entry->end = any ? here.end : 0;
  for (const byte_range &r : valid.pieces())
    protect_pages(r, PROT_READ);
  for (const byte_range &r : changed.pieces())
    protect_pages(r, PROT_NONE);
}

inline namespace HEDDLE_BUILD {
inline const bool guards_set = [] {
  guards = guard_pages;
  return true;
}();
} // namespace HEDDLE_BUILD

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif

#endif // HEDDLE_RUNTIME_GUARD_PAGES_H
