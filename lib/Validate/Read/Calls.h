//===- Calls.h - Calls, and objects of classes ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls and constructions are offered to the files that know some of them. A
// call that none of these takes is one of a function of the program.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_CALLS_H
#define HEDDLE_VALIDATE_READ_CALLS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

const Node *call(Reader &R, const clang::CallExpr *E);
const Node *operatorCall(Reader &R, const clang::CXXOperatorCallExpr *E);
const Node *construct(Reader &R, const clang::CXXConstructExpr *E);
/// ResultPlace: where a record that is returned goes, or null.
const Node *userCall(Reader &R, const clang::Expr *E,
                     const clang::FunctionDecl *F, const Node *Self,
                     llvm::ArrayRef<const clang::Expr *> Arguments,
                     const Node *ResultPlace);

} // namespace validate
} // namespace heddle

#endif
