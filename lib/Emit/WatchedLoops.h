//===- WatchedLoops.h - Loops as written that say what they do --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some text of a launch runs the loops as they are written, but for calls that
// tell which iteration runs and which elements it touches.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_WATCHEDLOOPS_H
#define HEDDLE_EMIT_WATCHEDLOOPS_H

#include "Affine/AffineNest.h"

namespace heddle {

/// A loop as it is written.
struct WrittenLoop {
  std::string Counter;
  Span Where;
};

/// The perfect loops of the source, outermost first, whatever loops threads
/// run.
std::vector<WrittenLoop> perfectLoops(const AffineNest &A);

/// "i, j"; Quote: "\"i\", \"j\"".
std::string counterList(const std::vector<WrittenLoop> &Loops, bool Quote);

/// The text in front of an element and behind it; empty: it stays as it is.
struct AroundElement {
  std::string Before, After;
};

/// The loops of N, where Watcher.next(counters) stands first in the body of the
/// last one of Loops, and Of(element) around each element there, of those in
/// subscripts as well.
std::string watchedLoops(const LoopNest &N,
                         const std::vector<WrittenLoop> &Loops,
                         const std::string &Watcher,
                         llvm::function_ref<AroundElement(const Value &)> Of);

} // namespace heddle

#endif
