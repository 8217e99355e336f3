//===- LastValues.cpp - Variables that loops would leave set --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Read/LastValues.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

bool keepsVariable(const clang::Expr *E) {
  const auto *C = E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return C && runtimeName(C->getDirectCallee()) == "kept";
}

const Node *keptVariable(Reader &R, const CallExpr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E->getArg(0)->IgnoreParenImpCasts());
  const auto *D = U && U->getOpcode() == UO_AddrOf
                      ? dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens())
                      : nullptr;
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
      !R.Here->IsBlock || R.Here->Slots.count(V))
    return R.fail(E, "a variable that keeps the last value");
  LastValue K;
  K.Name = V->getNameAsString();
  K.Ty = typeOf(R, V->getType());
  K.Address = address(R, U->getSubExpr());
  if (!K.Address || K.Address->What != Op::Object || K.Ty.K == Type::None)
    return R.fail(E, "a variable that keeps the last value");
  K.Object = K.Address->Number;
  R.N.Kept.push_back(K);
  return K.Address;
}

/// The type in which C++ compares A with B; both are integers.
static Type commonType(Type A, Type B) {
  for (Type *T : {&A, &B})
    if (T->Bits < 32)
      *T = {Type::Int, 32, true};
  if (A.Bits != B.Bits)
    return A.Bits > B.Bits ? A : B;
  return A.Signed ? B : A;
}

/// Trips, where the Step is positive; else there is no such number.
static const Node *positiveStep(Reader &R, const Node *Step, const Node *Trips,
                                Type Wide) {
  Node *Moves = R.make(Op::Lt, Bool, {R.constant(0, Wide), Step});
  Moves->From = Wide;
  return R.make(Op::Choose, Wide, {Moves, Trips, R.make(Op::Undefined, Wide)});
}

const Node *counterBehind(Reader &R, const CallExpr *E, llvm::StringRef Name) {
  const bool Counts = Name.consume_front("trips_");
  if (!Counts && !Name.consume_front("behind_"))
    return nullptr;
  const bool Up = Name == "up" || Name == "up_to";
  const bool Reaches = Name == "up_to" || Name == "down_to";
  if (!Up && !Reaches && Name != "down")
    return nullptr;
  const Type T = typeOf(R, E->getType());
  const Type Wide =
      commonType(Counts ? typeOf(R, E->getArg(0)->getType()) : T,
                 typeOf(R, E->getArg(1)->IgnoreParens()->getType()));
  const Node *First = R.convert(rvalue(R, E->getArg(0)), Wide);
  const Node *End = R.convert(rvalue(R, E->getArg(1)), Wide);
  const Node *Step = R.convert(rvalue(R, E->getArg(2)), Wide);
  const Node *Low = Up ? First : End, *High = Up ? End : First;
  Node *Runs = R.make(Reaches ? Op::Le : Op::Lt, Bool, {Low, High});
  Runs->From = Wide;
  const Node *One = R.constant(1, Wide);
  const Node *Way = R.make(Op::Sub, Wide, {High, Low});
  if (!Reaches)
    Way = R.make(Op::Sub, Wide, {Way, One});
  const Node *Trips =
      R.make(Op::Add, Wide, {R.make(Op::Div, Wide, {Way, Step}), One});
  if (Counts)
    return R.convert(
        R.make(Op::Choose, Wide,
               {Runs, positiveStep(R, Step, Trips, Wide), R.constant(0, Wide)}),
        T);
  const Node *Behind = R.make(Up ? Op::Add : Op::Sub, Wide,
                              {First, R.make(Op::Mul, Wide, {Trips, Step})});
  return R.convert(R.make(Op::Choose, Wide, {Runs, Behind, First}), T);
}

/// Many texts may declare the name; the loop as written is the last of them.
void findLastValues(Reader &R, const Stmt *Loop) {
  for (LastValue &K : R.N.Kept) {
    K.Slot = -1;
    for (const auto &[V, Slot] : R.Here->Slots)
      if (V->getNameAsString() == K.Name && Slot > K.Slot &&
          typeOf(R, V->getType()) == K.Ty && !R.Here->Exposed.count(V))
        K.Slot = Slot;
    if (K.Slot < 0) {
      R.fail(Loop, "the last value of '" + K.Name + "'");
      return;
    }
    K.Store = R.make(Op::Store, K.Ty, {K.Address, R.slot(K.Slot, K.Ty)});
  }
}

} // namespace validate
} // namespace heddle
