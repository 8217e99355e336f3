//===- TensorScalars.h - Numbers that functions compute ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORSCALARS_H
#define HEDDLE_READ_TENSOR_TENSORSCALARS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

bool onlyReads(const TensorReader &TR, const clang::Stmt *S);

std::optional<Fragment> scalar(TensorReader &TR, const clang::Expr *E,
                               const TensorFrame *F);

} // namespace heddle

#endif
