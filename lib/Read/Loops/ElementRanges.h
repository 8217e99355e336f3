//===- ElementRanges.h - Range-based `for` over elements --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (auto &x : v)` over an array, a std::vector, a std::span and the like
// becomes a loop over a counter that the source does not have, and `auto &x =
// v[x_index];` the first statement of its body.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_ELEMENTRANGES_H
#define HEDDLE_READ_LOOPS_ELEMENTRANGES_H

#include "Read/Loops/RangeHeader.h"

namespace heddle {

/// The loop that S stands for; nothing after an error, or where Why says what
/// is not understood.
std::optional<LoopHeaders>
readElements(NestReader &NR, const clang::CXXForRangeStmt *S, std::string &Why);

/// The header's text, and the element's declaration. The loop is the innermost
/// one around what follows.
void noteElements(NestReader &NR, const clang::CXXForRangeStmt *S,
                  const LoopHeaders &H, unsigned Loop);

} // namespace heddle

#endif
