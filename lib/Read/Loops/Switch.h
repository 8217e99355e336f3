//===- Switch.h - switch as conditions --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_SWITCH_H
#define HEDDLE_READ_LOOPS_SWITCH_H

#include "Read/NestReader.h"

namespace heddle {

/// Reads a switch whose cases are groups of statements, each of which ends by
/// `break`, `continue` or `return`, or goes on with the next. Returns as walk()
/// does.
ExprRef walkSwitch(NestReader &NR, const clang::SwitchStmt *S);

} // namespace heddle

#endif
