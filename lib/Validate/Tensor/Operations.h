//===- Operations.h - Tensors, as the validator runs them ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_OPERATIONS_H
#define HEDDLE_VALIDATE_TENSOR_OPERATIONS_H

#include "Validate/Interpret/Interpreter.h"

namespace heddle {
namespace validate {

/// E: one of the operations from Op::Sum to Op::Refuse.
Value tensorOperation(Interpreter &I, const Node *E);

} // namespace validate
} // namespace heddle

#endif
