//===- Passed.h - What a launch passes to one kernel -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_PASSED_H
#define HEDDLE_VALIDATE_LAUNCH_PASSED_H

#include "Validate/Interpret/Interpreter.h"
#include "Validate/Launch/Values.h"
#include "Validate/Races/Races.h"

namespace heddle {
namespace validate {

/// The arguments of one launch of a kernel, and the elements that its threads
/// may touch by them. It tells the run's Outcome what is wrong with them.
class Passed {
public:
  Passed(const World &W, Memory &Cells, Outcome &End)
      : W(W), Cells(Cells), End(End), CopiesBefore(Cells.copies().size()) {}

  /// As rt::parameter converts it. E: whose value is V, passed for a parameter
  /// of type T. False where the launch runs the loop instead.
  bool bind(const Node *E, Value V, Type T, bool IsDivisor,
            const LaunchValues &Of);
  /// An array, whose pointer is set. False likewise.
  bool bindArray(const ArrayValue &A, Value &Pointer);

  /// A copy is made of what the launch passes of its array.
  void checkCopies() const;
  /// A thread reads, or writes, C: only what the launch has passed, and in the
  /// way it says. By: what the kernel has written so far.
  void checkAccess(int64_t Place, bool Write, const Cell &C,
                   const Races &By) const;
  /// A range that is not copied in is written as a whole, where it is not too
  /// large.
  void checkOutputs(const Races &By) const;

  /// The values of a scan's results before the loops and behind them; none
  /// while they are looked for, when no array that grows is passed.
  std::vector<std::pair<Value, Value>> Results;
  /// The values of the kernel's parameters, in their order.
  std::vector<Value> Arguments;

private:
  bool bindGrown(const ArrayValue &A);

  struct Range {
    unsigned Object;
    int64_t Begin, End; ///< bytes, half-open
    int64_t Size;       ///< of an element
    Access How;
  };

  const World &W;
  Memory &Cells;
  Outcome &End;
  const size_t CopiesBefore; ///< in Cells, of kernels before this one
  std::vector<Range> Ranges;
};

} // namespace validate
} // namespace heddle

#endif
