//===- CoverReader.h - The words of [[heddle::cover]] ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_COVERREADER_H
#define HEDDLE_READ_BLOCK_COVERREADER_H

#include "Diagnostics/Report.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <string>
#include <vector>

namespace heddle {

/// cover(a, n, m, ordered): the nests of a program write all elements of an
/// array.
struct SaidCover {
  const clang::Expr *Array;
  std::string Name;                         ///< of Array, as spelled
  std::vector<const clang::Expr *> Extents; ///< outermost first; may be empty
  bool Ordered = false; ///< elements may be written more often than once
  SourceRef Where;
};

/// All that S, the statement of a program, says, in the order of the text;
/// errors go to R.
std::vector<SaidCover> readCovers(const clang::ASTContext &Ctx,
                                  const clang::AttributedStmt *S, Report &R);

} // namespace heddle

#endif
