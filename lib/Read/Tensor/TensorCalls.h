//===- TensorCalls.h - Functions that return tensor expressions -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORCALLS_H
#define HEDDLE_READ_TENSOR_TENSORCALLS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

void follow(const TensorReader &TR, const clang::Expr *&E,
            const TensorFrame *&F);

const clang::Expr *atStatement(TensorReader &TR, const clang::Expr *E,
                               const TensorFrame *F);

const clang::Expr *enter(TensorReader &TR, const clang::CallExpr *E,
                         const TensorFrame *F, const TensorFrame *&Inner);

const clang::Expr *readFunction(TensorReader &TR, TensorFrame &New,
                                const clang::Stmt *Body);

bool leave(TensorReader &TR, const TensorFrame *Inner);

} // namespace heddle

#endif
