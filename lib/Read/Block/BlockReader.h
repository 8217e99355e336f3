//===- BlockReader.h - What is known while a block is read ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One BlockReader is filled while one block is read. The functions that take it
// are free, one file each:
//
//   ReuseReader       statements
//   ReuseDeclarations declarations
//   ReuseExpr         expressions: what they read, and where
//   ReuseTensors      the tensors that are named, and their accesses
//
// Code that is not followed makes its statement opaque, and takes the block's
// own tensors that it names out of the game.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_BLOCKREADER_H
#define HEDDLE_READ_BLOCK_BLOCKREADER_H

#include "Read/Block/ReuseReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

/// The names of tensors, with their numbers.
struct TensorNames {
  llvm::DenseMap<const clang::VarDecl *, unsigned> Variables;
  llvm::StringMap<unsigned> Members; ///< by the path from a named object
  llvm::DenseSet<const clang::DeclRefExpr *> Seen; ///< read as tensors
  llvm::StringSet<> Own; ///< of all variables that the block declares
};

/// The statement at hand; one declared variable counts as one.
struct StatementReader {
  ProgramStep Effects;
  int Number = 0;
  /// Its declaration has variables of one type alone.
  bool OfOneType = true;
  unsigned LeftRank = 0; ///< of the left-hand side
  /// The length of each index.
  llvm::DenseMap<const clang::VarDecl *, int64_t> LengthOf;
  /// The first expression that was not followed, and why.
  const clang::Expr *FailedAt = nullptr;
  std::string FailedWhy;
};

/// An assignment that is of all elements if the tensor that is copied has never
/// been moved from.
struct TensorCopy {
  size_t Statement, Access;
  unsigned From; ///< the tensor
};

struct BlockReader {
  BlockReader(clang::ASTContext &Ctx, const clang::FunctionDecl *Function)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Function(Function) {}

  clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  const clang::FunctionDecl *Function; ///< that has the block
  ReadBlock Out;
  TensorNames Names;
  StatementReader Now;
  std::vector<TensorCopy> Copies;
};

SourceRef ref(const BlockReader &BR, clang::SourceRange Range);
inline SourceRef ref(const BlockReader &BR, const clang::Stmt *S) {
  return ref(BR, S->getSourceRange());
}
std::string text(const BlockReader &BR, clang::SourceRange Range);

/// BR.Now is an empty statement at Where.
void beginStatement(BlockReader &BR, clang::SourceRange Where);
/// Adds BR.Now to the block.
void endStatement(BlockReader &BR);
/// BR.Now, which is S or D, is not followed: it may do anything to the tensors
/// that it names.
void giveUp(BlockReader &BR, const clang::Stmt *S, const clang::Decl *D,
            llvm::StringRef Why);

} // namespace heddle

#endif
