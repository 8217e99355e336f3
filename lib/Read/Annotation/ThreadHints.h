//===- ThreadHints.h - Directives that say how loops may run ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With OpenMP switched on, a directive is a statement around the loop that it
// advises about (OpenMP API specification, version 5.2, chapters 10, 11 and
// 15). What Heddle maps is the loop as C++ has it: isHint() in
// Spelling/Directives.h says of which directives that is the meaning.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_THREADHINTS_H
#define HEDDLE_READ_ANNOTATION_THREADHINTS_H

#include "clang/AST/Stmt.h"

namespace heddle {

/// Puts the statements that hints in S advise about in their places. Other
/// directives stay.
void dropThreadHints(clang::Stmt *S);

} // namespace heddle

#endif
