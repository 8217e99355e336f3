//===- Statements.h - Statements of rewritten text --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements and declarations become lines that are run in order.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_STATEMENTS_H
#define HEDDLE_VALIDATE_READ_STATEMENTS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

const Node *statement(Reader &R, const clang::Stmt *S);
const Node *declare(Reader &R, const clang::VarDecl *V);

} // namespace validate
} // namespace heddle

#endif
