//===- Turns.cpp - When a call is evaluated -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers choose in which order they evaluate the operands of most operators
// and the arguments of calls, and a device's compiler may choose another order
// than the host's. A call that changes something is taken where nobody can
// tell.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Turns.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

bool hasItsOwnTurn(const NestReader &NR, const clang::Expr *E) {
  const Stmt *Inner = E, *P = NR.Facts.parent(E);
  for (; P; Inner = P, P = NR.Facts.parent(P)) {
    if (isa<ParenExpr, ExprWithCleanups, CastExpr>(P))
      continue;
    if (const auto *U = dyn_cast<UnaryOperator>(P);
        U && (U->getOpcode() == UO_LNot || U->getOpcode() == UO_Minus))
      continue;
    if (const auto *B = dyn_cast<BinaryOperator>(P);
        B && (B->getOpcode() == BO_Comma ||
              isa<IntegerLiteral, FloatingLiteral>(
                  skipMarkers(B->getLHS() == Inner ? B->getRHS() : B->getLHS())
                      ->IgnoreParenImpCasts()) ||
              (B->isAssignmentOp() && B->getRHS() == Inner &&
               isa<DeclRefExpr>(skipMarkers(B->getLHS())))))
      continue;
    break;
  }
  if (const auto *For = dyn_cast_or_null<ForStmt>(P))
    return Inner == For->getBody() || Inner == For->getInit();
  if (const auto *While = dyn_cast_or_null<WhileStmt>(P))
    return Inner == While->getBody();
  if (const auto *Do = dyn_cast_or_null<DoStmt>(P))
    return Inner == Do->getBody();
  return standsAlone(P) || isa_and_nonnull<DeclStmt, ReturnStmt>(P);
}

const Stmt *rootOf(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
             O && O->getOperator() == OO_Subscript)
      E = O->getArg(0);
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
      E = U->getSubExpr();
    else
      return isa<DeclRefExpr, CXXThisExpr>(E) ? E : nullptr;
  }
}

static bool mentions(const Stmt *S, const Stmt *Root) {
  const auto *D = dyn_cast<DeclRefExpr>(Root);
  if (!D && isa<CXXThisExpr>(S))
    return true;
  if (const auto *Named = dyn_cast<DeclRefExpr>(S);
      D && Named && Named->getDecl() == D->getDecl())
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return Child && mentions(Child, Root);
  });
}

/// The language says which operand of P comes first, or that only one does.
static bool hasOrder(const Stmt *P) {
  if (const auto *B = dyn_cast<BinaryOperator>(P))
    return B->isLogicalOp() || B->isAssignmentOp() ||
           B->getOpcode() == BO_Comma;
  return isa<AbstractConditionalOperator, InitListExpr>(P);
}

/// Something beside the call E, whose order is open, mentions the same root.
static bool isBeside(const NestReader &NR, const clang::Expr *E,
                     const Stmt *Root) {
  const Stmt *Inner = E;
  for (const Stmt *P = NR.Facts.parent(E); isa_and_nonnull<clang::Expr>(P);
       Inner = P, P = NR.Facts.parent(P))
    if (!hasOrder(P) && llvm::any_of(P->children(), [&](const Stmt *Child) {
          return Child && Child != Inner && mentions(Child, Root);
        }))
      return true;
  return false;
}

/// P may be written through.
static bool givesPlace(QualType P) {
  return (P->isLValueReferenceType() || P->isPointerType()) &&
         !P->getPointeeType().isConstQualified();
}

bool changesVariables(const NestReader &NR, const clang::Expr *Object) {
  Object = Object->IgnoreParenImpCasts();
  if (!givesPart(NR, Object))
    return mayChangeVariables(Object);
  const auto *Call = cast<CallExpr>(Object);
  llvm::ArrayRef<const clang::Expr *> Arguments(Call->getArgs(),
                                                Call->getNumArgs());
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  return (Member &&
          changesVariables(NR, Member->getImplicitObjectArgument())) ||
         llvm::any_of(Arguments, [&](const clang::Expr *A) {
           return changesVariables(NR, A);
         });
}

std::string changedBeside(const NestReader &NR, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  F = F ? F->getDefinition() : nullptr;
  if (!F || !mayStore(F))
    return {};
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool HasObject = Method && Method->isInstance();
  const bool IsOperator = HasObject && isa<CXXOperatorCallExpr>(E);
  std::vector<const clang::Expr *> Changed;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E);
      M && HasObject && !Method->isConst())
    Changed.push_back(M->getImplicitObjectArgument());
  if (IsOperator && !Method->isConst() && !Method->getParent()->isLambda())
    Changed.push_back(E->getArg(0));
  for (const ParmVarDecl *P : F->parameters())
    if (const unsigned I = P->getFunctionScopeIndex() + (IsOperator ? 1 : 0);
        I < E->getNumArgs() && givesPlace(P->getType()))
      Changed.push_back(E->getArg(I));
  for (const clang::Expr *Each : Changed) {
    const Stmt *Root = rootOf(Each);
    const auto *D = dyn_cast_or_null<DeclRefExpr>(Root);
    if (Root && (!D || isDeclaredInNest(NR, D->getDecl())) &&
        isBeside(NR, E, Root))
      return D ? text(NR, D) : "*this";
  }
  return {};
}

} // namespace heddle
