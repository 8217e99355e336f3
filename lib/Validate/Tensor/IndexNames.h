//===- IndexNames.h - Index notation in tensor expressions ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In c(i, j) = a(i, k) * b(k, j) a name stands for all values of an index. A
// name that is not on the left is summed over.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_INDEXNAMES_H
#define HEDDLE_VALIDATE_TENSOR_INDEXNAMES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The value of T where these names are known. One that is not is summed over
/// at the first operation two of whose operands have it, or where it stands;
/// + and - join terms with sums of their own.
const Node *valueNamed(Reader &R, const Term *T, const NamedValues &Known);
/// One name has one extent.
void agreeOnNames(Reader &R, llvm::ArrayRef<const Term *> All);

} // namespace validate
} // namespace heddle

#endif
