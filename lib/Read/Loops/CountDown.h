//===- CountDown.h - `for (long i = n; i-- > 0;)` ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_COUNTDOWN_H
#define HEDDLE_READ_LOOPS_COUNTDOWN_H

#include "Read/NestReader.h"

namespace heddle {

/// A header that steps by -1 in its condition.
struct CountDown {
  /// `i--` or `--i`, and what it is compared with; null: it is compared with 0
  /// by being a condition.
  const clang::UnaryOperator *Step = nullptr;
  const clang::Expr *Bound = nullptr;
  Relation Rel = Relation::Gt;
};

/// None: the header has a step of its own, or does something else.
std::optional<CountDown> countDown(const clang::ForStmt *For,
                                   const clang::VarDecl *Counter);

/// Completes L, whose Init is the first value before the first step.
void readCountDown(NestReader &NR, const clang::ForStmt *For,
                   const CountDown &C, Loop &L);

} // namespace heddle

#endif
