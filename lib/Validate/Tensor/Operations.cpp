//===- Operations.cpp - Tensors, as the validator runs them ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Operations.h"

namespace heddle {
namespace validate {

Value tensorOperation(Interpreter &I, const Node *E) {
  World &W = I.world();
  const auto Kid = [&](unsigned K) { return I.eval(E->Kids[K]); };
  switch (E->What) {
  case Op::Sum: {
    const int64_t Count = Kid(0).N;
    Value Total;
    for (int64_t K = 0; K < Count && !I.end().stopped(); ++K) {
      I.slot(E->Number) = {K};
      const Value One = Kid(1);
      Total = combined(Combine::Sum, Total, One, E->Ty);
    }
    return Total;
  }
  case Op::Element: {
    const Value P = Kid(0);
    __int128 Offset = 0;
    for (unsigned K = 1; K + 1 < E->Kids.size(); K += 2) {
      const Value Index = Kid(K);
      Offset += static_cast<__int128>(Index.N) * Kid(K + 1).N * E->Number;
    }
    constexpr __int128 Farthest = __int128{1} << 38;
    if (Offset > Farthest || Offset < -Farthest || objectOf(P.N) == 0)
      I.end().undefine();
    return {P.N + static_cast<int64_t>(Offset)};
  }
  case Op::ExtentOf:
    return W.extent(Kid(0).N, E->Number);
  case Op::Agree: {
    const Node *A = E->Kids[2], *B = E->Kids[3];
    if (A && B)
      W.agree(I.eval(A->Kids[0]).N, A->Number, I.eval(B->Kids[0]).N, B->Number,
              E->Number);
    else if (A || B)
      W.agree(I.eval((A ? A : B)->Kids[0]).N, (A ? A : B)->Number,
              Kid(A ? 1 : 0).N + (A ? E->Number : -E->Number));
    return {Kid(0).N == Kid(1).N};
  }
  case Op::HasShape:
    return {W.hasShape(Kid(0).N)};
  case Op::IsDense:
    return {W.isDense(Kid(0).N)};
  default:
    I.end().refuse(W.N.Texts[E->Number]);
    return {};
  }
}

} // namespace validate
} // namespace heddle
