//===- Branches.h - `if` ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_BRANCHES_H
#define HEDDLE_READ_LOOPS_BRANCHES_H

#include "Read/NestReader.h"

namespace heddle {

/// As walk, of an `if` of any kind.
ExprRef walkIf(NestReader &NR, const clang::IfStmt *S);

} // namespace heddle

#endif
