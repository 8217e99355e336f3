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

/// The elements noted from Spans.Values[From] on join those of the same text
/// that have been noted from First on: all these accesses are one use of it.
void joinElements(NestReader &NR, size_t First, size_t From);

/// Where E stands for these accesses as a whole.
void noteElement(NestReader &NR, llvm::ArrayRef<unsigned> Accesses,
                 const clang::Expr *E);

/// Each access of an array of which something is claimed has its place in the
/// nest's text, where a check can stand.
void checkElements(NestReader &NR);

/// A function that is given the reference E, to the place P, has made the
/// accesses from First on. Accesses to P have their place where E stands, if
/// all read.
void noteReference(NestReader &NR, const Position &P, size_t First,
                   const clang::Expr *E);

void noteArgument(NestReader &NR, Position &P, const clang::Expr *E);

void finishTexts(NestReader &NR);

} // namespace heddle

#endif
