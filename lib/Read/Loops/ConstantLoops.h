//===- ConstantLoops.h - Loops over a constant range ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_CONSTANTLOOPS_H
#define HEDDLE_READ_LOOPS_CONSTANTLOOPS_H

#include "Read/NestReader.h"

namespace heddle {

/// Loops with bounds beyond this are none of these.
constexpr int64_t MostOfConstantLoop = 4096;

/// Integers from Begin up to, but not including, End.
struct Range {
  int64_t Begin = 0, End = 0;
};

/// A loop whose counter takes all numbers of a constant range that is not
/// empty, in either order.
struct ConstantLoop {
  const clang::ForStmt *For = nullptr;
  const clang::VarDecl *Counter = nullptr;
  Range Values;
};

/// E is a constant expression of 64 bits with this value.
std::optional<int64_t> constantOf(const NestReader &NR, const clang::Expr *E);

/// A jump in S, which might leave out what stands behind it.
bool jumps(const clang::Stmt *S);

/// None where something else than the header may change the counter. The loop
/// runs to its end unless something jumps.
std::optional<ConstantLoop> constantLoop(const NestReader &NR,
                                         const clang::ForStmt *For);

/// The loop of Loops, outermost first, whose counter E is, as in `c`, `c + 1`
/// and `c - 1`; Shift: how much is added to it. Null: none.
const ConstantLoop *counterIn(const NestReader &NR, const clang::Expr *E,
                              llvm::ArrayRef<ConstantLoop> Loops,
                              int64_t &Shift);

} // namespace heddle

#endif
