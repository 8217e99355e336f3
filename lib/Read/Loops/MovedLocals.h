//===- MovedLocals.h - Locals that grow from turn to turn -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `int offset = j; for (int i = 0; i < n; ++i) { ... a[offset] ...; offset +=
// m;
// }`: wherever `offset` is named its value is an expression of the counters,
// here j + i * m. The same holds for pointers that walk.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_MOVEDLOCALS_H
#define HEDDLE_READ_LOOPS_MOVEDLOCALS_H

#include "Read/NestReader.h"

namespace heddle {

/// The value of V, an integer of the nest with a type of 32 or 64 bits, where E
/// names it, in its type; with `k++` as E's parent before the step, with `++k`
/// and `k += m` behind it. Opaque: it is not known.
ExprRef movedExpr(NestReader &NR, const clang::VarDecl *V,
                  const clang::Expr *E);

/// The value of `k++` and its like.
ExprRef steppedExpr(NestReader &NR, const clang::UnaryOperator *E);

/// The same for a pointer that walks(): how far it is from the place that its
/// initialiser names, in elements of what it points to and 64 bits; null: it is
/// not known.
ExprRef movedBy(NestReader &NR, const clang::VarDecl *V, const clang::Expr *E);

/// E names a local of the nest that changes there more often than by one
/// assignment: E may mean something else where it is written again.
bool namesMoved(const NestReader &NR, const clang::Stmt *E);

} // namespace heddle

#endif
