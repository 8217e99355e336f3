//===- Assumptions.cpp - What is known before the nest -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `[[assume(c)]];`, `__builtin_assume(c)` and what HEDDLE_ASSUME(c) expands to,
// in a block around the nest and before it. Used only where c speaks of locals
// that nothing in that block changes and whose address nobody has: then c still
// holds at the nest. Others are left out, which is always right.
//===----------------------------------------------------------------------===//
#include "Read/Annotation/Assumptions.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

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
          !V->hasLocalStorage() || NR.Facts.escape(V) ||
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

void readAssumptions(NestReader &NR) {
  const Stmt *Inner = NR.In.Nest;
  for (const Stmt *S = NR.Facts.parent(Inner); S;
       Inner = S, S = NR.Facts.parent(S)) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block || hasEntry(Block))
      continue;
    for (const Stmt *Child : Block->body()) {
      if (Child == Inner)
        break;
      const clang::Expr *C = promised(Child);
      if (!C || !speaksOfStable(NR, C, Block))
        continue;
      ExprRef E = expr(NR, C);
      if (E->Type == IntType{1, false} && !findOpaque(*E))
        NR.Nest->Assumptions.push_back(E);
    }
  }
}

} // namespace heddle
