//===- Repeated.h - One error for one cause --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DIAGNOSTICS_REPEATED_H
#define HEDDLE_DIAGNOSTICS_REPEATED_H

#include "Diagnostics/Report.h"

namespace heddle {

/// Where an error names its cause, a function, an array or a type, wherever
/// that is used: one at the first place in the text that meets it.
void dropRepeatedErrors(Report &R);

} // namespace heddle

#endif
