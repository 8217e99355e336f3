//===- LoopHeader.h - `for (...)` to Loop -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_LOOPHEADER_H
#define HEDDLE_READ_LOOPS_LOOPHEADER_H

#include "Read/NestReader.h"

namespace heddle {

/// The header's meaning, or null after filling Why (and reporting if Must).
std::optional<Loop> readHeader(NestReader &NR, const clang::ForStmt *For,
                               bool Must);

/// The variable that the init sets, and its first value. Null: there is none.
std::pair<const clang::VarDecl *, const clang::Expr *>
counterOf(const NestReader &NR, const clang::ForStmt *For);

/// The amount that is added to the counter or subtracted; null for `++` and
/// `--`.
const clang::Expr *stepAmount(const clang::ForStmt *For,
                              const clang::VarDecl *Counter);

} // namespace heddle

#endif
