//===- Shortcuts.h - Expressions that are simpler somewhere -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_SHORTCUTS_H
#define HEDDLE_READ_EXPR_SHORTCUTS_H

#include "Read/NestReader.h"

namespace heddle {

/// Notes that E, a comparison or a connective that the walk has come to, is
/// true or false where that is so (LoopNest::Shortcuts).
void noteTruth(NestReader &NR, const clang::BinaryOperator *E);

/// Notes that the call of std::min, max or clamp of integers is one of its
/// arguments where that is so.
void noteChoice(NestReader &NR, const clang::CallExpr *E,
                const clang::FunctionDecl *F);

} // namespace heddle

#endif
