//===- AccessText.h - The text that names an access's array -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_ACCESSTEXT_H
#define HEDDLE_READ_MEMORY_ACCESSTEXT_H

#include "Read/NestReader.h"

namespace heddle {

/// Where Array is named in E, an access of it.
void noteText(NestReader &NR, AccessBase &To, unsigned Array,
              const clang::Expr *E);

/// Where E stands for these accesses as a whole; told only where the annotation
/// claims something of arrays.
void noteElement(NestReader &NR, llvm::ArrayRef<unsigned> Accesses,
                 const clang::Expr *E);

/// Each access of an array of which something is claimed has its place in the
/// nest's text, where a check can stand.
void checkElements(NestReader &NR);

void noteArgument(NestReader &NR, Position &P, const clang::Expr *E);

void finishTexts(NestReader &NR);

} // namespace heddle

#endif
