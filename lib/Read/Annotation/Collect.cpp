//===- Collect.cpp - The annotated loops of a translation unit ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/Collect.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/InstanceVisitor.h"
#include "Read/Annotation/ThreadHints.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace heddle;

namespace {

class Collector : public InstanceVisitor {
  using Base = InstanceVisitor;

public:
  explicit Collector(ASTContext &Context)
      : Context(Context), SM(Context.getSourceManager()) {}

  bool TraverseAttributedStmt(AttributedStmt *S) override {
    if (!hasAnnotation(S) || !isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt,
                                  clang::Expr, CompoundStmt>(S->getSubStmt()))
      return Base::TraverseAttributedStmt(S);
    if (Context.getLangOpts().OpenMP)
      dropThreadHints(S);
    note(S);
    if (isa<CompoundStmt>(S->getSubStmt()) || hasWord(S, Word::Program))
      return Base::TraverseAttributedStmt(S);
    Enclosing.push_back(annotationOf(S));
    bool Go = Base::TraverseAttributedStmt(S);
    Enclosing.pop_back();
    return Go;
  }

  std::vector<AnnotatedPlace> take() {
    std::vector<AnnotatedPlace> Result;
    for (auto &[Key, Place] : Places)
      Result.push_back(std::move(Place));
    llvm::stable_sort(Result,
                      [&](const AnnotatedPlace &A, const AnnotatedPlace &B) {
                        return SM.isBeforeInTranslationUnit(A.Where, B.Where);
                      });
    return Result;
  }

private:
  /// The first word of the annotation.
  static SourceLocation annotationOf(const AttributedStmt *S) {
    for (const Attr *A : S->getAttrs())
      if (wordOf(A))
        return A->getLocation();
    return S->getBeginLoc();
  }

  void note(const AttributedStmt *S) {
    if (Functions.empty())
      return; // no statement stands outside functions
    AnnotatedPlace &Place = Places[S->getBeginLoc().getRawEncoding()];
    Place.Where = annotationOf(S);
    if (!Enclosing.empty())
      Place.Outer = Enclosing.back();
    const FunctionDecl *Function = Functions.back();
    if (Function->isDependentContext()) {
      Place.Pattern = S;
      Place.PatternFunction = Function;
    } else {
      Place.Instances.push_back({Function, S});
    }
  }

  ASTContext &Context;
  SourceManager &SM;
  llvm::SmallVector<SourceLocation> Enclosing;
  llvm::MapVector<unsigned, AnnotatedPlace> Places;
};

} // namespace

bool AnnotatedPlace::isProgram() const {
  return hasWord(statement(), Word::Program);
}

bool AnnotatedPlace::isBlock() const {
  return !isProgram() && isa<CompoundStmt>(statement()->getSubStmt());
}

std::vector<AnnotatedPlace> heddle::collect(ASTContext &Context) {
  Collector C(Context);
  visitAll(Context, C);
  return C.take();
}
