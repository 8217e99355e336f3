//===- NamedForms.h - Names of loops that need their order ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_NAMEDFORMS_H
#define HEDDLE_LEGALITY_NAMEDFORMS_H

#include "Legality/ConflictWitness.h"
#include "Legality/Conflicts.h"
#include <string>

namespace heddle {

/// The name of what a flow conflict on the array comes from, a scan or a
/// stencil in place, and what to write instead: the text of a note. Empty where
/// it has neither form. W: its witness.
std::string namedForm(const AffineNest &N,
                      const std::vector<ArrayConflicts> &All,
                      const ArrayConflicts &C, const ConflictWitness &W,
                      unsigned Rank);

} // namespace heddle

#endif
