//===- main.cpp - heddle-rewrite ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifies annotated loop nests and rewrites them to CUDA kernels: a ClangTool
// around the pipeline that the plugin runs, too.
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Output.h"
#include "Tool.h"
#include "llvm/Support/InitLLVM.h"

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  int Exit = heddle::ExitInternal;
  std::optional<heddle::RewriteOptions> Options =
      heddle::parseOptions(Argc, Argv, Exit);
  if (!Options)
    return Exit;
  std::vector<heddle::SourceResult> Results;
  for (const std::string &Source : Options->Sources)
    Results.push_back(heddle::runOn(*Options, Source));
  return heddle::writeResults(*Options, Results);
}
