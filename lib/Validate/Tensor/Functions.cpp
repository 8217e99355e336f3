//===- Functions.cpp - Functions of the elements of tensors ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Functions.h"
#include "Validate/Read/Functions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/Expressions.h"
#include "Validate/Tensor/TensorNodes.h"
#include "Validate/Tensor/TensorTypes.h"
#include "Validate/Tensor/Terms.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

Type arithmeticType(Type A, Type B) {
  if (A.K == Type::Float || B.K == Type::Float) {
    if (A.K != B.K)
      return A.K == Type::Float ? A : B;
    return A.Bits >= B.Bits ? A : B;
  }
  for (Type *T : {&A, &B})
    if (T->Bits < 32)
      *T = {Type::Int, 32, true};
  if (A.Bits != B.Bits)
    return A.Bits > B.Bits ? A : B;
  return A.Signed ? B : A;
}

const Term *operation(Reader &R, OverloadedOperatorKind K,
                      llvm::ArrayRef<const Term *> Operands, Type T,
                      const clang::Expr *E) {
  Op What;
  if (K == OO_Plus)
    What = Op::Add;
  else if (K == OO_Minus)
    What = Operands.size() == 1 ? Op::Neg : Op::Sub;
  else if (K == OO_Star)
    What = Op::Mul;
  else if (K == OO_Slash)
    What = Op::Div;
  else
    return unread(R, E, "an operator of tensors");
  Term *New = makeTerm(R, Term::Apply, T);
  New->Operands.append(Operands.begin(), Operands.end());
  New->IsSum = What == Op::Add || What == Op::Sub;
  New->Function = [&R, T, What](llvm::ArrayRef<const Node *> V) {
    Node *Result = R.make(What, T);
    for (const Node *Each : V)
      Result->Kids.push_back(R.convert(Each, T));
    return Result;
  };
  return applied(R, New);
}

const Term *elementFunction(Reader &R, llvm::StringRef Name,
                            llvm::ArrayRef<const Term *> Operands, Type T) {
  const bool IsKnown =
      Operands.size() == 1
          ? llvm::StringSwitch<bool>(Name)
                .Cases({"abs", "sqrt", "exp", "log", "sin", "cos", "tan"}, true)
                .Cases({"sinh", "cosh", "tanh", "erf", "floor", "ceil"}, true)
                .Default(false)
          : Name == "max" || Name == "min" || Name == "pow";
  if (!IsKnown)
    return nullptr;
  Term *New = makeTerm(R, Term::Apply, T);
  New->Operands.append(Operands.begin(), Operands.end());
  const Op What = llvm::StringSwitch<Op>(Name)
                      .Case("abs", Op::Abs)
                      .Case("max", Op::Most)
                      .Case("min", Op::Least)
                      .Default(Op::Opaque);
  New->Function = [&R, T, What,
                   Name](llvm::ArrayRef<const Node *> V) -> const Node * {
    if (What == Op::Opaque)
      return R.opaque(Name, T, V);
    Node *Result = R.make(What, T);
    for (const Node *Each : V)
      Result->Kids.push_back(R.convert(Each, T));
    return Result;
  };
  return applied(R, New);
}

/// The function that F calls for elements of the operands' types.
static const FunctionDecl *applicable(Reader &R, const clang::Expr *F,
                                      llvm::ArrayRef<const Term *> Operands) {
  if (const auto *U = dyn_cast<UnaryOperator>(F);
      U && U->getOpcode() == UO_AddrOf)
    F = U->getSubExpr();
  F = F->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(F))
    if (const auto *Named = dyn_cast<FunctionDecl>(D->getDecl()))
      return Named;
  const CXXRecordDecl *C = F->getType()->getAsCXXRecordDecl();
  if (!C || !C->hasDefinition())
    return nullptr;
  const auto Fits = [&](const FunctionDecl *M) {
    if (M->getNumParams() != Operands.size())
      return false;
    for (unsigned I = 0; I != Operands.size(); ++I)
      if (!(typeOf(R, M->getParamDecl(I)->getType()) == Operands[I]->Ty))
        return false;
    return true;
  };
  const FunctionDecl *Found = nullptr;
  unsigned Count = 0;
  for (const NamedDecl *D : C->getDefinition()->lookup(
           R.Ctx.DeclarationNames.getCXXOperatorName(OO_Call))) {
    ++Count;
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
      for (const FunctionDecl *One : T->specializations())
        if (Fits(One))
          Found = One;
    } else if (const auto *M = dyn_cast<CXXMethodDecl>(D)) {
      if (!Found || Fits(M))
        Found = M;
    }
  }
  return Count == 1 || (Found && Fits(Found)) ? Found : nullptr;
}

const Term *elementwise(Reader &R, const CallExpr *E) {
  const clang::Expr *F = meant(R, E->getArg(0));
  Term *New = makeTerm(R, Term::Apply, valueType(R, E->getType()));
  for (const clang::Expr *A : llvm::drop_begin(E->arguments()))
    New->Operands.push_back(term(R, A));
  const FunctionDecl *Called = applicable(R, F, New->Operands);
  const int Index = Called ? readFunction(R, Called, isa<LambdaExpr>(F)) : -1;
  if (Index < 0 || Called->getNumParams() != New->Operands.size() ||
      typeOf(R, Called->getReturnType()).K == Type::None)
    return unread(R, E, "the function of 'elementwise'");
  const auto *M = dyn_cast<CXXMethodDecl>(Called);
  llvm::SmallVector<const Node *, 4> Captured;
  const Node *This = nullptr;
  if (M && M->isInstance()) {
    This = R.constant(0, Pointer);
    if (!M->getParent()->isLambda())
      This = kept(R, address(R, F));
    else if (!isa<LambdaExpr>(F) ? !M->getParent()->isCapturelessLambda()
                                 : !captured(R, M, Captured))
      return unread(R, E, "what a lambda captures");
    for (const Node *&Each : Captured)
      Each = kept(R, Each);
  }
  New->Function = [&R, Called, Index, This,
                   Captured](llvm::ArrayRef<const Node *> V) {
    Node *Result = R.make(Op::Call, typeOf(R, Called->getReturnType()));
    Result->Number = Index;
    if (This)
      Result->Kids.push_back(This);
    for (unsigned I = 0; I != V.size(); ++I) {
      const QualType P = Called->getParamDecl(I)->getType();
      const Node *Value = R.convert(V[I], typeOf(R, P));
      Result->Kids.push_back(P->isReferenceType() ? temporary(R, Value)
                                                  : Value);
    }
    Result->Kids.append(Captured.begin(), Captured.end());
    return Result;
  };
  return applied(R, New);
}

} // namespace validate
} // namespace heddle
