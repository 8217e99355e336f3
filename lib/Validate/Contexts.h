//===- Contexts.h - Threads and iterations in words -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_CONTEXTS_H
#define HEDDLE_VALIDATE_CONTEXTS_H

#include "Validate/Races/Trace.h"
#include "Validate/Tree.h"

namespace heddle {
namespace validate {

/// An iteration of the first Rank loops, or a thread.
Context prefixOf(const Trace &Of, const Event &E, size_t Rank);

/// "block (0, 0, 0), thread (1, 0, 0)"
std::string threadText(const Context &C);

/// "iteration i = 0, j = 1", by the counters of the loop as written.
std::string iterationText(const Nest &N, const Context &C);

} // namespace validate
} // namespace heddle

#endif
