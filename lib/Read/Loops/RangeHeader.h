//===- RangeHeader.h - Range-based `for` over indices to Loops --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_RANGEHEADER_H
#define HEDDLE_READ_LOOPS_RANGEHEADER_H

#include "Read/Loops/IndexRanges.h"
#include "Read/NestReader.h"

namespace heddle {

/// `for (T V = First; V < End; V += Amount)`, and its like.
struct SteppedForm {
  const clang::VarDecl *V = nullptr;
  const clang::Expr *First = nullptr, *End = nullptr, *Amount = nullptr;
  const clang::Expr *Moved = nullptr; ///< V, in the step
  bool Down = false;                  ///< V -= Amount
  bool Reaches = false;               ///< V <= End, V >= End
};

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
  /// Integers that the header declares besides the counter, each with its value
  /// in an iteration: its first one, and Factor for each unit that the counter
  /// is away from where it began.
  struct Beside {
    const clang::VarDecl *V;
    ExprRef Value;
    int64_t Factor;
  };
  std::vector<Beside> Besides;
  /// The pointer that the loop moves, whose elements the counter counts; null:
  /// the header has a counter of its own.
  const clang::VarDecl *Pointer = nullptr;
  /// The variable that the loop moves by what is no constant, in turns that the
  /// counter counts; none: the header has a counter of its own.
  std::optional<SteppedForm> Stepped;
  /// A `for` of the source, whose header is written anew.
  bool IsForm = false;
  /// The body begins with declarations that the source has in the header.
  bool DeclaresInBody = false;
};

/// E is the same whenever it is evaluated while the nest runs, even where
/// arrays overlap what it reads.
bool isStable(const Expr &E, const LoopNest &Nest);

/// As readHeader, of a `for` of either kind.
std::optional<LoopHeaders> readLoops(NestReader &NR, const clang::Stmt *S,
                                     bool Must);

void declareSpace(NestReader &NR, const clang::CXXForRangeStmt *S,
                  const LoopHeaders &H);

void walkRange(NestReader &NR, const clang::CXXForRangeStmt *S,
               const IndexRange &Range);

void noteRange(NestReader &NR, const clang::CXXForRangeStmt *S,
               const LoopHeaders &H, unsigned First);

} // namespace heddle

#endif
