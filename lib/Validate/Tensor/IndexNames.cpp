//===- IndexNames.cpp - Index notation in tensor expressions --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/IndexNames.h"
#include "Validate/Tensor/Elements.h"
#include "Validate/Tensor/TensorNodes.h"

namespace heddle {
namespace validate {

/// The type of a sum of values of this type.
static Type promoted(Type T) {
  return T.isInt() && T.Bits < 32 ? Type{Type::Int, 32, true} : T;
}

static void occurrences(const Term *T, NamedExtents &Out) {
  if (T->What == Term::Indexed) {
    for (size_t K = 0; K != T->Names.size(); ++K)
      Out.push_back({T->Names[K], T->Operands[0]->Extents[K]});
    return;
  }
  if (T->Labelled)
    for (const Term *A : T->Operands)
      occurrences(A, Out);
}

const Node *valueNamed(Reader &R, const Term *T, const NamedValues &Known) {
  NamedValues Names = Known;
  NamedExtents Over;
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
    NamedExtents Here;
    occurrences(T, Here);
    Indices I;
    for (const auto &One : Here) {
      SumOver(One);
      for (const auto &[Name, Value] : Names)
        if (Name == One.first)
          I.push_back(Value);
    }
    V = elementAt(R, T->Operands[0], I);
  } else {
    if (!T->IsSum)
      for (size_t K = 0; K != T->Operands.size(); ++K) {
        NamedExtents Here, Others;
        for (size_t M = 0; M != T->Operands.size(); ++M)
          occurrences(T->Operands[M], M == K ? Here : Others);
        for (const auto &One : Here)
          if (llvm::any_of(Others, [&](const auto &Other) {
                return Other.first == One.first;
              }))
            SumOver(One);
      }
    Indices Values;
    for (const Term *A : T->Operands)
      Values.push_back(A->Labelled ? valueNamed(R, A, Names)
                                   : elementAt(R, A, {}));
    V = T->Function(Values);
  }
  const Type Total = promoted(T->Ty);
  for (size_t K = Slots.size(); K-- > 0;)
    V = sum(R, Over[K].second.Value, Slots[K], V, Total);
  return V;
}

void agreeOnNames(Reader &R, llvm::ArrayRef<const Term *> All) {
  NamedExtents Seen;
  for (const Term *T : All)
    occurrences(T, Seen);
  for (size_t K = 0; K != Seen.size(); ++K)
    for (size_t Before = 0; Before != K; ++Before)
      if (Seen[Before].first == Seen[K].first) {
        agree(R, Seen[Before].second, Seen[K].second);
        break;
      }
}

} // namespace validate
} // namespace heddle
