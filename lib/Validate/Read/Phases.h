//===- Phases.h - Kernels whose threads wait for each other -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel in phases (include/heddle/runtime/phases.h) is read as the text of a
// block: the text around the phases is the same for all threads, and a phase is
// read in place, as the part of one thread. Only that is taken which means the
// same on the device, where each thread runs all of the text, and on the host,
// where a block does.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_PHASES_H
#define HEDDLE_VALIDATE_READ_PHASES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The number of F in Nest::Functions; -1 where it is not read.
int kernelInPhases(Reader &R, const clang::FunctionDecl *F);
/// `tile[i]` of a shared array, `kept(x, y)` of what a thread keeps: a
/// pointer. Null: another operator.
const Node *elementInPhase(Reader &R, const clang::CXXOperatorCallExpr *E);

} // namespace validate
} // namespace heddle

#endif
