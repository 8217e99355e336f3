//===- Functions.h - Functions that kernels and loops call ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function is read once, with its parameters in the first slots, and becomes
// a row of Nest::Functions.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_FUNCTIONS_H
#define HEDDLE_VALIDATE_READ_FUNCTIONS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The number of F in Nest::Functions; -1 where its text is not known.
/// StandsThere: F is that of a lambda, which stands where it is called.
int readFunction(Reader &R, const clang::FunctionDecl *F,
                 bool StandsThere = false);
/// Variables that a lambda makes of its captures, [t = s / 3], and, where it
/// StandsThere, also what it captures by copy.
llvm::SmallVector<const clang::VarDecl *, 4>
madeBy(const clang::FunctionDecl *F, bool StandsThere);
/// Their values, which the call of a lambda that stands there takes, too.
bool captured(Reader &R, const clang::CXXMethodDecl *Lambda,
              llvm::SmallVectorImpl<const Node *> &Out);

} // namespace validate
} // namespace heddle

#endif
