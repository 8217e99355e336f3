//===- Operators.cpp - Operators of rewritten text ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Operators.h"
#include "Validate/Interpret/Field.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

static const Node *arithmetic(Reader &R, BinaryOperatorKind K, const Node *Left,
                              const Node *Right, Type T, const clang::Expr *E) {
  switch (K) {
  case BO_Add:
    return R.make(Op::Add, T, {Left, Right});
  case BO_Sub:
    return R.make(Op::Sub, T, {Left, Right});
  case BO_Mul:
    return R.make(Op::Mul, T, {Left, Right});
  case BO_Div:
    return R.make(Op::Div, T, {Left, Right});
  case BO_Rem:
    return R.make(Op::Rem, T, {Left, Right});
  case BO_Shl:
    return R.make(Op::Shl, T, {Left, Right});
  case BO_Shr:
    return R.make(Op::Shr, T, {Left, Right});
  case BO_And:
    return R.make(Op::And, T, {Left, Right});
  case BO_Or:
    return R.make(Op::Or, T, {Left, Right});
  case BO_Xor:
    return R.make(Op::Xor, T, {Left, Right});
  default:
    return R.fail(E, "an operator");
  }
}

/// Old, Way steps further; null: it takes none.
static const Node *stepped(Reader &R, const Node *Old, int64_t Way,
                           QualType Of) {
  const Type S = Old->Ty;
  if (S.K == Type::Pointer)
    return R.pointerAdd(Old, R.constant(Way, I64),
                        sizeOf(R, Of->getPointeeType()));
  if (S.isInt() && S.Bits < 32) {
    const Type Wide{Type::Int, 32, true};
    return R.convert(
        R.make(Op::Add, Wide, {R.convert(Old, Wide), R.constant(Way, Wide)}),
        S);
  }
  if (S.isInt() || S.K == Type::Float)
    return R.make(
        Op::Add, S,
        {Old, S.isInt() ? R.constant(Way, S) : R.constant(field::of(Way), S)});
  return nullptr;
}

/// The place of an operand that is read and then stored: `x[k++] += e` steps
/// once.
struct UpdatedPlace {
  UpdatedPlace(Reader &R, const clang::Expr *E) : R(R), At(place(R, E)) {
    if (At.InSlot || !E->HasSideEffects(R.Ctx))
      return;
    const int64_t Slot = R.newSlot();
    Before = R.set(Slot, At.Pointer);
    At.Pointer = R.slot(Slot, Pointer);
  }
  /// Result, behind the effects.
  const Node *with(const Node *Result) const {
    return Before ? R.make(Op::Then, Result->Ty, {Before, Result}) : Result;
  }

  Reader &R;
  Place At;
  const Node *Before = nullptr;
};

/// ++ or --.
static const Node *step(Reader &R, const UnaryOperator *E) {
  const clang::Expr *Sub = E->getSubExpr();
  const Type S = typeOf(R, Sub->getType());
  const UpdatedPlace Updated(R, Sub);
  const Place &P = Updated.At;
  const Node *Old = valueAt(R, P, S);
  const Node *New =
      stepped(R, Old, E->isIncrementOp() ? 1 : -1, Sub->getType());
  if (!New)
    return R.fail(E, "a step");
  if (E->isPrefix())
    return Updated.with(assign(R, P, New, S));
  const int64_t Kept = R.newSlot();
  return Updated.with(
      R.make(Op::Then, S,
             {R.make(Op::Then, S, {R.set(Kept, Old), assign(R, P, New, S)}),
              R.slot(Kept, S)}));
}

const Node *unary(Reader &R, const UnaryOperator *E) {
  const Type T = typeOf(R, E->getType());
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return value(R, Sub);
  case UO_Minus:
    return R.make(Op::Neg, T, {value(R, Sub)});
  case UO_Not:
    return R.make(Op::Flip, T, {value(R, Sub)});
  case UO_LNot:
    return R.make(Op::Not, T, {value(R, Sub)});
  case UO_AddrOf:
    if (Sub->getType()->isFunctionType())
      return R.fail(E, "the address of a function");
    return address(R, Sub);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return step(R, E);
  case UO_Deref:
    return address(R, E);
  default:
    return R.fail(E, "an operator");
  }
}

static const Node *compound(Reader &R, const CompoundAssignOperator *E) {
  const Type T = typeOf(R, E->getLHS()->getType());
  const UpdatedPlace Updated(R, E->getLHS());
  const Place &P = Updated.At;
  if (T.K == Type::Pointer) {
    const int64_t Bytes = sizeOf(R, E->getLHS()->getType()->getPointeeType());
    const Node *Old = valueAt(R, P, T);
    return Updated.with(
        assign(R, P,
               R.pointerAdd(Old, value(R, E->getRHS()),
                            E->getOpcode() == BO_SubAssign ? -Bytes : Bytes),
               T));
  }
  const Type C = typeOf(R, E->getComputationResultType());
  const Type CL = typeOf(R, E->getComputationLHSType());
  const BinaryOperatorKind K =
      BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  const Node *Old = R.convert(valueAt(R, P, T), CL);
  const Node *New = arithmetic(R, K, Old, value(R, E->getRHS()), C, E);
  return Updated.with(assign(R, P, R.convert(New, T), T));
}

const Node *binary(Reader &R, const BinaryOperator *E) {
  const clang::Expr *Left = E->getLHS(), *Right = E->getRHS();
  const Type T = typeOf(R, E->getType());
  const BinaryOperatorKind K = E->getOpcode();
  switch (K) {
  case BO_Comma: {
    const Node *First = value(R, Left);
    return R.make(Op::Then, T, {First, value(R, Right)});
  }
  case BO_Assign: {
    const Place P = place(R, Left);
    return assign(R, P, value(R, Right), typeOf(R, Left->getType()));
  }
  case BO_LAnd:
    return R.make(Op::Both, T, {value(R, Left), value(R, Right)});
  case BO_LOr:
    return R.make(Op::Either, T, {value(R, Left), value(R, Right)});
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
  case BO_EQ:
  case BO_NE: {
    const Node *A = value(R, Left), *B = value(R, Right);
    if (K == BO_GT || K == BO_GE)
      std::swap(A, B);
    Node *New = R.make(K == BO_LT || K == BO_GT   ? Op::Lt
                       : K == BO_LE || K == BO_GE ? Op::Le
                       : K == BO_EQ               ? Op::Eq
                                                  : Op::Ne,
                       T, {A, B});
    New->From = typeOf(R, Left->getType());
    return New;
  }
  default:
    break;
  }
  if (E->isCompoundAssignmentOp())
    return compound(R, cast<CompoundAssignOperator>(E));
  const bool LP = Left->getType()->isPointerType();
  const bool RP = Right->getType()->isPointerType();
  if (LP && RP && K == BO_Sub) {
    Node *New = R.make(Op::PtrDiff, T, {value(R, Left), value(R, Right)});
    New->Number = sizeOf(R, Left->getType()->getPointeeType());
    return New;
  }
  if ((LP || RP) && (K == BO_Add || K == BO_Sub)) {
    const clang::Expr *P = LP ? Left : Right, *I = LP ? Right : Left;
    const int64_t Bytes = sizeOf(R, P->getType()->getPointeeType());
    const Node *Old = value(R, P);
    return R.pointerAdd(Old, value(R, I), K == BO_Sub ? -Bytes : Bytes);
  }
  const Node *A = value(R, Left);
  return arithmetic(R, K, A, value(R, Right), T, E);
}

} // namespace validate
} // namespace heddle
