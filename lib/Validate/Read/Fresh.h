//===- Fresh.h - Numbers that are what they began with ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_FRESH_H
#define HEDDLE_VALIDATE_READ_FRESH_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace heddle {
namespace validate {

/// S declares numbers alone, which it computes from others, and changes
/// nothing.
bool declaresNumbers(const clang::ASTContext &Ctx, const clang::DeclStmt &S);

/// S changes nothing, or only says where arrays have to be.
bool isQuiet(const clang::Stmt *S);

/// Child is a block, or a choice between instantiations, that runs where S
/// comes to it, once and as a whole: it may be the launch.
bool goesStraightOn(const clang::Stmt *S, const clang::Stmt *Child);

} // namespace validate
} // namespace heddle

#endif
