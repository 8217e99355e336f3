//===- Strategies.cpp - The mapping that an annotation asks for -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Strategy/Strategies.h"

namespace heddle {

std::optional<ChosenMapping> chooseMapping(const Annotation &A,
                                           const SymSpace &Space) {
  if (A.Map)
    return ChosenMapping{*A.Map, ""};
  const strategy S = A.Strategy.value_or(strategy{});
  if (S.kind == strategy_kind::Auto)
    return std::nullopt;
  return ChosenMapping{choose(S, Space), S.name()};
}

} // namespace heddle
