//===- MappingReader.h - Mappings out of constant expressions --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mapping in an annotation is an ordinary constant expression of type
// heddle::mapping or heddle::strategy: Clang evaluates it, and the members of
// the resulting literal struct are read by name. The expression itself is
// walked beside the value, to know where each combinator is spelled.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FRONTEND_MAPPINGREADER_H
#define HEDDLE_FRONTEND_MAPPINGREADER_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace heddle {

/// Reads the argument of map(...) into Map or Strategy of A, with MapText,
/// MapStepWhere and MapStepCall. MapStepWhere of a step that a named constant
/// or a user's function contributes is that name, and its MapStepCall is
/// invalid. E must not be dependent. False after reporting an error.
bool readMapping(clang::ASTContext &Context, const clang::Expr *E,
                 Annotation &A, Report &R);

} // namespace heddle

#endif
