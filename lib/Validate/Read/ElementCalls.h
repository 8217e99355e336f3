//===- ElementCalls.h - Library calls over elements -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_ELEMENTCALLS_H
#define HEDDLE_VALIDATE_READ_ELEMENTCALLS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A statement that calls memcpy, memmove or memset, or std::copy, copy_n, fill
/// or fill_n with pointers, as their definitions say; null: another one.
const Node *elementCall(Reader &R, const clang::CallExpr *E);

} // namespace validate
} // namespace heddle

#endif
