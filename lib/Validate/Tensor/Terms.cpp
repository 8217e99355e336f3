//===- Terms.cpp - What an element of a term is ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/TensorReader.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {
namespace {

/// The type of a sum of values of this type.
Type promoted(Type T) {
  return T.isInt() && T.Bits < 32 ? Type{Type::Int, 32, true} : T;
}

} // namespace

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

const Node *TensorReader::integer(int64_t V) const {
  return R.constant(V, I64);
}

/// V, computed once before all elements.
const Node *TensorReader::kept(const Node *V) {
  if (V->What == Op::Const || V->What == Op::Slot)
    return V;
  const int64_t Slot = R.newSlot();
  Lines.push_back(R.set(Slot, V));
  return R.slot(Slot, V->Ty);
}

const Node *TensorReader::binary(Op What, const Node *A, const Node *B) {
  if (A->What == Op::Const && B->What == Op::Const)
    return integer(What == Op::Add   ? A->Number + B->Number
                   : What == Op::Sub ? A->Number - B->Number
                                     : A->Number * B->Number);
  return R.make(What, I64, {A, B});
}

const Node *TensorReader::less(Op What, const Node *A, const Node *B) {
  Node *New = R.make(What, Bool, {A, B});
  New->From = I64;
  return New;
}

Term::Extent TensorReader::keptExtent(const Node *V, const Node *Of) {
  return {kept(V), Of};
}

/// Where Condition does not hold the statement ends in an exception, or needs
/// what only the library does.
void TensorReader::require(const Node *Condition, llvm::StringRef Else) {
  Node *Refuse = R.make(Op::Refuse);
  Refuse->Number = static_cast<int64_t>(N.Texts.size());
  N.Texts.push_back(Else.str());
  // All are looked at before the first is acted upon.
  const Node *Holds = kept(Condition);
  Required.push_back(
      R.make(Op::If, {}, {R.make(Op::Not, Bool, {Holds}), Refuse, nullptr}));
}

void TensorReader::agree(Term::Extent A, Term::Extent B) {
  if (A.Value->What == Op::Const && B.Value->What == Op::Const &&
      A.Value->Number == B.Value->Number)
    return;
  require(R.make(Op::Agree, Bool, {A.Value, B.Value, A.Of, B.Of}),
          "the shapes differ");
}

/// Last dimension fastest.
void TensorReader::denseSteps(Term &T) {
  T.Step.assign(T.rank(), nullptr);
  const Node *Step = integer(1);
  for (size_t K = T.rank(); K-- > 0;) {
    T.Step[K] = Step;
    Step = K ? kept(binary(Op::Mul, Step, T.Extents[K].Value)) : nullptr;
  }
}

const Node *TensorReader::sum(const Node *Count, int64_t Slot, const Node *V,
                              Type T) {
  Node *New = R.make(Op::Sum, T, {Count, R.convert(V, T)});
  New->Number = Slot;
  return New;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

Term *TensorReader::make(Term::Kind K, Type T) {
  Terms.emplace_back();
  Terms.back().What = K;
  Terms.back().Ty = T;
  return &Terms.back();
}

const Term *TensorReader::numberTerm(const Node *V) {
  Term *New = make(Term::Number, V->Ty);
  New->Value = kept(V);
  return New;
}

/// Operands at each index; numbers go with any shape.
const Term *TensorReader::applied(Term *New) {
  for (const Term *A : New->Operands) {
    New->Labelled |= A->Labelled;
    New->Sums |= A->Sums;
    if (A->rank() == 0)
      continue;
    if (New->Extents.empty())
      New->Extents = A->Extents;
    else
      for (size_t K = 0; K != std::min(A->rank(), New->rank()); ++K)
        agree(New->Extents[K], A->Extents[K]);
  }
  return New;
}

const Term *TensorReader::outer(const Term *A, const Term *B, Type T) {
  Term *New = make(Term::Outer, T);
  New->Operands = {A, B};
  New->Extents = A->Extents;
  New->Extents.append(B->Extents.begin(), B->Extents.end());
  New->Sums = A->Sums || B->Sums;
  return New;
}

const Term *TensorReader::transpose(const Term *A, int One, int Other, Type T) {
  Term *New = make(Term::Transpose, T);
  New->Operands = {A};
  New->Sums = A->Sums;
  New->Extents = A->Extents;
  New->A = One;
  New->B = Other;
  std::swap(New->Extents[One], New->Extents[Other]);
  return New;
}

const Term *TensorReader::contract(const Term *A,
                                   llvm::ArrayRef<std::pair<int, int>> Pairs,
                                   Type T) {
  Term *New = make(Term::Contract, T);
  New->Operands = {withoutSums(A)};
  New->Pairs.append(Pairs.begin(), Pairs.end());
  New->Sums = true;
  for (size_t K = 0; K != A->rank(); ++K)
    if (llvm::none_of(Pairs, [K](std::pair<int, int> P) {
          return P.first == int(K) || P.second == int(K);
        }))
      New->Extents.push_back(A->Extents[K]);
  for (const auto &[First, Second] : Pairs)
    agree(A->Extents[First], A->Extents[Second]);
  return New->rank() == 0 ? evaluated(New) : New;
}

const Term *TensorReader::slice(const Term *A,
                                llvm::ArrayRef<const Node *> Lower,
                                llvm::ArrayRef<const Node *> Upper,
                                llvm::ArrayRef<const Node *> Step) {
  const bool InMemory = A->What == Term::Stored;
  Term *New = make(InMemory ? Term::Stored : Term::Slice, A->Ty);
  New->Operands = {A};
  New->Sums = A->Sums;
  New->Size = A->Size;
  Index First;
  for (size_t K = 0; K != A->rank(); ++K) {
    const Node *L = Lower[K], *U = Upper[K], *S = Step[K];
    const auto Both = [&](const Node *X, const Node *Y) {
      return R.make(Op::Both, Bool, {X, Y});
    };
    require(Both(Both(less(Op::Le, integer(0), L),
                      less(Op::Le, U, A->Extents[K].Value)),
                 Both(less(Op::Le, L, U), less(Op::Le, integer(1), S))),
            "a slice is not within its tensor");
    // (U - L + S - 1) / S, where S is 0 only in what is refused.
    const Node *Safe = kept(R.make(Op::Most, I64, {S, integer(1)}));
    const Node *Reach = binary(Op::Add, binary(Op::Sub, U, L),
                               binary(Op::Sub, Safe, integer(1)));
    New->Extents.push_back(
        keptExtent(R.make(Op::Div, I64, {Reach, Safe}), nullptr));
    New->First.push_back(L);
    New->Step.push_back(InMemory ? kept(binary(Op::Mul, S, A->Step[K])) : S);
    First.push_back(L);
  }
  if (InMemory) {
    New->Value = kept(pointerAt(A, First));
    New->First.clear();
  }
  return New;
}

/// A: stored.
const Term *TensorReader::select(const Term *A, size_t K, const Node *At) {
  require(R.make(Op::Both, Bool,
                 {less(Op::Le, integer(0), At),
                  less(Op::Lt, At, A->Extents[K].Value)}),
          "a selected index is not there");
  Term *New = make(Term::Stored, A->Ty);
  New->Size = A->Size;
  Index First(A->rank(), integer(0));
  First[K] = At;
  New->Value = kept(pointerAt(A, First));
  for (size_t I = 0; I != A->rank(); ++I)
    if (I != K) {
      New->Extents.push_back(A->Extents[I]);
      New->Step.push_back(A->Step[I]);
    }
  return New;
}

const Term *TensorReader::pad(const Term *A,
                              llvm::ArrayRef<const Node *> Before,
                              llvm::ArrayRef<const Node *> After,
                              const Node *Value) {
  Term *New = make(Term::Pad, A->Ty);
  New->Operands = {A};
  New->Sums = A->Sums;
  New->Value = kept(R.convert(Value, A->Ty));
  for (size_t K = 0; K != A->rank(); ++K) {
    require(R.make(Op::Both, Bool,
                   {less(Op::Le, integer(0), Before[K]),
                    less(Op::Le, integer(0), After[K])}),
            "there are less than no elements of padding");
    New->First.push_back(Before[K]);
    New->Extents.push_back(keptExtent(
        binary(Op::Add, binary(Op::Add, Before[K], A->Extents[K].Value),
               After[K]),
        nullptr));
  }
  return New;
}

const Term *TensorReader::conv(const Term *A, const Term *B, Type T) {
  Term *New = make(Term::Conv, T);
  New->Operands = {withoutSums(A), withoutSums(B)};
  New->Sums = true;
  for (size_t K = 0; K != A->rank(); ++K) {
    const Node *Whole = A->Extents[K].Value, *Part = B->Extents[K].Value;
    require(R.make(Op::Both, Bool,
                   {less(Op::Le, integer(1), Part), less(Op::Le, Part, Whole)}),
            "the kernel of a convolution does not fit");
    New->Extents.push_back(keptExtent(
        binary(Op::Add, binary(Op::Sub, Whole, Part), integer(1)), nullptr));
  }
  return New;
}

/// The same with all sums that are operands of others in memory: else they
/// would be computed for each of its elements.
const Term *TensorReader::withoutSums(const Term *A) {
  if (!A->Sums)
    return A;
  if (A->What == Term::Contract || A->What == Term::Conv)
    return evaluated(A);
  Term *New = make(A->What, A->Ty);
  *New = *A;
  for (const Term *&Operand : New->Operands)
    Operand = withoutSums(Operand);
  New->Sums = false;
  return New;
}

const Term *TensorReader::evaluated(const Term *A) {
  if (A->rank() == 0)
    return numberTerm(A->Labelled ? named(A, {}) : at(A, {}));
  Term *New = make(Term::Stored, A->Ty);
  Node *Object = R.make(Op::NewObject, Pointer);
  Object->Number = R.newSlot();
  Lines.push_back(Object);
  New->Value = R.slot(Object->Number, Pointer);
  New->Extents = A->Extents;
  New->Size = 8;
  denseSteps(*New);
  llvm::SmallVector<int64_t, 6> Slots;
  Index I;
  for (size_t K = 0; K != A->rank(); ++K) {
    Slots.push_back(R.newSlot());
    I.push_back(R.slot(Slots.back(), I64));
  }
  Lines.push_back(loops(Slots, A->Extents,
                        R.make(Op::Store, A->Ty, {pointerAt(New, I), at(A, I)}),
                        false));
  return New;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

const Node *TensorReader::pointerAt(const Term *T, const Index &I) {
  Node *New = R.make(Op::Element, Pointer, {T->Value});
  for (size_t K = 0; K != I.size(); ++K) {
    New->Kids.push_back(I[K]);
    New->Kids.push_back(T->Step[K]);
  }
  New->Number = T->Size;
  return New;
}

/// The operand at I; a number stands at every index.
const Node *TensorReader::operandAt(const Term *T, unsigned Which,
                                    const Index &I) {
  const Term *A = T->Operands[Which];
  return at(A, A->rank() == 0 ? Index() : I);
}

const Node *TensorReader::product(const Node *A, const Node *B, Type T) {
  return R.make(Op::Mul, T, {R.convert(A, T), R.convert(B, T)});
}

const Node *TensorReader::contractAt(const Term *T, const Index &I) {
  const Term *A = T->Operands[0];
  Index Inner(A->rank(), nullptr);
  llvm::SmallVector<int64_t, 6> Slots;
  for (const auto &[First, Second] : T->Pairs) {
    Slots.push_back(R.newSlot());
    Inner[First] = Inner[Second] = R.slot(Slots.back(), I64);
  }
  size_t Next = 0;
  for (const Node *&Each : Inner)
    if (!Each)
      Each = I[Next++];
  const Node *V = operandAt(T, 0, Inner);
  for (size_t K = Slots.size(); K-- > 0;)
    V = sum(A->Extents[T->Pairs[K].first].Value, Slots[K], V, T->Ty);
  return V;
}

const Node *TensorReader::sliceAt(const Term *T, const Index &I) {
  Index Inner;
  for (size_t K = 0; K != I.size(); ++K)
    Inner.push_back(
        binary(Op::Add, T->First[K], binary(Op::Mul, T->Step[K], I[K])));
  return operandAt(T, 0, Inner);
}

const Node *TensorReader::padAt(const Term *T, const Index &I) {
  Index Inner;
  const Node *Inside = R.constant(1, Bool);
  for (size_t K = 0; K != I.size(); ++K) {
    Inner.push_back(binary(Op::Sub, I[K], T->First[K]));
    Inside = R.make(Op::Both, Bool,
                    {Inside, R.make(Op::Both, Bool,
                                    {less(Op::Le, integer(0), Inner[K]),
                                     less(Op::Lt, Inner[K],
                                          T->Operands[0]->Extents[K].Value)})});
  }
  return R.make(Op::Choose, T->Ty, {Inside, operandAt(T, 0, Inner), T->Value});
}

const Node *TensorReader::convAt(const Term *T, const Index &I) {
  Index Window, There;
  llvm::SmallVector<int64_t, 6> Slots;
  for (const Node *Each : I) {
    Slots.push_back(R.newSlot());
    Window.push_back(R.slot(Slots.back(), I64));
    There.push_back(binary(Op::Add, Each, Window.back()));
  }
  const Node *V =
      product(operandAt(T, 0, There), operandAt(T, 1, Window), T->Ty);
  for (size_t K = Slots.size(); K-- > 0;)
    V = sum(T->Operands[1]->Extents[K].Value, Slots[K], V, T->Ty);
  return V;
}

const Node *TensorReader::at(const Term *T, const Index &I) {
  switch (T->What) {
  case Term::Number:
    return T->Value;
  case Term::Stored:
    return R.make(Op::Load, T->Ty, {pointerAt(T, I)});
  case Term::Apply: {
    Index Values;
    for (unsigned K = 0; K != T->Operands.size(); ++K)
      Values.push_back(operandAt(T, K, I));
    return T->Function(Values);
  }
  case Term::Outer: {
    const size_t Rank = T->Operands[0]->rank();
    return product(operandAt(T, 0, Index(I.begin(), I.begin() + Rank)),
                   operandAt(T, 1, Index(I.begin() + Rank, I.end())), T->Ty);
  }
  case Term::Transpose: {
    Index Inner = I;
    std::swap(Inner[T->A], Inner[T->B]);
    return operandAt(T, 0, Inner);
  }
  case Term::Contract:
    return contractAt(T, I);
  case Term::Slice:
    return sliceAt(T, I);
  case Term::Pad:
    return padAt(T, I);
  case Term::Conv:
    return convAt(T, I);
  case Term::Indexed:
    break;
  }
  return R.fail(nullptr, "indices within a tensor expression");
}

//===----------------------------------------------------------------------===//
// Index notation
//===----------------------------------------------------------------------===//

void TensorReader::occurrences(const Term *T, Occurrences &Out) const {
  if (T->What == Term::Indexed) {
    for (size_t K = 0; K != T->Names.size(); ++K)
      Out.push_back({T->Names[K], T->Operands[0]->Extents[K]});
    return;
  }
  if (T->Labelled)
    for (const Term *A : T->Operands)
      occurrences(A, Out);
}

/// The value of T where these names are known. One that is not is summed over
/// at the first operation two of whose operands have it, or where it stands;
/// + and - join terms with sums of their own.
const Node *TensorReader::named(const Term *T, const Bound &Known) {
  Bound Names = Known;
  Occurrences Over;
  const auto IsKnown = [&](const clang::NamedDecl *Name) {
    return llvm::any_of(Names, [&](const auto &B) { return B.first == Name; });
  };
  llvm::SmallVector<int64_t, 6> Slots;
  const auto SumOver =
      [&](const std::pair<const clang::NamedDecl *, Term::Extent> &One) {
        if (IsKnown(One.first))
          return;
        Slots.push_back(R.newSlot());
        Names.push_back({One.first, R.slot(Slots.back(), I64)});
        Over.push_back(One);
      };
  const Node *V = nullptr;
  if (T->What == Term::Indexed) {
    Occurrences Here;
    occurrences(T, Here);
    Index I;
    for (const auto &One : Here) {
      SumOver(One);
      for (const auto &[Name, Value] : Names)
        if (Name == One.first)
          I.push_back(Value);
    }
    V = at(T->Operands[0], I);
  } else {
    if (!T->IsSum)
      for (size_t K = 0; K != T->Operands.size(); ++K) {
        Occurrences Here, Others;
        for (size_t M = 0; M != T->Operands.size(); ++M)
          occurrences(T->Operands[M], M == K ? Here : Others);
        for (const auto &One : Here)
          if (llvm::any_of(Others, [&](const auto &Other) {
                return Other.first == One.first;
              }))
            SumOver(One);
      }
    Index Values;
    for (const Term *A : T->Operands)
      Values.push_back(A->Labelled ? named(A, Names) : at(A, {}));
    V = T->Function(Values);
  }
  const Type Total = promoted(T->Ty);
  for (size_t K = Slots.size(); K-- > 0;)
    V = sum(Over[K].second.Value, Slots[K], V, Total);
  return V;
}

/// One name has one extent.
void TensorReader::agreeOnNames(llvm::ArrayRef<const Term *> All) {
  Occurrences Seen;
  for (const Term *T : All)
    occurrences(T, Seen);
  for (size_t K = 0; K != Seen.size(); ++K)
    for (size_t Before = 0; Before != K; ++Before)
      if (Seen[Before].first == Seen[K].first) {
        agree(Seen[Before].second, Seen[K].second);
        break;
      }
}

} // namespace validate
} // namespace heddle
