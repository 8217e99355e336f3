//===- Output.h - Writes what was rewritten --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_OUTPUT_H
#define HEDDLE_REWRITER_OUTPUT_H

#include "Diagnostics/Report.h"
#include "Tool.h"

namespace heddle {

/// Says something about a file after its parse is over. Where may be empty.
template <class... Args>
void sayOfFile(DiagID ID, const FileRange &Where, Args &&...Values) {
  void printPlain(const FileRange &, const Diagnostic &);
  Report R;
  printPlain(Where, R.add(ID, {}, std::forward<Args>(Values)...));
}

/// Writes, or prints, the results of all sources. Results with errors are left
/// out. Returns the exit code.
int writeResults(const RewriteOptions &Options,
                 const std::vector<SourceResult> &Results);

/// A unified diff with three lines of context; empty if nothing changes. The
/// edits are known, so no common subsequence has to be found: each edit is a
/// hunk, neighbours are joined.
std::string unifiedDiff(const FileEdits &File, llvm::StringRef After);

} // namespace heddle

#endif
