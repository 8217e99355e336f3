//===- NullTests.h - Whether a pointer is null ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `bias != nullptr` and `if (bias)` of pointers that the nest does not change
// are asked once, at the launch; kernels have the answer.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_NULLTESTS_H
#define HEDDLE_READ_MEMORY_NULLTESTS_H

#include "Read/NestReader.h"

namespace heddle {

/// The value of such a test; null: E is none.
ExprRef nullTest(NestReader &NR, const clang::Expr *E);

/// Evaluates E, if it is such a test.
bool readNullTest(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
