//===- Objects.h - Objects that functions are given -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_OBJECTS_H
#define HEDDLE_READ_CALLEES_OBJECTS_H

#include "Read/NestReader.h"

namespace heddle {

/// Notes in Frame, a call with these Arguments, which parameters are objects
/// that outlive the iteration.
void findObjects(const NestReader &NR,
                 llvm::ArrayRef<const clang::Expr *> Arguments,
                 WrittenOut &Frame);

/// The copy of Frame's function has none of its objects as a parameter: what it
/// uses of an object becomes a parameter by itself.
void dropObjects(NestReader &NR, const WrittenOut &Frame);

/// P, a parameter of the function that NR copies, is such an object.
bool isObject(const NestReader &NR, const clang::ParmVarDecl *P);

/// The object that E is in a callee that is being read, `this` or a parameter,
/// as the call around it names it; null: E is something else, or null.
const clang::Expr *objectGiven(const NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
