//===- LoopPragmas.h - Pragmas that make loops parallel --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMP and OpenACC are not switched on where Heddle parses, so that the tree
// has none of their pragmas. The preprocessor meets them all the same.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_LOOPPRAGMAS_H
#define HEDDLE_READ_ANNOTATION_LOOPPRAGMAS_H

#include "clang/Basic/SourceLocation.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle {

/// The pragmas directly before a loop that speak of its iterations.
struct LoopPragma {
  /// The first of those whose place an annotation may take; invalid: there is
  /// none. Others may stand before it.
  clang::SourceLocation Begin;
  /// One of them says that threads share the iterations.
  bool IsParallel = false;
  /// These threads are there already: they run what stands around the loop,
  /// each with local variables of its own.
  bool IsShared = false;
  /// The names in their `reduction` clauses: variables, arrays, members.
  std::vector<std::string> Reduced;
};

/// Notes the pragmas of one parse. A pragma of which macros make the text, but
/// for their one argument as it is, is unknown and no part of a LoopPragma.
class LoopPragmas {
public:
  /// Before parsing, and behind installAnnotations(). The preprocessor has to
  /// live as long as this.
  explicit LoopPragmas(clang::Preprocessor &PP);
  ~LoopPragmas();

  /// Once the parse is over. For: the word `for`.
  LoopPragma before(clang::SourceLocation For) const;
  /// A pragma has several threads run the block whose brace opens there.
  bool isRegion(clang::SourceLocation Brace) const;
  /// Directly before the statement that begins there stands `omp atomic` or
  /// `acc atomic`, which neither reads a value nor stores one that is given.
  bool isAtomicUpdate(clang::SourceLocation Statement) const;

private:
  struct Notes;
  LoopPragma directlyBefore(clang::SourceLocation For) const;
  /// The words behind `pragma` of the last one directly before At, if any.
  std::vector<std::string> lastBefore(clang::SourceLocation At) const;
  clang::SourceLocation overOtherBranches(clang::SourceLocation At) const;
  clang::Preprocessor &PP;
  std::shared_ptr<Notes> All; ///< also the preprocessor's, while it runs
};

} // namespace heddle

#endif
