//===- Collect.cpp - The annotated loops of a translation unit ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/Collect.h"
#include "Read/Annotation/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace heddle;

namespace {

class Collector : public DynamicRecursiveASTVisitor {
  using Base = DynamicRecursiveASTVisitor;

public:
  explicit Collector(ASTContext &Context) : SM(Context.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(D);
    if (!Function)
      return Base::TraverseDecl(D);
    Functions.push_back(Function);
    bool Go = Base::TraverseDecl(D);
    Functions.pop_back();
    return Go;
  }

  bool TraverseLambdaExpr(LambdaExpr *Lambda) override {
    Functions.push_back(Lambda->getCallOperator());
    bool Go = Base::TraverseLambdaExpr(Lambda);
    Functions.pop_back();
    // The instantiations of a generic lambda hang on its class alone. In a
    // template's pattern they would be found again in each instantiation.
    FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator();
    if (Go && Generic)
      for (FunctionDecl *Instance : Generic->specializations())
        Go = Go && TraverseDecl(Instance);
    return Go;
  }

  bool TraverseAttributedStmt(AttributedStmt *S) override {
    if (!hasAnnotation(S) ||
        !isa<ForStmt, CXXForRangeStmt, clang::Expr, CompoundStmt>(
            S->getSubStmt()))
      return Base::TraverseAttributedStmt(S);
    note(S);
    if (isa<CompoundStmt>(S->getSubStmt()))
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
    if (Function->isDependentContext())
      Place.Pattern = S;
    else
      Place.Instances.push_back({Function, S});
  }

  SourceManager &SM;
  llvm::SmallVector<const FunctionDecl *> Functions;
  llvm::SmallVector<SourceLocation> Enclosing;
  llvm::MapVector<unsigned, AnnotatedPlace> Places;
};

} // namespace

bool AnnotatedPlace::isBlock() const {
  const AttributedStmt *S = Pattern ? Pattern : Instances.front().Stmt;
  return isa<CompoundStmt>(S->getSubStmt());
}

std::vector<AnnotatedPlace> heddle::collect(ASTContext &Context) {
  Collector C(Context);
  const SourceManager &SM = Context.getSourceManager();
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      C.TraverseDecl(D);
  return C.take();
}
