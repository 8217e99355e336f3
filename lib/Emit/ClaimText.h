//===- ClaimText.h - Loops that look at what is claimed ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the program is asked to check (HEDDLE_CHECK), a nest whose annotation
// claims something of arrays or of variables runs as written, but that each
// access of these is compared with the claims: heddle/runtime/claims.h.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_CLAIMTEXT_H
#define HEDDLE_EMIT_CLAIMTEXT_H

#include "Kernel/LaunchPlan.h"
#include "Mapping/Recovery.h"

namespace heddle {

/// Some access of the nest is to be looked at.
bool hasClaims(const LoopNest &N);

/// Locals that hold the claims, and the loops.
struct ClaimText {
  std::vector<std::string> Declarations; ///< a line each
  std::string Loops;
  std::vector<std::string> Last; ///< behind the loops, a line each
};

ClaimText claimText(const CheckedNest &Nest, const std::string &Site,
                    TakenNames &Names);

} // namespace heddle

#endif
