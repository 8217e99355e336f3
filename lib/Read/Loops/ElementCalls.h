//===- ElementCalls.h - Calls over consecutive elements ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `std::copy(a, a + m, b);` and `memcpy(b, a, m * sizeof(double));` in the body
// of a nest are read as the loop over elements that they stand for. Kernels
// call a twin that has this loop.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_ELEMENTCALLS_H
#define HEDDLE_READ_LOOPS_ELEMENTCALLS_H

#include "Read/NestReader.h"

namespace heddle {

/// Reads E, a statement, where it is a call of std::copy, copy_n, fill, fill_n,
/// memcpy, memmove or memset; says HD243 where elements cannot be told from it.
/// False, with nothing read: it is another expression.
bool readElementCall(NestReader &NR, const clang::Expr *E);

/// E calls one of these functions, in whatever place.
bool isElementCall(const clang::CallExpr *E);

} // namespace heddle

#endif
