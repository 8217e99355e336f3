//===- Mentions.h - Whether a source can have annotations ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_MENTIONS_H
#define HEDDLE_PLUGIN_MENTIONS_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace heddle {

/// Whether the main file, or what it includes outside system folders, has the
/// word heddle in it, found by reading the texts without a preprocessor: for the
/// many files of a build that have nothing to do with Heddle. Conservative: true
/// wherever the text alone does not tell what is included.
bool mentionsHeddle(clang::CompilerInstance &CI);

} // namespace heddle

#endif
