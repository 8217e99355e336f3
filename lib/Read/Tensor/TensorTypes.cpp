//===- TensorTypes.cpp - The types of <heddle/tensor.h> -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

bool isOfHeddle(const Decl *D) {
  const DeclContext *DC = D->getDeclContext();
  const NamespaceDecl *Outermost = nullptr;
  for (; DC && !DC->isTranslationUnit(); DC = DC->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(DC))
      Outermost = N;
  return Outermost && Outermost->getIdentifier() &&
         Outermost->getName() == "heddle";
}

const ClassTemplateSpecializationDecl *heddleTemplate(QualType T) {
  if (T.isNull())
    return nullptr;
  const auto *D = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return D && D->getIdentifier() && isOfHeddle(D) ? D : nullptr;
}

llvm::StringRef heddleTemplateName(QualType T) {
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  return D ? D->getName() : llvm::StringRef();
}

llvm::SmallVector<TemplateArgument, 4>
argumentsOf(const ClassTemplateSpecializationDecl *D) {
  llvm::SmallVector<TemplateArgument, 4> All;
  for (const TemplateArgument &A : D->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Pack)
      llvm::append_range(All, A.pack_elements());
    else
      All.push_back(A);
  return All;
}

QualType memberType(const ClassTemplateSpecializationDecl *D,
                    llvm::StringRef Name) {
  for (const Decl *Member : D->decls())
    if (const auto *T = dyn_cast<TypedefNameDecl>(Member))
      if (T->getIdentifier() && T->getName() == Name)
        return T->getUnderlyingType().getCanonicalType().getUnqualifiedType();
  return {};
}

std::vector<int64_t> declaredExtents(QualType T) {
  std::vector<int64_t> Extents;
  if (const ClassTemplateSpecializationDecl *D = heddleTemplate(T))
    for (const TemplateArgument &A : argumentsOf(D))
      if (A.getKind() == TemplateArgument::Integral)
        Extents.push_back(A.getAsIntegral().getExtValue());
  return Extents;
}

std::optional<unsigned> rankOf(const ClassTemplateSpecializationDecl *D) {
  for (const Decl *Member : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(Member);
        V && V->getIdentifier() && V->getName() == "rank")
      if (const VarDecl *Defined = V->getInitializingDeclaration())
        if (const APValue *Value =
                const_cast<VarDecl *>(Defined)->evaluateValue())
          if (Value->isInt())
            return static_cast<unsigned>(Value->getInt().getExtValue());
  return std::nullopt;
}

std::optional<unsigned> tensorRank(QualType T) {
  if (T->isArithmeticType())
    return 0;
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  return D ? rankOf(D) : std::nullopt;
}

bool isIndexType(QualType T) {
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  return D && D->getIdentifier() && D->getName() == "idx" && isOfHeddle(D);
}

bool isTensorType(QualType T) {
  llvm::StringRef Name = heddleTemplateName(T);
  return Name == "tensor" || Name == "tensor_view";
}

bool isCallTo(const Expr *E, llvm::StringRef Name) {
  const auto *C = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == Name && isOfHeddle(F);
}

const CXXOperatorCallExpr *tensorAssignment(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return nullptr;
  const auto *Call =
      dyn_cast<CXXOperatorCallExpr>(E->IgnoreUnlessSpelledInSource());
  if (!Call || !Call->isAssignmentOp() || Call->getNumArgs() != 2)
    return nullptr;
  // Compound assignments are members of a base.
  QualType Left = Call->getArg(0)->IgnoreParenImpCasts()->getType();
  return isTensorType(Left) || heddleTemplateName(Left) == "indexed_target"
             ? Call
             : nullptr;
}

bool mayAssignTensor(const Stmt *S) {
  if (tensorAssignment(S))
    return true;
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E || !E->isTypeDependent())
    return false;
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAssignmentOp();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  return Call && Call->isAssignmentOp();
}

} // namespace heddle
