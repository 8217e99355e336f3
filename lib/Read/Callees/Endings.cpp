//===- Endings.cpp - Calls that end the program ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Callees/Endings.h"
#include "Read/Expr/BodyExpr.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

/// A function of the standard library, which no program may define.
static bool isOfLibrary(const NestReader &NR, const FunctionDecl *F) {
  return F && F->getIdentifier() && !isa<CXXMethodDecl>(F) &&
         (F->isInStdNamespace() || F->isExternC()) &&
         NR.SM.isInSystemHeader(F->getLocation());
}

static bool endsProgram(const NestReader &NR, const FunctionDecl *F) {
  return isOfLibrary(NR, F) && llvm::StringSwitch<bool>(F->getName())
                                   .Cases({"exit", "abort", "_Exit", "_exit",
                                           "quick_exit", "terminate"},
                                          true)
                                   .Default(false);
}

/// Its only effect is that something is printed.
static bool prints(const NestReader &NR, const FunctionDecl *F) {
  return isOfLibrary(NR, F) && llvm::StringSwitch<bool>(F->getName())
                                   .Cases({"printf", "fprintf", "puts", "fputs",
                                           "putchar", "fflush", "perror"},
                                          true)
                                   .Default(false);
}

static const CallExpr *callIn(const Stmt *S) {
  if (const auto *Full = dyn_cast<FullExpr>(S))
    S = Full->getSubExpr();
  return dyn_cast<CallExpr>(S);
}

/// Behind E stand statements that print, and one that ends the program.
static bool standsBeforeEnd(const NestReader &NR, const CallExpr *E) {
  const Stmt *Is = E;
  while (isa_and_nonnull<FullExpr>(NR.Facts.parent(Is)))
    Is = NR.Facts.parent(Is);
  const auto *Block = dyn_cast_or_null<CompoundStmt>(NR.Facts.parent(Is));
  if (!Block)
    return false;
  const auto *Next = llvm::find(Block->body(), Is);
  for (++Next; Next != Block->body_end(); ++Next) {
    const CallExpr *Call = callIn(*Next);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (endsProgram(NR, F))
      return true;
    if (!prints(NR, F))
      return false;
  }
  return false;
}

static bool isStatement(const NestReader &NR, const CallExpr *E) {
  const Stmt *P = NR.Facts.parent(E);
  while (isa_and_nonnull<FullExpr>(P))
    P = NR.Facts.parent(P);
  return standsAlone(P);
}

/// A text, or one of the streams that the library has.
static bool isTextOrStream(const NestReader &NR, const clang::Expr *A) {
  const clang::Expr *E = A->IgnoreParenImpCasts();
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return isa<clang::StringLiteral>(E) ||
         (V && V->isExternC() && NR.SM.isInSystemHeader(V->getLocation()));
}

bool readEnding(NestReader &NR, const CallExpr *E, const FunctionDecl *F) {
  if (!isStatement(NR, E) ||
      !(endsProgram(NR, F) || (prints(NR, F) && standsBeforeEnd(NR, E))))
    return false;
  for (const clang::Expr *A : E->arguments())
    if (isTextOrStream(NR, A))
      see(NR, A);
    else
      readOperand(NR, A);
  addParentheses(NR, E, "HEDDLE_ENDS(");
  if (!NR.model().EndsAt.isValid()) {
    NR.model().EndsAt = ref(NR, E);
    NR.model().EndsText = text(NR, E);
  }
  return true;
}

} // namespace heddle
