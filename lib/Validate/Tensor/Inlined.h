//===- Inlined.h - Functions that return a tensor expression ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the program that returns one expression of its parameters is
// read where it is called.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_INLINED_H
#define HEDDLE_VALIDATE_TENSOR_INLINED_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A function of the program that returns one expression of its parameters.
const Term *inlined(Reader &R, const clang::CallExpr *E,
                    const clang::FunctionDecl *F);

} // namespace validate
} // namespace heddle

#endif
