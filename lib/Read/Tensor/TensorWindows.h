//===- TensorWindows.h - Slices and padding of tensors ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORWINDOWS_H
#define HEDDLE_READ_TENSOR_TENSORWINDOWS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

std::optional<TensorTerm> storedTerm(TensorReader &TR, const clang::Expr *E,
                                     const TensorFrame *F);

bool readWindow(TensorReader &TR, const TensorCall &C, const TensorFrame *F,
                TensorTerm &Out);

std::optional<LinearForm> readExtent(TensorReader &TR,
                                     const clang::CXXMemberCallExpr *E,
                                     const TensorFrame *F);

TensorExtent windowExtent(TensorReader &TR, const TensorTerm &T,
                          unsigned Dimension);

void requireWindow(TensorReader &TR, const TensorTerm &T);

void requireAtMost(TensorReader &TR, const LinearForm &A, const LinearForm &B,
                   const char *Reason);

void assumeConditions(TensorReader &TR);

TensorGoal within(const TensorReader &TR, const TensorTerm &T,
                  const TensorGoal &Goal);

std::pair<const TensorTerm *, TensorGoal>
storage(const TensorReader &TR, const TensorTerm &T, TensorGoal Goal);

Fragment padded(TensorReader &TR, const TensorTerm &T, const TensorGoal &Goal);

} // namespace heddle

#endif
