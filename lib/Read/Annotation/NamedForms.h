//===- NamedForms.h - Forms of an annotation's arguments -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_NAMEDFORMS_H
#define HEDDLE_READ_ANNOTATION_NAMEDFORMS_H

namespace clang {
class ASTContext;
class Expr;
class Stmt;
} // namespace clang

namespace heddle {

/// A pointer, an array or a container.
bool isArrayName(const clang::ASTContext &Ctx, const clang::Expr *E);
/// A variable or member that holds a number.
bool isVariable(const clang::Expr *E);
/// A variable of a class, which may have functions that give elements.
bool isObject(const clang::Expr *E);
/// Calls in S are only of functions that give a value, and do nothing else.
bool isValueAlone(const clang::ASTContext &Context, const clang::Stmt *S);

} // namespace heddle

#endif
