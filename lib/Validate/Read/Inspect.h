//===- Inspect.h - Loops that look at their subscripts ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_INSPECT_H
#define HEDDLE_VALIDATE_READ_INSPECT_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A variable of the class hull: in Slot, the pointer to what stores change.
const Node *hullVariable(Reader &R, const clang::VarDecl *V, int64_t Slot);
/// A member function of the classes inspector and hull; null: of another one.
const Node *inspectMember(Reader &R, const clang::CXXMemberCallExpr *E,
                          const clang::Expr *Self, llvm::StringRef Name);
/// The condition `!inspector.run([&, k = k] { ... })` runs the loops of this
/// function, of whose variables some are copies; null: it
/// is another one.
const clang::LambdaExpr *inspectedLoops(const clang::Expr *Condition);

} // namespace validate
} // namespace heddle

#endif
