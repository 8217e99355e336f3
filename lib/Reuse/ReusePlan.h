//===- ReusePlan.h - Which tensors share memory ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reuse of dead tensors: Ullrich, "Detection and exploitation of
// data-parallelism in assignments of multi-dimensional tensors", TU Dresden
// 2018, sections 6.2 and 6.3. A tensor needs its memory from the first
// assignment on, which stores all of it, up to the last mention; the memory of
// a tensor that is dead for that long can hold it. In one statement a tensor
// may end and another begin in the same memory where that is compatible.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REUSE_REUSEPLAN_H
#define HEDDLE_REUSE_REUSEPLAN_H

#include "Diagnostics/Report.h"
#include "IR/Program.h"

namespace heddle {

/// Tensor stands in the memory of Lender.
struct Reuse {
  unsigned Tensor = 0, Lender = 0;
  /// Tensor begins in a statement in which what was there before ends.
  bool SameStatement = false;
  bool SameType = false;
  /// The memory is free because of heddle::dead, not because it is assigned
  /// before it is read.
  bool Promised = false;
  /// The tensors that must be apart from Lender in memory, which only the
  /// program that runs can tell.
  std::vector<unsigned> Apart;
  /// Shapes are compared when the program runs.
  bool ComparesShapes = false;

  /// A declaration can name the lender as it is.
  bool isCertain() const {
    return SameType && Apart.empty() && !ComparesShapes;
  }
};

struct ReusePlan {
  std::vector<Reuse> Reuses; ///< in the order of the tensors
  /// Of the tensors that the block declares and of those that lend.
  unsigned BuffersBefore = 0, BuffersAfter = 0;
  /// Tensors of the block that are read, or assigned in part, before all of
  /// their elements have been assigned.
  std::vector<unsigned> NeedZeros;
};

/// Errors: where a tensor is read although heddle::dead says that it is not.
/// The plan is then empty.
ReusePlan planReuse(const Program &B, Report &R);

} // namespace heddle

#endif
