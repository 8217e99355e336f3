//===- ArrayText.h - How the kernel's text names elements -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ARRAYTEXT_H
#define HEDDLE_IR_ARRAYTEXT_H

#include "IR/LoopNest.h"

namespace heddle {

/// The source declares rows whose lengths are known at the launch alone, as
/// `double a[n][m]` does. The kernel has a pointer to the first element, from
/// where one subscript counts.
bool hasVariableRows(const LoopNest &N, unsigned Array);

/// How many subscripts name an element, or a scalar in a structure, in the
/// kernel's text.
size_t subscriptsInText(const LoopNest &N, unsigned Array);

} // namespace heddle

#endif
