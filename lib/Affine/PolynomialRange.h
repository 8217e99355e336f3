//===- PolynomialRange.h - Ends of values that are not affine ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. The largest and the smallest value over the box of the
// counters' ranges, which the launch computes.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_POLYNOMIALRANGE_H
#define HEDDLE_AFFINE_POLYNOMIALRANGE_H

#include "Affine/Builder.h"
#include "Affine/Delinearize.h"
#include <optional>
#include <vector>

namespace heddle {

/// Requires that no unsigned arithmetic below 64 bits wraps whose value is not
/// affine; reports if that cannot be checked.
bool requirePolynomials(Builder &B, const LinearAccess &L);
/// First and last element that the accesses read; nothing if they are not
/// certain.
std::optional<ElementRange>
readRange(const Builder &B, const std::vector<LinearAccess *> &Accesses);

} // namespace heddle

#endif
