//===- ReuseDeclarations.h - Variables of a block --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_REUSEDECLARATIONS_H
#define HEDDLE_READ_BLOCK_REUSEDECLARATIONS_H

#include "Read/Block/BlockReader.h"

namespace heddle {

/// D is a statement by itself. OfOneType: its declaration has variables of one
/// type alone.
void readDeclaration(BlockReader &BR, const clang::Decl *D, bool OfOneType);

/// From is a tensor of exactly the type To: it is copied, nothing is computed.
bool isCopy(const BlockReader &BR, const clang::Expr *From, clang::QualType To);

} // namespace heddle

#endif
