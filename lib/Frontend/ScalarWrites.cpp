//===- ScalarWrites.cpp - Variables that outlive an iteration -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar from outside that the nest writes is one place for all iterations.
// The forms that only combine their values are told apart, because for them the
// advice is another.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"

using namespace clang;

namespace heddle {
namespace {

/// E, conversions aside, names the variable that V names.
bool names(const clang::Expr *E, const clang::Expr *V) {
  const auto *A = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *B = dyn_cast<DeclRefExpr>(V->IgnoreParenImpCasts());
  if (A && B)
    return A->getDecl() == B->getDecl();
  const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  const auto *N = dyn_cast<MemberExpr>(V->IgnoreParenImpCasts());
  if (!M || !N || M->getMemberDecl() != N->getMemberDecl())
    return false;
  return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
             ? isa<CXXThisExpr>(N->getBase()->IgnoreParenImpCasts())
             : names(M->getBase(), N->getBase());
}

bool isCombining(BinaryOperatorKind Op) {
  return Op == BO_Add || Op == BO_Sub || Op == BO_Mul || Op == BO_And ||
         Op == BO_Or || Op == BO_Xor;
}

/// The operator by which Right combines the old value of V with another, as in
/// `V + e`, `std::max(V, e)` and `e > V ? e : V`; else empty.
std::string combination(const clang::Expr *Right, const clang::Expr *V) {
  Right = Right->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(Right)) {
    bool Left = names(B->getLHS(), V), Both = Left && names(B->getRHS(), V);
    bool Either = Left || (names(B->getRHS(), V) && B->getOpcode() != BO_Sub);
    if (isCombining(B->getOpcode()) && Either && !Both)
      return B->getOpcodeStr().str();
  }
  if (const auto *C = dyn_cast<CallExpr>(Right))
    if (const FunctionDecl *F = C->getDirectCallee();
        F && F->getIdentifier() && C->getNumArgs() == 2 &&
        (names(C->getArg(0), V) || names(C->getArg(1), V)))
      for (const char *Name : {"max", "min", "fmax", "fmin", "fmaxf", "fminf"})
        if (F->getName() == Name)
          return Name;
  if (const auto *C = dyn_cast<ConditionalOperator>(Right))
    if (const auto *B = dyn_cast<BinaryOperator>(C->getCond());
        B && B->isRelationalOp() &&
        names(C->getTrueExpr(), V) != names(C->getFalseExpr(), V) &&
        names(B->getLHS(), V) != names(B->getRHS(), V)) {
      bool Less = B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
      return Less == (names(B->getLHS(), V) == names(C->getTrueExpr(), V))
                 ? "min"
                 : "max";
    }
  return "";
}

/// `if (e > V) V = e;`, where Assignment is `V = e`.
std::string conditional(const IfStmt *If, const BinaryOperator *Assignment,
                        const clang::Expr *V) {
  const auto *C =
      dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
  if (If->getElse() || !C || !C->isRelationalOp() ||
      Assignment->getOpcode() != BO_Assign ||
      names(C->getLHS(), V) == names(C->getRHS(), V))
    return "";
  bool Less = C->getOpcode() == BO_LT || C->getOpcode() == BO_LE;
  return Less == names(C->getLHS(), V) ? "max" : "min";
}

} // namespace

/// The operator of the reduction that the write of E is a step of; else empty.
std::string NestBuilder::reductionOf(const clang::Expr *E) const {
  const Stmt *P = Facts.parent(E);
  while (isa_and_nonnull<ParenExpr>(P))
    P = Facts.parent(P);
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(P);
      U && U->isIncrementDecrementOp())
    return standsAlone(Facts.parent(P)) ? U->isIncrementOp() ? "++" : "--" : "";
  const auto *B = dyn_cast_or_null<BinaryOperator>(P);
  if (!B || !B->isAssignmentOp() || !names(B->getLHS(), E) ||
      !standsAlone(Facts.parent(P)))
    return "";
  const Stmt *Around = Facts.parent(P);
  if (const auto *C = dyn_cast<CompoundStmt>(Around); C && C->size() == 1)
    Around = Facts.parent(C);
  if (B->getOpcode() == BO_Assign) {
    std::string Op = combination(B->getRHS(), E);
    const auto *If = dyn_cast_or_null<IfStmt>(Around);
    return Op.empty() && If ? conditional(If, B, E) : Op;
  }
  auto Op = BinaryOperator::getOpForCompoundAssignment(B->getOpcode());
  return isCombining(Op) ? B->getOpcodeStr().str() : "";
}

void NestBuilder::refuseScalarWrite(const clang::Expr *E, const ValueDecl *D,
                                    llvm::StringRef Name) {
  std::string Op = reductionOf(E);
  Diagnostic &Diag =
      error(DiagID::HD408, ref(E), Name,
            Op.empty() ? "declare it inside the loop if an iteration needs no "
                         "other's value, or write to an element of an array"
                       : "this is a reduction with '" + Op +
                             "', which this version does not map; let the "
                             "iterations write to an array and combine its "
                             "elements after the loop");
  if (D)
    Diag.note(ref(D->getSourceRange()), "'" + Name.str() +
                                            "' is declared here, outside of "
                                            "the nest");
}

} // namespace heddle
