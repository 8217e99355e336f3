//===- TensorStages.h - Parts of a statement that come first ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORSTAGES_H
#define HEDDLE_READ_TENSOR_TENSORSTAGES_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

Fragment computedBefore(TensorReader &TR, const LabelSet &Of,
                        clang::QualType Type,
                        llvm::function_ref<Fragment()> Value);

Fragment computedWhole(TensorReader &TR, const TensorTerm &T,
                       const TensorGoal &Goal);

std::shared_ptr<const LoopNest> finished(const TensorReader &TR,
                                         const TensorStage &S, unsigned Stage);

} // namespace heddle

#endif
