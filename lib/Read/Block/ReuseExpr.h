//===- ReuseExpr.h - What an expression reads of tensors -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_REUSEEXPR_H
#define HEDDLE_READ_BLOCK_REUSEEXPR_H

#include "Read/Block/BlockReader.h"
#include "Read/Tensor/TensorRules.h"

namespace heddle {

/// Adds the reads of E, which is read at At, to the statement at hand; false
/// where E is not followed.
bool readExpr(BlockReader &BR, const clang::Expr *E, const ReadAt &At);

/// Each of All, which are read anywhere.
bool readAll(BlockReader &BR, llvm::ArrayRef<const clang::Expr *> All);

/// E is not followed. Returns false.
bool fail(BlockReader &BR, const clang::Expr *E, std::string Why);

/// Index notation compares extents when it runs, which cannot fail where all of
/// them are known and equal.
void measure(BlockReader &BR, const clang::Expr *Of,
             llvm::ArrayRef<const clang::VarDecl *> Names);

} // namespace heddle

#endif
