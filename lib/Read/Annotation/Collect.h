//===- Collect.h - The annotated loops of a translation unit ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds every loop, assignment of a tensor and block with an annotation: in
// functions, members, lambdas, and in all instantiations of templates and
// generic lambdas.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_COLLECT_H
#define HEDDLE_READ_ANNOTATION_COLLECT_H

#include "Diagnostics/Report.h"
#include "Read/Annotation/AnnotatedLoop.h"
#include "clang/Basic/SourceLocation.h"
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace heddle {

/// One annotated loop, or block, of the source text.
struct AnnotatedPlace {
  clang::SourceLocation Where; ///< the first word of the annotation
  /// The loop as a template has it; a template that is never instantiated has
  /// only this one. Null outside templates.
  const clang::AttributedStmt *Pattern = nullptr;
  const clang::FunctionDecl *PatternFunction = nullptr; ///< that holds Pattern
  /// The statement in each function that contains it: one outside templates,
  /// one per instantiation in them.
  struct Instance {
    const clang::FunctionDecl *Function;
    const clang::AttributedStmt *Stmt;
    /// The first of the pragmas whose place the annotation takes; invalid: it
    /// takes none's.
    clang::SourceLocation Pragmas = {};
  };
  std::vector<Instance> Instances;
  /// An enclosing loop has an annotation, too: where.
  clang::SourceLocation Outer;

  bool isBlock() const; ///< with [[heddle::reuse]]
  bool isProgram() const;
  const clang::AttributedStmt *statement() const {
    return Pattern ? Pattern : Instances.front().Stmt;
  }
};

/// All annotated loops in the order of the source. Declarations of system
/// headers are not searched.
std::vector<AnnotatedPlace> collect(clang::ASTContext &Context);

/// Evaluates and checks the annotation of one loop. False after reporting at
/// least one error. Ordinal stays 0.
bool readAnnotation(clang::ASTContext &Context,
                    const AnnotatedPlace::Instance &Instance,
                    AnnotatedLoop &Out, Report &R);

} // namespace heddle

#endif
