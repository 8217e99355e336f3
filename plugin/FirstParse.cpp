//===- FirstParse.cpp - The source as written, before clang's own parse ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FirstParse.h"
#include "Diagnostics/Printer.h"
#include "Read/Annotation/Attributes.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace clang;
using namespace heddle;

namespace {

class Recorder : public DiagnosticConsumer {
public:
  explicit Recorder(std::vector<StoredDiagnostic> &Out) : Out(Out) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Out.emplace_back(Level, Info);
  }

private:
  std::vector<StoredDiagnostic> &Out;
};

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, const PluginOptions &Options,
           FirstParse &Result)
      : CI(CI), Options(Options), Result(Result) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    UnitOptions Unit = Options.Unit;
    if (!Options.Emit.empty()) {
      Result.WrittenEdits = processUnit(Context, CI.getPreprocessor(), Unit);
      if (!Result.WrittenEdits.Good)
        return;
      if (Result.WrittenEdits.Loops && isPreprocessed(CI)) {
        Report R;
        R.add(DiagID::HD650, Result.WrittenEdits.FirstLoop);
        return print(R, CI.getDiagnostics(), CI.getSourceManager(),
                     CI.getLangOpts());
      }
      Unit.Show = [](const heddle::Diagnostic &) {}; // all has been said
    }
    Unit.OneFile = false;
    Unit.Pipeline.Text =
        Options.Target == Backend::Cuda ? Dialect::Cuda : Dialect::Host;
    // Without OpenMP the parallel loops would be the sequential ones again.
    Unit.Pipeline.OpenMP = CI.getLangOpts().OpenMP != 0;
    Result.Edits = processUnit(Context, CI.getPreprocessor(), Unit);
  }

  /// The parse of the rewritten program sees these.
  bool shouldSkipFunctionBody(Decl *D) override {
    return CI.getSourceManager().isInSystemHeader(D->getLocation());
  }

private:
  CompilerInstance &CI;
  const PluginOptions &Options;
  FirstParse &Result;
};

class Action : public ASTFrontendAction {
public:
  Action(const PluginOptions &Options, FirstParse &Result,
         TranslationUnitKind Kind)
      : Options(Options), Result(Result), Kind(Kind) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    installAnnotations(CI.getPreprocessor(), isPreprocessed(CI));
    return std::make_unique<Consumer>(CI, Options, Result);
  }
  TranslationUnitKind getTranslationUnitKind() override { return Kind; }

private:
  const PluginOptions &Options;
  FirstParse &Result;
  TranslationUnitKind Kind;
};

/// Nothing is written, and no part of the outer command happens twice.
void makeParseOnly(CompilerInvocation &Invocation) {
  FrontendOptions &Front = Invocation.getFrontendOpts();
  Front.ProgramAction = frontend::ParseSyntaxOnly;
  Front.OutputFile.clear();
  Front.Plugins.clear();
  Front.AddPluginActions.clear();
  Front.PluginArgs.clear();
  Front.ActionName.clear();
  Front.StatsFile.clear();
  Front.TimeTracePath.clear();
  Front.ModuleOutputPath.clear();
  Front.ShowStats = false;
  Front.EmitSymbolGraph = false;
  // Its memory is free again before the parse that counts.
  Front.DisableFree = false;
  Invocation.getDependencyOutputOpts() = DependencyOutputOptions();
  DiagnosticOptions &Diags = Invocation.getDiagnosticOpts();
  Diags.VerifyDiagnostics = false;
  Diags.DiagnosticSerializationFile.clear();
  Diags.DiagnosticLogFile.clear();
  Invocation.getPreprocessorOpts().RetainRemappedFileBuffers = true;
}

/// Sets what the driver gives to the host pass, as far as a parse can see it.
void makeHostPass(CompilerInvocation &Invocation) {
  FrontendOptions &Front = Invocation.getFrontendOpts();
  TargetOptions &Target = Invocation.getTargetOpts();
  Invocation.getLangOpts().CUDAIsDevice = false;
  TargetOptions Host;
  Host.Triple = Front.AuxTriple;
  Host.CPU = Front.AuxTargetCPU.value_or("");
  Host.FeaturesAsWritten =
      Front.AuxTargetFeatures.value_or(std::vector<std::string>());
  Host.SDKVersion = Target.SDKVersion;
  Front.AuxTriple = Target.Triple;
  Front.AuxTargetCPU.reset();
  Front.AuxTargetFeatures.reset();
  Target = Host;
}

bool IsRunning = false;

bool isHeddles(const StoredDiagnostic &D) {
  return D.getID() == diag::err_diagnose_if_succeeded &&
         D.getMessage().contains(" [heddle-HD");
}

} // namespace

bool heddle::isPreprocessed(const CompilerInstance &CI) {
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  return !Inputs.empty() && Inputs.front().isPreprocessed();
}

bool FirstParse::isRunning() { return IsRunning; }

FirstParse::FirstParse(CompilerInstance &Outer, const PluginOptions &Options,
                       std::optional<llvm::StringRef> Main)
    : Options(Options) {
  auto Invocation = std::make_shared<CompilerInvocation>(Outer.getInvocation());
  makeParseOnly(*Invocation);
  // Warnings in system headers that were asked for need all of their text.
  Invocation->getFrontendOpts().SkipFunctionBodies =
      Outer.getDiagnostics().getSuppressSystemWarnings();
  if (Outer.getLangOpts().CUDAIsDevice)
    makeHostPass(*Invocation);
  if (Main) {
    const llvm::StringRef File =
        Invocation->getFrontendOpts().Inputs.front().getFile();
    Invocation->getPreprocessorOpts().addRemappedFile(
        File, llvm::MemoryBuffer::getMemBuffer(*Main, File).release());
  }
  Inner = std::make_unique<CompilerInstance>(std::move(Invocation),
                                             Outer.getPCHContainerOperations());
  Inner->setVirtualFileSystem(Outer.getVirtualFileSystemPtr());
  Inner->setFileManager(Outer.getFileManagerPtr());
  Inner->setVerboseOutputStream(llvm::nulls());
  Inner->createDiagnostics(new Recorder(Said), /*ShouldOwnClient=*/true);
  Said.clear(); // about the command line, which the outer one has said
}

FirstParse::~FirstParse() = default;

void FirstParse::say(const Report &R) {
  print(R, Inner->getDiagnostics(), sourceManager(), Inner->getLangOpts());
}

SourceManager &FirstParse::sourceManager() const {
  return Inner->getSourceManager();
}

FirstParse::Verdict FirstParse::run() {
  // A header to precompile is only the beginning of a program.
  bool IsPrefix = Inner->getLangOpts().CompilingPCH;
  Action Parse(Options, *this, IsPrefix ? TU_Prefix : TU_Complete);
  IsRunning = true;
  bool Done = Inner->ExecuteAction(Parse);
  IsRunning = false;
  bool Refused = false;
  for (const StoredDiagnostic &D : Said) {
    if (D.getLevel() < DiagnosticsEngine::Error)
      continue;
    if (!isHeddles(D))
      return Verdict::Broken;
    Refused = true;
  }
  if (Refused)
    return Verdict::Refused;
  return Done && Edits.Good ? Verdict::Clean : Verdict::Broken;
}
