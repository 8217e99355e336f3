//===- Runtime.h - What the functions of the runtime mean -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions and members of heddle::rt have a meaning of their own. Their
// texts are not read.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_RUNTIME_H
#define HEDDLE_VALIDATE_READ_RUNTIME_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A call of the function with this name. Null: it is like others.
const Node *runtimeCall(Reader &R, const clang::CallExpr *E,
                        llvm::StringRef Name);
/// Members of checked numbers, shapes and divisors.
const Node *runtimeMember(Reader &R, const clang::CXXMemberCallExpr *E,
                          const clang::Expr *Self, llvm::StringRef Name);
/// temporary<T>(elements), and temporaries(site, temporary...).
const Node *memoryOf(Reader &R, const clang::CXXConstructExpr *E);

/// The declaration of a host_copy, in Slot.
const Node *hostCopy(Reader &R, const clang::VarDecl *V, int64_t Slot);

} // namespace validate
} // namespace heddle

#endif
