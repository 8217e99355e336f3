//===- Domain.h - Iteration domains of the loops ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. The domain of a loop is a set over the counters of the
// loops around it and its own.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_DOMAIN_H
#define HEDDLE_AFFINE_DOMAIN_H

#include "Affine/Builder.h"

namespace heddle {

/// Fills Domains and Approximate; adds the checks of the headers.
bool readLoops(Builder &B);
/// The iterations of the loops around Index, with a free last coordinate.
isl::Set outerDomain(const Builder &B, unsigned Index);
/// E mentions the counter, or the parameter, Index.
bool reads(const Expr &E, ExprKind Kind, unsigned Index);

} // namespace heddle

#endif
