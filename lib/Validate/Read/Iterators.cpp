//===- Iterators.cpp - Iterators of standard containers -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Iterators.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {
namespace validate {

QualType iteratedBy(QualType T) {
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Record || !Record->getIdentifier())
    return {};
  const auto *Space = dyn_cast<NamespaceDecl>(Record->getDeclContext());
  const bool IsKnown = Space && (Record->getName() == "__normal_iterator"
                                     ? Space->getName() == "__gnu_cxx"
                                     : Record->getName() == "__wrap_iter" &&
                                           Record->isInStdNamespace());
  return IsKnown ? Record->getTemplateArgs()[0].getAsType()->getPointeeType()
                 : QualType();
}

bool changesIterator(const CallExpr *E) {
  return isa<CXXOperatorCallExpr>(E) && E->isGLValue() &&
         !iteratedBy(E->getType()).isNull();
}

/// The pointer that an iterator is.
static const Node *pointerOf(Reader &R, const clang::Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  return C && changesIterator(C) ? value(R, C) : rvalue(R, E);
}

/// An operator of one iterator, which comes first.
static const Node *ofOne(Reader &R, const CXXOperatorCallExpr *E,
                         int64_t Bytes) {
  const clang::Expr *It = E->getArg(0);
  const auto Move = [&](const Node *Steps, int64_t Each) {
    const Place At = place(R, It);
    return assign(R, At, R.pointerAdd(valueAt(R, At, Pointer), Steps, Each),
                  Pointer);
  };
  const auto Step = [&](int64_t Each) {
    if (E->getNumArgs() == 1)
      return Move(R.constant(1, I64), Each);
    const int64_t Old = R.newSlot();
    const Node *Before = R.set(Old, valueAt(R, place(R, It), Pointer));
    const Node *All =
        R.make(Op::Then, Pointer,
               {Move(R.constant(1, I64), Each), R.slot(Old, Pointer)});
    return static_cast<const Node *>(R.make(Op::Then, Pointer, {Before, All}));
  };
  const auto Number = [&] { return rvalue(R, E->getArg(1)); };
  switch (E->getOperator()) {
  case OO_Star:
  case OO_Arrow:
    return pointerOf(R, It);
  case OO_Subscript:
  case OO_Plus:
    return R.pointerAdd(pointerOf(R, It), Number(), Bytes);
  case OO_Minus:
    return R.pointerAdd(pointerOf(R, It), Number(), -Bytes);
  case OO_PlusPlus:
    return Step(Bytes);
  case OO_MinusMinus:
    return Step(-Bytes);
  case OO_PlusEqual:
    return Move(Number(), Bytes);
  case OO_MinusEqual:
    return Move(Number(), -Bytes);
  case OO_Equal:
    return assign(R, place(R, It), pointerOf(R, E->getArg(1)), Pointer);
  default:
    return R.fail(E, "an operator of iterators");
  }
}

/// An operator of two iterators: their distance, or a comparison.
static const Node *ofTwo(Reader &R, const clang::Expr *E, BinaryOperatorKind K,
                         const clang::Expr *Left, const clang::Expr *Right) {
  const Node *A = pointerOf(R, Left), *B = pointerOf(R, Right);
  if (K == BO_GT || K == BO_GE)
    std::swap(A, B);
  const auto Made = [&](Op What) {
    Node *New = R.make(What, typeOf(R, E->getType()), {A, B});
    New->From = Pointer;
    if (What == Op::PtrDiff)
      New->Number = sizeOf(R, iteratedBy(Left->getType()));
    return New;
  };
  switch (K) {
  case BO_Sub:
    return Made(Op::PtrDiff);
  case BO_EQ:
    return Made(Op::Eq);
  case BO_NE:
    return Made(Op::Ne);
  case BO_LT:
  case BO_GT:
    return Made(Op::Lt);
  case BO_LE:
  case BO_GE:
    return Made(Op::Le);
  default:
    return R.fail(E, "an operator of two iterators");
  }
}

const Node *iteratorCall(Reader &R, const CXXOperatorCallExpr *E) {
  if (E->getNumArgs() > 2)
    return nullptr;
  const QualType First = iteratedBy(E->getArg(0)->getType());
  const QualType Second =
      E->getNumArgs() == 2 ? iteratedBy(E->getArg(1)->getType()) : QualType();
  if (First.isNull()) // `n + it`
    return Second.isNull() || E->getOperator() != OO_Plus
               ? nullptr
               : R.pointerAdd(pointerOf(R, E->getArg(1)),
                              rvalue(R, E->getArg(0)), sizeOf(R, Second));
  if (Second.isNull() || E->getOperator() == OO_Equal)
    return ofOne(R, E, sizeOf(R, First));
  return ofTwo(R, E, BinaryOperator::getOverloadedOpcode(E->getOperator()),
               E->getArg(0), E->getArg(1));
}

const Node *iteratorsCompared(Reader &R, const CXXRewrittenBinaryOperator *E) {
  const auto Form = E->getDecomposedForm();
  return iteratedBy(Form.LHS->getType()).isNull() ||
                 iteratedBy(Form.RHS->getType()).isNull()
             ? nullptr
             : ofTwo(R, E, Form.Opcode, Form.LHS, Form.RHS);
}

} // namespace validate
} // namespace heddle
