//===- PrivateArrays.cpp - Arrays that the launch leaves alone ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Read/PrivateArrays.h"
#include "Validate/Read/Types.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <set>

using namespace clang;

namespace heddle {
namespace validate {

llvm::SmallVector<const Stmt *, 4> runParts(const Stmt *S) {
  if (const auto *C = dyn_cast<CapturedStmt>(S))
    return {C->getCapturedStmt()};
  llvm::SmallVector<const Stmt *, 4> Found;
  for (const Stmt *Child : S->children())
    if (Child)
      Found.push_back(Child);
  return Found;
}

namespace {

/// Numbers of elements in the order of memory, and one that stands for any.
using Elements = std::set<int64_t>;
constexpr int64_t SomeElement = -1;

/// The array's name below all subscripts and decays.
const DeclRefExpr *arrayIn(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *C = dyn_cast<ImplicitCastExpr>(E);
             C && C->getCastKind() == CK_ArrayToPointerDecay)
      E = C->getSubExpr();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

/// E is `V[i]`, or with more subscripts, as many as V has.
const ArraySubscriptExpr *elementOf(const Stmt *S, const VarDecl *V) {
  const auto *Whole = dyn_cast<ArraySubscriptExpr>(S);
  if (!Whole || !Whole->getType()->isScalarType())
    return nullptr;
  const DeclRefExpr *D = arrayIn(Whole);
  return D && D->getDecl() == V ? Whole : nullptr;
}

} // namespace

static bool isMarkOf(const Stmt *S) {
  const auto *C = dyn_cast<CallExpr>(S);
  return C && runtimeName(C->getDirectCallee()) == "privates";
}

/// Subscripts may name the array as well.
static bool subscriptsUseElements(const clang::Expr *E, const VarDecl *V) {
  while (const auto *S =
             dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts())) {
    if (!isUsedByElement(S->getIdx(), V))
      return false;
    E = S->getBase();
  }
  return true;
}

bool isUsedByElement(const Stmt *S, const VarDecl *V) {
  if (isMarkOf(S))
    return true;
  // The size is no use.
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue)
    if (const auto *E = elementOf(C->getSubExpr()->IgnoreParens(), V))
      return subscriptsUseElements(E, V);
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (B && B->isAssignmentOp())
    if (const auto *E = elementOf(B->getLHS()->IgnoreParens(), V))
      return subscriptsUseElements(E, V) && isUsedByElement(B->getRHS(), V);
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    if (const auto *E = elementOf(U->getSubExpr()->IgnoreParens(), V))
      return subscriptsUseElements(E, V);
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    return D->getDecl() != V;
  if (isa<LambdaExpr>(S)) {
    for (const LambdaCapture &C : cast<LambdaExpr>(S)->captures())
      if (C.capturesVariable() && C.getCapturedVar() == V)
        return false;
  }
  return llvm::all_of(
      runParts(S), [V](const Stmt *Part) { return isUsedByElement(Part, V); });
}

//===--- What is assigned -------------------------------------------------===//

static int64_t countOf(const ASTContext &Ctx, QualType T) {
  int64_t Count = 1;
  while (const auto *A = Ctx.getAsConstantArrayType(T)) {
    Count *= A->getSize().getSExtValue();
    T = A->getElementType();
  }
  return Count;
}

/// The element's number, where all its subscripts are constants in range.
static std::optional<int64_t> numberOf(const ASTContext &Ctx,
                                       const clang::Expr *E) {
  int64_t Number = 0;
  while (const auto *S =
             dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts())) {
    const clang::Expr *Array = S->getBase()->IgnoreParenImpCasts();
    const auto *Type = Ctx.getAsConstantArrayType(Array->getType());
    clang::Expr::EvalResult At;
    if (!Type || S->getIdx()->isValueDependent() ||
        !S->getIdx()->EvaluateAsInt(At, Ctx) || At.Val.getInt().isNegative() ||
        !(At.Val.getInt().getLimitedValue() <
          Type->getSize().getLimitedValue()))
      return std::nullopt;
    Number +=
        At.Val.getInt().getExtValue() * countOf(Ctx, Type->getElementType());
    E = Array;
  }
  return Number;
}

static bool isVariable(const clang::Expr *E, const VarDecl *V) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return D && D->getDecl() == V;
}

static bool isConstant(const ASTContext &Ctx, const clang::Expr *E,
                       int64_t Value) {
  clang::Expr::EvalResult Result;
  return E && !E->isValueDependent() && E->EvaluateAsInt(Result, Ctx) &&
         Result.Val.getInt() == Value;
}

/// S steps or assigns Counter somewhere, or jumps.
static bool disturbs(const Stmt *S, const VarDecl *Counter) {
  if (isa<BreakStmt, ContinueStmt, GotoStmt, ReturnStmt, SwitchStmt, LabelStmt,
          IndirectGotoStmt>(S))
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(S);
      B && B->isAssignmentOp() && isVariable(B->getLHS(), Counter))
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
      isVariable(U->getSubExpr(), Counter))
    return true;
  return llvm::any_of(S->children(), [Counter](const Stmt *Child) {
    return Child && disturbs(Child, Counter);
  });
}

/// The counter of `for (c = 0; c < Extent; c++)`; null: another form.
static const VarDecl *countsTo(const ASTContext &Ctx, const ForStmt *For,
                               int64_t Extent) {
  const VarDecl *V = nullptr;
  const clang::Expr *First = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
      D && D->isSingleDecl()) {
    V = dyn_cast<VarDecl>(D->getSingleDecl());
    First = V ? V->getInit() : nullptr;
  } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(For->getInit());
             B && B->getOpcode() == BO_Assign) {
    const auto *Name = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    First = B->getRHS();
  }
  const auto *C = dyn_cast_or_null<BinaryOperator>(For->getCond());
  const auto *U = dyn_cast_or_null<UnaryOperator>(For->getInc());
  const bool IsForm =
      V && V->hasLocalStorage() && isConstant(Ctx, First, 0) && C &&
      C->getOpcode() == BO_LT && isVariable(C->getLHS(), V) &&
      isConstant(Ctx, C->getRHS(), Extent) && U && U->isIncrementOp() &&
      isVariable(U->getSubExpr(), V) && !disturbs(For->getBody(), V);
  return IsForm ? V : nullptr;
}

/// Whether For assigns each element of V: loops over the extents, nested, with
/// an assignment that always runs.
static bool assignsAll(const ASTContext &Ctx, const Stmt *S, QualType T,
                       const VarDecl *V,
                       llvm::SmallVector<const VarDecl *> By) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::any_of(Block->body(), [&](const Stmt *Child) {
      return assignsAll(Ctx, Child, T, V, By);
    });
  if (const auto *A = Ctx.getAsConstantArrayType(T)) {
    const auto *For = dyn_cast<ForStmt>(S);
    const VarDecl *Counter =
        For ? countsTo(Ctx, For, A->getSize().getSExtValue()) : nullptr;
    if (!Counter)
      return false;
    By.push_back(Counter);
    return assignsAll(Ctx, For->getBody(), A->getElementType(), V, By);
  }
  const auto *B = dyn_cast<BinaryOperator>(S);
  const ArraySubscriptExpr *E = B && B->getOpcode() == BO_Assign
                                    ? elementOf(B->getLHS()->IgnoreParens(), V)
                                    : nullptr;
  for (; E;
       E = dyn_cast<ArraySubscriptExpr>(E->getBase()->IgnoreParenImpCasts()),
       By.pop_back())
    if (By.empty() || !isVariable(E->getIdx(), By.back()))
      return false;
  return B && By.empty();
}

//===--- Paths ------------------------------------------------------------===//

namespace {

/// Follows all paths; a set that shrinks is followed again.
class Paths {
public:
  Paths(const ASTContext &Ctx, const VarDecl *V)
      : Ctx(Ctx), V(V), Count(countOf(Ctx, V->getType())) {}
  /// Goes on with the elements from First on.
  void follow(const CFGBlock &B, unsigned First, Elements Known);

  ReadBehind Found = ReadBehind::No;

private:
  void block(const CFGBlock &B, unsigned First, Elements &Known);
  void all(Elements &Known) const {
    for (int64_t I = SomeElement; I != Count; ++I)
      Known.insert(I);
  }

  const ASTContext &Ctx;
  const VarDecl *V;
  const int64_t Count;
  llvm::DenseMap<const CFGBlock *, Elements> Before;
  llvm::DenseSet<const Stmt *> Targets;
};

} // namespace

void Paths::block(const CFGBlock &B, unsigned First, Elements &Known) {
  // The left side of an assignment stands before it.
  for (const CFGElement &E : B)
    if (const auto S = E.getAs<CFGStmt>())
      if (const auto *A = dyn_cast<BinaryOperator>(S->getStmt());
          A && A->getOpcode() == BO_Assign)
        Targets.insert(A->getLHS()->IgnoreParens());
  for (unsigned I = First; I < B.size(); ++I) {
    const auto Element = B[I].getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    if (const auto *D = dyn_cast<DeclStmt>(S);
        D && llvm::is_contained(D->decls(), V))
      all(Known);
    const auto *A = dyn_cast<BinaryOperator>(S);
    if (A && A->getOpcode() == BO_Assign &&
        elementOf(A->getLHS()->IgnoreParens(), V)) {
      Known.insert(SomeElement);
      if (const auto Number = numberOf(Ctx, A->getLHS()))
        Known.insert(*Number);
      continue;
    }
    const ArraySubscriptExpr *Read = elementOf(S, V);
    if (!Read || Targets.contains(Read))
      continue;
    const auto Number = numberOf(Ctx, Read);
    if (Number ? Known.count(*Number)
               : Known.size() == static_cast<size_t>(Count) + 1)
      continue;
    Found = Known.count(SomeElement) ? std::max(Found, ReadBehind::Perhaps)
                                     : ReadBehind::Yes;
  }
}

void Paths::follow(const CFGBlock &B, unsigned First, Elements Known) {
  block(B, First, Known);
  unsigned Successor = 0;
  for (const CFGBlock::AdjacentBlock &Next : B.succs()) {
    const CFGBlock *To = Next.getPossiblyUnreachableBlock()
                             ? Next.getPossiblyUnreachableBlock()
                             : Next.getReachableBlock();
    Elements There = Known;
    const auto *For = dyn_cast_or_null<ForStmt>(B.getTerminatorStmt());
    if (For && Successor == 1 && assignsAll(Ctx, For, V->getType(), V, {}))
      all(There);
    ++Successor;
    if (!To)
      continue;
    const auto Inserted = Before.try_emplace(To, There);
    if (!Inserted.second) {
      Elements &Old = Inserted.first->second, Both;
      std::set_intersection(Old.begin(), Old.end(), There.begin(), There.end(),
                            std::inserter(Both, Both.end()));
      if (Both == Old)
        continue;
      Old = There = Both;
    }
    follow(*To, 0, There);
  }
}

ReadBehind elementReadBehind(const ASTContext &Ctx, const CFG &Graph,
                             const CallExpr *Mark, const VarDecl *V) {
  bool IsKnown = false;
  Paths Behind(Ctx, V);
  for (const CFGBlock *B : Graph)
    for (unsigned I = 0; I != B->size(); ++I)
      if (const auto E = (*B)[I].getAs<CFGStmt>(); E && E->getStmt() == Mark) {
        IsKnown = true;
        Behind.follow(*B, I + 1, {});
      }
  return IsKnown ? Behind.Found : std::max(Behind.Found, ReadBehind::Perhaps);
}

} // namespace validate
} // namespace heddle
