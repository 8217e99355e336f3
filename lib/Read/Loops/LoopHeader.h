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

/// The part of the header's increment that changes V, one of the variables that
/// the header declares, or its counter. Null: there is none or several, or
/// another part changes something else.
const clang::Expr *incrementOf(const clang::ForStmt *For,
                               const clang::VarDecl *V);

/// The constant that E, which changes V, adds to it. None: it does something
/// else, of which Cause is the smallest part.
std::optional<int64_t> stepOf(NestReader &NR, const clang::Expr *E,
                              const clang::VarDecl *V, IntType Type,
                              const clang::Expr *&Cause);

/// The amount that is added to the counter or subtracted; null for `++` and
/// `--`.
const clang::Expr *stepAmount(const clang::ForStmt *For,
                              const clang::VarDecl *Counter);

bool hasCounter(const Expr &E);

/// E multiplies a counter by a run-time value, as an end of a block of a
/// run-time length does: `t * size`.
bool scalesCounter(const Expr &E);

} // namespace heddle

#endif
