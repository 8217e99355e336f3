//===- CoverReader.cpp - The words of [[heddle::cover]] -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/CoverReader.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/NamedForms.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

class Reader {
public:
  Reader(const ASTContext &Ctx, Report &R)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), R(R) {}

  void read(const AnnotateAttr *A, std::vector<SaidCover> &To);

private:
  SourceRef ref(SourceRange Range) const {
    return {SM.getFileLoc(Range.getBegin()).getRawEncoding(),
            SM.getFileLoc(Range.getEnd()).getRawEncoding()};
  }
  std::string text(const clang::Expr *E) const {
    return Lexer::getSourceText(
               CharSourceRange::getTokenRange(E->getSourceRange()), SM,
               Ctx.getLangOpts())
        .str();
  }
  bool isOrdered(const clang::Expr *E) const {
    const CXXRecordDecl *D = E->getType()->getAsCXXRecordDecl();
    return D && D->getQualifiedNameAsString() == "heddle::ordered_t";
  }
  bool isExtent(const clang::Expr *E);

  const ASTContext &Ctx;
  const SourceManager &SM;
  Report &R;
};

/// E is an integer that nothing changes; false after an error.
bool Reader::isExtent(const clang::Expr *E) {
  const QualType T = E->getType();
  if (T.isNull() || T->isBooleanType() ||
      !T->isIntegralOrUnscopedEnumerationType()) {
    R.add(DiagID::HD107, ref(E->getSourceRange()), "cover", text(E),
          "'" + T.getAsString(Ctx.getPrintingPolicy()) + "'");
    return false;
  }
  if (E->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false) ||
      !isValueAlone(Ctx, E)) {
    R.add(DiagID::HD124, ref(E->getSourceRange()), text(E));
    return false;
  }
  return true;
}

void Reader::read(const AnnotateAttr *A, std::vector<SaidCover> &To) {
  const SourceRef Where = ref(A->getRange());
  llvm::ArrayRef<clang::Expr *> Args(A->args_begin(), A->args_size());
  const clang::Expr *Array = Args.empty() ? nullptr : Args.front();
  if (!Array || isOrdered(Array)) {
    R.add(DiagID::HD106, Where, "cover",
          "the name of an array, its extents, and 'ordered' where later nests "
          "may overwrite elements");
    return;
  }
  if (!isa<DeclRefExpr, MemberExpr>(Array->IgnoreParenImpCasts()) ||
      (!isArrayName(Ctx, Array) && !isTensorType(Array->getType()))) {
    R.add(DiagID::HD120, ref(Array->getSourceRange()), "cover", text(Array));
    return;
  }
  SaidCover Out{Array, text(Array), {}, false, Where};
  Args = Args.drop_front();
  if (!Args.empty() && isOrdered(Args.back())) {
    Out.Ordered = true;
    Args = Args.drop_back();
  }
  for (const clang::Expr *E : Args)
    if (isExtent(E))
      Out.Extents.push_back(E);
    else
      return;
  To.push_back(std::move(Out));
}

} // namespace

std::vector<SaidCover> readCovers(const ASTContext &Ctx,
                                  const AttributedStmt *S, Report &R) {
  std::vector<SaidCover> Out;
  for (const Attr *A : S->getAttrs())
    if (wordOf(A) == Word::Cover)
      Reader(Ctx, R).read(cast<AnnotateAttr>(A), Out);
  return Out;
}

} // namespace heddle
