//===- PureFunctions.h - Functions that only compute -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of numbers that does nothing but compute its value touches no
// tensor, whatever it is called with.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_PUREFUNCTIONS_H
#define HEDDLE_READ_BLOCK_PUREFUNCTIONS_H

namespace clang {
class FunctionDecl;
class LambdaExpr;
class SourceManager;
} // namespace clang

namespace heddle {

/// F, which may be null, is one of <cmath> or its like, for numbers.
bool isMathFunction(const clang::FunctionDecl *F,
                    const clang::SourceManager &SM);

/// L does nothing but compute its value from its arguments.
bool isPureLambda(const clang::LambdaExpr *L, const clang::SourceManager &SM);

} // namespace heddle

#endif
