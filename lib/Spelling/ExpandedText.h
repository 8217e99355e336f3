//===- ExpandedText.h - A nest as the preprocessor leaves it ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_EXPANDEDTEXT_H
#define HEDDLE_SPELLING_EXPANDEDTEXT_H

#include "Read/NestReader.h"

namespace heddle {

/// Takes what the preprocessor has left of the nest for its text, each token
/// on the line of the file where the macro is used that it comes out of. Other
/// tokens of the macros at the begin and the end of the nest are in
/// Place.Before and Place.After. False where that cannot be: NR.Spans.Expanded
/// says why, and nothing is reported.
bool readExpandedText(NestReader &NR, const clang::Stmt *LastStatement,
                      bool HoldsLastToken);

/// The token of an expanded text that stands in the tree at Loc, or null.
const ExpandedText::Token *tokenAt(const NestReader &NR,
                                   clang::SourceLocation Loc);

/// The annotation's macros stand for nothing but it, so that the text of the
/// loop can be that of the file.
bool annotationStandsAlone(const NestReader &NR);

} // namespace heddle

#endif
