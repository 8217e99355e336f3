//===- SourceLines.h - Keeping line and column of moved text ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the user that stands in a kernel or in a launch keeps its file, line
// and column for diagnostics and debuggers.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_SOURCELINES_H
#define HEDDLE_EMIT_SOURCELINES_H

#include "IR/LoopNest.h"
#include "llvm/ADT/StringRef.h"

namespace heddle {

/// Where a byte of LoopNest::written() stands in the user's file; one-based.
/// Column 0: unknown.
struct SourcePosition {
  unsigned Line = 0, Column = 0;
};
SourcePosition positionOf(const LoopNest &N, unsigned Offset);

/// `#line N "file"` with a newline.
std::string lineDirective(unsigned Line, const std::string &File);

/// A `#line` and the text, whose first byte stands at Where. Blank lines at the
/// start and white space at the end are dropped; ends in a newline. Lies between
/// two marks until one of the functions below has taken them away.
std::string placedText(llvm::StringRef Text, SourcePosition Where,
                       const std::string &File);

/// For readers: the text as it is.
std::string forReaders(llvm::StringRef Text);
/// For the compiler alone: all that is not the user's stands on the given line
/// of File, without comments. From a `#line` of the generated text on, which
/// returns to the text around it, nothing changes.
std::string forCompiler(llvm::StringRef Text, unsigned Line,
                        const std::string &File);

/// Text with another name of the file in its `#line`s, its launch sites and its
/// places of the host's code.
std::string withFileNamed(llvm::StringRef Text, const std::string &Old,
                          const std::string &New);

/// A C++ string literal.
std::string quoted(llvm::StringRef Text);

} // namespace heddle

#endif
