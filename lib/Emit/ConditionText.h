//===- ConditionText.h - Conditions inside a kernel's body -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_CONDITIONTEXT_H
#define HEDDLE_EMIT_CONDITIONTEXT_H

#include "IR/LoopNest.h"
#include "Support/Sym.h"
#include <string>

namespace heddle {

/// A condition, or a value, over loop variables and parameters as kernel code
/// that stands in the nest's body: in int if Narrow, else in long long.
std::string conditionText(const Sym &Cond, const LoopNest &N, bool Narrow);

} // namespace heddle

#endif
