//===- TileText.h - Kernels whose threads share what they load -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_TILETEXT_H
#define HEDDLE_EMIT_TILETEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

/// All behind the signature of a kernel with KernelPlan::Tile.
std::string tileText(const LaunchPlan &P, const KernelPlan &K, Dialect D);
/// Part Number of the body of K's tile, in lines that begin in Column.
std::string partText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     unsigned Number, unsigned Column);
/// Lines for the kernel's comment; none without a tile.
std::string tileComment(const LaunchPlan &P, const KernelPlan &K);

} // namespace heddle

#endif
