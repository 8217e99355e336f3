//===- Calls.cpp - Calls, and objects of classes --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Calls.h"
#include "Validate/Read/Complex.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Functions.h"
#include "Validate/Read/Iterators.h"
#include "Validate/Read/KnownCalls.h"
#include "Validate/Read/Objects.h"
#include "Validate/Read/Phases.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Runtime.h"
#include "Validate/Read/Segments.h"
#include "Validate/Read/StandardMembers.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/Statements.h"

using namespace clang;

namespace heddle {
namespace validate {

const Node *call(Reader &R, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return R.fail(E, "a call through a pointer");
  if (isComplexCall(E))
    return complexCall(R, E);
  if (const Node *Constant = constantCall(R, E))
    return Constant;
  if (const Node *Known = tensorCall(R, E))
    return Known;
  if (llvm::StringRef Name = runtimeName(F);
      !Name.empty() || !runtimeClass(E->getType()).empty())
    if (const Node *Known = runtimeCall(R, E, Name))
      return Known;
  if (const Node *Twin = valueTwin(R, E))
    return Twin;
  if (const Node *Known = knownCall(R, E, F))
    return Known;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    const clang::Expr *Self = M->getImplicitObjectArgument();
    const auto *Method = cast<CXXMethodDecl>(F);
    if (llvm::StringRef Class = runtimeClass(Self->getType()); !Class.empty())
      if (const Node *Known =
              runtimeMember(R, M, Self, Method->getNameAsString()))
        return Known;
    if (const Node *Known = memberOfStandard(R, E, Method, Self))
      return Known;
    const Node *This =
        Self->getType()->isPointerType() ? value(R, Self) : address(R, Self);
    return userCall(R, E, F, This, {M->getArgs(), M->getNumArgs()}, nullptr);
  }
  return userCall(R, E, F, nullptr, {E->getArgs(), E->getNumArgs()}, nullptr);
}

/// Whether an operand is one of the runtime's checked numbers or tris.
static bool hasChecked(Reader &R, const CXXOperatorCallExpr *E) {
  const auto IsChecked = [&](unsigned I) {
    const Type A = typeOf(R, E->getArg(I)->getType());
    return A.K == Type::Checked || A.K == Type::Tri;
  };
  return IsChecked(0) || (E->getNumArgs() == 2 && IsChecked(1));
}

static const Node *checkedOperator(Reader &R, const CXXOperatorCallExpr *E) {
  const Type T = typeOf(R, E->getType());
  const Node *A = rvalue(R, E->getArg(0));
  const Node *B = E->getNumArgs() == 2 ? rvalue(R, E->getArg(1)) : nullptr;
  const auto Compare = [&](Op What, const Node *X, const Node *Y) {
    Node *New = R.make(What, T, {X, Y});
    New->From = X->Ty;
    return New;
  };
  switch (E->getOperator()) {
  case OO_Plus:
    return B ? R.make(Op::Add, T, {A, B}) : A;
  case OO_Minus:
    return B ? R.make(Op::Sub, T, {A, B}) : R.make(Op::Neg, T, {A});
  case OO_Star:
    return R.make(Op::Mul, T, {A, B});
  case OO_Less:
    return Compare(Op::Lt, A, B);
  case OO_Greater:
    return Compare(Op::Lt, B, A);
  case OO_LessEqual:
    return Compare(Op::Le, A, B);
  case OO_GreaterEqual:
    return Compare(Op::Le, B, A);
  case OO_EqualEqual:
    return Compare(Op::Eq, A, B);
  case OO_ExclaimEqual:
    return Compare(Op::Ne, A, B);
  case OO_AmpAmp:
    return R.make(Op::And, T, {A, B});
  case OO_PipePipe:
    return R.make(Op::Or, T, {A, B});
  case OO_Exclaim:
    return R.make(Op::Not, T, {A});
  case OO_Equal: {
    const Place P = place(R, E->getArg(0));
    return assign(R, P, B, T);
  }
  default:
    return R.fail(E, "an operator of checked numbers");
  }
}

/// `to = from` of structures, whose place is evaluated once: `x[k++] = y`.
static const Node *assignTrivially(Reader &R, const clang::Expr *To,
                                   const clang::Expr *From) {
  const Node *Place = address(R, To), *Before = nullptr;
  if (To->HasSideEffects(R.Ctx)) {
    const int64_t Slot = R.newSlot();
    Before = R.set(Slot, Place);
    Place = R.slot(Slot, Pointer);
  }
  const Node *All = R.make(Op::Then, Place->Ty,
                           {initialize(R, Place, From, To->getType()), Place});
  return Before ? R.make(Op::Then, Place->Ty, {Before, All}) : All;
}

const Node *operatorCall(Reader &R, const CXXOperatorCallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return R.fail(E, "a call through a pointer");
  if (isComplexCall(E))
    return complexCall(R, E);
  if (const Node *Known = elementInPhase(R, E))
    return Known;
  if (const Node *Known = tensorElement(R, E))
    return Known;
  if (const Node *Known = tensorCall(R, E))
    return Known;
  if (const Node *Known = iteratorCall(R, E))
    return Known;
  if (hasChecked(R, E))
    return checkedOperator(R, E);
  llvm::ArrayRef<const clang::Expr *> Args(E->getArgs(), E->getNumArgs());
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->isInstance()) {
    if (const Node *Known = memberOfStandard(R, E, M, Args[0]))
      return Known;
    if (E->getOperator() == OO_Equal && M->isTrivial())
      return assignTrivially(R, Args[0], Args[1]);
    return userCall(R, E, F, address(R, Args[0]), Args.drop_front(), nullptr);
  }
  return userCall(R, E, F, nullptr, Args, nullptr);
}

const Node *userCall(Reader &R, const clang::Expr *E, const FunctionDecl *F,
                     const Node *Self,
                     llvm::ArrayRef<const clang::Expr *> Arguments,
                     const Node *ResultPlace) {
  const int Index = readFunction(R, F);
  if (Index < 0)
    return R.fail(E, "a call of '" + F->getNameAsString() + "'");
  const QualType Result = F->getReturnType();
  const bool IsRecord = !Result->isVoidType() && !Result->isReferenceType() &&
                        typeOf(R, Result).K == Type::None;
  const bool Temporary = IsRecord && !ResultPlace;
  Node *Make = nullptr;
  if (Temporary) {
    Make = R.make(Op::NewObject, Pointer);
    Make->Number = R.newSlot();
    ResultPlace = R.slot(Make->Number, Pointer);
  }
  Node *New = R.make(Op::Call, IsRecord || Result->isReferenceType()
                                   ? Pointer
                                   : typeOf(R, Result));
  New->Number = Index;
  if (Self)
    New->Kids.push_back(Self);
  if (IsRecord)
    New->Kids.push_back(ResultPlace);
  for (unsigned I = 0; I != F->getNumParams(); ++I) {
    if (I >= Arguments.size())
      return R.fail(E, "a call without all arguments");
    const QualType P = F->getParamDecl(I)->getType();
    const Type T = typeOf(R, P);
    if (P->isReferenceType())
      New->Kids.push_back(isHandled(T) ? rvalue(R, Arguments[I])
                                       : address(R, Arguments[I]));
    else if (T.K == Type::None)
      New->Kids.push_back(temporary(R, Arguments[I]));
    else
      New->Kids.push_back(value(R, Arguments[I]));
  }
  if (!madeBy(F, false).empty())
    return R.fail(E, "what a lambda captures");
  if (!IsRecord)
    return New;
  const Node *All = R.make(Op::Then, Pointer, {New, ResultPlace});
  return Make ? R.make(Op::Then, Pointer, {Make, All}) : All;
}

const Node *construct(Reader &R, const CXXConstructExpr *E) {
  const Type T = typeOf(R, E->getType());
  if (runtimeClass(E->getType()) == "float16") // a copy, or a conversion
    return E->getNumArgs() == 1 ? R.convert(rvalue(R, E->getArg(0)), T)
                                : R.fail(E, "a number in half precision");
  if (T.K == Type::Float)
    return constructComplex(R, E);
  if (T.K == Type::Pointer) // an iterator
    return E->getNumArgs() == 0 ? R.constant(0, T) : rvalue(R, E->getArg(0));
  if (T.K == Type::Checked || T.K == Type::Tri) {
    return E->getNumArgs() == 0 ? R.constant(0, T)
                                : R.convert(rvalue(R, E->getArg(0)), T);
  }
  if (T.K == Type::Handle || runtimeClass(E->getType()) == "divisor") {
    if (E->getNumArgs() == 1 && E->getConstructor()->isCopyOrMoveConstructor())
      return rvalue(R, E->getArg(0));
    llvm::StringRef Class = runtimeClass(E->getType());
    if (Class == "temporary" || Class == "temporaries")
      return memoryOf(R, E);
    if (Class == "segments")
      return segments(R, E);
    return R.fail(E, "an object of the runtime");
  }
  return temporary(R, E);
}

} // namespace validate
} // namespace heddle
