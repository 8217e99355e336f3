//===- HostEffects.cpp - What code of the host does to arrays -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Annotation/Attributes.h"
#include "Read/Block/EffectReader.h"
#include "Read/Memory/Containers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace heddle {

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

/// The argument that a parameter refers to; null: it is not known.
static const clang::Expr *argumentOf(const CallExpr *C,
                                     const ParameterUse &Use) {
  // The object that an operator is called for is the first argument.
  const bool IsMember =
      isa<CXXMethodDecl>(C->getDirectCallee()) && isa<CXXOperatorCallExpr>(C);
  const unsigned Number = Use.Number + IsMember;
  return Number < C->getNumArgs() ? C->getArg(Number) : nullptr;
}

/// The same of the object that a parameter refers to.
void EffectReader::parameter(const clang::Expr *Call,
                             const clang::Expr *Argument,
                             const ParameterUse &Use) {
  const clang::Expr *A =
      Argument ? Argument->IgnoreParenNoopCasts(Ctx) : nullptr;
  if (!A || isa<CXXDefaultArgExpr>(A) || !A->isGLValue())
    return memory(Call, Use.Written);
  if (!Use.Elements)
    return access(A, Use.Written);
  if (isa<MaterializeTemporaryExpr>(A))
    return; // nobody else knows its elements
  const std::optional<Container> Of =
      containerOf(Ctx, A->getType(), A->getType());
  return Of && Of->Owns && isPlace(A) && !shufflesBeside(Call)
             ? object(A, Use.Written, /*Elements=*/true)
             : memory(Call, Use.Written);
}

void EffectReader::visitCall(const CallExpr *C) {
  const size_t Outside = Out.Objects.size();
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
    if (Effect->Launches) {
      // Operands of several calls have no order.
      for (size_t I = 0; I != Out.Objects.size(); ++I)
        Out.Objects[I].Before = I >= Outside && !Out.Launches;
      Out.Launches = true;
    }
    does(Effect->Does, C, Name);
    if (Effect->ReadsOwn || Effect->WritesOwn)
      ownMembers(C, Effect->WritesOwn);
    for (const ParameterUse &Use : Effect->Parameters)
      parameter(C, argumentOf(C, Use), Use);
    return;
  }
  if (Known->ChangesVector) {
    const clang::Expr *Vector = calledFor(C);
    if (Vector && !isPointer(Vector) && isPlace(Vector) && !shufflesBeside(C))
      object(Vector, /*Write=*/true, /*Elements=*/true);
    else
      does(HostEffect::Anything, C, "a vector has other elements behind it");
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
  if (const auto Known = Effect ? std::nullopt : Callee(D)) {
    Effect = Known->Does;
    for (const ParameterUse &Use : Known->Parameters)
      Effect = std::max(*Effect,
                        Use.Written ? HostEffect::Anything : HostEffect::Reads);
  }
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
    const auto Containers = containersIn(Ctx, V->getType());
    const bool MayOwn =
        onlyFrees(Ctx, V->getType()) || (Containers && !Containers->empty());
    if (hostEnd(Ctx, V) == HostEnd::Unknown || (MayOwn && shuffles()))
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
  // The parts first: what names an element has to be there before it is.
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    visitParts(E);
    if (C->getCastKind() == CK_LValueToRValue)
      access(C->getSubExpr(), /*Write=*/false);
    return;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    visitParts(E);
    if (B->isAssignmentOp())
      access(B->getLHS(), /*Write=*/true);
    else if (B->isPtrMemOp())
      memory(E, /*Write=*/true);
    return;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    visitParts(E);
    if (U->isIncrementDecrementOp())
      access(U->getSubExpr(), /*Write=*/true);
    else if (U->getOpcode() == UO_Coawait)
      does(HostEffect::Anything, E, "it waits for something else");
    return;
  }
  if (const auto *C = dyn_cast<CallExpr>(E); C && isPlainAssignment(C)) {
    visitParts(C);
    access(C->getArg(0), /*Write=*/true);
    if (C->getArg(1)->isGLValue())
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
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
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
  // Headers of inner loops are what bodies are.
  const bool IsOutermost = std::exchange(Outermost, false);
  if (const auto *F = dyn_cast<ForStmt>(S); F && IsOutermost) {
    InLaunch = false;
    visit(F->getInit());
    visit(F->getCond());
    visit(F->getInc());
    return visitLaunch(F->getBody());
  }
  if (const auto *F = dyn_cast<CXXForRangeStmt>(S); F && IsOutermost) {
    InLaunch = false;
    visit(F->getInit());
    visit(F->getRangeInit());
    return visitLaunch(F->getBody());
  }
  for (const Stmt *Part : S->children())
    visitLaunch(Part);
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue) {
    InLaunch = true;
    access(C->getSubExpr(), /*Write=*/false);
  }
  if (const auto *C = dyn_cast<CallExpr>(S))
    visitLaunchedCall(C);
}

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
