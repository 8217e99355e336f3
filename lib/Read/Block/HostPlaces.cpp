//===- HostPlaces.cpp - Which memory an expression names ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Annotation/Attributes.h"
#include "Read/Block/EffectReader.h"
#include "Read/Memory/Containers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace heddle {

bool isPlainAssignment(const CallExpr *C) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(C);
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
  return Operator && Operator->isAssignmentOp() && M && M->isTrivial() &&
         C->getNumArgs() == 2;
}

/// The statement declares V, so that nobody can name it in front of that.
bool EffectReader::isOwn(const VarDecl *V) const {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation At = SM.getExpansionLoc(V->getLocation());
  return !SM.isBeforeInTranslationUnit(
             At, SM.getExpansionLoc(Whole->getBeginLoc())) &&
         !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Whole->getEndLoc()),
                                       At);
}

/// A reference would be to a copy of the field.
static bool isPacked(const FieldDecl *F) {
  return F->hasAttr<PackedAttr>() || F->getParent()->hasAttr<PackedAttr>() ||
         F->getParent()->hasAttr<MaxFieldAlignmentAttr>();
}

/// E names an object, and the same one before the statement.
bool EffectReader::isPlace(const clang::Expr *E) const {
  E = E->IgnoreParenNoopCasts(Ctx);
  if (isa<CXXThisExpr>(E))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    return V && !isOwn(V);
  }
  const auto *M = dyn_cast<MemberExpr>(E);
  if (!M || !isa<FieldDecl>(M->getMemberDecl()) ||
      cast<FieldDecl>(M->getMemberDecl())->isBitField() ||
      isPacked(cast<FieldDecl>(M->getMemberDecl())))
    return false;
  if (!M->isArrow())
    return isPlace(M->getBase());
  const clang::Expr *Base = M->getBase()->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(Base))
    return true;
  const auto *D = dyn_cast<DeclRefExpr>(Base);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V && !isOwn(V) && V->hasLocalStorage() &&
         V->getType()->isPointerType() && !Facts.escape(V) &&
         !Facts.writeWithin(V, Whole);
}

/// The array, or the container with elements of its own, that the lvalue E is
/// an element of, where that is a place; else null.
const clang::Expr *EffectReader::arrayOf(const clang::Expr *E) {
  while (const auto *S = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens()))
    E = S->getBase()->IgnoreParenImpCasts();
  if (E->getType()->isConstantArrayType())
    return isPlace(E) ? E : nullptr;
  const clang::Expr *Object = subscriptedContainer(Ctx, E);
  if (!Object)
    return nullptr;
  const std::optional<Container> C =
      containerOf(Ctx, Object->getType(), Object->getType());
  return C && C->Owns && isPlace(Object) && !shuffles() ? Object : nullptr;
}

/// E is an argument of std::swap, which keeps no address.
bool EffectReader::isSwapped(const clang::Expr *E) const {
  const auto *C = dyn_cast_or_null<CallExpr>(Facts.parent(E));
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->isInStdNamespace() && F->getIdentifier() &&
         F->getName() == "swap";
}

/// Nothing in the statement writes the variable or the member, or could.
bool EffectReader::staysAsItIs(const clang::Expr *Place) {
  if (const auto *D = dyn_cast<DeclRefExpr>(Place)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           !D->refersToEnclosingVariableOrCapture() &&
           !Facts.writeWithin(V, Whole) &&
           llvm::all_of(Facts.escapesToChange(V), [&](const clang::Expr *E) {
             return isSwapped(E) && !Facts.isWithin(E, Whole);
           });
  }
  const auto *M = dyn_cast<MemberExpr>(Place);
  if (!M || shuffles())
    return false;
  const auto Changes = [&](const Stmt *S) {
    if (const auto *C = dyn_cast<CallExpr>(S); C && isPlainAssignment(C))
      return true;
    const clang::Expr *Target = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      Target = B->getLHS();
    else if (const auto *U = dyn_cast<UnaryOperator>(S);
             U && U->isIncrementDecrementOp())
      Target = U->getSubExpr();
    const auto *Name =
        Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParens()) : nullptr;
    const bool IsItself =
        Name && !Name->getDecl()->getType()->isReferenceType();
    return Target && !IsItself &&
           Ctx.hasSameUnqualifiedType(Target->getType(), M->getType());
  };
  return !holdsWithin(Whole, Changes);
}

/// A positive constant.
static bool dividesSafely(const clang::Expr *E) {
  const auto *Number = dyn_cast<IntegerLiteral>(E->IgnoreParenImpCasts());
  return Number && !Number->getValue().isZero();
}

/// E has the same value before the statement, where computing it is harmless.
bool EffectReader::isSteady(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, CXXThisExpr>(E))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue) {
      const clang::Expr *Place = C->getSubExpr()->IgnoreParens();
      return isPlace(Place) && staysAsItIs(Place);
    }
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return isElement(C->getSubExpr()) || isPlace(C->getSubExpr());
    return (C->getCastKind() == CK_IntegralCast ||
            C->getCastKind() == CK_NoOp) &&
           isSteady(C->getSubExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul ||
            (B->isMultiplicativeOp() && dividesSafely(B->getRHS()))) &&
           isSteady(B->getLHS()) && isSteady(B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
           isSteady(U->getSubExpr());
  return false;
}

/// E is an element that has the same address before the statement.
bool EffectReader::isElement(const clang::Expr *E) {
  E = E->IgnoreParenNoopCasts(Ctx);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return isSteady(S->getBase()) && isSteady(S->getIdx());
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
      C && C->getOperator() == OO_Subscript && C->getNumArgs() == 2)
    if (const clang::Expr *Object = subscriptedContainer(Ctx, E))
      return isPlace(Object) && !shuffles() && isSteady(C->getArg(1));
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    return F && !F->isBitField() && !isPacked(F) &&
           !F->getType()->isReferenceType() &&
           (M->isArrow() ? isSteady(M->getBase()) : isElement(M->getBase()));
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->getOpcode() == UO_Deref && isSteady(U->getSubExpr());
}

void EffectReader::memory(const clang::Expr *E, bool Write) {
  if (InLaunch)
    return;
  does(Write ? HostEffect::Anything : HostEffect::Reads, E,
       Write ? "it writes memory that may be an array's"
             : "it reads memory that may be an array's");
}

void EffectReader::object(const clang::Expr *E, bool Write, bool Elements) {
  const std::string Text = objectText(Ctx, E);
  for (HostObject &Known : Out.Objects)
    if (Known.Elements == Elements && objectText(Ctx, Known.Place) == Text) {
      Known.Written |= Write;
      Known.Before = false;
      return;
    }
  Out.Objects.push_back({E, Write, Elements});
}

/// A structure, or a structure in it, has no arrays and no references.
static bool hasNumbersAlone(QualType T) {
  if (T->isScalarType())
    return true;
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  return D && D->hasDefinition() && !D->isUnion() && D->getNumBases() == 0 &&
         !D->isPolymorphic() &&
         llvm::all_of(D->fields(), [](const FieldDecl *F) {
           return hasNumbersAlone(F->getType());
         });
}

/// V is no memory that stays on a device.
bool EffectReader::isVariable(const VarDecl *V, const DeclRefExpr *Name) const {
  const QualType T = V->getType();
  if (isVariableType(Ctx, T))
    return true;
  // Facts are about the function at hand alone. A launch takes larger objects
  // that it names as it takes arrays.
  const auto InLaunch = [&](const clang::Expr *E) {
    const Stmt *S = E;
    while (S &&
           !(isa<AttributedStmt>(S) && hasAnnotation(cast<AttributedStmt>(S))))
      S = Facts.parent(S);
    return S && !hasWord(cast<AttributedStmt>(S), Word::Program);
  };
  return V->hasLocalStorage() && !Name->refersToEnclosingVariableOrCapture() &&
         hasNumbersAlone(T) && llvm::none_of(Facts.mentions(V), InLaunch) &&
         llvm::all_of(Facts.escapesToChange(V), [&](const clang::Expr *E) {
           const auto *C = dyn_cast_or_null<CallExpr>(Facts.parent(E));
           return C && isPlainAssignment(C);
         });
}

/// Expressions that are their operands: false if E is none.
bool EffectReader::standsFor(const clang::Expr *E, bool Write) {
  if (isa<MaterializeTemporaryExpr>(E))
    return true; // nobody else knows it
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const bool Around = std::exchange(Conditional, true);
    access(C->getTrueExpr(), Write);
    access(C->getFalseExpr(), Write);
    Conditional = Around;
    return true;
  }
  if (const auto *C = dyn_cast<CallExpr>(E);
      C && (isValueTwin(C) || passesOn(C))) {
    for (const clang::Expr *A : C->arguments())
      access(A, Write);
    return true;
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!(U && U->isIncrementDecrementOp()) && !(B && B->isAssignmentOp()) &&
      !(B && B->isCommaOp()))
    return false;
  access(U                ? U->getSubExpr()
         : B->isCommaOp() ? B->getRHS()
                          : B->getLHS(),
         Write);
  return true;
}

/// The lvalue E is read or written.
void EffectReader::access(const clang::Expr *E, bool Write) {
  E = E->IgnoreParenNoopCasts(Ctx);
  // Launches write numbers alone: what leads to them stays as it is.
  if (E->getType()->isAnyPointerType() || E->getType()->isMemberPointerType() ||
      E->getType()->isFunctionType() || E->getType()->isNullPtrType() ||
      isGivenByResident(E))
    return;
  if (standsFor(E, Write))
    return;
  const clang::Expr *Root = E;
  while (const auto *M = dyn_cast<MemberExpr>(Root)) {
    if (M->isArrow() || !isa<FieldDecl>(M->getMemberDecl()) ||
        M->getMemberDecl()->getType()->isReferenceType())
      break;
    Root = M->getBase()->IgnoreParenNoopCasts(Ctx);
  }
  if (isa<MaterializeTemporaryExpr>(Root))
    return;
  if (const auto *D = dyn_cast<DeclRefExpr>(Root)) {
    if (const auto *B = dyn_cast<BindingDecl>(D->getDecl())) {
      // The object that was taken apart has no name.
      const auto *Whole = dyn_cast<VarDecl>(B->getDecomposedDecl());
      // std::get gives a part of a std::pair.
      const CXXRecordDecl *Of =
          Whole ? Whole->getType()->getAsCXXRecordDecl() : nullptr;
      const bool IsPart = !B->getHoldingVar() || (Of && Of->isInStdNamespace());
      return IsPart && Whole && isVariable(Whole, D) ? void()
                                                     : memory(E, Write);
    }
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V)
      return memory(E, Write);
    if (isVariable(V, D) || (!V->getType()->isReferenceType() && Root == E &&
                             V->getType().isConstQualified()))
      return;
    if (Root == E)
      return isPlace(E) ? object(E, Write) : memory(E, Write);
  }
  if (const auto *M = dyn_cast<MemberExpr>(E);
      M && M->getType().isConstQualified() && isPlace(E))
    if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
        F && F->getType().isConstQualified())
      return;
  if (isPlace(E))
    return object(E, Write);
  if (!InLaunch && !Conditional && isElement(E))
    return object(E, Write);
  if (const clang::Expr *Array = InLaunch ? nullptr : arrayOf(E))
    return object(Array, Write, !Array->getType()->isConstantArrayType());
  memory(E, Write);
}

} // namespace heddle
