//===- TensorNodes.cpp - Nodes of tensor statements -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/TensorNodes.h"

namespace heddle {
namespace validate {

const Node *integer(Reader &R, int64_t V) { return R.constant(V, I64); }

const Node *kept(Reader &R, const Node *V) {
  if (V->What == Op::Const || V->What == Op::Slot)
    return V;
  const int64_t Slot = R.newSlot();
  R.Tensor.Lines.push_back(R.set(Slot, V));
  return R.slot(Slot, V->Ty);
}

const Node *folded(Reader &R, Op What, const Node *A, const Node *B) {
  if (A->What == Op::Const && B->What == Op::Const)
    return integer(R, What == Op::Add   ? A->Number + B->Number
                      : What == Op::Sub ? A->Number - B->Number
                                        : A->Number * B->Number);
  return R.make(What, I64, {A, B});
}

const Node *relation(Reader &R, Op What, const Node *A, const Node *B) {
  Node *New = R.make(What, Bool, {A, B});
  New->From = I64;
  return New;
}

Term::Extent keptExtent(Reader &R, const Node *V, const Node *Of) {
  return {kept(R, V), Of};
}

Term::Extent longerExtent(Reader &R, const Term::Extent &Than, const Node *By) {
  Term::Extent New = keptExtent(R, folded(R, Op::Add, Than.Value, By), nullptr);
  if (By->What == Op::Const) {
    New.Of = Than.Of;
    New.Plus = Than.Plus + By->Number;
  }
  return New;
}

void require(Reader &R, const Node *Condition, llvm::StringRef Else) {
  Node *Refuse = R.make(Op::Refuse);
  Refuse->Number = static_cast<int64_t>(R.N.Texts.size());
  R.N.Texts.push_back(Else.str());
  // All are looked at before the first is acted upon.
  const Node *Holds = kept(R, Condition);
  R.Tensor.Required.push_back(
      R.make(Op::If, {}, {R.make(Op::Not, Bool, {Holds}), Refuse, nullptr}));
}

void agree(Reader &R, Term::Extent A, Term::Extent B) {
  if (A.Value->What == Op::Const && B.Value->What == Op::Const &&
      A.Value->Number == B.Value->Number)
    return;
  Node *New = R.make(Op::Agree, Bool, {A.Value, B.Value, A.Of, B.Of});
  New->Number = B.Plus - A.Plus;
  require(R, New, "the shapes differ");
}

const Node *sum(Reader &R, const Node *Count, int64_t Slot, const Node *V,
                Type T) {
  Node *New = R.make(Op::Sum, T, {Count, R.convert(V, T)});
  New->Number = Slot;
  return New;
}

} // namespace validate
} // namespace heddle
