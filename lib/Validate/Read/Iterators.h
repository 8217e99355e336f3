//===- Iterators.h - Iterators of standard containers -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterators that are classes around one pointer are read as that pointer.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_ITERATORS_H
#define HEDDLE_VALIDATE_READ_ITERATORS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The type of the elements that an iterator of a standard library's class
/// goes over; null: T is none.
clang::QualType iteratedBy(clang::QualType T);

/// An operator of iterators; null: E is no such operator.
const Node *iteratorCall(Reader &R, const clang::CXXOperatorCallExpr *E);

/// A comparison of iterators that C++20 makes of others; null: E is another.
const Node *iteratorsCompared(Reader &R,
                              const clang::CXXRewrittenBinaryOperator *E);

/// E changes an iterator, and is the pointer that it has then.
bool changesIterator(const clang::CallExpr *E);

} // namespace validate
} // namespace heddle

#endif
