//===- VariableRows.h - Arrays whose rows have run-time lengths -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `double (*u)[n2][n1]` and `double a[n3][n2][n1]`, as GNU C++ has them: an
// element `u[i][j][k]` stands at `(i * n2 + j) * n1 + k`. The kernel has a
// pointer to the first element, and the lengths as parameters. They are those
// of the type's declaration, which nothing may change before the loops.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_VARIABLEROWS_H
#define HEDDLE_READ_MEMORY_VARIABLEROWS_H

#include "Read/Memory/Places.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace heddle {

struct NestReader;

/// T is an array of rows whose lengths are known at run time, or a pointer to
/// such a row.
bool hasVariableRows(const NestReader &NR, clang::QualType T);

/// E is the element of an array with lengths known at run time, named by as
/// many subscripts as the array has dimensions, or any use of its name.
bool isVariableElement(const NestReader &NR,
                       const clang::ArraySubscriptExpr *E);

/// The place of such an element, with a subscript a dimension, outermost first.
/// None after an error.
std::optional<Position> variableElement(NestReader &NR,
                                        const clang::ArraySubscriptExpr *E,
                                        bool Evaluate);

/// The extents of such an array, of type T, outermost first. That of the first
/// dimension may be null. E names it. None after an error.
std::optional<std::vector<ExprRef>>
variableExtents(NestReader &NR, clang::QualType T, const clang::Expr *E);

/// Says that E, which names such an array, is used in another way.
std::nullopt_t refuseVariableLength(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
