//===- TensorBody.h - The loops that compute a tensor statement -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORBODY_H
#define HEDDLE_READ_TENSOR_TENSORBODY_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

void writeBody(TensorReader &TR, const TensorTerm &Right);

void openLoop(TensorReader &TR, unsigned Label);

void closeLoop(TensorReader &TR);

void line(TensorReader &TR, const FragmentText &Text);

LabelSet openLabels(const TensorReader &TR);

FragmentText at(const TensorReader &TR, const Fragment &F,
                Fragment::Level Least);

Fragment infix(const TensorReader &TR, const Fragment &A, const char *Op,
               const Fragment &B, clang::QualType T);

Fragment converted(TensorReader &TR, Fragment F, clang::QualType T);

ExprRef exprOf(TensorReader &TR, const TensorIndex &I, const clang::Expr *E);

std::string textOf(TensorReader &TR, const TensorIndex &I, bool InKernel);

Fragment element(TensorReader &TR, unsigned Array, const clang::Expr *E,
                 clang::QualType Type, const TensorGoal &Goal, bool Write);

Fragment numberValue(TensorReader &TR, const TensorTerm &T);

Fragment value(TensorReader &TR, const TensorTerm &T, const TensorGoal &Goal);

Fragment function(TensorReader &TR, const TensorTerm &T,
                  std::vector<Fragment> Operands);

TensorGoal exchanged(TensorGoal Goal, std::pair<unsigned, unsigned> P);

LabelSet labelsOf(const TensorGoal &Goal);

} // namespace heddle

#endif
