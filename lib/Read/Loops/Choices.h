//===- Choices.h - Variables that iterations choose together ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_CHOICES_H
#define HEDDLE_READ_LOOPS_CHOICES_H

#include "IR/LoopNest.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace heddle {

struct NestReader;
struct Path;
struct ReductionStep;

/// The variable Array, which P names, is assigned by E, a step of a choice.
/// Kernels then say that it has been.
void addChosen(NestReader &NR, unsigned Array, const Path &P,
               const clang::Expr *E, const ReductionStep &Step);

/// After the walk over an `if`, whose accesses begin with First: what it does
/// besides keeping the better value is an error, since other values may be the
/// best so far in a kernel.
void checkChoice(NestReader &NR, const clang::IfStmt *If, size_t First);

/// After the walk: fills LoopNest::Choices. An error where a variable is in two
/// that are not the same.
void finishChoices(NestReader &NR);

/// E, which the nest may not write, is assigned in a choice that 'reduce' does
/// not permit: says so, with the edit that does. False: it is not.
bool refuseChoice(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
