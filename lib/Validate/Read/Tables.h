//===- Tables.h - Tables of rows in rewritten text -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_TABLES_H
#define HEDDLE_VALIDATE_READ_TABLES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// T is a std::vector.
bool isVector(clang::QualType T);

/// Op::RowsArg of the object Table. Ends: by subscript the first and the last
/// value. Null where Table does not lead to rows of scalars by as many
/// subscripts.
const Node *tableOf(Reader &R, const clang::Expr *Table,
                    llvm::ArrayRef<const Node *> Ends, Access How);

} // namespace validate
} // namespace heddle

#endif
