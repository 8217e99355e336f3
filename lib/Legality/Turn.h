//===- Turn.h - Loops that may be mapped, around the others -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_TURN_H
#define HEDDLE_LEGALITY_TURN_H

#include "Legality/Findings.h"

namespace heddle {

/// The nest with all its mappable loops around the others, if the mapped ones
/// are but some of them, and Auto chooses: `for i, k, j: c[i][j] += ...` maps i
/// and j, and runs k in the thread. The iterations of a thread keep their
/// order. Null where nothing is to be turned, or it cannot be shown.
std::shared_ptr<const VerifiedNest> turned(const VerifiedNest &Nest,
                                           std::vector<ArrayFinding> &Found);

} // namespace heddle

#endif
