//===- Validation.cpp - The rewritten text, read and run again -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validation.h"
#include "Output.h"
#include "Validate/Validate.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace clang;
using namespace clang::tooling;
using namespace heddle;

namespace {

/// Keeps the first error.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<128> Said;
    Info.FormatDiagnostic(Said);
    Text = Said.str().str();
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc At =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (At.isValid())
        Text += " (" + std::string(At.getFilename()) + ":" +
                std::to_string(At.getLine()) + ")";
    }
  }
  std::string Text;
};

class Consumer : public ASTConsumer {
public:
  Consumer(const SourceManager &SM, const validate::CheckOptions &Options,
           std::vector<validate::Finding> &Found)
      : SM(SM), Options(Options), Found(Found) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    llvm::append_range(Found, validate::validate(Context, Options));
  }
  bool shouldSkipFunctionBody(Decl *D) override {
    return SM.isInSystemHeader(D->getLocation());
  }

private:
  const SourceManager &SM;
  const validate::CheckOptions &Options;
  std::vector<validate::Finding> &Found;
};

class Action : public ASTFrontendAction {
public:
  Action(const validate::CheckOptions &Options,
         std::vector<validate::Finding> &Found)
      : Options(Options), Found(Found) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    CI.getFrontendOpts().SkipFunctionBodies = true;
    return std::make_unique<Consumer>(CI.getSourceManager(), Options, Found);
  }

private:
  const validate::CheckOptions &Options;
  std::vector<validate::Finding> &Found;
};

class Factory : public FrontendActionFactory {
public:
  explicit Factory(validate::CheckOptions Options = {}) : Options(Options) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(Options, Found);
  }
  const validate::CheckOptions Options;
  std::vector<validate::Finding> Found;
};

bool isForAll(const validate::Finding &F) {
  return !F.ForAll.empty() && llvm::all_of(F.ForAll, [](bool B) { return B; });
}

/// For the report.
void note(const validate::Finding &F, NestReport &N) {
  if (N.Kernel == F.Name)
    N.Validated = NestReport::Validation{F.Instances, isForAll(F), F.Text};
  for (std::vector<NestReport> *Others : {&N.Before, &N.Launches})
    for (NestReport &Other : *Others)
      note(F, Other);
}

void print(const RewriteOptions &Options, const Report &R,
           const FileRange &Where, ExitCode Error, SourceResult &Result) {
  for (const heddle::Diagnostic &D : R.Diagnostics)
    if (Options.Unit.Warnings.shows(D))
      printPlain(Options, Where, D);
  if (R.hasErrors())
    Result.Exit = Error;
}

void sayAll(const RewriteOptions &Options,
            const std::vector<validate::Finding> &Found, DiagID Differs,
            ExitCode Error, SourceResult &Result) {
  for (const validate::Finding &F : validate::oncePerNest(Found)) {
    Report R;
    validate::say(F, {}, R, Differs);
    FileRange Where;
    Where.File = F.File;
    Where.Line = F.Line;
    Where.Column = 1;
    print(Options, R, Where, Error, Result);
  }
}

} // namespace

void heddle::validateResult(const RewriteOptions &Options, ClangTool &Again,
                            SourceResult &Result) {
  std::deque<std::string> Texts; // the tool keeps no copies
  for (const auto &[Path, File] : Result.Edits.Files) {
    if (File.Nests.empty())
      continue;
    llvm::Expected<std::string> After = apply(File, nullptr, ReadBy::Validator);
    if (!After) {
      llvm::consumeError(After.takeError());
      return; // said where it is written
    }
    Texts.push_back(std::move(*After));
    Again.mapVirtualFile(Path, Texts.back());
  }
  if (Texts.empty())
    return;
  FirstError Errors;
  Factory Actions(Options.Validate == Validation::Full
                      ? validate::CheckOptions::full()
                      : validate::CheckOptions());
  Again.setDiagnosticConsumer(&Errors);
  const bool Parsed = Again.run(&Actions) == 0 && Errors.Text.empty();
  if (!Parsed) {
    Report R;
    validate::sayUnparsed(Result.Edits.MainName, Errors.Text, R);
    return print(Options, R, {}, ExitInternal, Result);
  }
  for (const validate::Finding &F : Actions.Found)
    for (NestReport &N : Result.Nests)
      note(F, N);
  sayAll(Options, Actions.Found, DiagID::HD904, ExitInternal, Result);
}

void heddle::validateSource(const RewriteOptions &Options, ClangTool &Tool,
                            llvm::StringRef Name, SourceResult &Result) {
  Factory Actions;
  Result.Exit = Tool.run(&Actions) == 0 ? ExitWritten : ExitErrors;
  if (Result.Exit != ExitWritten)
    return;
  unsigned Same = 0, ForAll = 0;
  for (const validate::Finding &F : Actions.Found) {
    Same += F.What == validate::Finding::Same;
    ForAll += F.What == validate::Finding::Same && isForAll(F);
  }
  sayAll(Options, Actions.Found, DiagID::HD909, ExitErrors, Result);
  llvm::outs() << Name << ": launches: " << Actions.Found.size()
               << ", of these validated: " << Same
               << ", of these for all sizes: " << ForAll << "\n";
}
