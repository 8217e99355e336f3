//===- Strategies.cpp - The mapping that an annotation asks for -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Strategy/Strategies.h"

namespace heddle {

static mapping chooseAuto(const SymSpace &Space, CertainlyFits Fits) {
  mapping M = strategies::automatic::preferred(Space);
  SymMapped Mapped = apply(M, Space);
  if (Mapped.valid() && Fits(Mapped))
    return M;
  return choose(strategy{strategy_kind::FoldAll}, Space);
}

ChosenMapping chooseMapping(const Annotation &A, const SymSpace &Space,
                            CertainlyFits Fits) {
  if (A.Map)
    return {*A.Map, ""};
  strategy S = A.Strategy.value_or(strategy{});
  if (S.kind == strategy_kind::Auto && Space.valid())
    return {chooseAuto(Space, Fits), S.name()};
  return {choose(S, Space), S.name()};
}

} // namespace heddle
