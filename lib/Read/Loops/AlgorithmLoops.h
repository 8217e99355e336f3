//===- AlgorithmLoops.h - Calls of algorithms to Loops ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `std::transform(x, x + n, y, [](double v) { return 2 * v; });` becomes a loop
// over a counter that the source does not have, whose body is that of the
// lambda: `{ auto v = x[v_index]; y[v_index] = 2 * v; }`. An algorithm goes
// through its elements in any order or forwards, and where the output overlaps
// elements that are still to be read, the library's own rules make that
// undefined or say what the loop does: what is verified is the loop.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_ALGORITHMLOOPS_H
#define HEDDLE_READ_LOOPS_ALGORITHMLOOPS_H

#include "Read/NestReader.h"

namespace heddle {

/// The part of the nest S whose text the loops have: of a call, the lambda's
/// body or the value, or null.
const clang::Stmt *textOf(const clang::Stmt *S);

/// The nest is the call S, as a statement: its loop and the body.
void walkAlgorithm(NestReader &NR, const clang::Stmt *S);

} // namespace heddle

#endif
