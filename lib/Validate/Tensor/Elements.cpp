//===- Elements.cpp - Elements of tensor expressions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Elements.h"
#include "Validate/Tensor/TensorNodes.h"

namespace heddle {
namespace validate {

const Node *pointerAt(Reader &R, const Term *T, const Indices &I) {
  Node *New = R.make(Op::Element, Pointer, {T->Value});
  for (size_t K = 0; K != I.size(); ++K) {
    New->Kids.push_back(I[K]);
    New->Kids.push_back(T->Step[K]);
  }
  New->Number = T->Size;
  return New;
}

/// The operand at I; a number stands at every index.
static const Node *operandAt(Reader &R, const Term *T, unsigned Which,
                             const Indices &I) {
  const Term *A = T->Operands[Which];
  return elementAt(R, A, A->rank() == 0 ? Indices() : I);
}

static const Node *product(Reader &R, const Node *A, const Node *B, Type T) {
  return R.make(Op::Mul, T, {R.convert(A, T), R.convert(B, T)});
}

static const Node *contractAt(Reader &R, const Term *T, const Indices &I) {
  const Term *A = T->Operands[0];
  Indices Inner(A->rank(), nullptr);
  llvm::SmallVector<int64_t, 6> Slots;
  for (const auto &[First, Second] : T->Pairs) {
    Slots.push_back(R.newSlot());
    Inner[First] = Inner[Second] = R.slot(Slots.back(), I64);
  }
  size_t Next = 0;
  for (const Node *&Each : Inner)
    if (!Each)
      Each = I[Next++];
  const Node *V = operandAt(R, T, 0, Inner);
  for (size_t K = Slots.size(); K-- > 0;)
    V = sum(R, A->Extents[T->Pairs[K].first].Value, Slots[K], V, T->Ty);
  return V;
}

static const Node *sliceAt(Reader &R, const Term *T, const Indices &I) {
  Indices Inner;
  for (size_t K = 0; K != I.size(); ++K)
    Inner.push_back(
        folded(R, Op::Add, T->First[K], folded(R, Op::Mul, T->Step[K], I[K])));
  return operandAt(R, T, 0, Inner);
}

static const Node *padAt(Reader &R, const Term *T, const Indices &I) {
  Indices Inner;
  const Node *Inside = R.constant(1, Bool);
  for (size_t K = 0; K != I.size(); ++K) {
    Inner.push_back(folded(R, Op::Sub, I[K], T->First[K]));
    Inside =
        R.make(Op::Both, Bool,
               {Inside, R.make(Op::Both, Bool,
                               {relation(R, Op::Le, integer(R, 0), Inner[K]),
                                relation(R, Op::Lt, Inner[K],
                                         T->Operands[0]->Extents[K].Value)})});
  }
  return R.make(Op::Choose, T->Ty,
                {Inside, operandAt(R, T, 0, Inner), T->Value});
}

static const Node *convAt(Reader &R, const Term *T, const Indices &I) {
  Indices Window, There;
  llvm::SmallVector<int64_t, 6> Slots;
  for (const Node *Each : I) {
    Slots.push_back(R.newSlot());
    Window.push_back(R.slot(Slots.back(), I64));
    There.push_back(folded(R, Op::Add, Each, Window.back()));
  }
  const Node *V =
      product(R, operandAt(R, T, 0, There), operandAt(R, T, 1, Window), T->Ty);
  for (size_t K = Slots.size(); K-- > 0;)
    V = sum(R, T->Operands[1]->Extents[K].Value, Slots[K], V, T->Ty);
  return V;
}

const Node *elementAt(Reader &R, const Term *T, const Indices &I) {
  switch (T->What) {
  case Term::Number:
    return T->Value;
  case Term::Stored:
    return R.make(Op::Load, T->Ty, {pointerAt(R, T, I)});
  case Term::Apply: {
    Indices Values;
    for (unsigned K = 0; K != T->Operands.size(); ++K)
      Values.push_back(operandAt(R, T, K, I));
    return T->Function(Values);
  }
  case Term::Outer: {
    const size_t Rank = T->Operands[0]->rank();
    return product(R, operandAt(R, T, 0, Indices(I.begin(), I.begin() + Rank)),
                   operandAt(R, T, 1, Indices(I.begin() + Rank, I.end())),
                   T->Ty);
  }
  case Term::Transpose: {
    Indices Inner = I;
    std::swap(Inner[T->A], Inner[T->B]);
    return operandAt(R, T, 0, Inner);
  }
  case Term::Contract:
    return contractAt(R, T, I);
  case Term::Slice:
    return sliceAt(R, T, I);
  case Term::Pad:
    return padAt(R, T, I);
  case Term::Conv:
    return convAt(R, T, I);
  case Term::Indexed:
    break;
  }
  return R.fail(nullptr, "indices within a tensor expression");
}

const Node *loops(Reader &R, llvm::ArrayRef<int64_t> Slots,
                  llvm::ArrayRef<Term::Extent> Over, const Node *Body,
                  bool AsCounters) {
  for (size_t K = Slots.size(); K-- > 0;) {
    const Node *Counter = R.slot(Slots[K], I64);
    const Node *Next =
        R.set(Slots[K], R.make(Op::Add, I64, {Counter, integer(R, 1)}));
    Node *Loop =
        R.make(Op::Loop, {},
               {relation(R, Op::Lt, Counter, Over[K].Value), Body, Next});
    Loop->Extent = AsCounters ? Slots[K] : -1;
    Body = R.make(Op::Seq, {}, {R.set(Slots[K], integer(R, 0)), Loop});
  }
  return Body;
}

} // namespace validate
} // namespace heddle
