//===- Assumptions.cpp - What is known before the nest -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `[[assume(c)]];`, `__builtin_assume(c)` and what HEDDLE_ASSUME(c) expands to,
// in a block around the nest and before it. Used only where c speaks of locals
// that nothing in that block changes and whose address nobody has: then c still
// holds at the nest. So do the conditions of branches and loops around the
// nest. Others are left out, which is always right.
//===----------------------------------------------------------------------===//
#include "Read/Annotation/Assumptions.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace heddle {
namespace {

const clang::Expr *notUnreachable(const IfStmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S->getThen());
  if (const auto *C = dyn_cast_or_null<CompoundStmt>(S->getThen()))
    Call = C->size() == 1 ? dyn_cast<CallExpr>(*C->body_begin()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || F->getBuiltinID() != Builtin::BI__builtin_unreachable ||
      S->getElse() || S->hasInitStorage() || S->hasVarStorage())
    return nullptr;
  const auto *Not = dyn_cast<UnaryOperator>(skipMarkers(S->getCond()));
  return Not && Not->getOpcode() == UO_LNot ? Not->getSubExpr() : nullptr;
}

/// The condition that S promises, or null.
const clang::Expr *promised(const Stmt *S) {
  if (const auto *A = dyn_cast<AttributedStmt>(S)) {
    for (const Attr *At : A->getAttrs())
      if (const auto *Assume = dyn_cast<CXXAssumeAttr>(At))
        return Assume->getAssumption();
    return nullptr;
  }
  if (const auto *D = dyn_cast<DoStmt>(S)) {
    const auto *Body = dyn_cast<CompoundStmt>(D->getBody());
    const auto *Never = dyn_cast<CXXBoolLiteralExpr>(D->getCond());
    if (Body && Body->size() == 1 && Never && !Never->getValue())
      return promised(*Body->body_begin());
    return nullptr;
  }
  if (const auto *I = dyn_cast<IfStmt>(S))
    return notUnreachable(I);
  if (const auto *E = dyn_cast<clang::Expr>(S))
    if (const auto *Call = dyn_cast<CallExpr>(skipMarkers(E)))
      if (const FunctionDecl *F = Call->getDirectCallee())
        if (F->getBuiltinID() == Builtin::BI__builtin_assume)
          return Call->getArg(0);
  return nullptr;
}

/// A way into the middle of S.
bool hasEntry(const Stmt *S) {
  if (isa<LabelStmt, SwitchCase>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (Child && hasEntry(Child))
      return true;
  return false;
}

} // namespace

/// All variables of E are locals that Scope does not change.
static bool speaksOfStable(const NestReader &NR, const Stmt *E,
                           const Stmt *Scope) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (!V->getType()->isIntegralOrEnumerationType() ||
          !V->hasLocalStorage() || NR.Facts.escapeToChange(V) ||
          !NR.Facts.isUniquelyNamed(V) ||
          D->refersToEnclosingVariableOrCapture() ||
          NR.Facts.writeWithin(V, Scope)) {
        if (!isVisibleConstant(NR, V))
          return false;
      }
  if (isa<MemberExpr, CallExpr, ArraySubscriptExpr>(E))
    return false;
  for (const Stmt *Child : E->children())
    if (Child && !speaksOfStable(NR, Child, Scope))
      return false;
  return true;
}

/// E only computes a number from others: of variables, of members, and of
/// functions of objects that do the same.
static bool onlyComputes(const Stmt *E, unsigned Depth = 0) {
  if (Depth > 64)
    return false; // it may call itself
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *M = C->getMethodDecl();
    const auto *Body =
        M ? dyn_cast_or_null<CompoundStmt>(M->getBody()) : nullptr;
    const auto *Return = Body && Body->size() == 1
                             ? dyn_cast<ReturnStmt>(Body->body_front())
                             : nullptr;
    if (!M || !M->isConst() || M->isVirtual() || M->isInStdNamespace() ||
        !Return || !Return->getRetValue() || C->getNumArgs() != 0 ||
        !onlyComputes(Return->getRetValue(), Depth + 1))
      return false;
    return onlyComputes(C->getImplicitObjectArgument(), Depth + 1);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return false;
  return isa<ImplicitCastExpr, ParenExpr, BinaryOperator, UnaryOperator,
             DeclRefExpr, MemberExpr, CXXThisExpr, IntegerLiteral,
             FloatingLiteral, CXXBoolLiteralExpr, ConditionalOperator,
             CStyleCastExpr, CXXStaticCastExpr, CXXFunctionalCastExpr,
             ConstantExpr>(E) &&
         llvm::all_of(E->children(), [&](const Stmt *Child) {
           return !Child || onlyComputes(Child, Depth + 1);
         });
}

/// S declares numbers alone, and only computes them.
static bool declaresNumbers(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::all_of(D->decls(), [](const Decl *One) {
           const auto *V = dyn_cast<VarDecl>(One);
           return V && V->hasInit() && V->getType()->isArithmeticType() &&
                  onlyComputes(V->getInit());
         });
}

/// From the declaration of V in Block to the nest nothing happens but that
/// variables get such values.
static bool nothingBetween(const NestReader &NR, const VarDecl *V,
                           const Stmt *Block) {
  bool Behind = false;
  for (const Stmt *Child : Block->children()) {
    if (Child && NR.Facts.isWithin(NR.In.Nest, Child))
      return Behind && isa<AttributedStmt, ForStmt>(Child) &&
             (Child == NR.In.Nest || NR.Facts.parent(NR.In.Nest) == Child);
    const auto *D = dyn_cast<DeclStmt>(Child);
    Behind |= D && llvm::is_contained(D->decls(), V);
    if (Behind && !declaresNumbers(Child))
      return false;
  }
  return false;
}

/// The names in E, which is a part of V's initialiser, mean the same at the
/// nest.
static bool namesStay(const NestReader &NR, const Stmt *E) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl());
        !V || !NR.Facts.isUniquelyNamed(V) ||
        D->refersToEnclosingVariableOrCapture())
      return false;
  if (const auto *M = dyn_cast<MemberExpr>(E);
      M && M->isImplicitAccess() &&
      NR.Facts.isNamed(M->getMemberDecl()->getDeclName()))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || namesStay(NR, Child);
  });
}

static void assume(NestReader &NR, ExprRef E) {
  if (E->Type == IntType{1, false} && !findOpaque(*E))
    NR.Nest->Assumptions.push_back(std::move(E));
}

//===--- Branches and loops around the nest -------------------------------===//

/// The nest mentions V, or V is a parameter of it already.
static bool isOfNest(const NestReader &NR, const VarDecl *V) {
  return NR.Facts.isMentionedIn(V, NR.In.For) ||
         llvm::is_contained(llvm::make_second_range(NR.Memory.ParamRoots), V);
}

/// All variables of E are the nest's, which adds no parameter to it then.
static bool isOfNest(const NestReader &NR, const Stmt *E) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()); V && !isOfNest(NR, V))
      return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || isOfNest(NR, Child);
  });
}

/// Sums and multiples of variables.
static bool isSum(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul) &&
           isSum(B->getLHS()) && isSum(B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Minus && isSum(U->getSubExpr());
  return isa<DeclRefExpr, IntegerLiteral>(E);
}

/// The same, also of members and of what functions of objects compute.
static bool isSumOfMembers(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul) &&
           isSumOfMembers(B->getLHS()) && isSumOfMembers(B->getRHS());
  return isSum(E) || (isa<MemberExpr, CXXMemberCallExpr>(E) && onlyComputes(E));
}

/// V, which Block declares, and what its initialiser says have not changed
/// since.
static bool isStill(const NestReader &NR, const VarDecl *V, const Stmt *Block) {
  return speaksOfStable(NR, V->getInit(), Block) ||
         (!isSum(V->getInit()) && isSumOfMembers(V->getInit()) &&
          nothingBetween(NR, V, Block) && namesStay(NR, V->getInit()));
}

/// A part of the condition may have changed what another one was about. Calls
/// change no local whose address nobody has.
static bool changesVariables(const NestReader &NR, const clang::Expr *Cond) {
  return Cond->HasSideEffects(NR.Ctx, /*IncludePossibleEffects=*/false);
}

/// E has been true, and Scope, in which the nest stands, changes no part of it.
static void assumeWithin(NestReader &NR, const clang::Expr *E, bool IsTrue,
                         const Stmt *Scope) {
  E = skipMarkers(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->getOpcode() == (IsTrue ? BO_LAnd : BO_LOr)) {
    assumeWithin(NR, B->getLHS(), IsTrue, Scope);
    return assumeWithin(NR, B->getRHS(), IsTrue, Scope);
  }
  // Others make everything more complex, and help seldom.
  if (!B || !B->isComparisonOp() ||
      B->getOpcode() == (IsTrue ? BO_NE : BO_EQ) || !isSum(B->getLHS()) ||
      !isSum(B->getRHS()) || !speaksOfStable(NR, E, Scope) || !isOfNest(NR, E))
    return;
  ExprRef C = expr(NR, E);
  assume(NR, IsTrue || !(C->Type == IntType{1, false})
                 ? C
                 : node(NR, ExprKind::Not, C->Type, {C}, E));
}

/// +1 or -1: F's counter V only grows or shrinks, by constants; 0: neither.
static int directionOf(NestReader &NR, const ForStmt *F, const VarDecl *V) {
  const auto *Inc = dyn_cast_or_null<clang::Expr>(F->getInc());
  if (!Inc || NR.Facts.writeWithin(V, F->getBody()) || NR.Facts.escape(V))
    return 0;
  Inc = skipMarkers(Inc);
  const auto Names = [&](const clang::Expr *E) {
    const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return D && D->getDecl() == V;
  };
  if (const auto *U = dyn_cast<UnaryOperator>(Inc);
      U && U->isIncrementDecrementOp() && Names(U->getSubExpr()))
    return U->isIncrementOp() ? 1 : -1;
  const auto *B = dyn_cast<CompoundAssignOperator>(Inc);
  clang::Expr::EvalResult By;
  // In another type the sum may wrap.
  if (!B || !Names(B->getLHS()) ||
      !NR.Ctx.hasSameUnqualifiedType(B->getComputationResultType(),
                                     V->getType()) ||
      !NR.Ctx.hasSameUnqualifiedType(B->getRHS()->getType(), V->getType()) ||
      !B->getRHS()->EvaluateAsInt(By, NR.Ctx) ||
      !By.Val.getInt().isStrictlyPositive())
    return 0;
  (void)expr(NR, B->getRHS()); // with other flags it might be another
  return B->getOpcode() == BO_AddAssign   ? 1
         : B->getOpcode() == BO_SubAssign ? -1
                                          : 0;
}

/// A mention of V in S.
static const DeclRefExpr *mentionIn(const Stmt *S, const VarDecl *V) {
  if (const auto *D = dyn_cast<DeclRefExpr>(S); D && D->getDecl() == V)
    return D;
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Found = Child ? mentionIn(Child, V) : nullptr)
      return Found;
  return nullptr;
}

/// The condition of a loop around the nest, and on which side of its first
/// value the counter is. Signed counters do not wrap.
static void readLoopAround(NestReader &NR, const ForStmt *F) {
  if (F->getConditionVariable() || hasEntry(F->getBody()) ||
      (F->getCond() && changesVariables(NR, F->getCond())))
    return;
  if (F->getCond())
    assumeWithin(NR, F->getCond(), true, F->getBody());
  const auto *S = dyn_cast_or_null<DeclStmt>(F->getInit());
  const auto *V =
      S && S->isSingleDecl() ? dyn_cast<VarDecl>(S->getSingleDecl()) : nullptr;
  std::optional<IntType> Type =
      V && V->getInit() ? intType(NR, V->getType()) : std::nullopt;
  if (!Type || !Type->Signed || Type->Bits < 32 ||
      NR.Ctx.getLangOpts().isSignedOverflowDefined() ||
      !isOfNest(NR, V->getInit()) || !isOfNest(NR, V) ||
      !NR.Facts.isUniquelyNamed(V) || !V->hasLocalStorage() ||
      !speaksOfStable(NR, V->getInit(), F))
    return;
  const int Direction = directionOf(NR, F, V);
  const DeclRefExpr *Counter = mentionIn(F, V);
  if (Direction == 0 || !Counter)
    return;
  assume(NR, node(NR, Direction > 0 ? ExprKind::Ge : ExprKind::Le,
                  IntType{1, false},
                  {variableExpr(NR, Counter),
                   convert(NR, expr(NR, V->getInit()), *Type)},
                  V->getInit()));
}

static void readAround(NestReader &NR, const Stmt *S, const Stmt *Inner) {
  if (const auto *I = dyn_cast<IfStmt>(S);
      I && !I->isConsteval() && !I->isConstexpr() && !hasEntry(Inner) &&
      !changesVariables(NR, I->getCond())) {
    if (Inner == I->getThen())
      assumeWithin(NR, I->getCond(), true, Inner);
    else if (Inner == I->getElse())
      assumeWithin(NR, I->getCond(), false, Inner);
  }
  if (const auto *F = dyn_cast<ForStmt>(S); F && Inner == F->getBody())
    readLoopAround(NR, F);
}

//===--- Variables in front of the nest -----------------------------------===//

/// A remainder or low bits of sums: what takes turns.
static bool isPeriodic(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return false;
  if (B->getOpcode() == BO_Rem || B->getOpcode() == BO_And)
    return isSum(B->getLHS()) &&
           isa<IntegerLiteral>(B->getRHS()->IgnoreParenImpCasts());
  return B->isAdditiveOp() && (isPeriodic(B->getLHS()) || isSum(B->getLHS())) &&
         (isPeriodic(B->getRHS()) || isSum(B->getRHS()));
}

/// The block around the nest that declares V before it; null: there is none, or
/// there may be another way to the nest than past the declaration.
static const Stmt *declaringBlock(const NestReader &NR, const VarDecl *V) {
  const Stmt *Inner = NR.In.Nest;
  for (const Stmt *S = NR.Facts.parent(Inner); S;
       Inner = S, S = NR.Facts.parent(S)) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block)
      continue;
    for (const Stmt *Child : Block->body()) {
      if (Child == Inner)
        break;
      const auto *D = dyn_cast<DeclStmt>(Child);
      if (D && llvm::is_contained(D->decls(), V))
        return hasEntry(Block) ? nullptr : Block;
    }
  }
  return nullptr;
}

/// B multiplies what is no number on either side.
static bool isProduct(const BinaryOperator &B) {
  const auto IsLiteral = [](const clang::Expr *Side) {
    return isa<IntegerLiteral>(Side->IgnoreParenImpCasts());
  };
  return B.getOpcode() == BO_Mul && !IsLiteral(B.getLHS()) &&
         !IsLiteral(B.getRHS());
}

/// A sum with a product of two variables.
static bool hasProduct(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return false;
  return isProduct(*B) || hasProduct(B->getLHS()) || hasProduct(B->getRHS());
}

/// S multiplies integers of which nobody knows one, or calls a function of an
/// object.
static bool multipliesOrCalls(const Stmt *S) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  return isa<CXXMemberCallExpr>(S) ||
         (B && B->getType()->isIntegerType() && isProduct(*B)) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && multipliesOrCalls(Child);
         });
}

/// The integer members that S names, and those that functions of objects name
/// which it calls.
static void collectMembers(const Stmt *S,
                           llvm::SmallPtrSetImpl<const ValueDecl *> &Found,
                           unsigned Depth = 0) {
  if (!S || Depth > 64)
    return;
  if (const auto *M = dyn_cast<MemberExpr>(S);
      M && M->getType()->isIntegerType())
    Found.insert(M->getMemberDecl());
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(S); C && C->getMethodDecl())
    collectMembers(C->getMethodDecl()->getBody(), Found, Depth + 1);
  for (const Stmt *Child : S->children())
    collectMembers(Child, Found, Depth + 1);
}

/// The nest names members that E speaks of: another name for one of them would
/// be another number.
static bool sharesMembers(const NestReader &NR, const clang::Expr *E) {
  llvm::SmallPtrSet<const ValueDecl *, 8> Here, There;
  collectMembers(E, Here);
  collectMembers(NR.In.For, There);
  return llvm::any_of(Here,
                      [&](const ValueDecl *M) { return There.contains(M); });
}

/// V is added to a subscript in a nest whose rows have lengths: it leads from
/// one of them to another.
static bool isOffset(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    if (!NR.Facts.isWithin(E, NR.In.For))
      return false;
    const Stmt *S = NR.Facts.parent(E);
    bool IsTerm = false;
    for (; S && isa<ParenExpr, ImplicitCastExpr, BinaryOperator>(S);
         S = NR.Facts.parent(S))
      if (const auto *B = dyn_cast<BinaryOperator>(S)) {
        if (!B->isAdditiveOp())
          return false;
        IsTerm = true;
      }
    return IsTerm &&
           isa_and_nonnull<ArraySubscriptExpr, CXXOperatorCallExpr>(S);
  });
}

/// The nest multiplies V by what is no number: V is the width of something.
static bool isFactor(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    if (!NR.Facts.isWithin(E, NR.In.For))
      return false;
    const Stmt *Side = E, *S = NR.Facts.parent(E);
    while (S && isa<ParenExpr, ImplicitCastExpr>(S)) {
      Side = S;
      S = NR.Facts.parent(S);
    }
    const auto *B = dyn_cast_or_null<BinaryOperator>(S);
    return B && B->getOpcode() == BO_Mul &&
           !isa<IntegerLiteral>(
               (B->getLHS() == Side ? B->getRHS() : B->getLHS())
                   ->IgnoreParenImpCasts());
  });
}

ExprRef initialProduct(NestReader &NR, const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->getInit() ||
      !isSumOfMembers(V->getInit()) ||
      (!hasProduct(V->getInit()) &&
       (isSum(V->getInit()) || !sharesMembers(NR, V->getInit()))) ||
      !(isFactor(NR, V) || (isOffset(NR, V) && multipliesOrCalls(NR.In.For))) ||
      NR.Ctx.getLangOpts().isSignedOverflowDefined())
    return nullptr;
  const std::optional<IntType> Type = intType(NR, V->getType());
  const Stmt *Block = declaringBlock(NR, V);
  if (!Type || !Block || !speaksOfStable(NR, D, Block) ||
      !isStill(NR, V, Block))
    return nullptr;
  ExprRef Value = convert(NR, expr(NR, V->getInit()), *Type);
  return findOpaque(*Value) ? nullptr : Value;
}

/// V has been declared in Block, which does not change it, with what that does
/// not change either. Sums of what the nest does not mention make everything
/// more complex, and help seldom.
static void assumeInitial(NestReader &NR, const VarDecl *V, const Stmt *Block) {
  const clang::Expr *Init = V->getInit();
  const std::optional<IntType> Type = intType(NR, V->getType());
  if (!Init || !Type || NR.Ctx.getLangOpts().isSignedOverflowDefined() ||
      !NR.Facts.isMentionedIn(V, NR.In.For) ||
      !(isSum(Init)            ? isOfNest(NR, Init) && !hasProduct(Init)
        : isSumOfMembers(Init) ? sharesMembers(NR, Init) && !hasProduct(Init)
                               : isPeriodic(Init)) ||
      !isStill(NR, V, Block))
    return;
  const DeclRefExpr *Mention = mentionIn(NR.In.For, V);
  if (!Mention || !speaksOfStable(NR, Mention, Block))
    return;
  assume(NR, node(NR, ExprKind::Eq, IntType{1, false},
                  {convert(NR, variableExpr(NR, Mention), *Type),
                   convert(NR, expr(NR, Init), *Type)},
                  Init));
}

/// Nothing behind S in its block runs after S.
static bool leaves(const Stmt *S) {
  if (const auto *C = dyn_cast<CompoundStmt>(S))
    return !C->body_empty() && leaves(C->body_back());
  return isa<ReturnStmt, ContinueStmt, BreakStmt, GotoStmt, CXXThrowExpr>(S);
}

/// `if (n < m) return;`, which has not left Block: its condition was false.
static void readWayOut(NestReader &NR, const IfStmt *S, const Stmt *Block) {
  if (S->getElse() || S->hasInitStorage() || S->hasVarStorage() ||
      S->isConsteval() || S->isConstexpr() || !leaves(S->getThen()) ||
      changesVariables(NR, S->getCond()))
    return;
  assumeWithin(NR, S->getCond(), false, Block);
}

/// Takes from S, which stands in Block before the nest, all that it says.
static void readBefore(NestReader &NR, const Stmt *S, const Stmt *Block) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        assumeInitial(NR, V, Block);
  if (const auto *I = dyn_cast<IfStmt>(S))
    readWayOut(NR, I, Block);
  const clang::Expr *C = promised(S);
  if (C && speaksOfStable(NR, C, Block))
    assume(NR, expr(NR, C));
}

void readAssumptions(NestReader &NR) {
  const Stmt *Inner = NR.In.Nest;
  for (const Stmt *S = NR.Facts.parent(Inner); S;
       Inner = S, S = NR.Facts.parent(S)) {
    readAround(NR, S, Inner);
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block || hasEntry(Block))
      continue;
    for (const Stmt *Child : Block->body()) {
      if (Child == Inner)
        break;
      readBefore(NR, Child, Block);
    }
  }
}

} // namespace heddle
