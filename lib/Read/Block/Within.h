//===- Within.h - Searches the parts of a statement ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_WITHIN_H
#define HEDDLE_READ_BLOCK_WITHIN_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// Whether S, or something inside of it, holds.
template <class Test>
bool holdsWithin(const clang::Stmt *S, const Test &Holds) {
  return S &&
         (Holds(S) || llvm::any_of(S->children(), [&](const clang::Stmt *Part) {
            return holdsWithin(Part, Holds);
          }));
}

} // namespace heddle

#endif
