//===- Compilation.h - What is compiled, and what is said ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   a source that never says heddle    compiled as it is
//   backend check                      verified in the compilation's own parse
//   else, after a first parse that
//     is clean                         the rewritten program
//     Heddle refuses                   nothing; its diagnostics
//     does not compile                 as written, for clang's own diagnostics
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_COMPILATION_H
#define HEDDLE_PLUGIN_COMPILATION_H

#include "Options.h"
#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace heddle {

/// The consumer that goes before the compiler's own. Runs the first parse and
/// puts the edits in place.
std::unique_ptr<clang::ASTConsumer>
beginCompilation(clang::CompilerInstance &CI, PluginOptions Options);

} // namespace heddle

#endif
