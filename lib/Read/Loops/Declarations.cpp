//===- Declarations.cpp - What a nest declares ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Loops/Declarations.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/Constructors.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

static void walkPointer(NestReader &NR, const clang::VarDecl *V);
static void walkReference(NestReader &NR, const clang::VarDecl *V);

void walkDeclaration(NestReader &NR, const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      walkVariable(NR, V);
      continue;
    }
    switch (D->getKind()) {
    case Decl::Typedef:
    case Decl::TypeAlias:
      if (cast<TypedefNameDecl>(D)
              ->getUnderlyingType()
              ->isVariablyModifiedType())
        NR.error(DiagID::HD224, ref(NR, D->getSourceRange()),
                 "an array of variable length");
      break;
    case Decl::StaticAssert:
      if (mentionsLocal(cast<StaticAssertDecl>(D)->getAssertExpr()))
        NR.error(DiagID::HD224, ref(NR, D->getSourceRange()),
                 "an assertion about a local constant");
      break;
    case Decl::Empty:
    case Decl::Using:
    case Decl::UsingDirective:
    case Decl::NamespaceAlias:
      break;
    default:
      NR.error(DiagID::HD224, ref(NR, D->getSourceRange()),
               "a declaration other than of a variable");
    }
  }
}

/// The parts of an initialiser that are evaluated, without its own copy.
void walkInitializer(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    for (const clang::Expr *I : L->inits())
      walkInitializer(NR, I);
    if (const clang::Expr *Filler = L->getArrayFiller())
      walkInitializer(NR, Filler);
    return;
  }
  if (isa<ImplicitValueInitExpr, NoInitExpr>(E) || setsConstants(NR, E))
    return;
  read(NR, E);
}

void walkVariable(NestReader &NR, const VarDecl *V) {
  auto Refuse = [&](llvm::StringRef Why) {
    NR.error(DiagID::HD224, ref(NR, V->getSourceRange()), Why);
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
    return walkReference(NR, V);
  if (T->isPointerType())
    return walkPointer(NR, V);
  if (declareRecord(NR, V))
    return;
  QualType Scalar = NR.Ctx.getBaseElementType(T);
  if (!checkScalar(NR, Scalar, V->getSourceRange()))
    return;
  if (V->hasInit())
    walkInitializer(NR, V->getInit());
}

/// Writes `auto` in the place of the type of V, a pointer into a table: kernels
/// have constant ones. False where V is not declared by itself.
static bool pointByAuto(NestReader &NR, const VarDecl *V) {
  const auto *S = dyn_cast_or_null<DeclStmt>(NR.Facts.parent(V->getInit()));
  const TypeSourceInfo *Written = V->getTypeSourceInfo();
  if (!S || !S->isSingleDecl() || !Written)
    return false;
  addReplacement(NR, Written->getTypeLoc().getSourceRange(), "auto ");
  return true;
}

static void walkPointer(NestReader &NR, const VarDecl *V) {
  const bool Walks = !NR.Facts.writes(V).empty() && walks(NR, V);
  if (!V->hasInit() || (!NR.Facts.writes(V).empty() && !Walks) ||
      NR.Facts.escape(V)) {
    const clang::Expr *Where = NR.Facts.escape(V);
    if (!NR.Facts.writes(V).empty())
      Where = NR.Facts.writes(V).front();
    NR.error(DiagID::HD226,
             Where ? ref(NR, Where) : ref(NR, V->getSourceRange()),
             V->getName());
    return;
  }
  std::optional<Position> P = pointer(NR, V->getInit(), /*Evaluate=*/true);
  if (!P)
    return;
  NR.Memory.PointerLocals[V] = *P;
  if (leadsOn(NR, *P) && !pointByAuto(NR, V))
    NR.error(DiagID::HD224, ref(NR, V->getSourceRange()),
             "a pointer into a table beside other variables");
}

static void walkReference(NestReader &NR, const VarDecl *V) {
  if (!V->hasInit()) {
    NR.error(DiagID::HD231, ref(NR, V->getSourceRange()), V->getName());
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
    if (checkScalar(NR, Referred, V->getSourceRange())) {
      walkInitializer(NR, M->getSubExpr());
      Position P;
      P.Private = true;
      NR.Memory.References[V] = P;
    }
    return;
  }
  std::optional<Container> Row = containerOf(NR.Ctx, Referred, Referred);
  std::string Why;
  // A row of a table, whose element this one names.
  const bool OfTable =
      Row && !Row->Inline && subscriptedContainer(NR.Ctx, Init) != nullptr;
  bool IsRow = (Row && Row->Inline) || OfTable ||
               (Referred->isRecordType() && scalarsIn(NR, Referred, Why));
  if (!IsRow && !checkScalar(NR, NR.Ctx.getBaseElementType(Referred),
                             V->getSourceRange()))
    return;
  bool IsElement = isa<ArraySubscriptExpr, UnaryOperator>(Init) ||
                   subscriptedContainer(NR.Ctx, Init) || isAccessor(NR, Init) ||
                   givesPart(NR, Init) ||
                   (isa<MemberExpr>(Init) && !path(NR, Init));
  const auto *Named = dyn_cast<DeclRefExpr>(Init);
  if (!IsElement && !Referred->isArrayType() &&
      !(Named && isDeclaredInNest(NR, Named->getDecl()))) {
    NR.error(DiagID::HD231, ref(NR, V->getSourceRange()), V->getName());
    return;
  }
  if (std::optional<Position> P = lvalue(NR, Init, /*Evaluate=*/true)) {
    NR.Memory.References[V] = *P;
    if (leadsOn(NR, *P))
      recordRowLoad(NR, *P, Init);
    if (Row)
      referByAuto(NR, V);
  }
}

} // namespace heddle
