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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace heddle {

using SymSpace = basic_index_space<Sym>;
using SymMapped = mapped_space<Sym>;

struct ChosenMapping {
  mapping Steps;
  llvm::StringRef Strategy; ///< the strategy that chose, empty: written out
};

/// Whether a mapping's thread space fits a device for every value of the
/// parameters; may answer no where that is not known.
using CertainlyFits = llvm::function_ref<bool(const SymMapped &)>;

/// The mapping of map(M), of the strategy of map(S), or of Auto. The result
/// may violate a precondition, which it then says. Auto asks Fits, which knows
/// more of the parameters than the bounds' text shows.
ChosenMapping chooseMapping(const Annotation &A, const SymSpace &Space,
                            CertainlyFits Fits);

} // namespace heddle

#endif
