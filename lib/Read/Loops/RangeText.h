//===- RangeText.h - Headers of plain loops into the text -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_RANGETEXT_H
#define HEDDLE_READ_LOOPS_RANGETEXT_H

#include "Read/NestReader.h"

namespace heddle {

/// Puts the headers of NR.Spans.RangeTexts, and what NR.Spans.Cuts has, into
/// the text of the nest. Offsets into the text move with it.
void writeRangesOut(NestReader &NR);

} // namespace heddle

#endif
