//===- StandardMembers.h - Members of standard containers -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of standard containers are read by what the standard says of them.
// Their texts are not looked at.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_STANDARDMEMBERS_H
#define HEDDLE_VALIDATE_READ_STANDARDMEMBERS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// std::array, std::vector, std::string, std::span, std::unique_ptr<T[]> and
/// shared_ptr<T[]>, as far as loops use them, and std::mdspan. Null: another
/// member.
const Node *memberOfStandard(Reader &R, const clang::CallExpr *E,
                             const clang::CXXMethodDecl *M,
                             const clang::Expr *Self);

/// A field behind the members above: objects of these classes have another
/// layout here.
bool isHiddenInStandard(const clang::FieldDecl *F);

} // namespace validate
} // namespace heddle

#endif
