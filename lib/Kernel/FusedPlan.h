//===- FusedPlan.h - A kernel that runs several stages ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_FUSEDPLAN_H
#define HEDDLE_KERNEL_FUSEDPLAN_H

#include "Kernel/LaunchPlan.h"
#include "Mapping/FusedStages.h"

namespace heddle {

/// The kernel of Of, called Name. Nothing where a name would mean two things,
/// or where stages have indices of different widths: stages have kernels of
/// their own then.
std::optional<FusedKernel> planFused(const FusedStages &Of,
                                     const std::string &Name);

} // namespace heddle

#endif
