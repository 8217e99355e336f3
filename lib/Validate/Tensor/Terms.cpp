//===- Terms.cpp - Tensor expressions, put together -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Terms.h"
#include "Validate/Tensor/Elements.h"
#include "Validate/Tensor/IndexNames.h"
#include "Validate/Tensor/TensorNodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace validate {

const Term *unread(Reader &R, const Stmt *S, llvm::StringRef What) {
  return numberTerm(R, R.fail(S, What));
}

void denseSteps(Reader &R, Term &T) {
  T.Step.assign(T.rank(), nullptr);
  const Node *Step = integer(R, 1);
  for (size_t K = T.rank(); K-- > 0;) {
    T.Step[K] = Step;
    Step = K ? kept(R, folded(R, Op::Mul, Step, T.Extents[K].Value)) : nullptr;
  }
}

Term *makeTerm(Reader &R, Term::Kind K, Type T) {
  R.Tensor.Terms.emplace_back();
  R.Tensor.Terms.back().What = K;
  R.Tensor.Terms.back().Ty = T;
  return &R.Tensor.Terms.back();
}

const Term *numberTerm(Reader &R, const Node *V) {
  Term *New = makeTerm(R, Term::Number, V->Ty);
  New->Value = kept(R, V);
  return New;
}

const Term *applied(Reader &R, Term *New) {
  for (const Term *A : New->Operands) {
    New->Labelled |= A->Labelled;
    New->Sums |= A->Sums;
    if (A->rank() == 0)
      continue;
    if (New->Extents.empty())
      New->Extents = A->Extents;
    else
      for (size_t K = 0; K != std::min(A->rank(), New->rank()); ++K)
        agree(R, New->Extents[K], A->Extents[K]);
  }
  return New;
}

const Term *outer(Reader &R, const Term *A, const Term *B, Type T) {
  Term *New = makeTerm(R, Term::Outer, T);
  New->Operands = {A, B};
  New->Extents = A->Extents;
  New->Extents.append(B->Extents.begin(), B->Extents.end());
  New->Sums = A->Sums || B->Sums;
  return New;
}

const Term *transpose(Reader &R, const Term *A, int One, int Other, Type T) {
  Term *New = makeTerm(R, Term::Transpose, T);
  New->Operands = {A};
  New->Sums = A->Sums;
  New->Extents = A->Extents;
  New->A = One;
  New->B = Other;
  std::swap(New->Extents[One], New->Extents[Other]);
  return New;
}

const Term *contract(Reader &R, const Term *A,
                     llvm::ArrayRef<std::pair<int, int>> Pairs, Type T) {
  Term *New = makeTerm(R, Term::Contract, T);
  New->Operands = {withoutSums(R, A)};
  New->Pairs.append(Pairs.begin(), Pairs.end());
  New->Sums = true;
  for (size_t K = 0; K != A->rank(); ++K)
    if (llvm::none_of(Pairs, [K](std::pair<int, int> P) {
          return P.first == int(K) || P.second == int(K);
        }))
      New->Extents.push_back(A->Extents[K]);
  for (const auto &[First, Second] : Pairs)
    agree(R, A->Extents[First], A->Extents[Second]);
  return New->rank() == 0 ? evaluated(R, New) : New;
}

const Term *slice(Reader &R, const Term *A, llvm::ArrayRef<const Node *> Lower,
                  llvm::ArrayRef<const Node *> Upper,
                  llvm::ArrayRef<const Node *> Step) {
  const bool InMemory = A->What == Term::Stored;
  Term *New = makeTerm(R, InMemory ? Term::Stored : Term::Slice, A->Ty);
  New->Operands = {A};
  New->Sums = A->Sums;
  New->Size = A->Size;
  Indices First;
  for (size_t K = 0; K != A->rank(); ++K) {
    const Node *L = Lower[K], *U = Upper[K], *S = Step[K];
    const auto Both = [&](const Node *X, const Node *Y) {
      return R.make(Op::Both, Bool, {X, Y});
    };
    require(R,
            Both(Both(relation(R, Op::Le, integer(R, 0), L),
                      relation(R, Op::Le, U, A->Extents[K].Value)),
                 Both(relation(R, Op::Le, L, U),
                      relation(R, Op::Le, integer(R, 1), S))),
            "a slice is not within its tensor");
    // (U - L + S - 1) / S, where S is 0 only in what is refused.
    const Node *Safe = kept(R, R.make(Op::Most, I64, {S, integer(R, 1)}));
    const Node *Reach = folded(R, Op::Add, folded(R, Op::Sub, U, L),
                               folded(R, Op::Sub, Safe, integer(R, 1)));
    New->Extents.push_back(
        keptExtent(R, R.make(Op::Div, I64, {Reach, Safe}), nullptr));
    New->First.push_back(L);
    New->Step.push_back(InMemory ? kept(R, folded(R, Op::Mul, S, A->Step[K]))
                                 : S);
    First.push_back(L);
  }
  if (InMemory) {
    New->Value = kept(R, pointerAt(R, A, First));
    New->First.clear();
  }
  return New;
}

const Term *select(Reader &R, const Term *A, size_t K, const Node *At) {
  require(R,
          R.make(Op::Both, Bool,
                 {relation(R, Op::Le, integer(R, 0), At),
                  relation(R, Op::Lt, At, A->Extents[K].Value)}),
          "a selected index is not there");
  Term *New = makeTerm(R, Term::Stored, A->Ty);
  New->Size = A->Size;
  Indices First(A->rank(), integer(R, 0));
  First[K] = At;
  New->Value = kept(R, pointerAt(R, A, First));
  for (size_t I = 0; I != A->rank(); ++I)
    if (I != K) {
      New->Extents.push_back(A->Extents[I]);
      New->Step.push_back(A->Step[I]);
    }
  return New;
}

const Term *pad(Reader &R, const Term *A, llvm::ArrayRef<const Node *> Before,
                llvm::ArrayRef<const Node *> After, const Node *Value) {
  Term *New = makeTerm(R, Term::Pad, A->Ty);
  New->Operands = {A};
  New->Sums = A->Sums;
  New->Value = kept(R, R.convert(Value, A->Ty));
  for (size_t K = 0; K != A->rank(); ++K) {
    require(R,
            R.make(Op::Both, Bool,
                   {relation(R, Op::Le, integer(R, 0), Before[K]),
                    relation(R, Op::Le, integer(R, 0), After[K])}),
            "there are less than no elements of padding");
    New->First.push_back(Before[K]);
    New->Extents.push_back(longerExtent(
        R, A->Extents[K], folded(R, Op::Add, Before[K], After[K])));
  }
  return New;
}

const Term *conv(Reader &R, const Term *A, const Term *B, Type T) {
  Term *New = makeTerm(R, Term::Conv, T);
  New->Operands = {withoutSums(R, A), withoutSums(R, B)};
  New->Sums = true;
  for (size_t K = 0; K != A->rank(); ++K) {
    const Node *Whole = A->Extents[K].Value, *Part = B->Extents[K].Value;
    require(R,
            R.make(Op::Both, Bool,
                   {relation(R, Op::Le, integer(R, 1), Part),
                    relation(R, Op::Le, Part, Whole)}),
            "the kernel of a convolution does not fit");
    New->Extents.push_back(longerExtent(
        R, A->Extents[K], folded(R, Op::Sub, integer(R, 1), Part)));
  }
  return New;
}

const Term *withoutSums(Reader &R, const Term *A) {
  if (!A->Sums)
    return A;
  if (A->What == Term::Contract || A->What == Term::Conv)
    return evaluated(R, A);
  Term *New = makeTerm(R, A->What, A->Ty);
  *New = *A;
  for (const Term *&Operand : New->Operands)
    Operand = withoutSums(R, Operand);
  New->Sums = false;
  return New;
}

const Term *evaluated(Reader &R, const Term *A) {
  if (A->rank() == 0)
    return numberTerm(R,
                      A->Labelled ? valueNamed(R, A, {}) : elementAt(R, A, {}));
  Term *New = makeTerm(R, Term::Stored, A->Ty);
  Node *Object = R.make(Op::NewObject, Pointer);
  Object->Number = R.newSlot();
  R.Tensor.Lines.push_back(Object);
  New->Value = R.slot(Object->Number, Pointer);
  New->Extents = A->Extents;
  New->Size = 8;
  denseSteps(R, *New);
  llvm::SmallVector<int64_t, 6> Slots;
  Indices I;
  for (size_t K = 0; K != A->rank(); ++K) {
    Slots.push_back(R.newSlot());
    I.push_back(R.slot(Slots.back(), I64));
  }
  R.Tensor.Lines.push_back(loops(
      R, Slots, A->Extents,
      R.make(Op::Store, A->Ty, {pointerAt(R, New, I), elementAt(R, A, I)}),
      false));
  return New;
}

} // namespace validate
} // namespace heddle
