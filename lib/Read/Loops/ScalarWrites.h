//===- ScalarWrites.h - Variables that outlive an iteration -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_SCALARWRITES_H
#define HEDDLE_READ_LOOPS_SCALARWRITES_H

#include "Read/NestReader.h"

namespace heddle {

void refuseScalarWrite(NestReader &NR, const clang::Expr *E,
                       const clang::ValueDecl *D, llvm::StringRef Name);

void findWrittenScalars(NestReader &NR, const clang::Stmt *S);

/// A use of a scalar that the nest writes. False where E is none.
bool useWrittenScalar(NestReader &NR, const clang::Expr *E, AccessMode Mode);

/// A use of an element that serves as one (ReducedElements.h), likewise.
bool useReducedElement(NestReader &NR, const clang::Expr *E, AccessMode Mode);

} // namespace heddle

#endif
