//===- IndexFunctions.h - Calls that are written out ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_INDEXFUNCTIONS_H
#define HEDDLE_READ_CALLEES_INDEXFUNCTIONS_H

#include "Read/NestReader.h"

namespace heddle {

/// The value of a call of a visible function that only computes it.
ExprRef writtenOut(NestReader &NR, const clang::CallExpr *E);

bool callWrittenOut(NestReader &NR, const clang::CallExpr *E);

std::string describeCallee(const NestReader &NR, const clang::CallExpr *E,
                           WrittenOut &Frame);

std::string describeObject(const NestReader &NR, const clang::CallExpr *E,
                           WrittenOut &Frame);

ExprRef bindArguments(NestReader &NR, const clang::CallExpr *E,
                      WrittenOut &Frame);

bool isAccessible(const NestReader &NR, const clang::FieldDecl *F);

bool nameOutside(const NestReader &NR, const clang::VarDecl *V, Path &P);

bool nameConstant(NestReader &NR, const clang::Expr *E);

bool isUniqueInNest(const NestReader &NR, const Expr &E);

/// Other flags may choose other lines of the body than these.
bool hasDirectives(const NestReader &NR, const clang::FunctionDecl *Def);

/// The expression that the body returns; null where it does anything else.
const clang::Expr *returned(const clang::FunctionDecl *Def);

} // namespace heddle

#endif
