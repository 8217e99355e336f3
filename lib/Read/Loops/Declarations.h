//===- Declarations.h - What a nest declares --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_DECLARATIONS_H
#define HEDDLE_READ_LOOPS_DECLARATIONS_H

#include "Read/NestReader.h"

namespace heddle {

void walkDeclaration(NestReader &NR, const clang::DeclStmt *S);

void walkVariable(NestReader &NR, const clang::VarDecl *V);

void walkInitializer(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
