//===- Threads.h - Which threads of a kernel run ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A grid may have billions of threads of which a guard lets a few pass. Boxes
// of threads are halved until interval arithmetic over the lines before the
// kernel's body says that all of a box return there, or that none does.
//
// Left out are threads that certainly return before the body, having done no
// more than to set slots; and, where a Sample has chosen iterations, threads
// whose counters are those of an iteration that is not chosen, or of none that
// is next to a chosen one. No thread that is given runs in part.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_SELECTION_THREADS_H
#define HEDDLE_VALIDATE_SELECTION_THREADS_H

#include "Validate/Selection/Intervals.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {
namespace validate {

class Sample;

class ThreadSelection {
public:
  /// Arguments: of the kernel. Some: iterations that run; null: all.
  ThreadSelection(const Nest &N, const LaunchSite &L,
                  llvm::ArrayRef<Value> Arguments, const Sample *Some,
                  Outcome &End)
      : L(L), F(N.Functions[L.Kernel]), Arguments(Arguments), Some(Some),
        End(End) {}

  /// Calls Run for boxes of one thread each, all that do not stay out, in an
  /// order that depends on the extents of the box alone.
  void each(const Box &All, llvm::function_ref<void(const Box &)> Run) {
    halve(All, false, Run);
  }

private:
  enum class Verdict : unsigned char { Off, On, Maybe };

  void halve(Box B, bool Known, llvm::function_ref<void(const Box &)> Run);
  Verdict guard(const Box &B);
  Verdict along(const Way &W, Intervals &At);
  Verdict sampled(const Way &W, Intervals &At, Verdict V);

  const LaunchSite &L;
  const Function &F;
  llvm::ArrayRef<Value> Arguments;
  const Sample *Some;
  Outcome &End;
  bool CountersKnown = false; ///< of the box that was looked at last
};

} // namespace validate
} // namespace heddle

#endif
