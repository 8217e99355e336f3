//===- Preconditions.h - What is wrong with a mapping ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_PRECONDITIONS_H
#define HEDDLE_MAPPING_PRECONDITIONS_H

#include "Diagnostics/Report.h"
#include "Strategy/Strategies.h"

namespace heddle {

/// Reports the violation that Mapped records: the caret on the combinator
/// where the annotation spells it, else on the mapping's name with a note that
/// names the combinator. Fix-its insert what is missing, where it is spelled.
void reportViolation(const LoopNest &N, const SymMapped &Mapped,
                     llvm::StringRef Strategy, Report &R);

/// Reports a thread space that exceeds the device for certain.
void reportLimit(const LoopNest &N, const SymMapped &Mapped, device_limit Limit,
                 llvm::StringRef Strategy, Report &R);

} // namespace heddle

#endif
