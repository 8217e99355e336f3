//===- HostEffects.cpp - What code of the host does to arrays -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/HostEffects.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/HostCalls.h"
#include "Read/Block/Within.h"
#include "Read/Memory/Containers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace heddle {

namespace {

class EffectReader {
public:
  EffectReader(const ASTContext &Ctx, const VariableFacts &Facts,
               EffectOfCall Callee, const Stmt *Whole)
      : Ctx(Ctx), Facts(Facts), Callee(Callee), Whole(Whole) {}

  void visit(const Stmt *S);
  void visitLaunch(const Stmt *S);
  HostUse take() { return std::move(Out); }

private:
  void visitParts(const Stmt *S) {
    for (const Stmt *Part : S->children())
      visit(Part);
  }
  void access(const clang::Expr *E, bool Write);
  void object(const clang::Expr *E, bool Write, bool Elements = false);
  void ownMembers(const CallExpr *C, bool Write);
  void memory(const clang::Expr *E, bool Write);
  void visitCall(const CallExpr *C);
  void visitLaunchedCall(const CallExpr *C);
  void visitConstruct(const CXXConstructExpr *C);
  void visitDeclarations(const DeclStmt *S);
  void visitExpr(const clang::Expr *E);
  bool visitBranches(const clang::Expr *E);
  bool isOwn(const VarDecl *V) const;
  bool isPlace(const clang::Expr *E) const;
  bool isElement(const clang::Expr *E);
  bool isSteady(const clang::Expr *E);
  bool staysAsItIs(const clang::Expr *Place);
  bool isSwapped(const clang::Expr *E) const;
  const clang::Expr *arrayOf(const clang::Expr *E);
  void does(HostEffect Effect, const Stmt *Cause, const llvm::Twine &Why) {
    if (Effect <= Out.Does)
      return;
    Out.Does = Effect;
    Out.Cause = Cause;
    Out.Why = Why.str();
  }

  /// A call in the statement may change where elements are.
  bool shuffles() {
    if (!Shuffles)
      Shuffles = holdsWithin(Whole, [&](const Stmt *S) {
        const auto *C = dyn_cast<CallExpr>(S);
        return C && (movesThings(C) || !knownCall(Ctx, C));
      });
    return *Shuffles;
  }

  const ASTContext &Ctx;
  const VariableFacts &Facts;
  EffectOfCall Callee;
  const Stmt *Whole;
  std::optional<bool> Shuffles;
  /// The elements that a nest's body names are arguments of its launch.
  bool InLaunch = false;
  /// The part at hand may run, or not, or several times.
  bool Conditional = false;
  HostUse Out;
};

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
      return;
    }
  Out.Objects.push_back({E, Write, Elements});
}

/// The object that a function is called for, or a pointer to it; null: none.
static const clang::Expr *calledFor(const CallExpr *C) {
  const clang::Expr *Object = nullptr;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(C))
    Object = M->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(C) && C->getNumArgs() != 0)
    Object = C->getArg(0);
  return Object ? Object->IgnoreParenImpCasts() : nullptr;
}

/// E is a pointer to an object that has no name here.
static bool isPointer(const clang::Expr *E) {
  return E->getType()->isPointerType() && !isa<CXXThisExpr>(E);
}

/// A function reads or writes members of the object that it is called for.
void EffectReader::ownMembers(const CallExpr *C, bool Write) {
  const clang::Expr *Object = calledFor(C);
  if (Object && !isPointer(Object) && isPlace(Object))
    return object(Object, Write);
  memory(C, Write);
}

/// The lvalue E is read or written.
void EffectReader::access(const clang::Expr *E, bool Write) {
  E = E->IgnoreParenNoopCasts(Ctx);
  // Launches write numbers alone: what leads to them stays as it is.
  if (E->getType()->isAnyPointerType() || E->getType()->isMemberPointerType() ||
      E->getType()->isFunctionType() || E->getType()->isNullPtrType() ||
      isGivenByResident(E))
    return;
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const bool Around = std::exchange(Conditional, true);
    access(C->getTrueExpr(), Write);
    access(C->getFalseExpr(), Write);
    Conditional = Around;
    return;
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V)
      return memory(E, Write);
    const bool IsObject = !V->getType()->isReferenceType();
    if (IsObject && V->getType().isConstQualified())
      return;
    // Facts are about the function at hand alone.
    if (IsObject && V->hasLocalStorage() && V->getType()->isScalarType() &&
        !D->refersToEnclosingVariableOrCapture() && !Facts.escape(V))
      return;
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

void EffectReader::visitCall(const CallExpr *C) {
  visitParts(C);
  const std::optional<KnownCall> Known = knownCall(Ctx, C);
  const FunctionDecl *F = C->getDirectCallee();
  if (!Known) {
    const std::string Name =
        F ? "it calls '" + F->getQualifiedNameAsString() + "'"
          : "it calls a function that is not known before the program runs";
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    const auto *Callee = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens());
    const bool IsVirtual =
        M && M->isVirtual() && !(Callee && Callee->hasQualifier());
    const std::optional<CallEffect> Effect =
        F && !IsVirtual ? this->Callee(F) : std::nullopt;
    if (!Effect)
      return does(HostEffect::Anything, C, Name);
    Out.Launches |= Effect->Launches;
    does(Effect->Does, C, Name);
    if (Effect->ReadsOwn || Effect->WritesOwn)
      ownMembers(C, Effect->WritesOwn);
    return;
  }
  does(Known->Does, C, "it calls '" + F->getQualifiedNameAsString() + "'");
  for (const clang::Expr *A : C->arguments())
    if (A->isGLValue() && !isa<MaterializeTemporaryExpr>(A) &&
        A->getType()->isScalarType())
      access(A, Known->WritesScalars);
}

void EffectReader::visitConstruct(const CXXConstructExpr *C) {
  std::optional<HostEffect> Effect = knownConstructor(Ctx, C);
  for (const clang::Expr *A : C->arguments())
    if (!Effect || !isa<CXXDefaultArgExpr>(A))
      visit(A);
  const CXXConstructorDecl *D = C->getConstructor();
  if (D->isTrivial() && D->isCopyOrMoveConstructor() && C->getNumArgs() == 1 &&
      C->getArg(0)->isGLValue()) {
    if (!isa<MaterializeTemporaryExpr>(C->getArg(0)))
      access(C->getArg(0), /*Write=*/false);
    return;
  }
  if (const auto Known = Effect ? std::nullopt : Callee(D))
    Effect = Known->Does;
  does(Effect.value_or(HostEffect::Anything), C,
       "it calls the constructor of '" +
           D->getParent()->getQualifiedNameAsString() + "'");
}

void EffectReader::visitDeclarations(const DeclStmt *S) {
  const bool IsTop = S == Whole; // its end is for the reader of the program
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      continue;
    if (const clang::Expr *Init = V->getInit())
      visit(Init);
    if (V->isStaticLocal() && V->getInit() && !V->hasConstantInitialization())
      does(HostEffect::Anything, S, "it makes a 'static' variable once");
    if (V->isStaticLocal() || IsTop)
      continue;
    if (hostEnd(Ctx, V) == HostEnd::Unknown ||
        (onlyFrees(Ctx, V->getType()) && shuffles()))
      does(HostEffect::Anything, S,
           "'" + V->getNameAsString() + "' has a destructor");
  }
}

/// std::allocator and its like: their destructors do nothing.
static bool isEmptyOfStandard(QualType T) {
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  return D && D->isInStdNamespace() && D->isEmpty();
}

/// Parts of E that need not be computed.
bool EffectReader::visitBranches(const clang::Expr *E) {
  const clang::Expr *Always = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Branches;
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Always = C->getCond();
    Branches = {C->getTrueExpr(), C->getFalseExpr()};
  } else if (const auto *B = dyn_cast<BinaryOperator>(E);
             B && B->isLogicalOp()) {
    Always = B->getLHS();
    Branches = {B->getRHS()};
  } else {
    return false;
  }
  visit(Always);
  const bool Around = std::exchange(Conditional, true);
  for (const clang::Expr *Branch : Branches)
    visit(Branch);
  Conditional = Around;
  return true;
}

void EffectReader::visitExpr(const clang::Expr *E) {
  if (visitBranches(E))
    return;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue)
      access(C->getSubExpr(), /*Write=*/false);
    return visitParts(E);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      access(B->getLHS(), /*Write=*/true);
    else if (B->isPtrMemOp())
      memory(E, /*Write=*/true);
    return visitParts(E);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      access(U->getSubExpr(), /*Write=*/true);
    else if (U->getOpcode() == UO_Coawait)
      does(HostEffect::Anything, E, "it waits for something else");
    return visitParts(E);
  }
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
      C && C->isAssignmentOp())
    if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
        M && M->isTrivial() && C->getNumArgs() == 2) {
      visitParts(C);
      access(C->getArg(0), /*Write=*/true);
      if (C->getArg(1)->isGLValue() &&
          !isa<MaterializeTemporaryExpr>(C->getArg(1)))
        access(C->getArg(1), /*Write=*/false);
      return;
    }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return visitCall(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return visitConstruct(C);
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(E)) {
    // It may have taken over the memory of an array, which ends with it.
    const bool IsHarmless = onlyFrees(Ctx, T->getType()) && !shuffles();
    if (!IsHarmless && !isEmptyOfStandard(T->getType()) &&
        !isResident(T->getType()))
      does(HostEffect::Anything, E, "it makes an object that has a destructor");
    return visitParts(E);
  }
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return visit(D->getExpr());
  if (const auto *L = dyn_cast<LambdaExpr>(E)) {
    for (const clang::Expr *Init : L->capture_inits())
      visit(Init);
    return;
  }
  if (const auto *N = dyn_cast<CXXNewExpr>(E)) {
    if (N->getNumPlacementArgs() != 0 ||
        !N->getOperatorNew()->isReplaceableGlobalAllocationFunction())
      does(HostEffect::Anything, E, "it allocates in a way of its own");
    return visitParts(E);
  }
  if (isa<CXXDeleteExpr>(E))
    return does(HostEffect::Anything, E, "it frees memory");
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(E))
    return;
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral,
          CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr, DeclRefExpr,
          MemberExpr, CXXThisExpr, ParenExpr, ArraySubscriptExpr,
          ConditionalOperator, InitListExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr, MaterializeTemporaryExpr, ExprWithCleanups,
          ConstantExpr, SubstNonTypeTemplateParmExpr, CXXThrowExpr,
          CXXStdInitializerListExpr, TypeTraitExpr, OffsetOfExpr,
          PredefinedExpr, SourceLocExpr>(E))
    return visitParts(E);
  does(HostEffect::Anything, E, "it is not understood");
}

void EffectReader::visit(const Stmt *S) {
  if (!S || Out.Does == HostEffect::Anything)
    return;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return hasAnnotation(A) ? void() : visit(A->getSubStmt());
  if (const auto *E = dyn_cast<clang::Expr>(S))
    return visitExpr(E);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return visitDeclarations(D);
  // Names that blocks declare mean nothing before them.
  Conditional |= !isa<ReturnStmt, NullStmt>(S);
  if (isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt,
          SwitchCase, BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt,
          NullStmt, CXXForRangeStmt, CXXTryStmt, CXXCatchStmt>(S))
    return visitParts(S);
  does(HostEffect::Anything, S, "it is not understood");
}

/// Whether F, or a function that it calls, names a variable of the program that
/// a launch may have written.
static bool namesGlobals(const Stmt *S,
                         llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  if (!S)
    return false;
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl());
        V && V->hasGlobalStorage() && !V->getType().isConstQualified())
      return true;
  if (const auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = C->getDirectCallee())
      if (const FunctionDecl *Body = nullptr;
          F->hasBody(Body) && Seen.insert(Body).second &&
          namesGlobals(Body->getBody(), Seen))
        return true;
  return llvm::any_of(S->children(), [&](const Stmt *Part) {
    return namesGlobals(Part, Seen);
  });
}

/// Functions that the body calls: their objects, and what they name besides.
void EffectReader::visitLaunchedCall(const CallExpr *C) {
  const clang::Expr *Object = calledFor(C);
  if (Object && !subscriptedContainer(Ctx, C) && !knownCall(Ctx, C)) {
    if (!isPointer(Object) && isPlace(Object))
      object(Object, /*Write=*/false);
    else if (isPointer(Object))
      does(HostEffect::Reads, C, "it reads an object that a pointer leads to");
  }
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  const FunctionDecl *Body = nullptr;
  if (const FunctionDecl *F = C->getDirectCallee();
      F && !knownCall(Ctx, C) && F->hasBody(Body) &&
      namesGlobals(Body->getBody(), Seen))
    does(HostEffect::Reads, C,
         "'" + F->getQualifiedNameAsString() +
             "' reads variables that are not its own");
}

void EffectReader::visitLaunch(const Stmt *S) {
  if (!S)
    return;
  if (const auto *F = dyn_cast<ForStmt>(S)) {
    InLaunch = false;
    visit(F->getInit());
    visit(F->getCond());
    visit(F->getInc());
    return visitLaunch(F->getBody());
  }
  if (const auto *F = dyn_cast<CXXForRangeStmt>(S)) {
    InLaunch = false;
    visit(F->getInit());
    visit(F->getRangeInit());
    return visitLaunch(F->getBody());
  }
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue) {
    InLaunch = true;
    access(C->getSubExpr(), /*Write=*/false);
  }
  if (const auto *C = dyn_cast<CallExpr>(S))
    visitLaunchedCall(C);
  for (const Stmt *Part : S->children())
    visitLaunch(Part);
}

} // namespace

HostUse hostUse(const ASTContext &Ctx, const VariableFacts &Facts,
                EffectOfCall Callee, const Stmt *S) {
  EffectReader Reader(Ctx, Facts, Callee, S);
  Reader.visit(S);
  return Reader.take();
}

HostUse launchUse(const ASTContext &Ctx, const VariableFacts &Facts,
                  EffectOfCall Callee, const Stmt *S) {
  EffectReader Reader(Ctx, Facts, Callee, S);
  Reader.visitLaunch(S);
  return Reader.take();
}

} // namespace heddle
