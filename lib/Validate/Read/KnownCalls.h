//===- KnownCalls.h - Functions of which only the name counts ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of numbers from libraries are compared by their names. A few of
// them have an operation of their own.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_KNOWNCALLS_H
#define HEDDLE_VALIDATE_READ_KNOWNCALLS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A call whose result is a value of its arguments, by reference or not; null:
/// another one.
const Node *valueTwin(Reader &R, const clang::CallExpr *E);
/// `std::numeric_limits<float>::max()`, as the literal that means the same.
const Node *constantCall(Reader &R, const clang::CallExpr *E);
/// Functions of numbers alone, whose text is not looked at.
const Node *knownCall(Reader &R, const clang::CallExpr *E,
                      const clang::FunctionDecl *F);

} // namespace validate
} // namespace heddle

#endif
