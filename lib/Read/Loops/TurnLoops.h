//===- TurnLoops.h - Loops whose turns are counted --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `while (k--)`, `for (++p; p != end; ++p)` and `for (int l = 0, h = n - 1; l <
// h; ++l, --h)` have no counter that Heddle reads, but their conditions compare
// locals that grow by a constant in each turn (MovedLocals): the model gets a
// loop over the turns, of which the text knows nothing.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_TURNLOOPS_H
#define HEDDLE_READ_LOOPS_TURNLOOPS_H

#include "Read/NestReader.h"

namespace heddle {

enum class Turns : unsigned char {
  Unknown, ///< any number of them
  AtMost,  ///< the loop may end before the condition says so
  Exact,
};

/// Appends the loop of the turns of S, a loop in a thread, to the model, if its
/// condition says how many there are and the body uses memory.
Turns countTurns(NestReader &NR, const clang::Stmt *S, const clang::Expr *Cond,
                 const clang::Stmt *Body);

/// The last loop of the model, if it counts the turns, becomes the innermost
/// one around what follows.
void enterTurns(NestReader &NR, Turns Counted);
void leaveTurns(NestReader &NR, Turns Counted);

} // namespace heddle

#endif
