//===- Endings.h - Calls that end the program -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (v[i] <= 0) exit(1);` ends the program, perhaps after `printf`. A thread
// on the device traps instead, and the launch runs the loops as written, which
// say and do in their order what the source has them do.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_ENDINGS_H
#define HEDDLE_READ_CALLEES_ENDINGS_H

#include "Read/NestReader.h"

namespace heddle {

/// Reads E, a statement that calls F, where it ends the program, or prints in
/// front of statements that do. False, without an error: it does neither.
bool readEnding(NestReader &NR, const clang::CallExpr *E,
                const clang::FunctionDecl *F);

} // namespace heddle

#endif
