//===- TensorText.h - Expressions as text -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORTEXT_H
#define HEDDLE_READ_TENSOR_TENSORTEXT_H

#include "Read/Tensor/TensorReader.h"

namespace heddle {

/// The text of T where it is launched: of what readTerm() understands.
std::string hostText(TensorReader &TR, const TensorTerm &T);

} // namespace heddle

#endif
