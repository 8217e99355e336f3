//===- RowGaps.h - Rows of which loops touch parts --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_ROWGAPS_H
#define HEDDLE_LEGALITY_ROWGAPS_H

#include "Affine/Footprint.h"
#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"

namespace heddle {

/// HD429: nobody knows how long the rows of a table are, of which the loops
/// touch T. First: the first access to it.
void refuseGaps(const LoopNest &N, const Access &First, const TouchedRange &T,
                Report &R);

} // namespace heddle

#endif
