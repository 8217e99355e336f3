//===- LibraryCalls.h - Functions of C with results of their own *- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_LIBRARYCALLS_H
#define HEDDLE_READ_CALLEES_LIBRARYCALLS_H

#include "Read/NestReader.h"

namespace heddle {

/// Functions of the C library and of compilers that give an integer for a
/// number (`lround`, `__builtin_popcount`), or store results (`sincos`). False:
/// E is none of these.
bool callLibrary(NestReader &NR, const clang::CallExpr *E,
                 const clang::FunctionDecl *F);

} // namespace heddle

#endif
