//===- Strategies.h - The mapping that an annotation asks for --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules themselves are public: include/heddle/strategy.h, one row each in
// strategies.def, read here with symbolic bounds.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_STRATEGY_STRATEGIES_H
#define HEDDLE_STRATEGY_STRATEGIES_H

#include "IR/LoopNest.h"
#include "Support/Sym.h"
#include "heddle/mapping.h"
#include "heddle/strategy.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace heddle {

using SymSpace = basic_index_space<Sym>;
using SymMapped = mapped_space<Sym>;

struct ChosenMapping {
  mapping Steps;
  llvm::StringRef Strategy; ///< the strategy that chose, empty: written out
};

/// The mapping of map(M), or of the strategy of map(S). The result may violate a
/// precondition, which it then says. Nothing for Auto, which has to know more
/// than the space (Mapping/Candidates.h).
std::optional<ChosenMapping> chooseMapping(const Annotation &A,
                                           const SymSpace &Space);

} // namespace heddle

#endif
