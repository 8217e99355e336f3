//===- Output.h - Writes what was rewritten --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_OUTPUT_H
#define HEDDLE_REWRITER_OUTPUT_H

#include "Diagnostics/Report.h"
#include "Tool.h"

namespace heddle {

void printPlain(const RewriteOptions &, const FileRange &, const Diagnostic &);

/// Says something about a file after its parse is over. Where may be empty.
template <class... Args>
void sayOfFile(const RewriteOptions &Options, DiagID ID, const FileRange &Where,
               Args &&...Values) {
  Report R;
  printPlain(Options, Where, R.add(ID, {}, std::forward<Args>(Values)...));
}

/// Writes, or prints, the results of all sources, and what was asked for beside
/// them. Results with errors are left out. Returns the exit code.
int writeResults(const RewriteOptions &Options,
                 const std::vector<SourceResult> &Results);

/// Writes the report of all nests, whatever became of their files. Returns the
/// exit code of that.
int writeReport(const RewriteOptions &Options,
                const std::vector<SourceResult> &Results);

/// Writes Text where the report goes. Returns the exit code of that.
int writeReportText(const RewriteOptions &Options, const std::string &Text);

/// A unified diff with three lines of context; empty if nothing changes. The
/// edits are known, so no common subsequence has to be found: each edit is a
/// hunk, neighbours are joined.
std::string unifiedDiff(const FileEdits &File, llvm::StringRef After);

} // namespace heddle

#endif
