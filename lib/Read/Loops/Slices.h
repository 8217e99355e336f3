//===- Slices.h - What running variables take of an iteration ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In `s += x[i]; y[i] = s;` iterations use what those before them have made of
// a variable. A launch that finds these values first needs only the statements
// that change the variable, and what these are computed from: a slice of the
// body (Weiser, Program slicing: ICSE 1981), here of whole statements.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_SLICES_H
#define HEDDLE_READ_LOOPS_SLICES_H

#include "Read/NestReader.h"

namespace heddle {

/// Where the nest uses what steps have made of a variable: notes the statements
/// that these steps do not need (TextTables::Slices), of which accesses are
/// Access::Dropped, and the arrays that are compacted (LoopNest::Compacted).
/// All accesses of the nest have been found.
void findSlices(NestReader &NR);

} // namespace heddle

#endif
