//===- MacroText.h - The text that a macro stands for -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_MACROTEXT_H
#define HEDDLE_SPELLING_MACROTEXT_H

#include "clang/Basic/SourceLocation.h"
#include <optional>
#include <string>

namespace clang {
class IdentifierInfo;
class Preprocessor;
} // namespace clang

namespace heddle {

struct MacroText {
  std::string Use; ///< the macro's name; with arguments where it takes some
  /// The preprocessor makes this of it, without blanks: compilers do not agree
  /// about these.
  std::string Text;
};

/// The text of a macro at a place. Nothing: its expansion makes strings or
/// other names, takes any number of arguments, or differs from place to place.
std::optional<MacroText> macroText(clang::Preprocessor &PP,
                                   const clang::IdentifierInfo *II,
                                   clang::SourceLocation At);

} // namespace heddle

#endif
