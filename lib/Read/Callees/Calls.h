//===- Calls.h - The calls that a nest may make -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CALLS_H
#define HEDDLE_READ_CALLEES_CALLS_H

#include "Read/NestReader.h"

namespace heddle {

struct MathCall {
  bool IsMapped = false; ///< in float and double
  std::string Name;      ///< in the kernel; all arguments are of its type
};

void call(NestReader &NR, const clang::CallExpr *E);

/// E as a call of a function of <cmath>; none if it is something else.
std::optional<MathCall> mathCall(const NestReader &NR, const clang::CallExpr *E,
                                 const clang::FunctionDecl *F);

void readArguments(NestReader &NR, const clang::CallExpr *E,
                   unsigned First = 0);

clang::SourceRange calleeName(const NestReader &NR, const clang::CallExpr *E);

void castArgument(NestReader &NR, const clang::Expr *A, clang::QualType To);

std::optional<std::string> numberText(const NestReader &NR,
                                      const clang::Expr *E);

} // namespace heddle

#endif
