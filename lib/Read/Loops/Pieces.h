//===- Pieces.h - Parts of a body that share no local -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_PIECES_H
#define HEDDLE_READ_LOOPS_PIECES_H

#include "Read/NestReader.h"

namespace heddle {

/// Children: of S, the innermost loop's body, without text. Their pieces come
/// at Place of Nest->Pieces.
void notePieces(NestReader &NR, const clang::CompoundStmt *S,
                std::vector<Piece> Children, size_t Place);

/// S is one of the statements that Body has between its braces.
bool isStatementOf(const clang::Stmt *Body, const clang::Stmt *S);

} // namespace heddle

#endif
