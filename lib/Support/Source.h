//===- Source.h - Places in the user's source, free of Clang ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every phase after the front end speaks of source places through these two
// types. A SourceRef is opaque outside the front end and the diagnostics
// printer, which know how to decode it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SUPPORT_SOURCE_H
#define HEDDLE_SUPPORT_SOURCE_H

#include <cstdint>
#include <string>

namespace heddle {

/// A range of tokens. Begin and End are raw encodings of clang::SourceLocation
/// (0: nowhere). End is the *start* of the last token, as in
/// clang::SourceRange. Begin is where the caret stands.
struct SourceRef {
  uint32_t Begin = 0;
  uint32_t End = 0;

  bool isValid() const { return Begin != 0; }
};

/// A half-open range of bytes [Begin, End) in a file, for edits and for #line.
/// File, Line and Column are those that the compiler prints for Begin, `#line`
/// directives of the user included; one-based.
struct FileRange {
  std::string File;
  unsigned Begin = 0;
  unsigned End = 0;
  unsigned Line = 0;
  unsigned Column = 0;
};

} // namespace heddle

#endif
