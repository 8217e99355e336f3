//===- Plugin.cpp - Verifies, and maps, annotated loops in clang ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   clang++ -fplugin=HeddlePlugin.so [-fplugin-arg-heddle-NAME=VALUE] f.cpp
//
// Options.cpp has the arguments, Compilation.h what happens.
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "Diagnostics/Printer.h"
#include "FirstParse.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;
using namespace heddle;

namespace {

class Action : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    if (FirstParse::isRunning())
      return std::make_unique<ASTConsumer>();
    return beginCompilation(CI, Options);
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override {
    for (llvm::StringRef Argument : Arguments)
      if (std::string Problem = readArgument(Argument, Options);
          !Problem.empty())
        return refuse(CI, Argument, Problem);
    if (Options.Target == Backend::Cuda && !CI.getLangOpts().CUDA)
      return refuse(CI, "backend=cuda", "it needs '-x cuda'");
    if (Options.Target == Backend::Host && CI.getLangOpts().CUDA)
      return refuse(CI, "backend=host",
                    "it compiles plain C++; leave '-x cuda' out");
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  static bool refuse(const CompilerInstance &CI, llvm::StringRef Argument,
                     llvm::StringRef Problem) {
    Report R;
    R.add(DiagID::HD639, {}, Argument, Problem);
    for (const heddle::Diagnostic &D : R.Diagnostics)
      printUnplaced(D, CI.getDiagnostics());
    return false;
  }

  PluginOptions Options;
};

FrontendPluginRegistry::Add<Action>
    AddAction("heddle", "verify and map annotated loop nests");

} // namespace
