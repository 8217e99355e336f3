//===- SolvedLoops.h - Kernel text without some of its loops ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_SOLVEDLOOPS_H
#define HEDDLE_KERNEL_SOLVEDLOOPS_H

#include "Kernel/LaunchPlan.h"

namespace heddle {

/// The holes, with those that take the headers of AffineNest::Gathers out of
/// the nest's text and put the counters' values and conditions there.
std::vector<TextHole> withSolvedLoops(const AffineNest &N,
                                      std::vector<TextHole> Holes);

} // namespace heddle

#endif
