//===- Branches.cpp - `if` ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/Branches.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Choices.h"
#include "Read/Loops/Declarations.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

static const IntType Bool{1, false};

/// The condition of `if constexpr` is never evaluated in the nest.
static void decideConstexprIf(NestReader &NR, const IfStmt *S) {
  see(NR, S->getCond());
  clang::Expr::EvalResult Result;
  if (!S->getCond()->EvaluateAsInt(Result, NR.Ctx))
    return refuseStatement(NR, S, "this 'if constexpr'");
  bool Taken = !Result.Val.getInt().isZero();
  // A local constant is a parameter of the kernel, and no constant there.
  if (mentionsLocal(S->getCond()))
    addReplacement(NR, S->getCond()->getSourceRange(),
                   Taken ? "true" : "false");
  // In a template the branch that is not taken is not instantiated, and may
  // name what the kernel does not have.
  const IfStmt *Pattern = isInstantiation(NR) ? patternIf(NR, S) : nullptr;
  const Stmt *Discarded = !Pattern ? nullptr
                          : Taken  ? Pattern->getElse()
                                   : Pattern->getThen();
  SourceLocation End = Discarded ? lastToken(NR, Discarded) : SourceLocation();
  if (End.isValid())
    addReplacement(NR, SourceRange(Discarded->getBeginLoc(), End), "{}");
}

ExprRef walkIf(NestReader &NR, const IfStmt *S) {
  if (S->isConsteval()) {
    refuseStatement(NR, S, "'if consteval'");
    return nullptr;
  }
  if (S->getInit())
    walk(NR, S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    walkVariable(NR, V);
  nextStatement(NR);
  const size_t First = NR.model().Accesses.size();
  if (S->isConstexpr())
    decideConstexprIf(NR, S);
  else
    read(NR, S->getCond());
  ExprRef Cond = expr(NR, S->getCond());
  if (!(Cond->Type == Bool))
    Cond = opaque(NR, S->getCond(), "it is no truth value");
  ExprRef Skip;
  if (S->getThen()) {
    pushGuard(NR, Cond, false);
    if (ExprRef Inner = walk(NR, S->getThen()))
      Skip = logic(ExprKind::And, {Cond, Inner});
    NR.Scope.popGuard();
  }
  if (S->getElse()) {
    pushGuard(NR, Cond, true);
    if (ExprRef Inner = walk(NR, S->getElse()))
      Skip = eitherSkip(
          Skip, logic(ExprKind::And, {logic(ExprKind::Not, {Cond}), Inner}));
    NR.Scope.popGuard();
  }
  checkChoice(NR, S, First);
  return Skip;
}

} // namespace heddle
