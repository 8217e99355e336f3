//===- main.cpp - heddle-rewrite ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifies annotated loop nests and rewrites them to CUDA kernels: a ClangTool
// around the pipeline that the plugin runs, too.
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Output.h"
#include "ScanSources.h"
#include "Tool.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"

/// A crash is an internal error of the source at hand; the others go on.
static heddle::SourceResult runSafely(const heddle::RewriteOptions &Options,
                                      const std::string &Source) {
  heddle::SourceResult Result;
  llvm::CrashRecoveryContext Recovery;
  if (!Recovery.RunSafely([&] { Result = heddle::runOn(Options, Source); })) {
    llvm::WithColor::error(llvm::errs(), "heddle-rewrite")
        << "internal error while reading '" << Source
        << "'; please report it together with the source\n";
    Result = {};
    Result.Exit = heddle::ExitInternal;
  }
  return Result;
}

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::setBugReportMsg("heddle-rewrite: internal error; please report it "
                        "together with the source\n");
  llvm::CrashRecoveryContext::Enable();
  int Exit = heddle::ExitInternal;
  std::optional<heddle::RewriteOptions> Options =
      heddle::parseOptions(Argc, Argv, Exit);
  if (!Options)
    return Exit;
  if (Options->Scan)
    return heddle::scanSources(*Options);
  std::vector<heddle::SourceResult> Results;
  for (const std::string &Source : Options->Sources)
    Results.push_back(runSafely(*Options, Source));
  return heddle::writeResults(*Options, Results);
}
