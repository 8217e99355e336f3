//===- ReuseReader.h - Reads a block of tensor statements ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_REUSEREADER_H
#define HEDDLE_READ_BLOCK_REUSEREADER_H

#include "IR/Program.h"
#include <vector>

namespace clang {
class ASTContext;
class CompoundStmt;
class DeclStmt;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace heddle {

struct ReadBlock {
  Program Block;
  /// By tensor: the variable that the block declares, else null.
  std::vector<const clang::VarDecl *> Declared;
  /// The declarations' statements in their order.
  std::vector<const clang::DeclStmt *> Statements;
};

/// Block is part of Function.
ReadBlock readBlock(clang::ASTContext &Ctx, const clang::FunctionDecl *Function,
                    const clang::CompoundStmt *Block);

} // namespace heddle

#endif
