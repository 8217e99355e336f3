//===- TensorOrder.h - Which factors are contracted first -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORORDER_H
#define HEDDLE_READ_TENSOR_TENSORORDER_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

std::optional<Contraction> contractionOf(TensorReader &TR,
                                         const TensorProduct &P,
                                         const std::vector<unsigned> &Which);

} // namespace heddle

#endif
