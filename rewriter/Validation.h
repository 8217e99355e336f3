//===- Validation.h - The rewritten text, read and run again ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_VALIDATION_H
#define HEDDLE_REWRITER_VALIDATION_H

#include "Tool.h"

namespace clang {
namespace tooling {
class ClangTool;
}
} // namespace clang

namespace heddle {

/// Parses what is about to be written for one source by Again, a tool for that
/// source with the flags of its first parse, and compares kernels and loops.
/// Says what it finds; an error makes Result.Exit internal.
void validateResult(const RewriteOptions &Options,
                    clang::tooling::ClangTool &Again, SourceResult &Result);

/// The same of a source that is rewritten text; Name is for messages. An error
/// makes Result.Exit that of a source with errors: others may have changed it.
void validateSource(const RewriteOptions &Options,
                    clang::tooling::ClangTool &Tool, llvm::StringRef Name,
                    SourceResult &Result);

} // namespace heddle

#endif
