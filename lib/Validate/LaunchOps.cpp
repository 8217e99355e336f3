//===- LaunchOps.cpp - What a launch computes before it runs ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Machine.h"
#include <algorithm>

namespace heddle {
namespace validate {

/// As rt::checked and rt::tri: what leaves 64 bits is unknown.
Value Machine::evalChecked(const Node *E) {
  const Value A = eval(E->Kids[0]);
  const Value B = E->Kids.size() > 1 ? eval(E->Kids[1]) : Value{};
  const auto Known = [](__int128 V) {
    return holds({Type::Int, 64, true}, V) ? Value{static_cast<int64_t>(V)}
                                           : Value{0, false};
  };
  switch (E->What) {
  case Op::And: // of tri
    if ((A.Ok && !A.N) || (B.Ok && !B.N))
      return {0};
    return {1, A.Ok && B.Ok};
  case Op::Or:
    if ((A.Ok && A.N) || (B.Ok && B.N))
      return {1};
    return {0, A.Ok && B.Ok};
  default:
    break;
  }
  if (!A.Ok || !B.Ok)
    return {0, false};
  const __int128 X = A.N, Y = B.N;
  switch (E->What) {
  case Op::Add:
    return Known(X + Y);
  case Op::Sub:
    return Known(X - Y);
  case Op::Mul:
    return Known(X * Y);
  case Op::Neg:
    return Known(-X);
  default:
    undefined();
    return {};
  }
}

/// What every device has: see rt::shape::fits.
bool Machine::fits(const ShapeValue &S) {
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

/// As rt::disjoint. Arrays that the text does not know to be one are two.
bool Machine::areApart(const ArrayValue &A, const ArrayValue &B) {
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

Value Machine::hostOp(const Node *E) {
  llvm::SmallVector<Value, 6> V;
  for (const Node *Kid : E->Kids)
    V.push_back(eval(Kid));
  switch (E->What) {
  case Op::Certain:
    return {V[0].Ok && V[0].N};
  case Op::Impossible:
    return {V[0].Ok && !V[0].N};
  case Op::ArrayArg:
    Arrays.push_back(
        {V[0], V[1], V[2], static_cast<Access>(E->Number), E->Extent});
    return {static_cast<int64_t>(Arrays.size()) - 1};
  case Op::PointerOf:
    return Arrays[V[0].N].Pointer;
  case Op::Temporary: {
    const bool Known = V[0].Ok && V[0].N >= 0;
    Arrays.push_back(
        {{}, {0}, {V[0].N - 1, Known}, Access::Private, E->Extent});
    return {static_cast<int64_t>(Arrays.size()) - 1};
  }
  case Op::Placed:
    for (const Value &A : V)
      Arrays[A.N].Pointer = {pointerTo(FirstTemporary + Temporaries++)};
    return {};
  case Op::Apart:
    return {areApart(Arrays[V[0].N], Arrays[V[1].N])};
  case Op::Shape: {
    ShapeValue S;
    std::copy(V.begin(), V.end(), S.E.begin());
    Shapes.push_back(S);
    return {static_cast<int64_t>(Shapes.size()) - 1};
  }
  case Op::Fits: {
    if (Skip) {
      --Skip;
      return {0};
    }
    return {fits(Shapes[V[0].N])};
  }
  default:
    break;
  }
  const __int128 A = V[0].N, B = V[1].N;
  if (!V[0].Ok || !V[1].Ok || B == 0)
    return {0, false};
  __int128 R =
      E->What == Op::TruncMod || E->What == Op::FloorMod ? A % B : A / B;
  const __int128 Rest = A % B;
  const bool Down = Rest != 0 && (Rest < 0) != (B < 0);
  if (E->What == Op::FloorDiv && Down)
    --R;
  else if (E->What == Op::CeilDiv && Rest != 0 && !Down)
    ++R;
  else if (E->What == Op::FloorMod && Down)
    R += B;
  if (!holds({Type::Int, 64, true}, R))
    return {0, false};
  return {static_cast<int64_t>(R)};
}

} // namespace validate
} // namespace heddle
