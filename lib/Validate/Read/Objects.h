//===- Objects.h - How objects get their first values -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object in memory gets its value scalar by scalar. Initializers of arrays,
// records and views are read here.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_OBJECTS_H
#define HEDDLE_VALIDATE_READ_OBJECTS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// Init, of type T, is written to Pointer; as an expression.
const Node *initialize(Reader &R, const Node *Pointer, const clang::Expr *Init,
                       clang::QualType T);
/// The members and bases that C initializes before its body.
void initializeMembers(Reader &R, const clang::CXXConstructorDecl *C,
                       std::vector<const Node *> &Lines);

} // namespace validate
} // namespace heddle

#endif
