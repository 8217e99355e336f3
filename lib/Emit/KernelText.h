//===- KernelText.h - The text of one kernel -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_KERNELTEXT_H
#define HEDDLE_EMIT_KERNELTEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

/// The kernel with its comment and its template header, ending in a newline.
/// Line numbering is left where the body's #line put it.
std::string kernelText(const LaunchPlan &P, const KernelPlan &K, Dialect D);

/// The declared extent of a dimension in words: "l <= i < n, the first 2 of
/// every 5".
std::string describeSpace(const AffineNest &N, unsigned Rank);

} // namespace heddle

#endif
