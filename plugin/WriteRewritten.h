//===- WriteRewritten.h - The file that emit=FILE names --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_WRITEREWRITTEN_H
#define HEDDLE_PLUGIN_WRITEREWRITTEN_H

#include "Diagnostics/Report.h"
#include "Driver/Edits.h"

namespace heddle {

/// Writes the rewritten main file to Target, or into it if it is a folder. A
/// file that is there must be an earlier output of the same source.
void writeRewritten(const UnitEdits &Edits, const std::string &Target,
                    Report &R);

} // namespace heddle

#endif
