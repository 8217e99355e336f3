//===- PhaseText.h - The text of a kernel of several phases ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_PHASETEXT_H
#define HEDDLE_EMIT_PHASETEXT_H

#include "Emit/KernelSource.h"
#include "Kernel/Phases.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// The kernel with its template header, which verify() accepts, over the parts
/// of heddle/runtime/phases.h; ends in a newline.
std::string phasesText(const phases::Kernel &K, Dialect D);

/// The text of part Number of a nest's body, indented by so many columns.
using PartText =
    llvm::function_ref<std::string(unsigned Number, unsigned Column)>;
/// The same behind a signature that others write: all between the braces, and
/// the last one.
std::string phasesBody(const phases::Kernel &K, Dialect D, PartText Of);

/// An index as phases have it.
std::string indexText(const Sym &S);

} // namespace heddle

#endif
