//===- Tool.h - Runs the front end over the sources ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_TOOL_H
#define HEDDLE_REWRITER_TOOL_H

#include "Options.h"
#include "clang/Tooling/Tooling.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

/// One #include of a file that is not a system header.
struct Inclusion {
  std::string From, To; ///< absolute paths
  bool Quoted = false;
};

/// The result of one source.
struct SourceResult {
  int Exit = ExitErrors;
  UnitEdits Edits;
  std::vector<Inclusion> Inclusions;
  std::vector<NestReport> Nests;
  std::vector<ReuseReport> Blocks;
  std::vector<ProgramReport> Programs;
  /// Annotations, by what became of them.
  unsigned Mapped = 0, Refused = 0, Kept = 0;
  /// The tags of errors about annotated statements, e.g. "HD402", once each.
  std::vector<std::string> Reasons;
};

/// A tool for one source, as the options ask for it.
std::unique_ptr<clang::tooling::ClangTool>
makeTool(const RewriteOptions &Options, const std::string &Source);

/// Parses the source, once per command that the database has for it.
SourceResult runOn(const RewriteOptions &Options, const std::string &Source);

} // namespace heddle

#endif
