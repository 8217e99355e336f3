//===- BitsExpr.h - Shifts and low bits as arithmetic -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_BITSEXPR_H
#define HEDDLE_READ_EXPR_BITSEXPR_H

#include "Read/NestReader.h"

namespace heddle {

/// Shifts by constants, the lowest bits of a number, and bits that join a
/// product in which they are clear; null: another operation.
ExprRef bitsExpr(NestReader &NR, const clang::BinaryOperator *E);

} // namespace heddle

#endif
