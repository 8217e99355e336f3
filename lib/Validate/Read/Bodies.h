//===- Bodies.h - Calls of the function of a loop's body --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_BODIES_H
#define HEDDLE_VALIDATE_READ_BODIES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A call that is read as the text of what it calls. Null: E calls another
/// function.
const Node *bodyCall(Reader &R, const clang::CallExpr *E);

} // namespace validate
} // namespace heddle

#endif
