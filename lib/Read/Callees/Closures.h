//===- Closures.h - Lambdas that functions are given -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CLOSURES_H
#define HEDDLE_READ_CALLEES_CLOSURES_H

#include "Read/NestReader.h"

namespace heddle {

/// T is the type of a lambda, or a reference to one.
bool isClosure(clang::QualType T);

/// Notes which lambda the argument A gives to P, whose function Callee reads.
/// False after an error.
bool bindClosure(NestReader &NR, const clang::Expr *A,
                 const clang::ParmVarDecl *P, NestReader &Callee);

/// The variable whose lambda V, a variable or a parameter of a copy, holds.
const clang::VarDecl *closureVariable(const NestReader &NR,
                                      const clang::VarDecl *V);

/// Takes the arguments for which the copy has no parameter from the text of a
/// call. Returns how many others the source writes.
size_t dropArguments(NestReader &NR,
                     llvm::ArrayRef<const clang::Expr *> Arguments);

} // namespace heddle

#endif
