//===- Functions.h - Functions of the elements of tensors -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function or an operator is applied to the elements at each index.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_FUNCTIONS_H
#define HEDDLE_VALIDATE_TENSOR_FUNCTIONS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The type of a + b, as C++ has it.
Type arithmeticType(Type A, Type B);
/// Operands are converted first; T: of the result.
const Term *operation(Reader &R, clang::OverloadedOperatorKind K,
                      llvm::ArrayRef<const Term *> Operands, Type T,
                      const clang::Expr *E);
/// A function of <cmath>, by its name; null: none.
const Term *elementFunction(Reader &R, llvm::StringRef Name,
                            llvm::ArrayRef<const Term *> Operands, Type T);
/// elementwise(f, a, ...)
const Term *elementwise(Reader &R, const clang::CallExpr *E);

} // namespace validate
} // namespace heddle

#endif
