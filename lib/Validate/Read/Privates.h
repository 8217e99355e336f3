//===- Privates.h - Variables that the launch leaves alone ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_PRIVATES_H
#define HEDDLE_VALIDATE_READ_PRIVATES_H

#include "clang/AST/ASTContext.h"
#include <string>

namespace heddle {
namespace validate {

/// A launch block says by rt::privates(&v, ...) that its loops, as they were
/// before, wrote v, and that it does not. Empty, or why F shows the difference:
/// F is the function whose body holds the block. Conservative.
std::string wronglyPrivate(clang::ASTContext &Ctx, const clang::FunctionDecl &F,
                           const clang::Stmt *Block);

} // namespace validate
} // namespace heddle

#endif
