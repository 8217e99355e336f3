//===- Sarif.h - Diagnostics as a SARIF file -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang prints SARIF for one compilation, with numbers for rules. This log is
// of a whole run of the tool: the rules are Heddle's names with their
// explanations, and fix-its are among the results.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_SARIF_H
#define HEDDLE_REWRITER_SARIF_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

/// A region of a file: lines and columns from 1, columns in code points, the
/// end behind the last character. Line 0: the file as a whole; no File: none.
struct SarifRegion {
  std::string File;
  unsigned Line = 0, Column = 0, EndLine = 0, EndColumn = 0;
};

class SarifLog {
public:
  struct Result {
    std::string Rule; ///< "heddle-HD402", "-Wunused-variable", "clang"
    std::string Level;
    std::string Text;
    SarifRegion Where;
    std::vector<std::pair<SarifRegion, std::string>> Notes, Replacements;
  };

  /// The rule is read from a tag at the text's end where there is one.
  void add(clang::DiagnosticsEngine::Level Level, std::string Text,
           SarifRegion Where, llvm::StringRef Otherwise = "clang");
  bool hasErrors() const {
    return llvm::any_of(Results,
                        [](const Result &R) { return R.Level == "error"; });
  }
  Result *last() { return Results.empty() ? nullptr : &Results.back(); }

  /// Writes the file; Exit is the tool's exit status.
  llvm::Error write(llvm::StringRef Path, int Exit) const;

private:
  std::vector<Result> Results;
};

/// Adds what it is told to the log.
std::unique_ptr<clang::DiagnosticConsumer>
makeSarifConsumer(SarifLog &Log, const clang::LangOptions &Lang);

} // namespace heddle

#endif
