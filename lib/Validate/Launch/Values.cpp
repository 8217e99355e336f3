//===- Values.cpp - Arrays and thread spaces of a launch ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/Values.h"
#include <algorithm>

namespace heddle {
namespace validate {

bool fits(const ShapeValue &S) {
  static constexpr int64_t Most[6] = {2147483647, 65535, 65535, 1024, 1024, 64};
  int64_t Block = 1;
  for (unsigned I = 0; I != 6; ++I) {
    if (!S.E[I].Ok || S.E[I].N < 1 || S.E[I].N > Most[I])
      return false;
    if (I >= 3)
      Block *= S.E[I].N;
  }
  __int128 All = Block;
  for (unsigned I = 0; I != 3; ++I)
    All *= S.E[I].N;
  return Block <= 1024 && holds({Type::Int, 64, true}, All);
}

bool areApart(const ArrayValue &A, const ArrayValue &B) {
  if (!A.Pointer.Ok || !B.Pointer.Ok ||
      objectOf(A.Pointer.N) != objectOf(B.Pointer.N))
    return true;
  if (!A.First.Ok || !A.Last.Ok || !B.First.Ok || !B.Last.Ok)
    return false;
  const auto At = [](const ArrayValue &X, __int128 Element) {
    return offsetOf(X.Pointer.N) + Element * X.Size;
  };
  return A.First.N > A.Last.N || B.First.N > B.Last.N ||
         At(A, __int128(A.Last.N) + 1) <= At(B, B.First.N) ||
         At(B, __int128(B.Last.N) + 1) <= At(A, A.First.N);
}

Value LaunchValues::add(const ArrayValue &A) {
  Arrays.push_back(A);
  return {static_cast<int64_t>(Arrays.size()) - 1};
}

Value LaunchValues::listed(int64_t Elements, int64_t Size, Access How) {
  return add({newMemory(), {0}, {Elements - 1}, How, Size});
}

Value LaunchValues::table(const Node *E, llvm::ArrayRef<Value> V,
                          const TableShape &Shape) {
  TableValue T{V[0], {}, static_cast<Access>(E->Number), &Shape};
  for (size_t I = 1; I + 1 < V.size(); I += 2)
    T.Sides.push_back({V[I], V[I + 1]});
  Tables.push_back(std::move(T));
  return add({V[0], V[1], V[2], T.How, Shape.Scalar,
              static_cast<int>(Tables.size()) - 1});
}

Value LaunchValues::tableCopy(Value Of) {
  ArrayValue A = Arrays[Of.N];
  TableValue T = *table(A);
  A.How = T.How = Access::Copy;
  Tables.push_back(std::move(T));
  A.Table = static_cast<int>(Tables.size()) - 1;
  return add(A);
}

Value LaunchValues::made(const Node *E, llvm::ArrayRef<Value> V) {
  switch (E->What) {
  case Op::ArrayArg:
    return add({V[0], V[1], V[2], static_cast<Access>(E->Number), E->Extent});
  case Op::GrownArg: {
    ArrayValue A = Arrays[V[0].N];
    A.Result = E->Number;
    A.Behind = E->Extent == 1;
    return add(A);
  }
  case Op::PointerOf:
    return Arrays[V[0].N].Pointer;
  case Op::Temporary: {
    const bool Known = V[0].Ok && V[0].N >= 0;
    return add({{}, {0}, {V[0].N - 1, Known}, Access::Private, E->Extent});
  }
  case Op::Placed:
    for (const Value &A : V)
      Arrays[A.N].Pointer = newMemory();
    return {};
  case Op::Apart:
    return {areApart(Arrays[V[0].N], Arrays[V[1].N])};
  default: {
    ShapeValue S;
    std::copy(V.begin(), V.end(), S.E.begin());
    Shapes.push_back(S);
    return {static_cast<int64_t>(Shapes.size()) - 1};
  }
  }
}

} // namespace validate
} // namespace heddle
