//===- RangeHeader.h - Range-based `for` over indices to Loops --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_RANGEHEADER_H
#define HEDDLE_READ_LOOPS_RANGEHEADER_H

#include "Read/Loops/IndexRanges.h"
#include "Read/NestReader.h"

namespace heddle {

/// The loops of one statement, outermost first, with their counters.
struct LoopHeaders {
  std::vector<Loop> Loops;
  std::vector<const clang::VarDecl *> Counters;
  /// The condition of a range with widths: which of the loops' iterations it
  /// has.
  ExprRef Taken;
  IndexRange Range; ///< of a range of indices; else empty
  /// Of a range of elements: the variable, which stands for one of them, and the
  /// text of how many there are, in the function and in kernels; else null. The
  /// counter has no declaration, and Counters has what stands for it.
  const clang::VarDecl *Element = nullptr;
  std::string Count, KernelCount;
};

/// As readHeader, of a `for` of either kind.
std::optional<LoopHeaders> readLoops(NestReader &NR, const clang::Stmt *S,
                                     bool Must);

void declareSpace(NestReader &NR, const clang::CXXForRangeStmt *S,
                  const LoopHeaders &H);

void walkRange(NestReader &NR, const clang::CXXForRangeStmt *S,
               const IndexRange &Range);

void noteRange(NestReader &NR, const clang::CXXForRangeStmt *S,
               const LoopHeaders &H, unsigned First);

void writeRangesOut(NestReader &NR);

} // namespace heddle

#endif
