//===- Accessors.h - Calls that give an element -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_ACCESSORS_H
#define HEDDLE_READ_CALLEES_ACCESSORS_H

#include "Read/NestReader.h"

namespace heddle {

bool isAccessor(const NestReader &NR, const clang::Expr *E);

/// E calls a member function of a structure that is an element, or the
/// iteration's own, and returns a reference to a part of it.
bool givesPart(const NestReader &NR, const clang::Expr *E);

std::optional<Position> accessor(NestReader &NR, const clang::CallExpr *E,
                                 bool Evaluate);

bool nameByMember(const NestReader &NR, const clang::FieldDecl *F, bool IsConst,
                  Path &P);

/// The object whose member M is is const there.
bool isConstObject(const clang::MemberExpr *M);

/// E is a call of a visible function that is one `return` of a pointer,
/// `double *row(int i) { return data + i * n; }`.
bool givesPointer(const NestReader &NR, const clang::Expr *E);
/// Where that pointer leads, as pointer() says; the kernel has the array and
/// the offset. HD234 where it has none of these.
std::optional<Position> givenPointer(NestReader &NR, const clang::CallExpr *E,
                                     bool Evaluate);

} // namespace heddle

#endif
