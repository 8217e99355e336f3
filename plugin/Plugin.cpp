//===- Plugin.cpp - Verifies annotated loops while compiling --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   clang++ -fplugin=HeddlePlugin.so [-fplugin-arg-heddle-NAME=VALUE] f.cpp
//
// Gives the verdicts of heddle-rewrite as diagnostics of the compilation, which
// compiles the loops as written. Arguments:
//
//   emit=FILE         also writes the rewritten source; FILE may be a folder
//   on-failure=MODE   error, warn or serial, as of heddle-rewrite
//===----------------------------------------------------------------------===//

#include "Diagnostics/Printer.h"
#include "Frontend/Attributes.h"
#include "Frontend/TranslationUnit.h"
#include "Frontend/WriteFile.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace heddle;

namespace {

struct PluginOptions {
  UnitOptions Unit;
  std::string Emit;
};

class Consumer : public ASTConsumer {
public:
  // The action does not live as long as its consumer.
  Consumer(CompilerInstance &CI, PluginOptions Options)
      : CI(CI), Options(std::move(Options)) {}

  void HandleTranslationUnit(ASTContext &Context) override;

private:
  template <class... Args>
  void report(DiagID ID, SourceRef Where, Args &&...Values) {
    Report R;
    R.add(ID, Where, std::forward<Args>(Values)...);
    print(R, CI.getDiagnostics(), CI.getSourceManager(), CI.getLangOpts());
  }
  void emit(const UnitEdits &Edits);
  bool mayReplace(llvm::StringRef Path, llvm::StringRef Source);

  CompilerInstance &CI;
  PluginOptions Options;
};

/// An existing output must be an earlier one of the same source.
bool Consumer::mayReplace(llvm::StringRef Path, llvm::StringRef Source) {
  llvm::sys::fs::file_status Status;
  if (llvm::sys::fs::status(Path, Status) ||
      Status.type() != llvm::sys::fs::file_type::regular_file)
    return true; // nothing there, or writing it is the error
  auto Old = llvm::MemoryBuffer::getFile(Path);
  if (!Old || (*Old)->getBufferSize() == 0)
    return true;
  std::string Marked = markedSource((*Old)->getBuffer());
  if (Marked == Source ||
      (!Marked.empty() && llvm::sys::fs::equivalent(Marked, Source)))
    return true;
  report(DiagID::HD637, {}, Path,
         Marked.empty() ? std::string("was not written by Heddle")
                        : "is the rewritten text of '" + Marked + "'");
  return false;
}

void Consumer::emit(const UnitEdits &Edits) {
  const FileEdits &Main = Edits.Files.at(Edits.MainPath);
  llvm::SmallString<128> Path(Options.Emit);
  if (llvm::sys::fs::is_directory(Path) || Options.Emit.back() == '/') {
    llvm::sys::path::append(Path, llvm::sys::path::stem(Main.Name) + ".cu");
    if (std::error_code Code = llvm::sys::fs::create_directories(Options.Emit))
      return report(DiagID::HD638, {}, Path, Code.message());
  }
  llvm::Expected<std::string> Text = apply(Main);
  if (!Text)
    return report(DiagID::HD990, {}, Main.Name, toString(Text.takeError()));
  if (!mayReplace(Path, Main.Name))
    return;
  // The marker is what tells the next compilation whose file this is.
  if (llvm::Error E = writeFile(Path, withMarker(*Text, Main.Name)))
    report(DiagID::HD638, {}, Path, toString(std::move(E)));
}

void Consumer::HandleTranslationUnit(ASTContext &Context) {
  // The host pass of a CUDA compilation speaks for all of them.
  if (CI.getLangOpts().CUDAIsDevice)
    return;
  UnitResult Unit = processUnit(Context, Options.Unit);
  if (CI.getLangOpts().CUDA && Unit.Loops)
    report(DiagID::HD636, Unit.FirstLoop);
  if (Unit.Good && !CI.getDiagnostics().hasErrorOccurred() &&
      !Options.Emit.empty())
    emit(Unit.Edits);
}

class Action : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    installAnnotations(CI.getPreprocessor());
    return std::make_unique<Consumer>(CI, Options);
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override {
    for (llvm::StringRef Argument : Arguments)
      if (!parse(CI, Argument))
        return false;
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  bool parse(const CompilerInstance &CI, llvm::StringRef Argument);

  PluginOptions Options;
};

bool Action::parse(const CompilerInstance &CI, llvm::StringRef Argument) {
  auto [Name, Value] = Argument.split('=');
  std::string Problem;
  if (Name == "emit") {
    Options.Emit = Value.str();
    Options.Unit.OneFile = true;
    Options.Unit.OneFileHint =
        "write both with 'heddle-rewrite --out-dir' instead of 'emit'";
    if (Value.empty())
      Problem = "it names no file";
  } else if (Name == "on-failure") {
    auto Mode = llvm::StringSwitch<std::optional<OnFailure>>(Value)
                    .Case("error", OnFailure::Error)
                    .Case("warn", OnFailure::Warn)
                    .Case("serial", OnFailure::Serial)
                    .Default(std::nullopt);
    Options.Unit.Failure = Mode.value_or(OnFailure::Error);
    if (!Mode)
      Problem = "write error, warn or serial";
  } else if (Name == "backend") {
    Problem =
        "compiling the rewritten program in the same command is not "
        "available yet; rewrite it with 'heddle-rewrite' and compile that";
  } else {
    Problem = "the arguments are emit=FILE and on-failure=error|warn|serial";
  }
  if (Problem.empty())
    return true;
  Report R;
  R.add(DiagID::HD639, {}, Argument, Problem);
  for (const heddle::Diagnostic &D : R.Diagnostics)
    printUnplaced(D, CI.getDiagnostics());
  return false;
}

FrontendPluginRegistry::Add<Action> AddAction("heddle",
                                              "verify annotated loop nests");

} // namespace
