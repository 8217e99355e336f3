//===- PrivateArrays.h - Arrays that the launch leaves alone ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_PRIVATEARRAYS_H
#define HEDDLE_VALIDATE_READ_PRIVATEARRAYS_H

#include "clang/AST/ASTContext.h"
#include "clang/Analysis/CFG.h"

namespace heddle {
namespace validate {

/// The statements that run as part of S: a directive of OpenMP runs those that it
/// has captured.
llvm::SmallVector<const clang::Stmt *, 4> runParts(const clang::Stmt *S);

/// Whether all that S does with the array V is to read and assign elements, and
/// to mark it for launches.
bool isUsedByElement(const clang::Stmt *S, const clang::VarDecl *V);

enum class ReadBehind : unsigned char { No, Perhaps, Yes };

/// Whether a path from behind Mark reads an element of V that it has not
/// assigned. Elements are known by constant subscripts, and where a loop has
/// assigned all of them. Yes: the path has assigned none.
ReadBehind elementReadBehind(const clang::ASTContext &Ctx,
                             const clang::CFG &Graph,
                             const clang::CallExpr *Mark,
                             const clang::VarDecl *V);

} // namespace validate
} // namespace heddle

#endif
