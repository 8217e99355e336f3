//===- AllocatedRows.h - Tables that their function allocates ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `double **a = new double *[n]; for (...; i < n; ++i) a[i] = new double[m];`
// in front of a nest says what `rows(a, n, m)` would claim, where nothing in
// the function makes another table of it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_ALLOCATEDROWS_H
#define HEDDLE_READ_MEMORY_ALLOCATEDROWS_H

#include "Read/NestReader.h"
#include <utility>

namespace heddle {

/// How many rows V has where the nest begins, and how many elements each of
/// them has: expressions that mean the same there. None: its function does not
/// show it.
std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
allocatedRows(const NestReader &NR, const clang::VarDecl *V);

} // namespace heddle

#endif
