//===- Half.h - Elements in half precision ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_HALF_H
#define HEDDLE_READ_EXPR_HALF_H

#include "Read/NestReader.h"
#include "clang/AST/TypeLoc.h"

namespace heddle {

/// The name of the class that kernels have in the place of _Float16.
constexpr char DeviceHalf[] = "::heddle::rt::float16";

/// T is _Float16.
bool isHalf(clang::QualType T);

/// Reads E, a conversion of a _Float16 to another type; false: it is none.
bool readFromHalf(NestReader &NR, const clang::CastExpr *E);

/// Reads E, which assigns to a _Float16; false: it does not.
bool assignHalf(NestReader &NR, const clang::BinaryOperator *E);

} // namespace heddle

#endif
