//===- TensorProducts.h - Products of tensors, summed -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORPRODUCTS_H
#define HEDDLE_READ_TENSOR_TENSORPRODUCTS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

Fragment productOf(TensorReader &TR, TensorProduct P);

bool flatten(TensorReader &TR, const TensorTerm &T, const TensorGoal &Goal,
             TensorProduct &P);

bool isRepeated(const TensorReader &TR, const LabelSet &Labels);

/// How many factors and sums T adds to a product that it is part of, as
/// size_in_product of goals.h.
std::pair<unsigned, unsigned> sizeInProduct(const TensorTerm &T);

} // namespace heddle

#endif
