//===- Iterators.cpp - Iterators of containers as pointers ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/Iterators.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {

static const IntType Int64{64, true};

/// libstdc++ and libc++ make these iterators of a pointer to the element.
static QualType pointerOf(QualType T) {
  const auto *D = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!D || !D->getIdentifier() || D->getTemplateArgs().size() == 0 ||
      D->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  const DeclContext *Space = D->getDeclContext()->getRedeclContext();
  while (Space->isInlineNamespace())
    Space = Space->getParent()->getRedeclContext();
  const auto *N = dyn_cast<NamespaceDecl>(Space);
  const bool IsGnu =
      N && N->getName() == "__gnu_cxx" && D->getName() == "__normal_iterator";
  const bool IsLlvm = D->isInStdNamespace() && D->getName() == "__wrap_iter";
  const QualType Pointer = D->getTemplateArgs()[0].getAsType();
  return (IsGnu || IsLlvm) && Pointer->isPointerType() ? Pointer : QualType();
}

bool isIterator(QualType T) { return !pointerOf(T).isNull(); }

QualType pointee(QualType T) {
  return (T->isPointerType() ? T : pointerOf(T))->getPointeeType();
}

QualType pointee(const VarDecl *V) { return pointee(V->getType()); }

const clang::Expr *containerAt(const clang::Expr *E, bool &IsEnd) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  // That a member is one of a container is seen of its object.
  if (!F || !F->getIdentifier() ||
      (!isa<CXXMemberCallExpr>(Call) && !F->isInStdNamespace()))
    return nullptr;
  const llvm::StringRef Name = F->getName();
  IsEnd = Name == "end" || Name == "cend";
  if (!IsEnd && Name != "begin" && Name != "cbegin")
    return nullptr;
  const clang::Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    Object = Member->getNumArgs() == 0 ? Member->getImplicitObjectArgument()
                                       : nullptr;
  else if (Call->getNumArgs() == 1)
    Object = Call->getArg(0);
  Object = Object ? Object->IgnoreParenImpCasts() : nullptr;
  return Object && Object->isLValue() && isa<DeclRefExpr, MemberExpr>(Object)
             ? Object
             : nullptr;
}

std::optional<Position> iteratorPlace(NestReader &NR, const clang::Expr *E) {
  E = skipTemporaries(E);
  // A const_iterator of an iterator.
  while (const auto *C = dyn_cast<CastExpr>(E)) {
    if (!isIterator(C->getSubExpr()->getType()))
      break;
    E = skipTemporaries(C->getSubExpr());
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() == 1 && isIterator(C->getArg(0)->getType())
               ? iteratorPlace(NR, C->getArg(0))
               : std::nullopt;
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E)) {
    if ((C->getOperator() != OO_Plus && C->getOperator() != OO_Minus) ||
        C->getNumArgs() != 2 || !isIterator(C->getArg(0)->getType()))
      return std::nullopt;
    std::optional<Position> P = iteratorPlace(NR, C->getArg(0));
    const clang::Expr *By = skipTemporaries(C->getArg(1));
    if (!P || !By->getType()->isIntegerType())
      return std::nullopt;
    const ExprRef Passed =
        inScalars(NR, By->isGLValue() ? variableExpr(NR, By) : expr(NR, By), *P,
                  pointerOf(E->getType())->getPointeeType());
    P->Subs.back() =
        node(NR, C->getOperator() == OO_Plus ? ExprKind::Add : ExprKind::Sub,
             Int64, {convert(NR, P->Subs.back(), Int64), Passed}, nullptr);
    return P;
  }
  bool IsEnd = false;
  const clang::Expr *Object = containerAt(E, IsEnd);
  const std::optional<Container> C =
      Object ? containerOf(NR.Ctx, Object->getType(), Object->getType())
             : std::nullopt;
  if (!C || C->ByDimensions || C->Inline || C->Size.empty())
    return std::nullopt;
  std::optional<Position> P = container(NR, Object, /*Evaluate=*/false);
  if (!P || P->Private || P->Subs.size() != 1 || !IsEnd)
    return P;
  const std::optional<Path> Held = path(NR, Object);
  if (!Held)
    return std::nullopt;
  const QualType T = NR.Ctx.getSizeType();
  const std::optional<ExprRef> Size =
      C->Extent ? constant(NR, static_cast<int64_t>(*C->Extent), Int64, Object)
                : paramFor(NR, sizeOf(*Held, C->Size), Object, T, T);
  if (!Size)
    return std::nullopt;
  P->Subs.back() = inScalars(NR, *Size, *P, C->Element);
  return P;
}

std::optional<std::string> sizeBetween(const NestReader &NR,
                                       const clang::Expr *First,
                                       const clang::Expr *Last) {
  bool BeginIsEnd = false, EndIsEnd = false;
  const clang::Expr *Begins = containerAt(skipTemporaries(First), BeginIsEnd);
  const clang::Expr *Ends = containerAt(skipTemporaries(Last), EndIsEnd);
  const auto *B = dyn_cast_or_null<DeclRefExpr>(Begins);
  const auto *E = dyn_cast_or_null<DeclRefExpr>(Ends);
  if (!B || !E || B->getDecl() != E->getDecl() || BeginIsEnd || !EndIsEnd)
    return std::nullopt;
  const std::optional<Container> C =
      containerOf(NR.Ctx, B->getType(), B->getType());
  if (!C || C->Size.empty())
    return std::nullopt;
  return "static_cast<long>(" + text(NR, B) + C->Size.str() + ")";
}

//===--- Differences ------------------------------------------------------===//

const CXXOperatorCallExpr *iteratorDifference(const clang::Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  return Call && Call->getOperator() == OO_Minus && Call->getNumArgs() == 2 &&
                 isIterator(Call->getArg(0)->getType()) &&
                 isIterator(Call->getArg(1)->getType())
             ? Call
             : nullptr;
}

ExprRef differenceExpr(NestReader &NR, const CXXOperatorCallExpr *E) {
  const auto Place = [&](const clang::Expr *Side) {
    const auto *D =
        dyn_cast<DeclRefExpr>(skipTemporaries(Side)->IgnoreParenImpCasts());
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    const auto Known =
        V ? NR.Memory.PointerLocals.find(V) : NR.Memory.PointerLocals.end();
    return Known != NR.Memory.PointerLocals.end()
               ? Known->second
               : attempt(NR, [&] { return iteratorPlace(NR, Side); }).first;
  };
  const std::optional<Position> To = Place(E->getArg(0)),
                                From = Place(E->getArg(1));
  if (!To || !From || To->Private || From->Private ||
      To->Array != From->Array || To->Subs.size() != 1 ||
      From->Subs.size() != 1)
    return nullptr;
  const ExprRef Scalars = scalarsBetween(NR, *From, *To);
  return findOpaque(*Scalars)
             ? nullptr
             : convert(NR,
                       inElements(NR, Scalars, *From,
                                  pointee(E->getArg(0)->getType())),
                       Int64);
}

bool readDifference(NestReader &NR, const CallExpr *E) {
  const CXXOperatorCallExpr *Difference =
      NR.isInCopy() ? nullptr : iteratorDifference(E);
  const ExprRef Value = Difference ? differenceExpr(NR, Difference) : nullptr;
  if (!Value || !isUniqueInNest(NR, *Value))
    return false;
  see(NR, E);
  addReplacement(NR, E->getSourceRange(),
                 "static_cast<long>(" + cxxText(*Value, *NR.Nest) + ")");
  return true;
}

bool isInDifference(const NestReader &NR, const clang::Expr *E) {
  const Stmt *P = NR.Facts.parent(E);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(P))
    P = NR.Facts.parent(P);
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(P);
  return Call && iteratorDifference(Call);
}

//===--- Elements ---------------------------------------------------------===//

static const VarDecl *usedBy(const CXXOperatorCallExpr *Call) {
  if (Call->getOperator() != OO_Star && Call->getOperator() != OO_Arrow &&
      Call->getOperator() != OO_Subscript)
    return nullptr;
  if (Call->getNumArgs() != (Call->getOperator() == OO_Subscript ? 2 : 1))
    return nullptr;
  const auto *D = dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenImpCasts());
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

bool isIteratorElement(const NestReader &NR, const clang::Expr *E) {
  const Stmt *P = NR.Facts.parent(E);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(P))
    P = NR.Facts.parent(P);
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(P);
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return Call && D && usedBy(Call) == D->getDecl();
}

const CXXOperatorCallExpr *iteratorUse(const NestReader &NR,
                                       const clang::Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const VarDecl *V = Call ? usedBy(Call) : nullptr;
  return V && isIterator(V->getType()) && NR.Memory.PointerLocals.count(V)
             ? Call
             : nullptr;
}

std::optional<Position> iteratorElement(NestReader &NR,
                                        const CXXOperatorCallExpr *Call,
                                        bool Evaluate) {
  const VarDecl *V = usedBy(Call);
  if (Evaluate) {
    see(NR, Call->getCallee());
    see(NR, Call->getArg(0));
  }
  Position P = NR.Memory.PointerLocals.lookup(V);
  if (Call->getOperator() != OO_Subscript)
    return P;
  const clang::Expr *Index = Call->getArg(1);
  if (Evaluate)
    readSubscript(NR, Index);
  P.Subs.back() = node(NR, ExprKind::Add, Int64,
                       {convert(NR, P.Subs.back(), Int64),
                        inScalars(NR, expr(NR, Index), P, pointee(V))},
                       Index);
  P.Within = 0;
  return P;
}

} // namespace heddle
