//===- StraightParts.h - Nests that run one after another ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_STRAIGHTPARTS_H
#define HEDDLE_READ_BLOCK_STRAIGHTPARTS_H

#include "Read/Memory/VariableFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace heddle {

/// Annotated nests that run one after another, each once whenever the first one
/// does: statements of one block. Between them no code of the host touches
/// memory that they may, and no variable that a later one takes a number or a
/// pointer from changes from the first nest on.
struct StraightPart {
  std::vector<const clang::AttributedStmt *> Nests; ///< at least one
};

/// The parts of S, a statement of the function that Facts are about, in the
/// order of the source; each is as long as it can be. IsNest: says which
/// annotated statements are nests.
std::vector<StraightPart>
straightParts(const clang::ASTContext &Ctx, const VariableFacts &Facts,
              const clang::Stmt *S,
              llvm::function_ref<bool(const clang::AttributedStmt *)> IsNest);

} // namespace heddle

#endif
