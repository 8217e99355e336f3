//===- VariableSteps.h - Loops whose step is a variable ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (int i = a; i < b; i += s)` becomes a loop that counts its turns, of
// which the launch computes how many there are, and whose body begins with
// `int i = a + s * turn;`.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_VARIABLESTEPS_H
#define HEDDLE_READ_LOOPS_VARIABLESTEPS_H

#include "Read/Loops/HeaderForms.h"

namespace heddle {

/// The header moves its only variable, an integer, by what is no constant.
bool hasVariableStep(const clang::ForStmt *For);

/// As readHeader, of such a header.
std::optional<LoopHeaders> readSteps(NestReader &NR, const clang::ForStmt *For,
                                     bool Must);

/// Evaluates what the header of a loop of readSteps evaluates.
void walkSteps(NestReader &NR, const clang::ForStmt *For,
               const SteppedForm &Form);

/// The variable has the value of the turn that the counter of L names, from
/// here on.
MovedTexts enterSteps(NestReader &NR, const SteppedForm &Form, const Loop &L);

/// E is V, read and not converted.
bool isReadOf(const clang::Expr *E, const clang::VarDecl *V);

} // namespace heddle

#endif
