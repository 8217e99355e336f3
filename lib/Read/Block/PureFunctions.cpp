//===- PureFunctions.cpp - Functions that only compute --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/PureFunctions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

bool isMathFunction(const FunctionDecl *F, const SourceManager &SM) {
  static const llvm::StringRef Names[] = {
      "abs",   "fabs", "sqrt",  "cbrt",  "exp",   "exp2", "log",  "log2",
      "log10", "sin",  "cos",   "tan",   "asin",  "acos", "atan", "atan2",
      "sinh",  "cosh", "tanh",  "erf",   "floor", "ceil", "pow",  "hypot",
      "fmin",  "fmax", "round", "trunc", "fma",   "min",  "max"};
  if (!F || !F->getIdentifier() || isa<CXXMethodDecl>(F) ||
      !llvm::is_contained(Names, F->getName()) ||
      !(F->getBuiltinID() || SM.isInSystemHeader(F->getLocation())))
    return false;
  return llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
    return P->getType().getNonReferenceType()->isArithmeticType();
  });
}

namespace {

class PureLambda : public DynamicRecursiveASTVisitor {
public:
  PureLambda(const LambdaExpr *L, const SourceManager &SM)
      : Lambda(L->getCallOperator()), SM(SM) {
    Pure = L->capture_size() == 0 && !L->isGenericLambda();
    if (Pure)
      TraverseStmt(L->getBody());
  }
  bool Pure;

  bool VisitStmt(Stmt *S) override {
    if (const auto *C = dyn_cast<CallExpr>(S))
      return Pure = Pure && !isa<CXXOperatorCallExpr>(C) &&
                    isMathFunction(C->getDirectCallee(), SM);
    if (const auto *D = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(D->getDecl());
      return Pure = Pure && (!V || (V->getDeclContext() == Lambda &&
                                    V->hasLocalStorage() &&
                                    V->getType()->isArithmeticType()));
    }
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One);
            !V || !V->hasLocalStorage() || !V->getType()->isArithmeticType())
          Pure = false;
      return Pure;
    }
    return Pure = Pure && isa<CompoundStmt, ReturnStmt, IfStmt, BinaryOperator,
                              ConditionalOperator, ParenExpr, ImplicitCastExpr,
                              ExplicitCastExpr, IntegerLiteral, FloatingLiteral,
                              CXXBoolLiteralExpr, MaterializeTemporaryExpr,
                              ExprWithCleanups>(S);
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    return Pure = Pure && !U->isIncrementDecrementOp() &&
                  U->getOpcode() != UO_Deref && U->getOpcode() != UO_AddrOf;
  }

private:
  const CXXMethodDecl *Lambda;
  const SourceManager &SM;
};

} // namespace

bool isPureLambda(const LambdaExpr *L, const SourceManager &SM) {
  return PureLambda(L, SM).Pure;
}

} // namespace heddle
