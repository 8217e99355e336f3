//===- TensorTypes.cpp - Types of tensor expressions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/TensorTypes.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {
namespace validate {

bool isTensorPart(const Decl *D) {
  const DeclContext *C = D ? D->getDeclContext() : nullptr;
  llvm::StringRef Outermost, Second;
  for (; C && !C->isTranslationUnit(); C = C->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(C)) {
      Second = Outermost;
      Outermost = Space->getName();
    }
  return Outermost == "heddle" && Second != "rt";
}

llvm::StringRef tensorName(const NamedDecl *D) {
  return D && D->getIdentifier() && isTensorPart(D) ? D->getName()
                                                    : llvm::StringRef();
}

llvm::StringRef tensorClass(QualType T) {
  const CXXRecordDecl *R =
      T.isNull()
          ? nullptr
          : T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return tensorName(R);
}

const clang::Expr *passedOn(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *W = dyn_cast<FullExpr>(E))
      E = W->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      E = D->getExpr();
    else if (const auto *C = dyn_cast<CastExpr>(E);
             C && (C->getCastKind() == CK_NoOp ||
                   C->getCastKind() == CK_DerivedToBase ||
                   C->getCastKind() == CK_UncheckedDerivedToBase ||
                   C->getCastKind() == CK_ConstructorConversion))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() == 1 &&
             C->getConstructor()->isCopyOrMoveConstructor())
      E = C->getArg(0);
    else if (const auto *C = dyn_cast<CallExpr>(E);
             C && C->getNumArgs() == 1 && C->getDirectCallee() &&
             C->getDirectCallee()->isInStdNamespace() &&
             C->getDirectCallee()->getIdentifier() &&
             (C->getDirectCallee()->getName() == "move" ||
              C->getDirectCallee()->getName() == "forward" ||
              C->getDirectCallee()->getName() == "as_const"))
      E = C->getArg(0);
    else
      return E;
  }
}

const TemplateArgumentList *argumentsOf(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl());
  return S ? &S->getTemplateArgs() : nullptr;
}

std::vector<int64_t> declaredExtents(QualType T) {
  std::vector<int64_t> Result;
  if (const TemplateArgumentList *Args = argumentsOf(T))
    for (const TemplateArgument &A : Args->asArray())
      if (A.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &E : A.pack_elements())
          Result.push_back(bitsOf(E.getAsIntegral()));
  return Result;
}

bool standsInline(QualType T) {
  const CXXRecordDecl *R =
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  for (const FieldDecl *F : R->fields())
    if (const TemplateArgumentList *Args = argumentsOf(F->getType());
        Args && Args->size() > 1 &&
        Args->get(1).getKind() == TemplateArgument::Integral)
      return Args->get(1).getAsIntegral().getBoolValue();
  return false;
}

Type valueType(const Reader &R, QualType T) {
  const CXXRecordDecl *C =
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  if (!C)
    return typeOf(R, T);
  for (const NamedDecl *D : C->lookup(&R.Ctx.Idents.get("value_type")))
    if (const auto *Name = dyn_cast<TypedefNameDecl>(D))
      return typeOf(R, Name->getUnderlyingType());
  for (const CXXBaseSpecifier &B : C->bases())
    if (const Type T = valueType(R, B.getType()); T.K != Type::None)
      return T;
  return {};
}

} // namespace validate
} // namespace heddle
