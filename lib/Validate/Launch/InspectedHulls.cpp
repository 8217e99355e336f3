//===- InspectedHulls.cpp - What a pass over loops touches ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/InspectedHulls.h"
#include <algorithm>

namespace heddle {
namespace validate {

static int64_t floorDiv(int64_t A, int64_t B) {
  return A / B - (A % B < 0 ? 1 : 0);
}

void InspectedHulls::touch(Hull &H, int64_t Place, int64_t Bytes) {
  if (objectOf(Place) != objectOf(H.Origin))
    return Host.End.wrong("the pass over the loops takes " +
                          Host.W.describe(Place) +
                          " for an element of another array");
  const int64_t From = offsetOf(Place) - offsetOf(H.Origin);
  const int64_t First = floorDiv(From, H.Size),
                Last = floorDiv(From + Bytes - 1, H.Size);
  H.First = H.Any ? std::min(H.First, First) : First;
  H.Last = H.Any ? std::max(H.Last, Last) : Last;
  H.Any = true;
}

Value InspectedHulls::operation(const Node *E, llvm::ArrayRef<Value> V) {
  Hull &H = Hulls[E->Number];
  switch (E->What) {
  case Op::Hull:
    H = {};
    H.Origin = V[0].N;
    H.Size = E->Extent;
    return {};
  case Op::HullTouch:
    if (!Host.End.stopped())
      touch(H, V[0].N, E->Extent);
    return V[0];
  default: // HullEnd
    if (!H.Any)
      return {E->Extent ? -1 : 0};
    return {E->Extent ? H.Last : H.First};
  }
}

} // namespace validate
} // namespace heddle
