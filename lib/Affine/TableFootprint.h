//===- TableFootprint.h - Rows and columns touched --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_TABLEFOOTPRINT_H
#define HEDDLE_AFFINE_TABLEFOOTPRINT_H

#include "Affine/Footprint.h"

namespace heddle {

/// As touchedRange, of a table: by subscript, the least and the greatest value.
/// Where accesses that data may prevent, or rows of which only parts are
/// touched, leave some of this box untouched, TouchedRange::HasGaps says so;
/// the user's word (rows) then bounds it.
std::optional<TouchedRange> touchedTable(const AffineNest &N, unsigned Array);

} // namespace heddle

#endif
