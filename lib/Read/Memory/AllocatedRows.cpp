//===- AllocatedRows.cpp - Tables that their function allocates -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/AllocatedRows.h"
#include "Read/Loops/SameExpr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace {

class RowsFinder {
public:
  RowsFinder(const NestReader &NR, const VarDecl *V) : NR(NR), V(V) {}

  std::optional<std::pair<const clang::Expr *, const clang::Expr *>> find();

private:
  const clang::Expr *count(const clang::Expr *Memory) const;
  const clang::Expr *factor(const clang::Expr *Bytes, int64_t Size) const;
  bool isSteady(const clang::Expr *E) const;
  const ForStmt *before(const Stmt *Ancestor, const Stmt *Inner) const;
  const VarDecl *counterOf(const ForStmt *For) const;
  const clang::Expr *rowOf(const ForStmt *For) const;
  bool isReadOrStored(const Stmt *S) const;
  bool isOrdinaryUse(const clang::Expr *Mention) const;
  bool isInSwitch() const;
  bool isBehind(const Stmt *S) const;

  const NestReader &NR;
  const VarDecl *V;
  const clang::Expr *Rows = nullptr;
};

/// S, or a part of it, may go on elsewhere than behind S, or be entered
/// elsewhere than in front.
bool jumps(const Stmt *S) {
  return isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, LabelStmt,
             ReturnStmt, SwitchStmt, CXXThrowExpr, CXXTryStmt>(S) ||
         llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && jumps(C); });
}

bool hasLabel(const Stmt *S) {
  return isa<LabelStmt>(S) || llvm::any_of(S->children(), [](const Stmt *C) {
           return C && hasLabel(C);
         });
}

bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// The same wherever the variables in it are known by their names, and so is
/// its text.
bool RowsFinder::isSteady(const clang::Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID())
    return false;
  if (isa<IntegerLiteral>(E))
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->isMultiplicativeOp()) &&
           isSteady(B->getLHS()) && isSteady(B->getRHS());
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *Of = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (!Of || !Of->getType()->isIntegerType() ||
      Of->getType().isVolatileQualified() || !NR.Facts.isUniquelyNamed(Of))
    return false;
  const Stmt *Scope = NR.Facts.scopeOf(Of);
  if (Of->hasLocalStorage() && !isa<ParmVarDecl>(Of) &&
      !(Scope && NR.Facts.isWithin(NR.In.Nest, Scope)))
    return false;
  return Of->getType().isConstQualified() ||
         (Of->hasLocalStorage() && NR.Facts.writes(Of).empty() &&
          !NR.Facts.escape(Of));
}

/// Bytes / Size, where Bytes is a product with Size; else null.
const clang::Expr *RowsFinder::factor(const clang::Expr *Bytes,
                                      int64_t Size) const {
  const auto *B = dyn_cast<BinaryOperator>(Bytes->IgnoreParenImpCasts());
  if (!B || B->getOpcode() != BO_Mul)
    return nullptr;
  const auto IsSize = [&](const clang::Expr *E) {
    clang::Expr::EvalResult Found;
    return isa<UnaryExprOrTypeTraitExpr>(E->IgnoreParenImpCasts()) &&
           E->EvaluateAsInt(Found, NR.Ctx) && Found.Val.getInt() == Size;
  };
  return IsSize(B->getRHS())   ? B->getLHS()->IgnoreParenImpCasts()
         : IsSize(B->getLHS()) ? B->getRHS()->IgnoreParenImpCasts()
                               : nullptr;
}

/// How many elements Memory, a pointer, has just been given; null: not known.
const clang::Expr *RowsFinder::count(const clang::Expr *Memory) const {
  const QualType T = Memory->getType()->getPointeeType();
  Memory = Memory->IgnoreParenCasts();
  const clang::Expr *Count = nullptr;
  if (const auto *New = dyn_cast<CXXNewExpr>(Memory)) {
    if (!New->isArray() || New->getNumPlacementArgs() ||
        !NR.Ctx.hasSameUnqualifiedType(New->getAllocatedType(), T))
      return nullptr;
    Count = New->getArraySize().value_or(nullptr);
  } else if (const auto *Call = dyn_cast<CallExpr>(Memory)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && F->getBuiltinID() == Builtin::BImalloc)
      Count =
          factor(Call->getArg(0), NR.Ctx.getTypeSizeInChars(T).getQuantity());
  }
  clang::Expr::EvalResult Constant;
  return Count && (Count->EvaluateAsInt(Constant, NR.Ctx) || isSteady(Count))
             ? Count->IgnoreParenImpCasts()
             : nullptr;
}

/// The variable of `for (int i = 0; i < Rows; ++i)`, which nothing else
/// changes.
const VarDecl *RowsFinder::counterOf(const ForStmt *For) const {
  const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *I =
      D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const auto *Zero =
      I && I->getInit()
          ? dyn_cast<IntegerLiteral>(I->getInit()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(For->getCond());
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For->getInc());
  const auto Names = [&](const clang::Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == I;
  };
  if (!Zero || Zero->getValue() != 0 || !Cond || Cond->getOpcode() != BO_LT ||
      !Names(Cond->getLHS()) || !Step || !Step->isIncrementOp() ||
      !Names(Step->getSubExpr()))
    return nullptr;
  const bool IsAll = isSameExpr(withoutConversions(Cond->getRHS()),
                                withoutConversions(Rows), NR.Ctx);
  return IsAll && NR.Facts.writes(I).size() == 1 && !NR.Facts.escape(I)
             ? I
             : nullptr;
}

/// The memory that For gives each row; null: it does not.
const clang::Expr *RowsFinder::rowOf(const ForStmt *For) const {
  const VarDecl *I = counterOf(For);
  if (!I || jumps(For->getBody()))
    return nullptr;
  llvm::SmallVector<const Stmt *, 4> Lines = {For->getBody()};
  if (const auto *Block = dyn_cast<CompoundStmt>(For->getBody()))
    Lines.assign(Block->body_begin(), Block->body_end());
  for (const Stmt *Line : Lines) {
    const auto *Set = dyn_cast<BinaryOperator>(Line);
    const auto *To =
        Set && Set->getOpcode() == BO_Assign
            ? dyn_cast<ArraySubscriptExpr>(Set->getLHS()->IgnoreParenImpCasts())
            : nullptr;
    const auto *Of =
        To ? dyn_cast<DeclRefExpr>(To->getBase()->IgnoreParenImpCasts())
           : nullptr;
    const auto *At =
        To ? dyn_cast<DeclRefExpr>(To->getIdx()->IgnoreParenImpCasts())
           : nullptr;
    if (Of && At && Of->getDecl() == V && At->getDecl() == I)
      return Set->getRHS();
  }
  return nullptr;
}

/// The loop of Ancestor, a block, that gives V its rows in front of Inner,
/// which is directly in it.
const ForStmt *RowsFinder::before(const Stmt *Ancestor,
                                  const Stmt *Inner) const {
  const ForStmt *Last = nullptr;
  if (const auto *Block = dyn_cast<CompoundStmt>(Ancestor))
    for (const Stmt *S : Block->body()) {
      if (S == Inner)
        break;
      if (const auto *For = dyn_cast<ForStmt>(S); For && rowOf(For))
        Last = For;
    }
  return Last;
}

/// S runs behind the nest alone.
bool RowsFinder::isBehind(const Stmt *S) const {
  for (const Stmt *P = NR.In.Nest; P; P = NR.Facts.parent(P))
    if (isLoop(P) && NR.Facts.isWithin(S, P))
      return false;
  return NR.SM.isBeforeInTranslationUnit(NR.In.Nest->getEndLoc(),
                                         S->getBeginLoc());
}

/// The value of S, an element, or a store to it.
bool RowsFinder::isReadOrStored(const Stmt *S) const {
  const Stmt *P = NR.Facts.parent(S);
  while (isa_and_nonnull<ParenExpr>(P))
    S = std::exchange(P, NR.Facts.parent(P));
  const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(P);
  const auto *Store = dyn_cast_or_null<BinaryOperator>(P);
  return (Cast && Cast->getCastKind() == CK_LValueToRValue) ||
         (Store && Store->isAssignmentOp() && Store->getLHS() == S);
}

/// `V[i][j]`; or in the nest, which stores no pointers, or behind it.
bool RowsFinder::isOrdinaryUse(const clang::Expr *Mention) const {
  if (NR.Facts.isWithin(Mention, NR.In.Nest) || isBehind(Mention))
    return true;
  const Stmt *S = Mention;
  for (unsigned Subscripts = 0; Subscripts < 2; ++Subscripts) {
    const Stmt *P = NR.Facts.parent(S);
    while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(P))
      S = std::exchange(P, NR.Facts.parent(P));
    const auto *At = dyn_cast_or_null<ArraySubscriptExpr>(P);
    if (!At || At->getBase() != S)
      return false;
    S = At;
  }
  return isReadOrStored(S);
}

/// A switch around the nest may pass by what stands in front of it.
bool RowsFinder::isInSwitch() const {
  for (const Stmt *P = NR.In.Nest; P; P = NR.Facts.parent(P))
    if (isa<SwitchStmt>(P))
      return true;
  return false;
}

std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
RowsFinder::find() {
  if (V->getDeclContext() != NR.In.Function || !V->hasLocalStorage() ||
      !V->getInit() || !V->getType()->isPointerType() ||
      !V->getType()->getPointeeType()->isPointerType() ||
      !NR.Facts.writes(V).empty() || NR.Facts.escape(V) ||
      hasLabel(NR.In.Function->getBody()) || isInSwitch())
    return std::nullopt;
  Rows = count(V->getInit());
  const ForStmt *Fills = nullptr;
  const Stmt *Inner = NR.In.Nest;
  for (const Stmt *P = NR.Facts.parent(Inner); Rows && P && !Fills;
       P = NR.Facts.parent(P)) {
    if (isa<LambdaExpr>(P))
      return std::nullopt;
    Fills = before(P, Inner);
    Inner = P;
  }
  if (!Fills)
    return std::nullopt;
  const clang::Expr *Row = rowOf(Fills);
  const clang::Expr *Elements = count(Row);
  unsigned Others = 0;
  for (const clang::Expr *Mention : NR.Facts.mentions(V))
    Others += !isOrdinaryUse(Mention);
  if (!Elements || Others != 1) // the assignment of the row
    return std::nullopt;
  return std::pair(Rows, Elements);
}

} // namespace

std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
allocatedRows(const NestReader &NR, const VarDecl *V) {
  return RowsFinder(NR, V).find();
}

} // namespace heddle
