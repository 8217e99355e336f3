//===- PointerLoops.h - Loops that move a pointer ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_POINTERLOOPS_H
#define HEDDLE_READ_LOOPS_POINTERLOOPS_H

#include "Read/Loops/HeaderForms.h"

namespace heddle {

/// V is a pointer, or an iterator of a container.
bool isPointerLike(const clang::VarDecl *V);

/// The pointer or iterator E, before the loop: a place in an array that stays
/// where it is; nothing is evaluated, and what is not understood is no error.
std::optional<Position> placeOf(NestReader &NR, const clang::Expr *E);

/// As readHeader, of a header whose first variable is such a one.
std::optional<LoopHeaders> readPointers(NestReader &NR,
                                        const clang::ForStmt *For, bool Must);

/// Evaluates the two ends of what a loop of readPointers passes.
void walkPointers(NestReader &NR, const clang::ForStmt *For);

/// The pointer leads to the element that the counter of L names, from here on.
MovedTexts enterPointers(NestReader &NR, const clang::ForStmt *For,
                         const Loop &L);

} // namespace heddle

#endif
