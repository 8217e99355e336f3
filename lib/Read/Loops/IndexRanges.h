//===- IndexRanges.h - Range-based loops over indices ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (auto [i, j] : heddle::indices(L, U, T, W))` and
// `for (auto i : std::views::iota(l, u))`: what they count, as the source has
// it. And what both kinds of `for` have in common.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_INDEXRANGES_H
#define HEDDLE_READ_LOOPS_INDEXRANGES_H

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace heddle {

/// One dimension each, outermost first; from Lower, inclusive, to Upper,
/// exclusive.
struct IndexRange {
  llvm::SmallVector<const clang::VarDecl *, 4> Counters;
  // Each a value, or a variable that has it.
  llvm::SmallVector<const clang::Expr *, 4> Lower; ///< empty: all 0
  llvm::SmallVector<const clang::Expr *, 4> Upper;
  llvm::SmallVector<const clang::Expr *, 4> Step, Width; ///< empty: all 1
};

/// Nothing where the loop is none over indices, or where Why says what of it is
/// not understood.
std::optional<IndexRange> indexRange(const clang::CXXForRangeStmt *S,
                                     std::string &Why);

/// E makes a `std::ranges::iota_view`, of which it takes no references.
bool makesIota(const clang::Expr *E);

/// The variable that D is, or that holds the value of the structured binding D;
/// null where there is none.
const clang::VarDecl *variableOf(const clang::ValueDecl *D);

/// The keyword, the closing parenthesis and the body of a `for` of either kind;
/// the first and the last token of a call of an algorithm, which has no body of
/// its own; invalid or null for other statements.
clang::SourceLocation keywordOf(const clang::Stmt *Loop);
clang::SourceLocation closingOf(const clang::Stmt *Loop);
const clang::Stmt *bodyOf(const clang::Stmt *Loop);

} // namespace heddle

#endif
