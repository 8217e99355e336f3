//===- TableElements.h - Elements of tables, which lead to rows -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As Pointers.h, for what stands in a table (Tables.h): with one subscript more
// it is the first element of what it leads to.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_TABLEELEMENTS_H
#define HEDDLE_READ_MEMORY_TABLEELEMENTS_H

#include "Read/NestReader.h"

namespace heddle {

/// The first element of what E leads to, a pointer or a vector in a table.
std::optional<Position> leadOn(NestReader &NR, const clang::Expr *E,
                               bool Evaluate);

/// The same of Element, a pointer whose value is C. None after an error: it is
/// in no table that leads to rows of numbers.
std::optional<Position> rowOfTable(NestReader &NR, const clang::CastExpr *C,
                                   const clang::Expr *Element, bool Evaluate);

/// Object is a vector in a table.
bool isTableRow(const NestReader &NR, const clang::Expr *Object);

/// E is `v[i].data()`, and Object `v[i]`, as kernels have it.
std::optional<Position> dataOfRow(NestReader &NR,
                                  const clang::CXXMemberCallExpr *E,
                                  const clang::Expr *Object, bool Evaluate);

} // namespace heddle

#endif
