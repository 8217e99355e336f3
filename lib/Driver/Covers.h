//===- Covers.h - The nests of a program, in a row -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_COVERS_H
#define HEDDLE_DRIVER_COVERS_H

#include "Driver/CoverCheck.h"
#include "Driver/FusionAdvice.h"
#include "Read/Annotation/Collect.h"
#include "Read/Block/HostEffects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace heddle {

/// A nest of a program, and the one directly before it.
struct Neighbours {
  FoundFusion Found;
  const clang::AttributedStmt *First, *Second;
  /// Where they should be one nest: the remark, with the edits for that in its
  /// last note.
  std::optional<Diagnostic> Advice;
};

/// Reads the nests in a program.
class ProgramNests {
public:
  /// Places: all of the translation unit, which outlive this.
  ProgramNests(clang::ASTContext &Ctx, clang::Preprocessor &PP,
               llvm::ArrayRef<AnnotatedPlace> Places);

  /// Whether the program's covers hold; in templates nothing is checked. Errors
  /// go to R.
  std::vector<FoundCover> check(const AnnotatedPlace &Program, Report &R) const;
  /// Which neighbours in S, a statement of F, could be one nest. Mapped: the
  /// nests that are launched.
  std::vector<Neighbours>
  neighbours(const clang::FunctionDecl *F, const clang::Stmt *S,
             const llvm::DenseMap<const clang::Stmt *, HostUse> &Mapped) const;
  void dumpVolumes(const AnnotatedPlace &Program, llvm::raw_ostream &OS) const;

private:
  /// Nests of one block that run one after another.
  struct Group {
    NestGroup Nests;
    llvm::StringMap<const clang::VarDecl *> Names; ///< of their variables
    /// By step, the annotated statement.
    std::vector<const clang::AttributedStmt *> Of;
  };
  std::vector<Group>
  groups(const clang::FunctionDecl *F, const clang::Stmt *S,
         llvm::ArrayRef<AnnotatedLoop::SaidExtents> Said) const;
  bool add(const AnnotatedPlace::Instance &Nest,
           llvm::ArrayRef<AnnotatedLoop::SaidExtents> Said, Program &To) const;

  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  /// By their statements.
  llvm::DenseMap<const clang::Stmt *, const AnnotatedPlace::Instance *> Nests;
};

} // namespace heddle

#endif
