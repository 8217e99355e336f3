//===- ReuseTensors.h - The tensors that a block names ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_REUSETENSORS_H
#define HEDDLE_READ_BLOCK_REUSETENSORS_H

#include "Read/Block/BlockReader.h"

namespace heddle {

/// The number of T, which the block declares as Declared, or not.
unsigned addTensor(BlockReader &BR, ProgramArray T,
                   const clang::VarDecl *Declared = nullptr);

/// Says of To what its type T does.
void describeType(const BlockReader &BR, clang::QualType T, ProgramArray &To);

/// The tensor or view that E names; nothing if it names none.
std::optional<unsigned> namedTensor(BlockReader &BR, const clang::Expr *E);

/// Where is an expression of the statement at hand.
void addAccess(BlockReader &BR, ArrayEffect::KindType Kind, unsigned Tensor,
               const clang::Expr *Where, bool InPlace = false);

/// Tensor keeps memory of its own.
void keep(BlockReader &BR, unsigned Tensor, std::string Why, SourceRef Where);
/// The same, for what its declaration says.
void keepDeclared(BlockReader &BR, unsigned Tensor, llvm::StringRef Why);

/// Something happens in S or D that is not followed.
void mention(BlockReader &BR, const clang::Stmt *S, const clang::Decl *D,
             llvm::StringRef Why);

/// All tensors that are named were read as such: none is hidden in a type, or
/// in a part that was passed over.
bool isAllRead(BlockReader &BR, const clang::Stmt *S, const clang::Decl *D);

} // namespace heddle

#endif
