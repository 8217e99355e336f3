//===- TensorExtents.h - How long the dimensions of tensors are -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSOREXTENTS_H
#define HEDDLE_READ_TENSOR_TENSOREXTENTS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

LinearForm hostValue(TensorReader &TR, std::string Host, std::string Said,
                     std::string Name, const clang::Expr *Of);

LinearForm ownExtent(TensorReader &TR, const clang::Expr *E,
                     unsigned Dimension);

TensorExtent extentOf(TensorReader &TR, const TensorTerm &T,
                      unsigned Dimension);

LinearForm resolved(const TensorReader &TR, const LinearForm &F);

std::string hostText(const TensorReader &TR, const LinearForm &F);

std::string said(const TensorReader &TR, const LinearForm &F);

std::string kernelText(TensorReader &TR, const LinearForm &F);

ExprRef exprOf(TensorReader &TR, const LinearForm &F, const clang::Expr *E);

/// Ends the statement in the kernel's place unless A and B are equal.
void requireSame(TensorReader &TR, const LinearForm &A, const LinearForm &B);

void requireAssigned(TensorReader &TR, const TensorTerm &Right);

void setArrayExtents(TensorReader &TR);

bool indicesFitInt(const TensorReader &TR);

void labelLeft(TensorReader &TR);

/// Name: that of its index in the source, or empty.
unsigned newLabel(TensorReader &TR, const TensorExtent &E,
                  llvm::StringRef Name);

bool needsWideIndex(const TensorReader &TR, unsigned Array);

} // namespace heddle

#endif
