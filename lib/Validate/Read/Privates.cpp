//===- Privates.cpp - Variables that the launch leaves alone --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behind the launch the variable has another value than behind the loops as
// they were. No statement that may run there may read it before it is set, and
// no pointer or reference may lead to it.
//===----------------------------------------------------------------------===//
#include "Validate/Read/Privates.h"
#include "Validate/Read/PrivateArrays.h"
#include "Validate/Read/Types.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace heddle {
namespace validate {

static const CallExpr *markIn(const Stmt *Block) {
  for (const Stmt *Child : Block->children())
    if (const auto *E = dyn_cast_or_null<clang::Expr>(Child))
      if (const auto *C = dyn_cast<CallExpr>(E->IgnoreImplicit()))
        if (runtimeName(C->getDirectCallee()) == "privates")
          return C;
  return nullptr;
}

/// V where E is `&V`.
static const VarDecl *marked(const clang::Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (!U || U->getOpcode() != UO_AddrOf)
    return nullptr;
  const auto *D = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

static bool names(const clang::Expr *E, const VarDecl *V) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return D && D->getDecl() == V;
}

/// Whether no pointer and no reference leads to V behind S. Launches take its
/// address for themselves.
static bool isPlain(const Stmt *S, const VarDecl *V) {
  if (const auto *C = dyn_cast<CallExpr>(S);
      C && !runtimeName(C->getDirectCallee()).empty() &&
      llvm::any_of(C->arguments(),
                   [&](const clang::Expr *A) { return marked(A) == V; }))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && names(C->getSubExpr(), V) &&
      (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_ToVoid))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (B && B->isAssignmentOp() && names(B->getLHS(), V))
    return isPlain(B->getRHS(), V);
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && names(U->getSubExpr(), V))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    return D->getDecl() != V;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCapturedVar() == V)
        return false;
  for (const Stmt *Child : S->children())
    if (Child && !isPlain(Child, V))
      return false;
  return true;
}

namespace {

enum class Met { Nothing, Read, Set };

} // namespace

/// The first use of V among the elements from First on. All that is no
/// assignment is a read.
static Met firstUse(const CFGBlock &B, unsigned First, const VarDecl *V,
                    const llvm::DenseSet<const Stmt *> &Targets) {
  for (unsigned I = First; I < B.size(); ++I) {
    const auto Element = B[I].getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    if (const auto *D = dyn_cast<DeclRefExpr>(S);
        D && D->getDecl() == V && !Targets.contains(D))
      return Met::Read;
    if (const auto *A = dyn_cast<BinaryOperator>(S);
        A && A->getOpcode() == BO_Assign && names(A->getLHS(), V))
      return Met::Set;
    if (const auto *D = dyn_cast<DeclStmt>(S);
        D && llvm::is_contained(D->decls(), V))
      return Met::Set;
  }
  return Met::Nothing;
}

/// The names that assignments store to, and those that launches only mark.
static void collectTargets(const Stmt *S,
                           llvm::DenseSet<const Stmt *> &Targets) {
  if (const auto *A = dyn_cast<BinaryOperator>(S);
      A && A->getOpcode() == BO_Assign)
    Targets.insert(A->getLHS()->IgnoreParens());
  if (const auto *C = dyn_cast<CallExpr>(S);
      C && runtimeName(C->getDirectCallee()) == "privates")
    for (const clang::Expr *A : C->arguments())
      if (const auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts()))
        Targets.insert(U->getSubExpr()->IgnoreParens());
  for (const Stmt *Child : S->children())
    if (Child)
      collectTargets(Child, Targets);
}

static bool isReadBehind(const CFG &Graph, const CallExpr *Mark,
                         const VarDecl *V,
                         const llvm::DenseSet<const Stmt *> &Targets) {
  llvm::SmallSetVector<const CFGBlock *, 32> Reached;
  auto Follow = [&](const CFGBlock &B, unsigned First) {
    const Met Use = firstUse(B, First, V, Targets);
    if (Use == Met::Nothing)
      for (const CFGBlock::AdjacentBlock &Next : B.succs())
        if (const CFGBlock *To = Next.getPossiblyUnreachableBlock()
                                     ? Next.getPossiblyUnreachableBlock()
                                     : Next.getReachableBlock())
          Reached.insert(To);
    return Use == Met::Read;
  };
  bool Found = false, IsKnown = false;
  for (const CFGBlock *B : Graph)
    for (unsigned I = 0; I != B->size(); ++I)
      if (const auto E = (*B)[I].getAs<CFGStmt>(); E && E->getStmt() == Mark) {
        IsKnown = true;
        Found |= Follow(*B, I + 1);
      }
  for (unsigned I = 0; I != Reached.size() && !Found; ++I)
    Found = Follow(*Reached[I], 0);
  return Found || !IsKnown;
}

/// Whether S holds a `try`: the graph does not have all ways into handlers.
static bool hasTry(const Stmt *S) {
  if (isa<CXXTryStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (Child && hasTry(Child))
      return true;
  return false;
}

/// Empty, or what is wrong with the mark of V.
static std::string wrongMark(const FunctionDecl &F, const VarDecl *V) {
  if (!V || !V->hasLocalStorage() || V->getDeclContext() != &F ||
      V->hasAttr<CleanupAttr>())
    return "what is said to be private is no variable of the function";
  if (!(V->getType()->isArrayType() ? isUsedByElement(F.getBody(), V)
                                    : isPlain(F.getBody(), V)))
    return "the private '" + V->getNameAsString() +
           "' is reached by a pointer or a reference";
  return "";
}

void checkPrivates(ASTContext &Ctx, const FunctionDecl &F, const Stmt *Block,
                   std::string &Wrong, std::string &Why) {
  const CallExpr *Mark = markIn(Block);
  if (!Mark)
    return;
  CFG::BuildOptions Options;
  Options.AddEHEdges = true;
  Options.PruneTriviallyFalseEdges = false;
  Options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> Graph =
      CFG::buildCFG(&F, F.getBody(), &Ctx, Options);
  if (!Graph || hasTry(F.getBody())) {
    Wrong = "the function of private variables is not followed";
    return;
  }
  llvm::DenseSet<const Stmt *> Targets;
  collectTargets(F.getBody(), Targets);
  for (const clang::Expr *A : Mark->arguments()) {
    const VarDecl *V = marked(A);
    Wrong = wrongMark(F, V);
    if (!Wrong.empty())
      return;
    const ReadBehind Is =
        V->getType()->isArrayType()
            ? elementReadBehind(Ctx, *Graph, Mark, V)
            : (isReadBehind(*Graph, Mark, V, Targets) ? ReadBehind::Yes
                                                      : ReadBehind::No);
    if (Is == ReadBehind::Perhaps)
      Why = "what is read behind the launch of the private '" +
            V->getNameAsString() + "'";
    if (Is != ReadBehind::Yes)
      continue;
    Wrong = "the value of the private '" + V->getNameAsString() +
            "' is read behind the launch, which does not set it";
    return;
  }
}

} // namespace validate
} // namespace heddle
