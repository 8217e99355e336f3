//===- UseFlow.cpp - Uses of a variable behind a point --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/UseFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace heddle {

const VarDecl *named(const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

bool isTarget(const clang::Expr *E, const VariableFacts &Facts) {
  const Stmt *S = E, *P = Facts.parent(S);
  for (; isa_and_nonnull<ParenExpr>(P); S = P, P = Facts.parent(S))
    ;
  const auto *B = dyn_cast_or_null<BinaryOperator>(P);
  return B && B->getOpcode() == BO_Assign && B->getLHS() == S;
}

UseFlow::UseFlow(const NestReader &NR) : Facts(NR.Facts), Regions(NR) {
  CFG::BuildOptions Options;
  Options.AddEHEdges = true;
  Options.PruneTriviallyFalseEdges = false;
  Options.setAllAlwaysAdd();
  Graph = CFG::buildCFG(NR.In.Function, NR.In.Function->getBody(), &NR.Ctx,
                        Options);
  if (!Graph)
    return;
  for (const CFGBlock *B : *Graph) {
    if (const Stmt *S = B->getTerminatorStmt())
      Ends[S] = B;
    for (const CFGElement &E : *B)
      if (const auto S = E.getAs<CFGStmt>())
        Shown.insert(S->getStmt());
  }
}

/// Compilers choose the order of a call's arguments: where W writes V within
/// one, no other may use V.
static bool isInOrder(const VariableFacts &Facts, const VarDecl *V,
                      const Stmt *W) {
  bool Writes = false;
  for (const Stmt *Child = W, *P = Facts.parent(W); P;
       Child = P, P = Facts.parent(P)) {
    const auto *A = dyn_cast<BinaryOperator>(P);
    const auto *U = dyn_cast<UnaryOperator>(P);
    Writes |= (A && A->isAssignmentOp() && A->getLHS() == Child) ||
              (U && U->isIncrementDecrementOp());
    if (!Writes || !isa<CallExpr, CXXConstructExpr>(P))
      continue;
    for (const Stmt *Other : P->children())
      if (Other && Other != Child && Facts.isMentionedIn(V, Other))
        return false;
  }
  return true;
}

bool UseFlow::shows(const VarDecl *V) const {
  return Graph && llvm::all_of(Facts.mentions(V), [&](const Stmt *S) {
           return Shown.contains(S) && isInOrder(Facts, V, S);
         });
}

bool UseFlow::knows(const Stmt *Loop) const {
  auto It = Ends.find(Loop);
  return It != Ends.end() && It->second->succ_size() == 2;
}

const CFGBlock *UseFlow::entry(const Stmt *Loop, LoopExit To) const {
  return target(
      *(Ends.lookup(Loop)->succ_begin() + (To == LoopExit::Behind ? 1 : 0)));
}

/// S gives V a value.
static bool assigns(const Stmt *S, const VarDecl *V) {
  const auto *A = dyn_cast<BinaryOperator>(S);
  return A && A->getOpcode() == BO_Assign && named(A->getLHS()) == V;
}

/// A read of V in the block before a write; Written: there is a write, and no
/// read before it. In a region of threads a thread reads what it has written
/// there.
const clang::Expr *UseFlow::firstUse(Path &P, const VarDecl *V, bool HasThreads,
                                     bool &Written) const {
  for (const CFGElement &E : *P.first) {
    const auto Element = E.getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    if (P.second && Facts.isWithin(S, P.second))
      continue;
    P.second = nullptr;
    if (const auto *D = dyn_cast<DeclRefExpr>(S))
      if (D->getDecl() == V && !isTarget(D, Facts) &&
          !(HasThreads && Regions.isOwnCopy(D, V)))
        return D;
    if (assigns(S, V))
      P.second = HasThreads ? Regions.around(S) : nullptr;
    Written |= assigns(S, V) && !P.second;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      Written |= llvm::is_contained(D->decls(), V);
    if (Written)
      return nullptr;
  }
  return nullptr;
}

bool UseFlow::writes(const CFGBlock &B, const VarDecl *V) const {
  return llvm::any_of(B, [&](const CFGElement &E) {
    const auto S = E.getAs<CFGStmt>();
    return S && assigns(S->getStmt(), V) && !Regions.around(S->getStmt());
  });
}

bool UseFlow::isSetInBody(const Stmt *Loop, const VarDecl *V) const {
  const CFGBlock *Head = Ends.lookup(Loop);
  llvm::SmallSetVector<const CFGBlock *, 32> Unset;
  if (const CFGBlock *First = entry(Loop, LoopExit::Body))
    Unset.insert(First);
  for (unsigned I = 0; I != Unset.size(); ++I) {
    if (Unset[I] == Head)
      return false;
    if (writes(*Unset[I], V))
      continue;
    for (const CFGBlock::AdjacentBlock &B : Unset[I]->succs())
      if (const CFGBlock *To = target(B))
        Unset.insert(To);
  }
  return true;
}

const clang::Expr *UseFlow::readFrom(const Stmt *Loop, LoopExit To,
                                     const VarDecl *V) const {
  if (const clang::Expr *Read = readFrom(Loop, To, V, /*HasThreads=*/false))
    return Read;
  return readFrom(Loop, To, V, /*HasThreads=*/true);
}

const clang::Expr *UseFlow::readFrom(const Stmt *Loop, LoopExit To,
                                     const VarDecl *V, bool HasThreads) const {
  llvm::SmallSetVector<Path, 32> Reached;
  auto Reach = [&](const CFGBlock *B, const Stmt *Assigned) {
    if (B)
      Reached.insert({B, Assigned});
  };
  Reach(entry(Loop, To), nullptr);
  for (unsigned I = 0; I != Reached.size(); ++I) {
    bool Written = false;
    Path P = Reached[I];
    if (const clang::Expr *Read = firstUse(P, V, HasThreads, Written))
      return Read;
    if (!Written)
      for (const CFGBlock::AdjacentBlock &B : P.first->succs())
        Reach(target(B), P.second);
  }
  return nullptr;
}

} // namespace heddle
