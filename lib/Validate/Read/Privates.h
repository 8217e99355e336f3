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
/// before, wrote v, and that it does not. Wrong: set to why F shows the
/// difference, where it does; Why: to what is not known how to read. F is the
/// function whose body holds the block. Conservative.
void checkPrivates(clang::ASTContext &Ctx, const clang::FunctionDecl &F,
                   const clang::Stmt *Block, std::string &Wrong,
                   std::string &Why);

} // namespace validate
} // namespace heddle

#endif
