//===- Paths.cpp - Variables and members as the launch can name them ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/Paths.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Callees/Objects.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/PrivateMembers.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

static bool isStableRoot(const NestReader &NR, const Path &P);

static std::string keyOf(const Decl *D) {
  return llvm::utohexstr(reinterpret_cast<uintptr_t>(D->getCanonicalDecl()));
}

namespace {

/// The base classes on the way from an object to a part of it.
struct BasePath {
  std::string Key;      ///< equal for equal ones; empty: there are none
  bool IsPublic = true; ///< anybody may go it
  /// From the object's class on, without the class at the end of the way.
  llvm::SmallVector<const CXXRecordDecl *, 2> Classes;
};

} // namespace

const clang::Expr *rangeOf(const clang::Expr *E) {
  const auto *D = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V && V->isImplicit() && V->getType()->isReferenceType() && V->hasInit()
             ? V->getInit()
             : E;
}

/// Passes qualification and derived-to-base casts. Bases tells the subobject:
/// two bases of one class may have a common base each. Null for a virtual base,
/// which several paths reach.
static const clang::Expr *skipToObject(const clang::Expr *E, BasePath &Bases) {
  E = skipMarkers(E);
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    CastKind Kind = C->getCastKind();
    if (Kind != CK_NoOp && Kind != CK_UncheckedDerivedToBase &&
        Kind != CK_DerivedToBase)
      break;
    if (Kind != CK_NoOp) {
      std::string Steps;
      const QualType From = C->getSubExpr()->getType();
      const CXXRecordDecl *At = From->isPointerType()
                                    ? From->getPointeeCXXRecordDecl()
                                    : From->getAsCXXRecordDecl();
      for (const CXXBaseSpecifier *Base : C->path()) {
        Bases.Classes.push_back(At);
        At = Base->getType()->getAsCXXRecordDecl();
        if (Base->isVirtual())
          return nullptr;
        Steps += "/" + keyOf(Base->getType()->getAsCXXRecordDecl());
        Bases.IsPublic &= Base->getAccessSpecifier() == AS_public;
      }
      Bases.Key = Steps + Bases.Key;
    }
    E = skipMarkers(C->getSubExpr());
  }
  return E;
}

static std::optional<Path> pathOfVariable(NestReader &NR,
                                          const DeclRefExpr *D) {
  const auto *V = dyn_cast<VarDecl>(D->getDecl());
  if (!V || isDeclaredInNest(NR, V))
    return std::nullopt;
  Path P;
  P.Last = P.Root = V;
  P.Key = keyOf(V);
  if (NR.Callees.Calling)
    return nameOutside(NR, V, P) ? std::optional(P) : std::nullopt;
  // A lambda that is read as the nest's own text names what the function has.
  P.Captured = D->refersToEnclosingVariableOrCapture() &&
               V->getDeclContext() != NR.In.Function;
  if (!V->getIdentifier()) {
    // An anonymous union, of which only members can be named.
    const RecordDecl *Record = V->getType()->getAsRecordDecl();
    if (!Record || !Record->isAnonymousStructOrUnion())
      return std::nullopt;
    return P;
  }
  P.Name = V->getName().str();
  P.Host =
      D->hasQualifier() || D->hasExplicitTemplateArgs() ? text(NR, D) : P.Name;
  return P;
}

/// The object Base that a member is of, or that the pointer Base leads to.
static std::optional<Path> pathOfObject(NestReader &NR, const clang::Expr *Base,
                                        bool IsArrow) {
  if (isSelf(NR, Base))
    return std::nullopt;
  if (isa<CXXThisExpr>(Base)) {
    // The object of a constructor has no name where the call stands.
    if (NR.Callees.Calling &&
        isa<CXXConstructorDecl>(NR.Callees.Calling->Callee))
      return std::nullopt;
    Path P;
    P.Key = "this";
    P.Host = "this";
    return P;
  }
  if (!IsArrow)
    return path(NR, Base);
  const auto *Load = dyn_cast<ImplicitCastExpr>(Base);
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return std::nullopt;
  const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Load->getSubExpr()));
  std::optional<Path> P = D ? path(NR, D) : std::nullopt;
  // The pointer itself must be out of the nest's reach.
  if (!P || !isStableRoot(NR, *P))
    return std::nullopt;
  P->ThroughPointer = true;
  return P;
}

/// Adds the member M, the field Field, to the names of the object P. False if
/// nothing names it. ByPointer: no name of a member is to be relied on.
static bool nameMember(NestReader &NR, const MemberExpr *M,
                       const FieldDecl *Field, bool IsArrow, bool IsHidden,
                       bool ByPointer, Path &P) {
  std::string Member = Field->getName().str();
  if (M->hasQualifier() && !Member.empty())
    Member = text(NR, M->getQualifierLoc().getSourceRange()) + Member;
  // Anonymous unions and structures on the way are not written.
  if (P.Host.empty()) {
    if (IsHidden)
      return false;
    if (!Member.empty())
      P.Host = text(NR, M);
  } else {
    if (!llvm::StringRef(P.Host).ends_with("->") && P.Host.back() != '.')
      P.Host += IsArrow ? "->" : ".";
    if (IsHidden) {
      std::string Around =
          llvm::StringRef(P.Host).drop_back(IsArrow ? 2 : 1).str();
      if (!ByPointer && nameByMember(NR, Field, isConstObject(M), P))
        P.Around = (IsArrow ? "*" : "") + std::move(Around);
      else if (!openMember(NR, Field, P))
        return false;
    } else {
      P.Host += Member;
    }
  }
  return true;
}

/// Another member has the name of Field in one of the classes on the way to it.
static bool isHiddenByName(const BasePath &Bases, const FieldDecl *Field) {
  return llvm::any_of(Bases.Classes, [&](const CXXRecordDecl *C) {
    return !C || !C->lookup(Field->getDeclName()).empty();
  });
}

/// Outside of its class Field is reached from the object by its name alone, or
/// by a pointer to it.
static bool isReachedFromOutside(const BasePath &Bases,
                                 const FieldDecl *Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
  return Class && Bases.IsPublic &&
         llvm::all_of(Bases.Classes, [&](const CXXRecordDecl *C) {
           CXXBasePaths Ways(/*FindAmbiguities=*/true, /*RecordPaths=*/true,
                             /*DetectVirtual=*/true);
           return C && C->isDerivedFrom(Class, Ways) &&
                  !Ways.isAmbiguous(
                      Class->getASTContext().getCanonicalTagType(Class)) &&
                  !Ways.getDetectedVirtual();
         });
}

/// Reads `x`, `s.x`, `p->x`, `this->x`. Empty where E is nothing of these.
std::optional<Path> path(NestReader &NR, const clang::Expr *E) {
  BasePath Whole;
  E = skipToObject(E, Whole);
  if (!E || !Whole.Key.empty())
    return std::nullopt;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return pathOfVariable(NR, D);
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!Field || Field->isBitField() ||
      (!Field->getDeclName() && !Field->isAnonymousStructOrUnion()))
    return std::nullopt;
  const bool IsInCallee = NR.Callees.Calling != nullptr;
  const bool IsHidden = IsInCallee && !isAccessible(NR, Field);
  BasePath Bases;
  bool IsArrow = M->isArrow();
  const clang::Expr *Base = skipToObject(M->getBase(), Bases);
  // In a function that is written out: the object that the call gives.
  llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling);
  while (const clang::Expr *Object = objectGiven(NR, Base)) {
    IsArrow = Object->getType()->isPointerType();
    Base = skipToObject(Object, Bases);
    NR.Callees.Calling = NR.Callees.Calling->Outer;
    if (const auto *U = dyn_cast_or_null<UnaryOperator>(Base);
        U && U->getOpcode() == UO_Deref) {
      Base = skipMarkers(U->getSubExpr());
      IsArrow = true;
    }
  }
  if (!Base)
    return std::nullopt;
  std::optional<Path> Found = pathOfObject(NR, Base, IsArrow);
  if (!Found)
    return std::nullopt;
  Path &P = *Found;
  if (P.Root && P.Root->getType()->isReferenceType())
    P.ThroughPointer = true;
  P.Key += Bases.Key + (IsArrow ? "->" : ".") + keyOf(Field);
  // The source's own text may name what is in bases; that of a callee means
  // other members, and has other rights, than the launch.
  const bool IsInBase = IsInCallee && !Bases.Key.empty();
  const bool ByPointer = IsInBase && (IsHidden || isHiddenByName(Bases, Field));
  if ((IsInBase && !isReachedFromOutside(Bases, Field)) ||
      !nameMember(NR, M, Field, IsArrow, IsHidden || ByPointer, ByPointer, P))
    return std::nullopt;
  if (!IsHidden)
    P.Name = Field->getName().str();
  P.Last = Field;
  P.IsMember = true;
  P.InUnion = P.InUnion || Field->getParent()->isUnion();
  return Found;
}

/// Whether V is a copy that the lambda F has of it and cannot change.
static bool isConstantCopy(const VarDecl *V, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->isLambda() && Method->isConst() &&
         llvm::any_of(
             Method->getParent()->captures(), [&](const LambdaCapture &C) {
               return C.capturesVariable() && C.getCapturedVar() == V &&
                      C.getCaptureKind() == LCK_ByCopy;
             });
}

/// A local that nothing in the nest can change: it is not assigned there, and
/// nobody has its address.
static bool isStableRoot(const NestReader &NR, const Path &P) {
  return P.Root && !P.ThroughPointer &&
         (!P.Captured || isConstantCopy(P.Root, NR.In.Function)) &&
         P.Root->hasLocalStorage() && !P.Root->getType()->isReferenceType() &&
         !NR.Facts.escapeToChange(P.Root) &&
         !NR.Facts.writeWithin(P.Root, NR.In.Nest);
}

/// The lvalue that a write of the nest might reach, or nothing.
std::string storageOf(const NestReader &NR, const Path &P) {
  if (isStableRoot(NR, P))
    return {};
  QualType T = P.Last->getType();
  // A const object of static storage duration never changes.
  if (!P.IsMember && T.isConstQualified() && !T->isReferenceType() &&
      !P.Captured)
    return {};
  return P.Around.empty() ? P.Host : P.Around;
}

/// In declares something of that name, or a namespace does that is used there.
static bool findsName(const DeclContext *In, DeclarationName Name,
                      llvm::SmallPtrSetImpl<const DeclContext *> &Met) {
  if (!Met.insert(In->getPrimaryContext()).second)
    return false;
  return !In->lookup(Name).empty() ||
         llvm::any_of(In->using_directives(), [&](const auto *D) {
           return findsName(D->getNominatedNamespace(), Name, Met);
         });
}

bool isFoundFrom(const DeclContext *From, const NamedDecl *D) {
  const DeclContext *DC = D->getDeclContext()->getRedeclContext();
  if (!DC->isFileContext() || !DC->Encloses(From))
    return false;
  llvm::SmallPtrSet<const DeclContext *, 8> Met;
  for (const DeclContext *Near = From; !Near->Equals(DC);
       Near = Near->getParent())
    if (findsName(Near, D->getDeclName(), Met))
      return false;
  return true;
}

/// A namespace around the kernel holds D, so that its plain name means the same
/// there.
bool isVisible(const NestReader &NR, const Decl *D) {
  const DeclContext *DC = D->getDeclContext()->getRedeclContext();
  if (!DC->isFileContext() || !NR.Place.Context ||
      !DC->Encloses(NR.Place.Context))
    return false;
  // A name that is copied from elsewhere may meet another declaration of that
  // name on the way.
  const auto *Named = dyn_cast<NamedDecl>(D);
  return !NR.isInCopy() || !Named || isFoundFrom(NR.Place.Context, Named);
}

/// Namespace-scope integral constants can be named in kernels as they are.
bool isVisibleConstant(const NestReader &NR, const VarDecl *V) {
  return isVisible(NR, V) && V->getType()->isIntegralOrEnumerationType() &&
         V->getType().isConstQualified() &&
         V->isUsableInConstantExpressions(NR.Ctx) && !V->isTemplated() &&
         !isa<VarTemplateSpecializationDecl>(V);
}

bool isDeclaredInNest(const NestReader &NR, const ValueDecl *D) {
  return NR.Names.NestDecls.contains(D);
}

const VarDecl *variable(const NestReader &NR, const ValueDecl *D) {
  const VarDecl *V = variableOf(D);
  return V == D || (V && isDeclaredInNest(NR, V)) ? V : nullptr;
}

} // namespace heddle
