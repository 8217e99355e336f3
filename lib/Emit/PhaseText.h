//===- PhaseText.h - The text of a kernel of several phases ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_PHASETEXT_H
#define HEDDLE_EMIT_PHASETEXT_H

#include "Emit/KernelSource.h"
#include "Kernel/Phases.h"

namespace heddle {

/// The kernel with its template header, which verify() accepts, over the parts
/// of heddle/runtime/phases.h; ends in a newline.
std::string phasesText(const phases::Kernel &K, Dialect D);

} // namespace heddle

#endif
