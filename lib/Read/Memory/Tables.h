//===- Tables.h - Tables whose elements lead to rows ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `double **a`, `double *a[9]`, `std::vector<std::vector<double>>`, and the
// same with more levels: an element of the table is a pointer or a vector,
// which leads to the next table or to a row. Rows lie anywhere in memory.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_TABLES_H
#define HEDDLE_READ_MEMORY_TABLES_H

#include "clang/AST/Type.h"
#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
} // namespace clang

namespace heddle {

struct Table {
  /// How many subscripts choose an element that leads on; at least 1. One more
  /// chooses the element of a row.
  unsigned Levels = 0;
  /// The scalar, and how the source writes it.
  clang::QualType Element, Written;
  /// Each row is the memory of a std::vector, and no part of any other object.
  bool OwnsRows = true;
  /// The number of elements of the first table, where the type has it.
  std::optional<uint64_t> Extent;
};

/// The table that a variable of type T is; Written: T as the source has it.
/// None where it is none, or has elements that are no scalars.
std::optional<Table> tableOf(const clang::ASTContext &Ctx, clang::QualType T,
                             clang::QualType Written);

/// The levels of T where it is a table in which pointers lead to rows; else 0.
unsigned pointerLevels(const clang::ASTContext &Ctx, clang::QualType T);

} // namespace heddle

#endif
