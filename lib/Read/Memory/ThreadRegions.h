//===- ThreadRegions.h - Variables in OpenMP's directives -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions have directives of OpenMP beside the loops that Heddle takes.
// Threads run what they hold, in no order that the text shows, and the names in
// them may mean copies: OpenMP Application Programming Interface, chapter "Data
// Environment". Where the flags leave directives aside, other flags do not.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_THREADREGIONS_H
#define HEDDLE_READ_MEMORY_THREADREGIONS_H

#include "Spelling/Directives.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class Expr;
class OMPExecutableDirective;
class Stmt;
class VarDecl;
} // namespace clang

namespace heddle {

struct NestReader;

/// The names in clauses by which the directive may change the variable although
/// no statement in it does, as `linear(i : 2)`. Conservative: names in all
/// clauses that are not known.
llvm::SmallVector<const clang::Expr *, 4>
changedByClauses(const clang::OMPExecutableDirective &D);

/// The statements of the function that threads of OpenMP run, but those around
/// the nest.
class ThreadRegions {
public:
  explicit ThreadRegions(const NestReader &NR);

  /// Whether it is known which statements these are, with these flags and with
  /// others.
  bool areKnown() const { return IsFollowed; }
  /// The innermost such statement around E, or null: behind it, whether E has
  /// been reached, by which thread, and for which of the copies, is not for the
  /// text to say.
  const clang::Stmt *around(const clang::Stmt *E) const;
  /// The region stands in another one.
  bool isNested(const clang::Stmt *Region) const;
  /// E, a name of V, means a copy of its own, which begins without a value and
  /// ends with the directive.
  bool isOwnCopy(const clang::Expr *E, const clang::VarDecl *V) const;

private:
  /// Directives before a statement, as far as their text says.
  struct Text {
    llvm::SmallVector<llvm::StringRef, 4> Own; ///< in lists of `private`
    bool HasOwnCounters = false;
    bool IsCollapsed = false;
  };

  void read(llvm::ArrayRef<FileToken> Tokens);
  static void add(llvm::ArrayRef<FileToken> Directive, std::optional<Text> &To);
  bool hasHiddenPragmas(llvm::ArrayRef<FileToken> Tokens) const;
  bool hasOwn(const clang::Stmt *S, const clang::VarDecl *V) const;
  const Text *textBefore(const clang::Stmt *S) const;
  bool isRegion(const clang::Stmt *S) const;

  const NestReader &NR;
  /// By the statement's beginning.
  llvm::DenseMap<clang::SourceLocation, Text> Texts;
  bool IsFollowed = false;
};

} // namespace heddle

#endif
