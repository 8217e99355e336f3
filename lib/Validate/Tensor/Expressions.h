//===- Expressions.h - Tensor expressions of rewritten text -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's expressions of the tensor library become terms.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_EXPRESSIONS_H
#define HEDDLE_VALIDATE_TENSOR_EXPRESSIONS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

const Term *term(Reader &R, const clang::Expr *Whole);
/// The variable that names an index; null: it is not understood.
const clang::NamedDecl *indexName(Reader &R, const clang::Expr *E);
/// The expression that E passes on, or that its parameter stands for.
const clang::Expr *meant(const Reader &R, const clang::Expr *E);

} // namespace validate
} // namespace heddle

#endif
