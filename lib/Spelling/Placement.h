//===- Placement.h - Where the kernel stands --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_PLACEMENT_H
#define HEDDLE_SPELLING_PLACEMENT_H

#include "Read/NestReader.h"

namespace heddle {

bool place(NestReader &NR);

/// The pattern that an instantiation was made from, with its body; else F.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl *F);

} // namespace heddle

#endif
