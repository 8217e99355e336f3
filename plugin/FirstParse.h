//===- FirstParse.h - The source as written, before all else ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To compile the rewritten program in the same command, the source is parsed
// twice: first as written, by a compiler instance inside the one that the
// driver started, which verifies the loops and gives the edits; then, with the
// edits in place of the files' contents, by the compilation itself.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_FIRSTPARSE_H
#define HEDDLE_PLUGIN_FIRSTPARSE_H

#include "Options.h"
#include "clang/Basic/Diagnostic.h"
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace heddle {

bool isPreprocessed(const clang::CompilerInstance &CI);

class FirstParse {
public:
  /// The device pass of a CUDA compilation reads the source as the host pass
  /// does, so that both make the same edits. Main: the text of the main file,
  /// which outlives this; else it is what the compiler reads.
  FirstParse(clang::CompilerInstance &Outer, const PluginOptions &Options,
             std::optional<llvm::StringRef> Main = std::nullopt);
  ~FirstParse();

  enum class Verdict : unsigned char {
    Clean,   ///< no errors: the edits are good
    Refused, ///< all errors are Heddle's
    Broken,  ///< the source does not compile
  };
  Verdict run();

  /// True while any first parse runs, inside of which no other may start.
  static bool isRunning();

  /// For the compiler, and, where a file is to be written, for readers.
  UnitResult Edits, WrittenEdits;
  /// In the order in which they were said; they live as long as this.
  std::vector<clang::StoredDiagnostic> Said;
  void say(const Report &R);
  clang::SourceManager &sourceManager() const;

private:
  std::unique_ptr<clang::CompilerInstance> Inner;
  PluginOptions Options;
};

} // namespace heddle

#endif
