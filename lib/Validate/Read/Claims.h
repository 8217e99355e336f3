//===- Claims.h - Loops that look at what is claimed -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_CLAIMS_H
#define HEDDLE_VALIDATE_READ_CLAIMS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The declaration of a variable of rt::claimed_array, rt::claimed_private or
/// rt::claimed_iterations; null: Class is another one.
const Node *claimVariable(Reader &R, const clang::VarDecl *V,
                          llvm::StringRef Class);

/// A call of a member of these; null: of another class.
const Node *claimMember(Reader &R, const clang::CXXMemberCallExpr *E,
                        const clang::Expr *Self, llvm::StringRef Name);

} // namespace validate
} // namespace heddle

#endif
