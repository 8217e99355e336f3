//===- Shortcuts.cpp - Expressions that are simpler somewhere -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Expr/Shortcuts.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Body.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// E is a piece of the text of its own: no macro spells a part of it, or uses
/// it twice.
static std::optional<Span> placeOf(const NestReader &NR, const clang::Expr *E) {
  const SourceRange Range = E->getSourceRange();
  if (!NR.Spans.Expanded &&
      (!Range.getBegin().isFileID() || !Range.getEnd().isFileID()))
    return std::nullopt;
  const auto At = offsets(NR, Range);
  if (!At)
    return std::nullopt;
  return Span{At->first, At->second};
}

/// In a loop's header its counter is not yet known.
static bool isInHeader(const NestReader &NR, const Stmt *S) {
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl())) {
      const auto Counter = NR.Scope.Counters.find(V);
      return Counter != NR.Scope.Counters.end() &&
             !llvm::is_contained(NR.Scope.LoopStack, Counter->second);
    }
  return llvm::any_of(S->children(), [&](const Stmt *Part) {
    return Part && isInHeader(NR, Part);
  });
}

/// Cond, if it says the same wherever the loops around have the same counters.
static ExprRef known(const NestReader &NR, ExprRef Cond) {
  const Expr *Unknown = findIn(*Cond, [&](const Expr &X) {
    return X.Kind == ExprKind::Opaque ||
           (X.Kind == ExprKind::Counter &&
            !llvm::is_contained(NR.Scope.LoopStack, X.Index));
  });
  return Unknown ? nullptr : std::move(Cond);
}

static void note(NestReader &NR, Shortcut S, ExprRef Cond) {
  S.Cond = known(NR, std::move(Cond));
  S.Loops = NR.Scope.LoopStack;
  NR.model().Shortcuts.push_back(std::move(S));
}

/// Where E stands in the nest's text, and may stand for something else.
static std::optional<Shortcut> begin(const NestReader &NR,
                                     const clang::Expr *E) {
  if (NR.isInCopy() || isInHeader(NR, E) ||
      E->HasSideEffects(NR.Ctx, /*IncludePossibleEffects=*/false))
    return std::nullopt;
  const std::optional<Span> At = placeOf(NR, E);
  if (!At)
    return std::nullopt;
  Shortcut S;
  S.Where = *At;
  return S;
}

void noteTruth(NestReader &NR, const BinaryOperator *E) {
  std::optional<Shortcut> S = begin(NR, E);
  if (!S || !E->getType()->isBooleanType() ||
      !E->getLHS()->getType()->isIntegralOrEnumerationType())
    return;
  const ExprRef Cond = expr(NR, E);
  S->Is = "true";
  note(NR, *S, Cond);
  S->Is = "false";
  note(NR, *S, logic(ExprKind::Not, {Cond}));
}

void noteChoice(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  std::optional<Shortcut> S = begin(NR, E);
  const QualType Type = E->getType().getNonReferenceType();
  if (!S || !F->getIdentifier() || !intType(NR, Type) ||
      Type->isEnumeralType() || Type->isBooleanType())
    return;
  S->Type = Type.getCanonicalType().getUnqualifiedType().getAsString(
      NR.Ctx.getPrintingPolicy());
  const llvm::StringRef Name = F->getName();
  const bool IsClamp = Name == "clamp" && E->getNumArgs() == 3;
  if (!IsClamp && !((Name == "min" || Name == "max") && E->getNumArgs() == 2))
    return;
  std::vector<ExprRef> Args;
  for (const clang::Expr *A : E->arguments()) {
    Args.push_back(A->isGLValue() ? variableExpr(NR, A) : expr(NR, A));
    if (!(Args.back()->Type == Args.front()->Type))
      return;
  }
  const auto IsAtMost = [&](unsigned A, unsigned B) {
    return logic(ExprKind::Le, {Args[A], Args[B]});
  };
  const auto NoteArgument = [&](unsigned I, ExprRef Cond) {
    if (std::optional<Span> At = placeOf(NR, E->getArg(I)->IgnoreParens())) {
      S->Value = *At;
      note(NR, *S, std::move(Cond));
    }
  };
  if (IsClamp)
    return NoteArgument(0,
                        logic(ExprKind::And, {IsAtMost(1, 0), IsAtMost(0, 2)}));
  const bool IsMin = Name == "min";
  NoteArgument(0, IsMin ? IsAtMost(0, 1) : IsAtMost(1, 0));
  NoteArgument(1, IsMin ? IsAtMost(1, 0) : IsAtMost(0, 1));
}

} // namespace heddle
