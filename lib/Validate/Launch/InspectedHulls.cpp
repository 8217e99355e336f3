//===- InspectedHulls.cpp - What a pass over loops touches ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/InspectedHulls.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace heddle {
namespace validate {

void InspectedHulls::tellApart(Hull &H, int64_t Byte, bool Stores) {
  Toucher &T = H.Touchers[Byte];
  const bool Others = T.Iteration && (T.Iteration != Iteration || T.Several);
  Shared |= Others && (Stores || T.Stored);
  // By then the element has another value.
  if (Others && T.Stored && !Stores)
    Host.End.exhaust();
  if (!T.Iteration)
    T.Iteration = Iteration;
  T.Several |= Others;
  T.Stored |= Stores;
}

void InspectedHulls::touch(Hull &H, int64_t Place, int64_t Bytes, bool Stores) {
  if (objectOf(Place) != objectOf(H.Origin))
    return Host.End.wrong("the pass over the loops takes " +
                          Host.W.describe(Place) +
                          " for an element of another array");
  const int64_t From = offsetOf(Place) - offsetOf(H.Origin);
  const int64_t First = llvm::divideFloorSigned(From, H.Size),
                Last = llvm::divideFloorSigned(From + Bytes - 1, H.Size);
  H.First = H.Any ? std::min(H.First, First) : First;
  H.Last = H.Any ? std::max(H.Last, Last) : Last;
  H.Any = true;
  if (H.TellsApart)
    for (int64_t B = 0; B < Bytes; ++B)
      tellApart(H, From + B, Stores);
}

Flow InspectedHulls::pass(const Node *Loops) {
  Passing = true;
  (void)Host.Text.exec(Loops);
  Passing = false;
  Own.clear();
  return Host.End.stopped() ? Flow::Return : Flow::Next;
}

int64_t InspectedHulls::change(int64_t Place, int64_t Object, Type T) {
  const auto [At, IsNew] = Own.try_emplace(Place, Object + offsetOf(Place));
  if (IsNew) {
    const int64_t Before = Host.Text.cellAt(Place, T).V;
    Cell &Begun = Host.Text.cellAt(At->second, T);
    Begun.V = Before;
    Begun.Written = true;
  }
  return At->second;
}

Value InspectedHulls::operation(const Node *E, llvm::ArrayRef<Value> V) {
  if (E->What == Op::HullNext) {
    Own.clear();
    ++Iteration;
    return {};
  }
  if (E->What == Op::HullShared)
    return {Shared};
  Hull &H = Hulls[E->Number];
  switch (E->What) {
  case Op::Hull:
    H = {};
    H.Origin = V[0].N;
    H.Size = E->Extent;
    H.Ignored = V[1].N;
    return {};
  case Op::HullApart:
    H.TellsApart = true;
    return {};
  case Op::HullIgnored:
    return {H.Ignored};
  case Op::HullTouch:
  case Op::HullStore:
    if (!Host.End.stopped())
      touch(H, V[0].N, E->Extent, E->What == Op::HullStore);
    if (const auto At = Own.find(V[0].N); At != Own.end())
      return {At->second};
    return V[0];
  case Op::HullChange:
    if (Host.End.stopped())
      return {};
    touch(H, V[0].N, E->Extent, /*Stores=*/true);
    return {change(V[0].N, V[1].N, E->Kids[2]->Ty)};
  default: // HullEnd
    if (!H.Any)
      return {E->Extent ? -1 : 0};
    return {E->Extent ? H.Last : H.First};
  }
}

} // namespace validate
} // namespace heddle
