//===- OneNest.h - The text of two nests as one ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_ONENEST_H
#define HEDDLE_READ_BLOCK_ONENEST_H

#include "Diagnostics/Report.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace heddle {

/// The one at which S ends, the semicolon of an expression included.
clang::SourceLocation lastToken(const clang::ASTContext &Ctx,
                                const clang::Stmt *S);

/// Edits that put the body of Second, which runs directly behind First with the
/// same iterations of Depth perfect loops, behind that of First in its loops.
/// Counters of other names are declared there. None where the text does not
/// allow that: anything but comments between the two, directives, macros that
/// make the loops, headers that differ in more than the counters' names,
/// mappings of both, loops of other forms, names that would be other things in
/// the loops of First.
std::vector<FixIt> oneNestEdits(const clang::ASTContext &Ctx,
                                const clang::AttributedStmt *First,
                                const clang::AttributedStmt *Second,
                                unsigned Depth);

} // namespace heddle

#endif
