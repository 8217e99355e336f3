//===- ChoiceForms.cpp - Conditions that keep the better value ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/ChoiceForms.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Loops/SameExpr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace {

using Exprs = llvm::SmallVector<const clang::Expr *, 4>;

bool isPlainIf(const IfStmt *If) {
  return !If->getElse() && !If->getInit() && !If->getConditionVariable() &&
         !If->isConstexpr() && !If->isConsteval();
}

/// The operands of `c && d && e`, in the order of evaluation.
void conjuncts(const clang::Expr *E, Exprs &All) {
  const auto *B = dyn_cast<BinaryOperator>(withoutConversions(E));
  if (!B || B->getOpcode() != BO_LAnd) {
    All.push_back(E);
    return;
  }
  conjuncts(B->getLHS(), All);
  conjuncts(B->getRHS(), All);
}

/// False where S is more than assignments.
bool assignments(const Stmt *S, ChoiceForm &Form) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const Stmt *Line) {
      return assignments(Line, Form);
    });
  const auto *E = dyn_cast<clang::Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(skipMarkers(E)) : nullptr;
  if (B && B->getOpcode() == BO_Comma)
    return assignments(B->getLHS(), Form) && assignments(B->getRHS(), Form);
  if (!B || B->getOpcode() != BO_Assign)
    return isa<NullStmt>(S);
  Form.Steps.push_back(B);
  return true;
}

/// Parameters by which a function could change what its caller has.
bool takesByReference(const FunctionDecl *F) {
  return llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
    const QualType T = P->getType(), To = T->getPointeeType();
    return !To.isNull() && !To.isConstQualified();
  });
}

bool mayStore(const Stmt *S, unsigned Depth);

/// A call that may do more than give a value. Stores to arrays are found where
/// the function is read. Depth: of the bodies that are looked at.
bool mayStore(const CallExpr *C, unsigned Depth) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F || hasEffects(C))
    return true;
  if (F->getBuiltinID() || F->isInStdNamespace())
    return false;
  if (takesByReference(F))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!Method || !Method->isInstance() ||
      (Method->isConst() && !Method->getParent()->isLambda()))
    return false;
  const Stmt *Body = F->getBody();
  return !Body || Depth == 0 || mayStore(Body, Depth - 1);
}

bool mayStore(const Stmt *S, unsigned Depth) {
  if (const auto *C = dyn_cast<CallExpr>(S); C && mayStore(C, Depth))
    return true;
  return assignedBy(S) || isa<LambdaExpr, StmtExpr>(S) ||
         llvm::any_of(S->children(), [Depth](const Stmt *Kid) {
           return Kid && mayStore(Kid, Depth);
         });
}

bool mentions(const Stmt *S, const clang::Expr *Target, const ASTContext &Ctx) {
  if (const auto *E = dyn_cast<clang::Expr>(S); E && isSameExpr(E, Target, Ctx))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Kid) {
    return Kid && mentions(Kid, Target, Ctx);
  });
}

class FormReader {
public:
  explicit FormReader(const ASTContext &Ctx) : Ctx(Ctx) {}

  std::optional<ChoiceForm> read(const IfStmt *If);

private:
  bool findComparison();
  bool compares(const BinaryOperator *B, const BinaryOperator *Step);
  bool isFree(const clang::Expr *E) const;

  const ASTContext &Ctx;
  ChoiceForm Form;
  Exprs Conditions;
};

/// B compares what Step assigns with what it assigns to it.
bool FormReader::compares(const BinaryOperator *B, const BinaryOperator *Step) {
  const clang::Expr *Key = Step->getLHS();
  const bool Left = isSameExpr(B->getLHS(), Key, Ctx);
  if (Left == isSameExpr(B->getRHS(), Key, Ctx))
    return false;
  const clang::Expr *Other = Left ? B->getRHS() : B->getLHS();
  if (!isSameExpr(Other, Step->getRHS(), Ctx) ||
      plainType(withoutConversions(Other)) != plainType(Key))
    return false;
  Form.Comparison = B;
  Form.Own = withoutConversions(Left ? B->getLHS() : B->getRHS());
  Form.IsLess = (B->getOpcode() == BO_LT || B->getOpcode() == BO_LE) != Left;
  Form.OrEqual = B->getOpcode() == BO_LE || B->getOpcode() == BO_GE;
  return true;
}

/// Puts the step of the key first.
bool FormReader::findComparison() {
  for (const clang::Expr *C : Conditions)
    if (const auto *B = dyn_cast<BinaryOperator>(withoutConversions(C));
        B && B->isRelationalOp())
      for (auto *Step = Form.Steps.begin(); Step != Form.Steps.end(); ++Step)
        if (compares(B, *Step)) {
          std::rotate(Form.Steps.begin(), Step, Step + 1);
          Form.GuardsOthers = C != Conditions.back();
          llvm::erase(Conditions, C);
          return true;
        }
  return false;
}

/// E stores nothing and depends on none of the targets.
bool FormReader::isFree(const clang::Expr *E) const {
  constexpr unsigned MostCalls = 3;
  return !mayStore(E, MostCalls) &&
         llvm::none_of(Form.Steps, [&](const auto *Step) {
           return mentions(E, Step->getLHS(), Ctx);
         });
}

std::optional<ChoiceForm> FormReader::read(const IfStmt *If) {
  conjuncts(If->getCond(), Conditions);
  if (!assignments(If->getThen(), Form) || !findComparison())
    return std::nullopt;
  if (!llvm::all_of(Conditions, [&](const auto *C) { return isFree(C); }))
    return std::nullopt;
  for (const auto [I, Step] : llvm::enumerate(Form.Steps)) {
    if (!isFree(Step->getRHS()))
      return std::nullopt;
    for (const BinaryOperator *Other : llvm::drop_begin(Form.Steps, I + 1))
      if (isSameExpr(Step->getLHS(), Other->getLHS(), Ctx))
        return std::nullopt;
  }
  return Form;
}

} // namespace

std::string ChoiceForm::reductionClass() const {
  const std::string Least = IsLess ? "min" : "max";
  if (Steps.size() == 1)
    return Least;
  return (OrEqual ? "last arg-" : "arg-") + Least;
}

std::optional<ChoiceForm> choiceForm(const IfStmt *If, const ASTContext &Ctx) {
  return isPlainIf(If) ? FormReader(Ctx).read(If) : std::nullopt;
}

} // namespace heddle
