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

/// A local of the launch that is told, in each iteration of some loops, which
/// one it is.
struct Watcher {
  std::string Name;
  std::vector<WrittenLoop> Loops; ///< outermost first; none: it is told nothing
};

/// The text in front of a place and behind it, or in its place; empty: it stays
/// as it is.
struct AroundPlace {
  std::string Before, After, Instead;
};

/// The loops of N, where each watcher's next(counters) stands first in the body
/// of the last one of its loops, and, in the bodies of the first watcher that
/// has loops, Of(place) around each Element, Own and Respelled, those in
/// subscripts as well. InHeaders: it stands in headers, too.
std::string watchedLoops(const LoopNest &N, llvm::ArrayRef<Watcher> Watchers,
                         llvm::function_ref<AroundPlace(const Value &)> Of,
                         bool InHeaders = false,
                         TextOf Which = TextOf::Function);

} // namespace heddle

#endif
