//===- TensorTerm.h - A tensor expression -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORTERM_H
#define HEDDLE_READ_TENSOR_TENSORTERM_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

std::optional<TensorTerm> readTerm(TensorReader &TR, const clang::Expr *E);

std::optional<TensorTerm> numberTerm(TensorReader &TR, const clang::Expr *E,
                                     const TensorFrame *F);

std::optional<TensorTerm> compound(TensorReader &TR,
                                   const clang::CXXOperatorCallExpr *E,
                                   TensorTerm Right);

clang::QualType commonType(const TensorReader &TR, clang::QualType A,
                           clang::QualType B);

bool refuseTerm(TensorReader &TR, const clang::Stmt *S, llvm::StringRef Why,
                const TensorFrame *F = nullptr);

/// As messages name a function.
std::string nameOf(const clang::FunctionDecl *F);

} // namespace heddle

#endif
