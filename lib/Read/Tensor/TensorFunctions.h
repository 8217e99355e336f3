//===- TensorFunctions.h - The program's functions of elements --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORFUNCTIONS_H
#define HEDDLE_READ_TENSOR_TENSORFUNCTIONS_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

Fragment called(TensorReader &TR, const TensorTerm &T,
                std::vector<Fragment> Operands);

} // namespace heddle

#endif
