//===- TensorNames.h - Values in index notation -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORNAMES_H
#define HEDDLE_READ_TENSOR_TENSORNAMES_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

Fragment named(TensorReader &TR, const TensorTerm &T, const NamedLabels &Names);

} // namespace heddle

#endif
