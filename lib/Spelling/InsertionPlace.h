//===- InsertionPlace.h - Where a declaration begins, in bytes --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_INSERTIONPLACE_H
#define HEDDLE_SPELLING_INSERTIONPLACE_H

#include "Read/NestReader.h"

namespace heddle {

std::optional<unsigned> insertionOffset(NestReader &NR,
                                        const clang::Decl *Outermost);

} // namespace heddle

#endif
