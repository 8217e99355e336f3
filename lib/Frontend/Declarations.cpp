//===- Declarations.cpp - What a nest declares
//-----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

void NestBuilder::walkDeclaration(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      walkVariable(V);
      continue;
    }
    switch (D->getKind()) {
    case Decl::Typedef:
    case Decl::TypeAlias:
      if (cast<TypedefNameDecl>(D)
              ->getUnderlyingType()
              ->isVariablyModifiedType())
        error(DiagID::HD224, ref(D->getSourceRange()),
              "an array of variable length");
      break;
    case Decl::StaticAssert:
      if (mentionsLocal(cast<StaticAssertDecl>(D)->getAssertExpr()))
        error(DiagID::HD224, ref(D->getSourceRange()),
              "an assertion about a local constant");
      break;
    case Decl::Empty:
    case Decl::Using:
    case Decl::UsingDirective:
    case Decl::NamespaceAlias:
      break;
    default:
      error(DiagID::HD224, ref(D->getSourceRange()),
            "a declaration other than of a variable");
    }
  }
}

/// The parts of an initialiser that are evaluated, without its own copy.
void NestBuilder::walkInitializer(const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    for (const clang::Expr *I : L->inits())
      walkInitializer(I);
    if (const clang::Expr *Filler = L->getArrayFiller())
      walkInitializer(Filler);
    return;
  }
  if (isa<ImplicitValueInitExpr, NoInitExpr>(E))
    return;
  read(E);
}

void NestBuilder::walkVariable(const VarDecl *V) {
  auto Refuse = [&](llvm::StringRef Why) {
    error(DiagID::HD224, ref(V->getSourceRange()), Why);
  };
  if (isa<DecompositionDecl>(V))
    return Refuse("a structured binding");
  if (!V->hasLocalStorage() || V->getTLSKind() != VarDecl::TLS_None)
    return Refuse("a variable that is not local to the iteration");
  for (const Attr *A : V->attrs())
    if (!isa<UnusedAttr, AlignedAttr>(A))
      return Refuse("a variable with the attribute '" +
                    std::string(A->getSpelling()) + "'");
  QualType T = V->getType();
  if (T->isVariablyModifiedType())
    return Refuse("an array of variable length");
  if (T->isReferenceType())
    return walkReference(V);
  if (T->isPointerType())
    return walkPointer(V);
  QualType Scalar = Ctx.getBaseElementType(T);
  if (const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(
          V->hasInit() ? skipMarkers(V->getInit()) : nullptr);
      Copy && Copy->getNumArgs() == 1 && refuseWhole(Copy->getArg(0)))
    return;
  if (!checkScalar(Scalar, V->getSourceRange()))
    return;
  if (V->hasInit())
    walkInitializer(V->getInit());
}

void NestBuilder::walkPointer(const VarDecl *V) {
  if (!V->hasInit() || !Facts.writes(V).empty() || Facts.escape(V)) {
    const clang::Expr *Where = Facts.escape(V);
    if (!Facts.writes(V).empty())
      Where = Facts.writes(V).front();
    error(DiagID::HD226, Where ? ref(Where) : ref(V->getSourceRange()),
          V->getName());
    return;
  }
  if (std::optional<Position> P = pointer(V->getInit(), /*Evaluate=*/true))
    PointerLocals[V] = *P;
}

void NestBuilder::walkReference(const VarDecl *V) {
  if (!V->hasInit()) {
    error(DiagID::HD231, ref(V->getSourceRange()), V->getName());
    return;
  }
  const clang::Expr *Init = skipMarkers(V->getInit());
  while (const auto *C = dyn_cast<ImplicitCastExpr>(Init)) {
    if (C->getCastKind() != CK_NoOp)
      break;
    Init = skipMarkers(C->getSubExpr());
  }
  QualType Referred = V->getType().getNonReferenceType();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Init)) {
    if (checkScalar(Referred, V->getSourceRange())) {
      walkInitializer(M->getSubExpr());
      Position P;
      P.Private = true;
      References[V] = P;
    }
    return;
  }
  std::optional<Container> Row = containerOf(Ctx, Referred, Referred);
  std::string Why;
  bool IsRow = (Row && Row->Inline) ||
               (Referred->isRecordType() && scalarsIn(Referred, Why));
  if (!IsRow &&
      !checkScalar(Ctx.getBaseElementType(Referred), V->getSourceRange()))
    return;
  bool IsElement = isa<ArraySubscriptExpr, UnaryOperator>(Init) ||
                   subscriptedContainer(Ctx, Init) || isAccessor(Init) ||
                   (isa<MemberExpr>(Init) && !path(Init));
  const auto *Named = dyn_cast<DeclRefExpr>(Init);
  if (!IsElement && !Referred->isArrayType() &&
      !(Named && isDeclaredInNest(Named->getDecl()))) {
    error(DiagID::HD231, ref(V->getSourceRange()), V->getName());
    return;
  }
  if (std::optional<Position> P = lvalue(Init, /*Evaluate=*/true))
    References[V] = *P;
}

} // namespace heddle
