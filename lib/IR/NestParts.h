//===- NestParts.h - A nest with a part of another one's body --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop distribution: `for i { A; B; }` as `for i A;` and then `for i B;`.
// Whether that computes the same is for the legality phase to decide.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NESTPARTS_H
#define HEDDLE_IR_NESTPARTS_H

#include "IR/LoopNest.h"
#include <memory>

namespace heddle {

/// The pieces of the innermost perfect loop's body: [first, last) of N.Pieces.
/// Empty, first equal to last, where the front end found none.
std::pair<unsigned, unsigned> piecesOfBody(const LoopNest &N);

/// The nest whose body are the pieces [First, Last) of those, and all that N is
/// besides, the annotation included. Its text has as many bytes and lines: what
/// belongs to other pieces is blank. Where a loop is all that is left, the
/// perfect loops go on with it.
std::shared_ptr<LoopNest> partOf(const LoopNest &N, unsigned First,
                                 unsigned Last);

/// The nest with an annotation that says nothing of what is mapped, and how:
/// as dependences are looked for before that is known.
std::shared_ptr<const LoopNest> withoutMapping(const LoopNest &N);

} // namespace heddle

#endif
