//===- TensorScalars.cpp - Numbers that functions compute -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions of numbers are written anew where their own text would mean
// something else: parameters by what is passed for them, every conversion of
// the source as a cast.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorScalars.h"
#include "Read/Callees/Calls.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorCalls.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace heddle {

/// E only reads: calls but those of tensors' elements and extents may do more.
bool onlyReads(const TensorReader &TR, const Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  if (!E)
    return false;
  if (!E->HasSideEffects(TR.NR.Ctx))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  bool IsReading =
      isa<ParenExpr, CastExpr, FullExpr, MaterializeTemporaryExpr, MemberExpr,
          ArraySubscriptExpr, ConditionalOperator, InitListExpr>(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    IsReading = !B->isAssignmentOp();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    IsReading = !U->isIncrementDecrementOp();
  if (Call) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const clang::Expr *Object = Member ? Member->getImplicitObjectArgument()
                                : Operator && Operator->getOperator() == OO_Call
                                    ? Operator->getArg(0)
                                    : nullptr;
    IsReading = Object && isTensorType(Object->getType()) &&
                Object->isLValue() && Call->getDirectCallee() &&
                isOfHeddle(Call->getDirectCallee()) &&
                E->getType()->isArithmeticType();
    return IsReading && onlyReads(TR, Object) &&
           llvm::all_of(Call->arguments(),
                        [&](const clang::Expr *A) { return onlyReads(TR, A); });
  }
  return IsReading && llvm::all_of(E->children(), [&](const Stmt *Child) {
           return Child && onlyReads(TR, Child);
         });
}

/// A constant as a literal of its type, which has the same value.
static std::optional<std::string> literal(TensorReader &TR,
                                          const APValue &Value, QualType T) {
  if (Value.isFloat()) {
    llvm::APFloat F = Value.getFloat();
    if (!F.isFinite() || (T != TR.NR.Ctx.FloatTy && T != TR.NR.Ctx.DoubleTy))
      return std::nullopt;
    char Digits[64];
    F.convertToHexString(Digits, 0, /*UpperCase=*/false,
                         llvm::APFloat::rmNearestTiesToEven);
    return Digits + std::string(T == TR.NR.Ctx.FloatTy ? "f" : "");
  }
  if (!Value.isInt() || !T->isIntegerType())
    return std::nullopt;
  llvm::SmallString<32> Digits;
  Value.getInt().toString(Digits);
  if (T == TR.NR.Ctx.IntTy && !Value.getInt().isMinSignedValue())
    return Digits.str().str();
  if (Value.getInt().isSigned() && Value.getInt().isMinSignedValue())
    return std::nullopt;
  return "static_cast<" + typeName(TR, T) + ">(" + Digits.str().str() +
         (Value.getInt().isSigned() ? "LL)" : "ULL)");
}

static std::optional<Fragment> scalarCast(TensorReader &TR, const CastExpr *E,
                                          const TensorFrame *F) {
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_IntegralCast:
  case CK_FloatingCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean: {
    std::optional<Fragment> Value = scalar(TR, E->getSubExpr(), F);
    return Value ? std::optional(converted(TR, *Value, E->getType()))
                 : std::nullopt;
  }
  default:
    refuseTerm(TR, E, "it is not understood", F);
    return std::nullopt;
  }
}

/// A parameter or a local of a function.
static std::optional<Fragment> variable(TensorReader &TR, const DeclRefExpr *E,
                                        const TensorFrame *F) {
  const TensorFrame::Meaning &Of = F->Values.at(cast<VarDecl>(E->getDecl()));
  Of.IsUsed = true;
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  if (!Of.Local.empty())
    return Fragment{Of.Local, T, Fragment::Atom};
  if (!F->InKernel || (Of.In && Of.In->InKernel)) {
    std::optional<Fragment> Value = scalar(TR, Of.Value, Of.In);
    if (Value && Value->Text.plain().size() > 10000) {
      refuseTerm(TR, E, "an expression of such a length", F);
      return std::nullopt;
    }
    return Value ? std::optional(converted(TR, *Value, T)) : std::nullopt;
  }
  // The host has it.
  const clang::Expr *Value = Of.Value;
  const TensorFrame *In = Of.In;
  follow(TR, Value, In);
  std::optional<TensorTerm> Number = numberTerm(TR, Value, In);
  if (!Number)
    return std::nullopt;
  Fragment Known = numberValue(TR, *Number);
  return TR.NR.Failed ? std::nullopt : std::optional(converted(TR, Known, T));
}

/// A member of the object whose function is called.
static std::optional<Fragment> member(TensorReader &TR, const MemberExpr *E,
                                      const TensorFrame *F) {
  const clang::Expr *Named = atStatement(TR, E, F);
  std::optional<Path> P = Named ? path(TR.NR, Named) : std::nullopt;
  if (!P) {
    if (Named)
      refuseTerm(TR, E, "the statement cannot name it", F);
    return std::nullopt;
  }
  TensorTerm Number;
  Number.Form = TensorForm::Number;
  Number.Value = E->getType().getCanonicalType().getUnqualifiedType();
  Number.Source = Named;
  Number.Text = P->Host;
  if (!F->InKernel)
    return Fragment{P->Host, Number.Value, Fragment::Atom};
  Fragment Value = numberValue(TR, Number);
  return TR.NR.Failed ? std::nullopt : std::optional(Value);
}

static std::optional<Fragment>
operation(TensorReader &TR, const BinaryOperator *E, const TensorFrame *F) {
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  std::optional<Fragment> Left = scalar(TR, E->getLHS(), F);
  std::optional<Fragment> Right =
      Left ? scalar(TR, E->getRHS(), F) : std::nullopt;
  if (!Right)
    return std::nullopt;
  std::string Sign = E->getOpcodeStr().str();
  if (E->isMultiplicativeOp() || E->isAdditiveOp())
    return infix(TR, *Left, Sign.c_str(), *Right, T);
  return Fragment{"(" + at(TR, *Left, Fragment::Atom) + " " + Sign + " " +
                      at(TR, *Right, Fragment::Atom) + ")",
                  T, Fragment::Atom};
}

/// Functions of <cmath>, std::min and the like, and those that only return.
static std::optional<Fragment> scalarCall(TensorReader &TR, const CallExpr *E,
                                          const TensorFrame *F) {
  QualType T = E->getType().getNonReferenceType().getCanonicalType();
  T = T.getUnqualifiedType();
  const FunctionDecl *Callee = E->getDirectCallee();
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    if (std::optional<LinearForm> Length = readExtent(TR, M, F);
        Length && !F->InKernel)
      return Fragment{"static_cast<" + typeName(TR, T) + ">(" +
                          hostText(TR, *Length) + ")",
                      T, Fragment::Atom};
  unsigned ID = E->getBuiltinCallee();
  if (ID == Builtin::BIforward || ID == Builtin::BImove)
    return scalar(TR, E->getArg(0), F);
  if (!Callee || isOfHeddle(Callee)) {
    refuseTerm(TR, E, "it is not understood", F);
    return std::nullopt;
  }
  std::string Name;
  QualType In;
  if (isValueTwin(E)) {
    Name = "::heddle::rt::device::" + Callee->getName().str();
  } else if (std::optional<MathCall> Math = mathCall(TR.NR, E, Callee)) {
    if (!Math->IsMapped) {
      refuseTerm(TR, E, "a function of this type is not mapped", F);
      return std::nullopt;
    }
    Name = Math->Name;
    In = Callee->getReturnType();
  }
  if (Name.empty()) {
    const TensorFrame *Inner = nullptr;
    const clang::Expr *Returned = enter(TR, E, F, Inner);
    std::optional<Fragment> Value =
        Returned ? scalar(TR, Returned, Inner) : std::nullopt;
    return Value ? std::optional(converted(TR, *Value, T)) : std::nullopt;
  }
  FragmentText Text = Name + "(";
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    std::optional<Fragment> A = scalar(TR, E->getArg(I), F);
    if (!A)
      return std::nullopt;
    QualType To = In.isNull()
                      ? Callee->getParamDecl(I)->getType().getNonReferenceType()
                      : In;
    Text += (I ? ", " : "") + converted(TR, *A, To).Text;
  }
  return Fragment{Text + ")", T, Fragment::Atom};
}

/// The value of E as text for the statement's place, or in the kernel; none
/// after an error.
std::optional<Fragment> scalar(TensorReader &TR, const clang::Expr *E,
                               const TensorFrame *F) {
  E = skipTemporaries(E);
  QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  if (!F && text(TR.NR, E).find("//") != std::string::npos) {
    refuseTerm(TR, E, "it has a comment in it");
    return std::nullopt;
  }
  if (!F)
    return Fragment{"static_cast<" + typeName(TR, T) + ">(" + text(TR.NR, E) +
                        ")",
                    T, Fragment::Atom};
  if (const auto *D = dyn_cast<DeclRefExpr>(E);
      D && F->Values.count(dyn_cast<VarDecl>(D->getDecl())))
    return variable(TR, D, F);
  clang::Expr::EvalResult Constant;
  if (!E->isValueDependent() && T->isArithmeticType() &&
      E->EvaluateAsRValue(Constant, TR.NR.Ctx) && !Constant.HasSideEffects &&
      !Constant.HasUndefinedBehavior)
    if (std::optional<std::string> Text = literal(TR, Constant.Val, T))
      return Fragment{*Text, T,
                      (*Text)[0] == '-' ? Fragment::Product : Fragment::Atom};
  if (const auto *C = dyn_cast<CastExpr>(E))
    return scalarCast(TR, C, F);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    UnaryOperatorKind Kind = U->getOpcode();
    if (Kind == UO_Plus)
      return scalar(TR, U->getSubExpr(), F);
    if (Kind == UO_Minus || Kind == UO_LNot || Kind == UO_Not) {
      std::optional<Fragment> Value = scalar(TR, U->getSubExpr(), F);
      if (!Value)
        return std::nullopt;
      return Fragment{UnaryOperator::getOpcodeStr(Kind).str() +
                          at(TR, *Value, Fragment::Atom),
                      T, Fragment::Product};
    }
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && !B->isAssignmentOp() && !B->isCommaOp() && !B->isPtrMemOp())
    return operation(TR, B, F);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    std::optional<Fragment> If = scalar(TR, C->getCond(), F);
    std::optional<Fragment> Then =
        If ? scalar(TR, C->getTrueExpr(), F) : std::nullopt;
    std::optional<Fragment> Else =
        Then ? scalar(TR, C->getFalseExpr(), F) : std::nullopt;
    if (!Else)
      return std::nullopt;
    return Fragment{"(" + at(TR, *If, Fragment::Sum) + " ? " +
                        at(TR, *Then, Fragment::Sum) + " : " +
                        at(TR, *Else, Fragment::Sum) + ")",
                    T, Fragment::Atom};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return scalarCall(TR, Call, F);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return member(TR, M, F);
  refuseTerm(TR, E, "it is not understood; pass it as an argument", F);
  return std::nullopt;
}

} // namespace heddle
