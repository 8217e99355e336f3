//===- ReadLaunch.h - From Clang's tree to a Nest ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The block around a launch is read as a statement, then what is promised
// before it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_READLAUNCH_H
#define HEDDLE_VALIDATE_READ_READLAUNCH_H

#include "Validate/Tree.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle {
namespace validate {

/// Reads one launch out of rewritten text. Block: around it. Assumed:
/// conditions that hold before it. Changed: variables of the function whose
/// values are not only those that they are initialised with. Fresh: those behind
/// whose declarations nothing has happened but that numbers were computed.
void readLaunch(clang::ASTContext &Ctx, Nest &Out, const clang::Stmt *Block,
                llvm::ArrayRef<const clang::Expr *> Assumed,
                const llvm::DenseSet<const clang::VarDecl *> &Changed,
                const llvm::DenseSet<const clang::VarDecl *> &Fresh);

} // namespace validate
} // namespace heddle

#endif
