//===- Complex.h - Complex numbers of rewritten text ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_COMPLEX_H
#define HEDDLE_VALIDATE_READ_COMPLEX_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The type of std::complex and of rt::complex; else None.
Type complexType(clang::QualType T);

/// A function, operator or assignment of theirs.
bool isComplexCall(const clang::CallExpr *E);

const Node *constructComplex(Reader &R, const clang::CXXConstructExpr *E);
/// A call for which isComplexCall() holds.
const Node *complexCall(Reader &R, const clang::CallExpr *E);

} // namespace validate
} // namespace heddle

#endif
