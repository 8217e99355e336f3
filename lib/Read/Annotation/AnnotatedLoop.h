//===- AnnotatedLoop.h - A statement with its annotation -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data that the attribute handling and the collection of loops give to
// buildLoopNest: the statement, the annotation evaluated as far as it is
// constant, and the expressions of the annotation that only the expression
// reader can translate.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_ANNOTATEDLOOP_H
#define HEDDLE_READ_ANNOTATION_ANNOTATEDLOOP_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "Support/Source.h"
#include <optional>
#include <vector>

namespace clang {
class AttributedStmt;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace heddle {

struct AnnotatedLoop {
  /// The function whose body holds the loop. For templates an instantiation,
  /// for lambdas (generic ones too) the call operator; never dependent.
  const clang::FunctionDecl *Function = nullptr;
  const clang::AttributedStmt *Stmt = nullptr;
  /// The loop, or the tensor statement.
  const clang::Stmt *Nest = nullptr;
  /// Nest, where it is a loop: a `for` of either kind, or a call of an
  /// algorithm.
  const clang::Stmt *For = nullptr;

  /// Evaluated, and checked as far as that needs no other phase: bounds, step
  /// and width have equal lengths, 1 <= width <= step, Map or Strategy is set
  /// (Auto where nothing is named). Lower, Upper and the lists of arrays are
  /// still empty: buildLoopNest fills them from the lists below.
  Annotation Annot;
  /// bounds(...): one per dimension, outermost first. LowerExprs is empty for
  /// bounds(U), which means that every lower bound is 0.
  std::vector<const clang::Expr *> LowerExprs, UpperExprs;
  /// Arguments of inplace(...) and copy(...): each names an array or pointer.
  std::vector<const clang::Expr *> InPlaceExprs, CopyExprs;
  /// Arguments of reduce(...): each names a variable, an array or a pointer.
  std::vector<const clang::Expr *> ReduceExprs;
  /// Each extent(x, n): an array or pointer, and an integer value without
  /// effects.
  struct ExtentClaim {
    const clang::Expr *Array, *Elements;
    SourceRef Where;
  };
  std::vector<ExtentClaim> ExtentClaims;
  /// Each rows(a, n, m, ...): a table, and as many integer values without
  /// effects as an element of it has subscripts, outermost first.
  struct RowsClaim {
    const clang::Expr *Table;
    std::vector<const clang::Expr *> Extents;
    SourceRef Where;
  };
  std::vector<RowsClaim> RowsClaims;
  /// Arguments of independent(...): each names an array or pointer.
  std::vector<const clang::Expr *> IndependentExprs;
  /// Arguments of stage(...): each names an array or pointer.
  std::vector<const clang::Expr *> StageExprs;
  /// Arrays that the program around the nest says something of; their extents,
  /// outermost first, if any.
  struct SaidExtents {
    unsigned Number; ///< of what it says
    const clang::Expr *Array;
    std::vector<const clang::Expr *> Extents;
  };
  std::vector<SaidExtents> Said;
  /// Each variable that private(...) or lastprivate(...) names.
  struct PrivateClaim {
    const clang::VarDecl *Variable;
    bool IsLast; ///< lastprivate
    SourceRef Where;
  };
  std::vector<PrivateClaim> PrivateClaims;
  /// As for copy(...), for each noalias(...).
  std::vector<std::vector<const clang::Expr *>> NoAliasExprs;

  /// From the first `[[` or HEDDLE to before Nest, in bytes, all in one
  /// file (the FileID of the annotation); from and to the uses of the macros
  /// that these come out of.
  FileRange AnnotationRange;
  /// In bytes of that file: where the pragmas begin whose place the annotation
  /// takes; the annotation itself where there are none.
  unsigned PragmasBegin = 0;
  /// The annotation, or the first word of the loop, comes out of a macro: what
  /// is to be said where nothing but the source's own text will do.
  std::optional<Diagnostic> InMacro;
  /// Counts the annotated statements of Function in source order, from 0.
  unsigned Ordinal = 0;
};

} // namespace heddle

#endif
