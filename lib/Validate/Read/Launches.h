//===- Launches.h - Launches of kernels and reductions ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch names a kernel, a thread space and arguments. Kernels are read as
// functions, and the launch becomes a row of Nest::Launches.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_LAUNCHES_H
#define HEDDLE_VALIDATE_READ_LAUNCHES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The expression that E copies or moves, whatever temporaries are on the way.
const clang::Expr *withoutCopies(const clang::Expr *E);

/// The values of rt::path, which functions of type T return.
void readPaths(Reader &R, clang::QualType T);
/// shape{{grid x, y, z}, {block x, y, z}}
const Node *shape(Reader &R, const clang::Expr *E);
/// The way in which a class of the runtime combines; false: it does not.
bool combineOf(clang::QualType By, Combine &Out);
/// run(site, shape, kernel, arguments...), and
/// reduce<at>(site, shape, kernel, results(...), arguments...).
const Node *launch(Reader &R, const clang::CallExpr *E, bool Reduces);
/// scan<updates, at, order>(site, shape, kernel of updates, kernel,
///                          results(...), arguments...)
const Node *scan(Reader &R, const clang::CallExpr *E);

} // namespace validate
} // namespace heddle

#endif
