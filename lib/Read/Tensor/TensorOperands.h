//===- TensorOperands.h - Arrays and numbers --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSOROPERANDS_H
#define HEDDLE_READ_TENSOR_TENSOROPERANDS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

std::optional<unsigned> tensorFor(TensorReader &TR, const clang::Expr *E);

std::string freshName(TensorReader &TR, llvm::StringRef Base);

std::string typeName(TensorReader &TR, clang::QualType T);

void addCondition(TensorReader &TR, std::string Text, std::string Reason);

ExprRef number(const TensorReader &TR, int64_t Value);

ExprRef counter(const TensorReader &TR, unsigned Label, const clang::Expr *E);

} // namespace heddle

#endif
