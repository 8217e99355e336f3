//===- StraightParts.h - Nests that run one after another ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_STRAIGHTPARTS_H
#define HEDDLE_READ_BLOCK_STRAIGHTPARTS_H

#include "Read/Memory/VariableFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace heddle {

/// Annotated nests that run one after another, each once whenever the first one
/// does: statements of one block. Between them no code of the host touches
/// memory that they may. Numbers and pointers that a nest takes from variables
/// are the same from the first nest on, and a name means one variable in all of
/// them.
struct StraightPart {
  std::vector<const clang::AttributedStmt *> Nests; ///< at least one
  /// The variables from outside that they name.
  llvm::StringMap<const clang::VarDecl *> Names;
  /// They run whenever the statement does, or each turn of the loop that it is,
  /// unless an exception is thrown.
  bool Always = false;
};

/// The parts of S, a block or a loop of the function that Facts are about, in
/// the order of the source; each is as long as it can be. Nests in functions
/// and lambdas that S calls are in none. IsNest: says which annotated
/// statements are nests.
std::vector<StraightPart>
straightParts(const clang::ASTContext &Ctx, const VariableFacts &Facts,
              const clang::Stmt *S,
              llvm::function_ref<bool(const clang::AttributedStmt *)> IsNest);

} // namespace heddle

#endif
