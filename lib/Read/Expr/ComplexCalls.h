//===- ComplexCalls.h - std::complex in a nest ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_COMPLEXCALLS_H
#define HEDDLE_READ_EXPR_COMPLEXCALLS_H

#include "Read/NestReader.h"

namespace heddle {

/// As spell(), of a complex number.
std::string complexName(const NestReader &NR, clang::QualType Type,
                        clang::QualType Written);

void replaceComplex(NestReader &NR, clang::TypeLoc T);

void refuseComplex(NestReader &NR, clang::TypeLoc T);

bool callComplex(NestReader &NR, const clang::CallExpr *E,
                 const clang::FunctionDecl *F);

} // namespace heddle

#endif
