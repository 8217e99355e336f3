//===- Values.h - The expressions of a nest as values -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_VALUES_H
#define HEDDLE_READ_EXPR_VALUES_H

#include "Read/NestReader.h"

namespace heddle {

/// One of the numbers that C++ has by itself, up to 64 bits.
bool isNumber(clang::QualType T);

/// Notes in NR.Spans which bytes of the text are which operator, call, literal,
/// name or statement, for S and all in it. Code that a macro's body spells is
/// left out, since it has no bytes of its own there.
void collectValues(NestReader &NR, const clang::Stmt *S);

} // namespace heddle

#endif
