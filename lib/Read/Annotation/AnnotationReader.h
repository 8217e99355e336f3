//===- AnnotationReader.h - Reads one annotation ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to AnnotatedLoop.cpp, which looks at the statement and at all words
// together, and to AnnotationWords.cpp, which reads each of them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_ANNOTATIONREADER_H
#define HEDDLE_READ_ANNOTATION_ANNOTATIONREADER_H

#include "Read/Annotation/AnnotatedLoop.h"
#include "Read/Annotation/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

namespace heddle {

class AnnotationReader {
public:
  AnnotationReader(clang::ASTContext &Context, clang::SourceLocation Pragmas,
                   AnnotatedLoop &Out, Report &R)
      : Context(Context), SM(Context.getSourceManager()), PragmasPlace(Pragmas),
        Out(Out), R(R) {}

  bool read();

private:
  SourceRef ref(clang::SourceRange Range) const {
    return {SM.getFileLoc(Range.getBegin()).getRawEncoding(),
            SM.getFileLoc(Range.getEnd()).getRawEncoding()};
  }
  SourceRef ref(const clang::Expr *E) const { return ref(E->getSourceRange()); }
  std::string text(const clang::Expr *E) const;
  llvm::StringRef outermostMacro(clang::SourceLocation Loc) const;

  bool standsInMacro(DiagID ID, clang::SourceLocation Where,
                     llvm::StringRef Argument, bool MayExpand);
  bool checkPlace();
  void setRange(clang::SourceLocation First, clang::SourceLocation Nest);
  bool checkStatement();
  bool inHeddleMacro(clang::SourceLocation Loc) const;
  void readWord(Word W, const clang::AnnotateAttr *A, SourceRef Where);
  void readBounds(const clang::AnnotateAttr *A, SourceRef Where);
  void readConstants(Word W, const clang::AnnotateAttr *A, SourceRef Where);
  void readNames(Word W, const clang::AnnotateAttr *A, SourceRef Where,
                 std::vector<const clang::Expr *> &To);
  void readNoAlias(const clang::AnnotateAttr *A, SourceRef Where);
  bool addNumber(Word W, const clang::Expr *E,
                 std::vector<const clang::Expr *> &To);
  void readExtent(const clang::AnnotateAttr *A, SourceRef Where);
  void readRows(const clang::AnnotateAttr *A, SourceRef Where);
  void readPrivates(Word W, const clang::AnnotateAttr *A, SourceRef Where);
  void addStrip(Annotation::Strip Of);
  void readStrip(const clang::AnnotateAttr *A, SourceRef Where);
  void readRoll(const clang::AnnotateAttr *A, SourceRef Where);
  void readTiles(const clang::AnnotateAttr *A, SourceRef Where);
  void readMap(const clang::AnnotateAttr *A, SourceRef Where);
  bool addConstant(Word W, const clang::Expr *E, std::vector<int64_t> &To);
  bool addInteger(Word W, const clang::Expr *E,
                  std::vector<const clang::Expr *> &To);
  bool addEntries(Word W, const clang::Expr *E,
                  std::vector<const clang::Expr *> &To);
  const clang::Expr *asValue(const clang::Expr *E) const;
  void checkLengths();
  void checkSteps();
  void checkMapRank();
  void checkDisjoint();
  unsigned rank(SourceRef &Where, llvm::StringRef &Name) const;
  Diagnostic &error(DiagID ID, SourceRef Where, llvm::StringRef A = "",
                    llvm::StringRef B = "", llvm::StringRef C = "") {
    Failed = true;
    return R.add(ID, Where, A, B, C);
  }

  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  const clang::SourceLocation PragmasPlace;
  AnnotatedLoop &Out;
  Report &R;
  bool Failed = false;
  std::vector<const clang::Expr *> StepExprs, WidthExprs;
};

} // namespace heddle

#endif
