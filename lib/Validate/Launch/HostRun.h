//===- HostRun.h - A run of the block around a launch ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_HOSTRUN_H
#define HEDDLE_VALIDATE_LAUNCH_HOSTRUN_H

#include "Validate/Interpret/Interpreter.h"
#include "Validate/Races/Trace.h"

namespace heddle {
namespace validate {

/// A run of the text of the host: an interpreter with its memory, and what is
/// seen of it.
struct HostRun {
  HostRun(World &W, uint64_t Steps)
      : W(W), End(Steps), Seen(W), Watch(Seen, Slots),
        Text(W, Cells, End, Slots, Watch, FirstLocal) {}
  HostRun(const HostRun &) = delete;

  /// From the start of the block.
  void run(const Node *Statement) {
    Slots.restart(W.N.Slots);
    for (const Node *Line : W.N.BeforeLoops)
      (void)Text.exec(Line);
    (void)Text.exec(Statement);
  }

  World &W;
  Outcome End;
  Memory Cells;
  Trace Seen;
  Frames Slots;
  HostWatch Watch;
  Interpreter Text;
};

} // namespace validate
} // namespace heddle

#endif
