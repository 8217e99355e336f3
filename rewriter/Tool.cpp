//===- Tool.cpp - Runs the front end over the sources ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "Diagnostics/Printer.h"
#include "Driver/FusionRounds.h"
#include "Output.h"
#include "Read/Annotation/Attributes.h"
#include "Sarif.h"
#include "Validation.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Sarif.h"
#include "clang/Frontend/ChainedDiagnosticConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/SARIFDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace clang;
using namespace clang::tooling;
using namespace heddle;

namespace {

std::string realPath(OptionalFileEntryRef File) {
  return File ? File->getFileEntry().tryGetRealPathName().str() : "";
}

class InclusionRecorder : public PPCallbacks {
public:
  InclusionRecorder(SourceManager &SM, std::vector<Inclusion> &Out)
      : SM(SM), Out(Out) {}

  void InclusionDirective(SourceLocation Hash, const Token &, llvm::StringRef,
                          bool Angled, CharSourceRange,
                          OptionalFileEntryRef File, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (!File || SrcMgr::isSystem(Kind))
      return;
    FileID From = SM.getFileID(SM.getExpansionLoc(Hash));
    Out.push_back(
        {realPath(SM.getFileEntryRefForID(From)), realPath(File), !Angled});
  }

private:
  SourceManager &SM;
  std::vector<Inclusion> &Out;
};

/// Where a unit's result goes, and what it was made with.
struct Session {
  const RewriteOptions &Options;
  const std::string &Source;
  SourceResult &Result;
  bool Seen = false;
};

/// Another text in place of the main file.
class FusedConsumer : public ASTConsumer {
public:
  FusedConsumer(Preprocessor &PP, const UnitOptions &Options,
                std::optional<UnitResult> &Result)
      : PP(PP), Options(Options), Result(Result) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Result = processUnit(Context, PP, Options);
  }

private:
  Preprocessor &PP;
  const UnitOptions &Options;
  std::optional<UnitResult> &Result;
};

class FusedAction : public ASTFrontendAction {
public:
  FusedAction(const UnitOptions &Options, std::optional<UnitResult> &Result)
      : Options(Options), Result(Result) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    installAnnotations(CI.getPreprocessor(), /*IsPreprocessed=*/false);
    return std::make_unique<FusedConsumer>(CI.getPreprocessor(), Options,
                                           Result);
  }

private:
  const UnitOptions &Options;
  std::optional<UnitResult> &Result;
};

class FusedFactory : public FrontendActionFactory {
public:
  explicit FusedFactory(const UnitOptions &Options) : Options(Options) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<FusedAction>(Options, Result);
  }
  const UnitOptions &Options;
  std::optional<UnitResult> Result;
};

/// Lets nests run in one launch where they may, and says where they do. A
/// source that is compiled in several ways has one text for all of them: there
/// they stay apart.
Report fuseNests(const Session &S, UnitResult &Unit) {
  FusionRounds Rounds(Unit, S.Options.Unit);
  const bool MayTry =
      Unit.Good && S.Options.Commands->getCompileCommands(S.Source).size() == 1;
  while (const UnitOptions *Next = MayTry ? Rounds.next() : nullptr) {
    const auto Again = makeTool(S.Options, S.Source);
    Again->mapVirtualFile(Unit.Edits.MainPath, Next->Fused->Text);
    IgnoringDiagConsumer Unseen;
    Again->setDiagnosticConsumer(&Unseen);
    FusedFactory Actions(*Next);
    const bool Parsed = Again->run(&Actions) == 0;
    Rounds.take(Parsed ? std::move(Actions.Result) : std::nullopt);
  }
  return Rounds.finish(Unit);
}

class Consumer : public ASTConsumer {
public:
  Consumer(Session &S, Preprocessor &PP, bool IsPreprocessed)
      : S(S), PP(PP), IsPreprocessed(IsPreprocessed) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    UnitResult Unit = processUnit(Context, PP, S.Options.Unit);
    print(fuseNests(S, Unit), Context.getDiagnostics(),
          Context.getSourceManager(), Context.getLangOpts());
    if (Unit.Internal)
      S.Result.Exit = ExitInternal;
    S.Result.Mapped += Unit.Mapped;
    S.Result.Refused += Unit.Refused;
    S.Result.Kept += Unit.Kept;
    for (const PlaceFate &Fate : Unit.Fates)
      for (const NestReport::Message &M : Fate.Messages)
        if (M.Level == Severity::Error &&
            !llvm::is_contained(S.Result.Reasons, M.ID))
          S.Result.Reasons.push_back(M.ID);
    llvm::append_range(S.Result.Nests, Unit.Nests);
    llvm::append_range(S.Result.Blocks, Unit.Blocks);
    llvm::append_range(S.Result.Programs, Unit.Programs);
    if (!Unit.Good)
      return;
    if (Unit.Loops && IsPreprocessed && S.Options.Output != OutputMode::None) {
      Report R;
      R.add(DiagID::HD650, Unit.FirstLoop);
      print(R, Context.getDiagnostics(), Context.getSourceManager(),
            Context.getLangOpts());
      return;
    }
    FileRange Where;
    if (!S.Seen) {
      S.Result.Edits = std::move(Unit.Edits);
      S.Seen = true;
    } else if (!S.Result.Edits.merge(Unit.Edits, Where)) {
      sayOfFile(S.Options, DiagID::HD631, Where, Where.File);
      S.Result.Exit = std::max<int>(S.Result.Exit, ExitErrors);
    }
  }

private:
  Session &S;
  Preprocessor &PP;
  bool IsPreprocessed;
};

/// Every diagnostic that is shown from here on goes to the log, too.
void logDiagnostics(CompilerInstance &CI, SarifLog &Log) {
  DiagnosticsEngine &Engine = CI.getDiagnostics();
  auto Second = makeSarifConsumer(Log, CI.getLangOpts());
  auto *Both = Engine.ownsClient()
                   ? new ChainedDiagnosticConsumer(Engine.takeClient(),
                                                   std::move(Second))
                   : new ChainedDiagnosticConsumer(Engine.getClient(),
                                                   std::move(Second));
  Engine.setClient(Both);
}

class Action : public ASTFrontendAction {
public:
  explicit Action(Session &S) : S(S) {}

  /// The printer of -fdiagnostics-format=sarif gets its writer with the source
  /// manager, which ClangTool makes itself, without one.
  bool BeginInvocation(CompilerInstance &CI) override {
    if (CI.getDiagnosticOpts().getFormat() == DiagnosticOptions::SARIF) {
      auto &Printer =
          static_cast<SARIFDiagnosticPrinter &>(CI.getDiagnosticClient());
      if (!Printer.hasSarifWriter())
        Printer.setSarifWriter(
            std::make_unique<SarifDocumentWriter>(CI.getSourceManager()));
    }
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    bool IsPreprocessed = CI.getFrontendOpts().Inputs.front().isPreprocessed();
    installAnnotations(CI.getPreprocessor(), IsPreprocessed);
    if (S.Options.Log)
      logDiagnostics(CI, *S.Options.Log);
    CI.getPreprocessor().addPPCallbacks(std::make_unique<InclusionRecorder>(
        CI.getSourceManager(), S.Result.Inclusions));
    return std::make_unique<Consumer>(S, CI.getPreprocessor(), IsPreprocessed);
  }

private:
  Session &S;
};

class Factory : public FrontendActionFactory {
public:
  explicit Factory(Session &S) : S(S) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(S);
  }

private:
  Session &S;
};

bool isResourceDir(const llvm::Twine &Dir) {
  return llvm::sys::fs::exists(Dir + "/include/stddef.h");
}

/// Clang's own headers: of the Clang this was built with, else of the clang++
/// that is found.
std::string resourceDir() {
  if (isResourceDir(HEDDLE_RESOURCE_DIR))
    return HEDDLE_RESOURCE_DIR;
  for (const char *Name : {"clang++-22", "clang-22", "clang++"}) {
    llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName(Name);
    llvm::SmallString<128> Path;
    if (!Program || llvm::sys::fs::real_path(*Program, Path))
      continue;
    llvm::sys::path::remove_filename(Path);
    llvm::sys::path::append(Path, "..", "lib", "clang", "22");
    if (isResourceDir(Path))
      return Path.str().str();
  }
  return HEDDLE_RESOURCE_DIR;
}

/// CUDA sources are read as their host pass sees them.
CommandLineArguments adjust(CommandLineArguments Arguments,
                            llvm::StringRef File) {
  bool Cuda = llvm::sys::path::extension(File) == ".cu";
  bool HasResourceDir = false;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    llvm::StringRef A = Arguments[I];
    Cuda |= A == "-xcuda" || (A == "-x" && I + 1 != Arguments.size() &&
                              Arguments[I + 1] == "cuda");
    HasResourceDir |= A.starts_with("-resource-dir");
  }
  auto Behind = Arguments.begin() + 1;
  if (Cuda)
    Behind = Arguments.insert(
        Behind, {"--cuda-host-only", "-Wno-unknown-cuda-version"});
  if (!HasResourceDir)
    Arguments.insert(Behind, "-resource-dir=" + resourceDir());
  return Arguments;
}

} // namespace

std::unique_ptr<ClangTool> heddle::makeTool(const RewriteOptions &Options,
                                            const std::string &Source) {
  auto Tool = std::make_unique<ClangTool>(*Options.Commands,
                                          std::vector<std::string>{Source});
  Tool->setPrintErrorMessage(false);
  Tool->appendArgumentsAdjuster(getStripPluginsAdjuster());
  if (!Options.ExtraArguments.empty())
    Tool->appendArgumentsAdjuster(getInsertArgumentAdjuster(
        Options.ExtraArguments, ArgumentInsertPosition::END));
  Tool->appendArgumentsAdjuster(adjust);
  if (Options.OwnFlags)
    Tool->appendArgumentsAdjuster(
        [Source](CommandLineArguments Arguments, llvm::StringRef File) {
          // Named as the user names it, like a compiler's input: the text that
          // is written has this name in it.
          for (std::string &A : Arguments)
            if (A == File)
              A = Source;
          return Arguments;
        });
  return Tool;
}

SourceResult heddle::runOn(const RewriteOptions &Options,
                           const std::string &Source) {
  SourceResult Result;
  if (Options.Validate == Validation::Only) {
    validateSource(Options, *makeTool(Options, Source), Source, Result);
    return Result;
  }
  Result.Exit = ExitWritten;
  Session S{Options, Source, Result};
  Factory Actions(S);
  if (makeTool(Options, Source)->run(&Actions) != 0 || !S.Seen)
    Result.Exit = std::max<int>(Result.Exit, ExitErrors);
  if (Options.Validate != Validation::Off && Result.Exit == ExitWritten &&
      Options.Output != OutputMode::None) {
    // An error of this second look does not lose what was verified and proved.
    llvm::CrashRecoveryContext Recovery;
    if (!Recovery.RunSafely([&] {
          validateResult(Options, *makeTool(Options, Source), Result);
        }))
      sayOfFile(Options, DiagID::HD905, {}, Source, "the validator has failed");
  }
  return Result;
}
