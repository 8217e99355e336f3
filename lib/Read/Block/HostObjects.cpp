//===- HostObjects.cpp - Objects of the host, and their ends --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/HostCalls.h"
#include "Read/Block/HostEffects.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace heddle {

/// The variable or object that the place is a part of; behind a reference or
/// another pointer than `this` it is not.
static const clang::Expr *rootOf(const clang::Expr *Place) {
  const clang::Expr *Root = Place->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(Root)) {
    const clang::Expr *Base = M->getBase()->IgnoreParenImpCasts();
    if (M->getMemberDecl()->getType()->isReferenceType() ||
        (M->isArrow() && !isa<CXXThisExpr>(Base)))
      return Root;
    Root = Base;
  }
  return Root;
}

CallEffect seenByCallers(const HostUse &Body, bool Makes) {
  CallEffect Effect;
  Effect.Does = Body.Does;
  for (const HostObject &O : Body.Objects) {
    const clang::Expr *Root = rootOf(O.Place);
    if (Makes && isa<CXXThisExpr>(Root))
      continue;
    const auto *Name = dyn_cast<DeclRefExpr>(Root);
    const auto *V = Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr;
    // Elements of a member are found by the object that it is called with.
    const bool OfParameter = V && V->getType()->isReferenceType() &&
                             (!O.Elements || Root == O.Place->IgnoreParens());
    if (isa<CXXThisExpr>(Root) && !O.Elements)
      (O.Written ? Effect.WritesOwn : Effect.ReadsOwn) = true;
    else if (OfParameter)
      Effect.Parameters.push_back(
          {V->getFunctionScopeIndex(), O.Written, O.Elements});
    else // the name means nothing where the function is called
      Effect.Does = std::max(Effect.Does, O.Written ? HostEffect::Anything
                                                    : HostEffect::Reads);
  }
  return Effect;
}

std::string objectText(const ASTContext &Ctx, const clang::Expr *Place) {
  Place = Place->IgnoreParenNoopCasts(Ctx);
  if (isa<CXXThisExpr>(Place))
    return "*this";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Place->printPretty(OS, nullptr, PrintingPolicy(Ctx.getLangOpts()));
  return Text;
}

bool isVariableType(const ASTContext &Ctx, QualType T) {
  if (T->isReferenceType() || T->isIncompleteType() || T->isDependentType())
    return false;
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  return (T->isScalarType() || (D && D->hasTrivialDestructor())) &&
         Ctx.getTypeSizeInChars(T).getQuantity() <= 16;
}

std::optional<std::vector<std::string>> containersIn(const ASTContext &Ctx,
                                                     QualType T) {
  std::vector<std::string> Found;
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  if (!D || !D->hasDefinition() || D->isUnion() || D->getNumBases() != 0 ||
      D->isInStdNamespace())
    return std::nullopt;
  if (const CXXDestructorDecl *End = D->getDestructor();
      End && (End->isUserProvided() || End->isVirtual()))
    return std::nullopt;
  for (const FieldDecl *F : D->fields()) {
    const CXXRecordDecl *Of = F->getType()->getAsCXXRecordDecl();
    if (F->getType()->isReferenceType() ||
        (Of ? Of->hasTrivialDestructor() : !F->getType().isDestructedType()))
      continue;
    if (F->getAccess() != AS_public || !F->getIdentifier())
      return std::nullopt;
    const std::string Name = "." + F->getNameAsString();
    if (onlyFrees(Ctx, F->getType())) {
      Found.push_back(Name);
      continue;
    }
    const auto Inner = containersIn(Ctx, F->getType());
    if (!Inner)
      return std::nullopt;
    for (const std::string &Path : *Inner)
      Found.push_back(Name + Path);
  }
  return Found;
}

HostEnd hostEnd(const ASTContext &Ctx, const VarDecl *V) {
  QualType T = V->getType();
  if (T->isReferenceType()) {
    // A temporary may live as long as the reference does.
    const clang::Expr *Init = V->getInit();
    while (Init && !isa<MaterializeTemporaryExpr>(Init)) {
      if (const auto *C = dyn_cast<ExprWithCleanups>(Init))
        Init = C->getSubExpr();
      else if (const auto *C = dyn_cast<ImplicitCastExpr>(Init))
        Init = C->getSubExpr();
      else if (const auto *C = dyn_cast<ParenExpr>(Init))
        Init = C->getSubExpr();
      else
        return HostEnd::Nothing;
    }
    if (!Init)
      return HostEnd::Nothing;
    const CXXRecordDecl *D = Init->getType()->getAsCXXRecordDecl();
    if (D && !D->hasTrivialDestructor() && !isResident(Init->getType()))
      return HostEnd::Unknown;
    T = Init->getType();
  }
  if (T->isVariableArrayType())
    return HostEnd::Unknown;
  if (isResident(T) || isVariableType(Ctx, T))
    return HostEnd::Nothing;
  if (onlyFrees(Ctx, T))
    return HostEnd::Memory;
  const CXXRecordDecl *D = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  return !D || D->hasTrivialDestructor() || containersIn(Ctx, T)
             ? HostEnd::Memory
             : HostEnd::Unknown;
}

} // namespace heddle
