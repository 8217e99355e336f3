//===- Options.h - The command line of heddle-rewrite ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_OPTIONS_H
#define HEDDLE_REWRITER_OPTIONS_H

#include "Driver/Scan.h"
#include "Driver/TranslationUnit.h"
#include "clang/Tooling/CompilationDatabase.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

class SarifLog;

enum ExitCode : int {
  ExitWritten = 0,  ///< warnings allowed
  ExitErrors = 1,   ///< errors in a source, unreadable or unwritable files
  ExitUsage = 2,    ///< a command line that makes no sense
  ExitInternal = 3, ///< an error of Heddle
};

/// Where the rewritten text goes.
enum class OutputMode : unsigned char { Stdout, File, Folder, Diff, None };

/// Whether text is read again and run, and its kernels compared with the loops.
enum class Validation : unsigned char {
  On,   ///< what is about to be written
  Full, ///< the same in all instances
  Off,
  Only ///< the sources: they are rewritten already
};

/// The form of the report on each nest.
enum class ReportForm : unsigned char { None, Text, Json };

struct RewriteOptions {
  std::vector<std::string> Sources;
  OutputMode Output = OutputMode::Stdout;
  std::string Path;              ///< the file or the folder
  std::string Root;              ///< absolute; what --out-dir mirrors
  std::string Depfile;           ///< empty: none
  std::string Sarif;             ///< the file; empty: none
  ReportForm Report = ReportForm::None;
  std::string ReportTo; ///< the file; "-": the standard output
  std::shared_ptr<SarifLog> Log; ///< of all diagnostics, if there is a file
  Validation Validate = Validation::On;
  std::optional<ScanOf> Scan; ///< say which loops could be annotated instead
  unsigned Jobs = 0;          ///< processes that scan; 0: one a processor
  UnitOptions Unit;
  std::vector<std::string> ExtraArguments;
  std::unique_ptr<clang::tooling::CompilationDatabase> Commands;
  /// The flags are the command line's, for all sources.
  bool OwnFlags = false;
};

/// Reads the command line. Without a value the program ends with Exit: help,
/// --explain, or an error that has been shown.
std::optional<RewriteOptions> parseOptions(int Argc, const char **Argv,
                                           int &Exit);

} // namespace heddle

#endif
