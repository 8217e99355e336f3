//===- FusedText.h - A kernel that runs several stages ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_FUSEDTEXT_H
#define HEDDLE_EMIT_FUSEDTEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

/// The kernel F of the stages of P, with its comment.
std::string fusedText(const LaunchPlan &P, const FusedKernel &F, Dialect D);

} // namespace heddle

#endif
