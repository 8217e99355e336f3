//===- ThreadHints.h - Directives that say how loops may run ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With OpenMP switched on, a directive is a statement around the loop that it
// advises about (OpenMP API specification, version 5.2, chapters 10, 11 and
// 15). The loop that is mapped is that of C++, without directives: isHint() in
// Spelling/Directives.h says which ones leave its meaning alone.
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
