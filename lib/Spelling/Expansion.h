//===- Expansion.h - Whether expanded text may stand for macros -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_EXPANSION_H
#define HEDDLE_SPELLING_EXPANSION_H

#include "Read/NestReader.h"

namespace heddle {

/// The bytes [Begin, End) of the nest's file are replaced by what the
/// preprocessor has made of them. Gives a reason where another compiler, or
/// other flags, may make something else of them and the output could not tell;
/// else the conditions that it checks are among TextConditions.
std::optional<Note> whyNotExpanded(NestReader &NR, unsigned Begin,
                                   unsigned End);

/// An identifier of an expanded text that is a macro at the place At.
std::optional<Note> macroAmongTokens(NestReader &NR, clang::SourceLocation At);

} // namespace heddle

#endif
