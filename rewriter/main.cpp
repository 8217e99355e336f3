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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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

/// Names the pages on the errors that were met, the first ones.
static void pointToExplanations(const std::vector<heddle::SourceResult> &All) {
  llvm::SmallVector<llvm::StringRef, 3> Reasons;
  for (const heddle::SourceResult &Result : All)
    for (const std::string &Reason : Result.Reasons)
      if (Reasons.size() < 3 && !llvm::is_contained(Reasons, Reason))
        Reasons.push_back(Reason);
  if (Reasons.empty())
    return;
  llvm::errs() << "try 'heddle-rewrite --explain " << Reasons.front() << "'";
  for (llvm::StringRef Reason : llvm::drop_begin(Reasons))
    llvm::errs() << ", '--explain " << Reason << "'";
  llvm::errs() << "\n";
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
  Exit = heddle::writeResults(*Options, Results);
  pointToExplanations(Results);
  return Exit;
}
