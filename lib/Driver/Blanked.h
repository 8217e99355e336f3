//===- Blanked.h - Text without its tokens ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_BLANKED_H
#define HEDDLE_DRIVER_BLANKED_H

#include "clang/Basic/SourceLocation.h"
#include <string>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace heddle {

/// The file's bytes [Begin, End), which are an annotation, without its tokens:
/// directives, comments, and all lines and columns stay. End 0: up to the first
/// directive, and set to that.
std::string blanked(const clang::SourceManager &SM, clang::FileID File,
                    unsigned Begin, unsigned &End,
                    const clang::LangOptions &Lang);

} // namespace heddle

#endif
