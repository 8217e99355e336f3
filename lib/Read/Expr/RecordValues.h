//===- RecordValues.h - Structures as values --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_RECORDVALUES_H
#define HEDDLE_READ_EXPR_RECORDVALUES_H

#include "Read/NestReader.h"

namespace heddle {

/// E, of a type that isRecord() takes: reads all scalars of the place that it
/// names, or all that its value is made of.
void readRecord(NestReader &NR, const clang::Expr *E);

/// E names a structure that iterations share, which kernels do not take as a
/// whole: says so.
bool refuseShared(NestReader &NR, const clang::Expr *E);

/// The value that E makes where no variable holds it, as `a - b` in
/// `dot(a - b, c)`; null: E names a place.
const clang::Expr *temporaryRecord(const clang::Expr *E);

/// E is a member, perhaps of members, of the value that Object makes or chooses:
/// reads all of it.
bool readMemberOfValue(NestReader &NR, const clang::Expr *E,
                       const clang::Expr *Object);

/// E is `p[i] = v`, all bytes of it; reads and writes both sides.
bool assignRecord(NestReader &NR, const clang::CallExpr *E);

/// V is a structure, or an array of them, of the iteration's own; reads its
/// initialiser. False: it is none that kernels take, and nothing was reported.
bool declareRecord(NestReader &NR, const clang::VarDecl *V);

/// The operator that E calls has a function of the user's, as `a + b` of
/// structures.
bool isOperatorOfRecords(const NestReader &NR, const clang::CallExpr *E);

/// Writes the operator E as a call of Name: `a + b` as `Name(a, b)`. Others are
/// arguments behind these.
void replaceOperator(NestReader &NR, const clang::CXXOperatorCallExpr *E,
                     llvm::StringRef Name, llvm::StringRef Others);

} // namespace heddle

#endif
