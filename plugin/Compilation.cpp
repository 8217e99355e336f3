//===- Compilation.cpp - What is compiled, and what is said ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "Diagnostics/Printer.h"
#include "Driver/FusionRounds.h"
#include "Emit/Instantiations.h"
#include "FirstParse.h"
#include "Mentions.h"
#include "QuietText.h"
#include "Read/Annotation/Attributes.h"
#include "Relay.h"
#include "UserLines.h"
#include "Validate/Validate.h"
#include "WriteRewritten.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace heddle;

namespace {

class Speaker {
public:
  explicit Speaker(CompilerInstance &CI) : CI(CI) {}

  template <class... Args>
  void operator()(DiagID ID, SourceRef Where, Args &&...Values) {
    Report R;
    R.add(ID, Where, std::forward<Args>(Values)...);
    (*this)(R);
  }
  void operator()(const Report &R) {
    print(R, CI.getDiagnostics(), CI.getSourceManager(), CI.getLangOpts());
  }

private:
  CompilerInstance &CI;
};

//===--- Nests in one launch ----------------------------------------------===//

/// Lets nests of Of, which is Made of the source as written, run in one launch
/// where they may. Also: becomes what the same parse makes of the other kind.
/// Gives what is to be said.
Report fuseNests(CompilerInstance &CI, const PluginOptions &Options,
                 UnitResult &Of, UnitResult FirstParse::*Made,
                 UnitResult *Also = nullptr) {
  FusionRounds Rounds(Of, Options.Unit);
  while (const UnitOptions *Next = Of.Good ? Rounds.next() : nullptr) {
    PluginOptions Later = Options;
    Later.Unit = *Next;
    FirstParse Again(CI, Later, Next->Fused->Text);
    const bool Parsed = Again.run() == FirstParse::Verdict::Clean;
    if (Rounds.take(Parsed ? std::optional(std::move(Again.*Made))
                           : std::nullopt) &&
        Also)
      Also->Edits = std::move(Again.WrittenEdits.Edits);
  }
  return Rounds.finish(Of);
}

//===--- The loops as written ---------------------------------------------===//

/// Why a source that asks for a backend gets none; empty if it gets it.
std::pair<llvm::StringRef, llvm::StringRef>
reasonAgainst(const CompilerInstance &CI) {
  const LangOptions &Lang = CI.getLangOpts();
  if (Lang.HIP)
    return {"HIP source", "compile it with '-x cuda'"};
  if (Lang.getCompilingModule() == LangOptions::CMK_ModuleMap ||
      Lang.getCompilingModule() == LangOptions::CMK_HeaderUnit)
    return {"module of headers", "include the headers as text"};
  return {};
}

/// The file that emit= names.
void writeForReaders(const CompilerInstance &CI, const UnitResult &Unit,
                     const PluginOptions &Options, Report &R) {
  if (Unit.Loops && isPreprocessed(CI))
    R.add(DiagID::HD650, Unit.FirstLoop);
  else
    writeRewritten(Unit.Edits, Options.Emit, R);
}

class Checker : public ASTConsumer {
public:
  Checker(CompilerInstance &CI, PluginOptions Options, bool SayAsWritten)
      : CI(CI), Options(std::move(Options)), SayAsWritten(SayAsWritten) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    // The host pass of a CUDA compilation speaks for all of them.
    if (CI.getLangOpts().CUDAIsDevice)
      return;
    // A header module has no source of its own that could be written; what uses
    // it says that its loops are left as written.
    if (CI.getLangOpts().getCompilingModule() == LangOptions::CMK_ModuleMap) {
      Options.Emit.clear();
      Options.Unit.OneFile = false;
    }
    UnitResult Unit = processUnit(Context, CI.getPreprocessor(), Options.Unit);
    Speaker Say(CI);
    Say(fuseNests(CI, Options, Unit, &FirstParse::WrittenEdits));
    if (SayAsWritten && Unit.Loops) {
      auto [What, Instead] = reasonAgainst(CI);
      Say(DiagID::HD636, Unit.FirstLoop, What, Instead);
    }
    if (!Unit.Good || CI.getDiagnostics().hasErrorOccurred() ||
        Options.Emit.empty())
      return;
    Report R;
    writeForReaders(CI, Unit, Options, R);
    Say(R);
  }

private:
  CompilerInstance &CI;
  PluginOptions Options;
  bool SayAsWritten;
};

/// After a first parse with errors of clang's: the same errors come again, in
/// clang's own words and order. A program that then has none must not pass.
class Repeater : public ASTConsumer {
public:
  Repeater(CompilerInstance &CI, PluginOptions Options,
           std::unique_ptr<FirstParse> First)
      : CI(CI), AsWritten(CI, std::move(Options), false),
        First(std::move(First)) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    AsWritten.HandleTranslationUnit(Context);
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    if (Diags.hasErrorOccurred())
      return;
    replay(*First, Diags, /*OnlyErrors=*/true);
    if (!Diags.hasErrorOccurred())
      Speaker{CI}(DiagID::HD991, SourceRef());
  }

private:
  CompilerInstance &CI;
  Checker AsWritten;
  std::unique_ptr<FirstParse> First;
};

//===--- The rewritten program --------------------------------------------===//

/// Where the text is Heddle's, and whether an error was found there.
struct GeneratedText {
  llvm::DenseMap<const FileEntry *, std::vector<FileRange>> Changed;
  bool HasError = false;

  bool holds(SourceLocation Where, const SourceManager &SM) const;
};

bool GeneratedText::holds(SourceLocation Where, const SourceManager &SM) const {
  if (Where.isInvalid())
    return false;
  auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Where));
  auto It = Changed.find(SM.getFileEntryForID(File));
  return It != Changed.end() &&
         llvm::any_of(It->second, [Offset = Offset](const FileRange &R) {
           return R.Begin <= Offset && Offset < R.End;
         });
}

/// Keeps an eye on what must not happen in the parse of the rewritten program.
class Rewritten : public ASTConsumer {
public:
  Rewritten(CompilerInstance &CI, const PluginOptions &Options)
      : CI(CI), Say(CI), Warnings(Options.Unit.Warnings),
        Validate(Options.Validate.value_or(Options.Target == Backend::Cuda)) {}

  bool install(const FirstParse &First);
  void HandleTranslationUnit(ASTContext &Context) override;

private:
  bool replaceText(const FileEdits &File, bool IsMain);
  void compareLaunches(ASTContext &Context);

  struct Kernel {
    std::string Name;
    FileRange Loop;
  };
  CompilerInstance &CI;
  Speaker Say;
  WarningSwitch Warnings;
  bool Validate; ///< in the host pass
  std::vector<Kernel> Kernels;
  /// The diagnostics' client, which asks these, may live longer.
  std::shared_ptr<GeneratedText> Generated = std::make_shared<GeneratedText>();
  std::shared_ptr<UserLines> Lines = std::make_shared<UserLines>();
};

void replaceMainFile(CompilerInstance &CI, FileEntryRef Entry,
                     llvm::StringRef Text) {
  SourceManager &SM = CI.getSourceManager();
  SrcMgr::CharacteristicKind Kind =
      SM.getFileCharacteristic(SM.getLocForStartOfFile(SM.getMainFileID()));
  SM.overrideFileContents(
      Entry, llvm::MemoryBuffer::getMemBufferCopy(Text, Entry.getName()));
  // The old identifier has as many addresses as the old text had bytes.
  SM.setMainFileID(SM.createFileID(Entry, SourceLocation(), Kind));
}

bool Rewritten::replaceText(const FileEdits &File, bool IsMain) {
  std::vector<FileRange> Ranges;
  llvm::Expected<std::string> Text = apply(File, &Ranges);
  if (!Text) {
    Say(DiagID::HD990, {}, File.Name, toString(Text.takeError()));
    return false;
  }
  SourceManager &SM = CI.getSourceManager();
  OptionalFileEntryRef Entry =
      IsMain ? SM.getFileEntryRefForID(SM.getMainFileID())
             : CI.getFileManager().getOptionalFileRef(File.Name);
  if (!Entry) {
    Say(DiagID::HD991, SourceRef());
    return false;
  }
  // There warnings are not turned off: some are for the user.
  if (CI.getLangOpts().CUDAIsDevice)
    *Text = quieted(*Text, Ranges);
  Generated->Changed[&Entry->getFileEntry()] = std::move(Ranges);
  Lines->add(Entry->getFileEntry(), File.Code);
  if (IsMain)
    replaceMainFile(CI, *Entry, *Text);
  else
    SM.overrideFileContents(
        *Entry, llvm::MemoryBuffer::getMemBufferCopy(*Text, Entry->getName()));
  return true;
}

std::string warningKey(const SourceManager &SM, SourceLocation Where,
                       llvm::StringRef Text) {
  return (Where.isValid() ? placeKey(SM, Where) : std::string()) + Text.str();
}

llvm::StringSet<> warningsOf(const FirstParse &First) {
  llvm::StringSet<> Keys;
  for (const StoredDiagnostic &D : First.Said)
    if (D.getLevel() == DiagnosticsEngine::Warning)
      Keys.insert(
          warningKey(First.sourceManager(), D.getLocation(), D.getMessage()));
  return Keys;
}

bool Rewritten::install(const FirstParse &First) {
  for (const auto &[Path, File] : First.Edits.Edits.Files) {
    if (File.Nests.empty())
      continue;
    for (const auto &[Offset, Edit] : File.Nests)
      for (const std::string &Name : kernelNames(Edit.Source))
        Kernels.push_back({Name, Edit.Source.Replace});
    if (!replaceText(File, File.IsMain))
      return false;
  }
  SourceManager &SM = CI.getSourceManager();
  RelayHooks Hooks;
  Hooks.Error = [Generated = Generated, &SM](SourceLocation Where) {
    Generated->HasError |= Generated->holds(Where, SM);
  };
  Hooks.Place = [Lines = Lines, &CI = CI, &SM](unsigned ID,
                                               SourceLocation Where) {
    return isFromDebugInfo(ID, CI) ? Lines->find(Where, SM) : SourceLocation();
  };
  // Shows the warnings that only the device's code gives rise to; the host pass
  // says the rest.
  if (CI.getLangOpts().CUDAIsDevice)
    Hooks.Shows = [Generated = Generated, &SM,
                   Said = warningsOf(First)](const clang::Diagnostic &Info) {
      llvm::SmallString<128> Text;
      Info.FormatDiagnostic(Text);
      return !Generated->holds(Info.getLocation(), SM) &&
             !Said.contains(warningKey(SM, Info.getLocation(), Text));
    };
  dropParseWarnings(CI.getDiagnostics(), std::move(Hooks));
  silenceOwnHeaders(CI);
  llvm::StringSet<> Known;
  for (const std::string &Key : First.Edits.Left)
    Known.insert(Key);
  watchAnnotations(CI.getPreprocessor(), [Known, Say = Say,
                                          &SM](SourceLocation Where) mutable {
    // Annotations of system headers have had their warning.
    if (SM.isInSystemHeader(Where) || Known.contains(placeKey(SM, Where)))
      return;
    Say(DiagID::HD640, {Where.getRawEncoding(), Where.getRawEncoding()},
        "leave the annotation out");
  });
  return true;
}

void Rewritten::compareLaunches(ASTContext &Context) {
  Report R;
  for (const validate::Finding &F :
       validate::oncePerNest(validate::validate(Context)))
    validate::say(F, F.Where, R);
  llvm::erase_if(R.Diagnostics, [&](const heddle::Diagnostic &D) {
    return !Warnings.shows(D);
  });
  Say(R);
}

void Rewritten::HandleTranslationUnit(ASTContext &Context) {
  if (Generated->HasError)
    return Say(DiagID::HD643, SourceRef());
  if (CI.getDiagnostics().hasErrorOccurred())
    return;
  if (!CI.getLangOpts().CUDAIsDevice) {
    if (Validate)
      compareLaunches(Context);
    return;
  }
  // The launch would find a kernel missing only when the program runs.
  for (const Kernel &K : Kernels)
    if (Context.Idents.find(K.Name) == Context.Idents.end())
      Say(DiagID::HD642, {}, K.Name, K.Loop.File, K.Loop.Line);
}

std::unique_ptr<ASTConsumer> compileRewritten(CompilerInstance &CI,
                                              PluginOptions Options) {
  bool IsDevice = CI.getLangOpts().CUDAIsDevice;
  auto First = std::make_unique<FirstParse>(CI, Options);
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  Speaker Say(CI);
  const FirstParse::Verdict Verdict = First->run();
  if (Verdict == FirstParse::Verdict::Clean)
    First->say(fuseNests(CI, Options, First->Edits, &FirstParse::Edits,
                         &First->WrittenEdits));
  switch (Verdict) {
  case FirstParse::Verdict::Broken:
    installAnnotations(CI.getPreprocessor(), isPreprocessed(CI));
    return std::make_unique<Repeater>(CI, std::move(Options), std::move(First));
  case FirstParse::Verdict::Refused:
    break;
  case FirstParse::Verdict::Clean: {
    // The host pass of a CUDA compilation has the warnings.
    replay(*First, Diags, /*OnlyErrors=*/IsDevice);
    Report R;
    if (CI.getCodeGenOpts().CoverageMapping && !IsDevice)
      R.add(DiagID::HD644, {});
    if (!Options.Emit.empty() && !IsDevice)
      writeRewritten(First->WrittenEdits.Edits, Options.Emit, R);
    Say(R);
    auto Main = std::make_unique<Rewritten>(CI, Options);
    if (!R.hasErrors() && Main->install(*First))
      return Main;
    break;
  }
  }
  // All is said; an empty file is parsed, to end like any compilation.
  if (!Diags.hasErrorOccurred())
    replay(*First, Diags, /*OnlyErrors=*/IsDevice);
  dropAll(Diags);
  SourceManager &SM = CI.getSourceManager();
  if (OptionalFileEntryRef Entry = SM.getFileEntryRefForID(SM.getMainFileID()))
    replaceMainFile(CI, *Entry, "");
  return std::make_unique<ASTConsumer>();
}

//===--- Which of them ----------------------------------------------------===//

/// The compiler proper, or the driver's check of the syntax: what reads the
/// program, and neither writes sources nor shows them.
bool isCompilation(const CompilerInstance &CI) {
  switch (CI.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
  case frontend::GenerateHeaderUnit:
  case frontend::GenerateModule:
  case frontend::GenerateModuleInterface:
  case frontend::GenerateReducedModuleInterface:
  case frontend::GeneratePCH:
  case frontend::ParseSyntaxOnly:
    return true;
  default:
    return false;
  }
}

Backend backendOf(const CompilerInstance &CI, const PluginOptions &Options) {
  if (!CI.getLangOpts().CPlusPlus || !isCompilation(CI) ||
      CI.getDiagnosticOpts().VerifyDiagnostics ||
      CI.getFrontendOpts().Inputs.front().getKind().getFormat() ==
          InputKind::Precompiled)
    return Backend::Check;
  if (Options.Target == Backend::ByLanguage)
    return CI.getLangOpts().CUDA ? Backend::Cuda : Backend::Check;
  return Options.Target;
}

} // namespace

std::unique_ptr<ASTConsumer> heddle::beginCompilation(CompilerInstance &CI,
                                                      PluginOptions Options) {
  if (!mentionsHeddle(CI)) {
    watchAnnotations(
        CI.getPreprocessor(), [Say = Speaker(CI), &SM = CI.getSourceManager()](
                                  SourceLocation Where) mutable {
          SourceRef Ref{Where.getRawEncoding(), Where.getRawEncoding()};
          if (SM.isInSystemHeader(Where))
            return;
          Say(DiagID::HD640, Ref, "include <heddle/heddle.h> in the main file");
        });
    return std::make_unique<ASTConsumer>();
  }
  Options.Target = backendOf(CI, Options);
  Options.Unit.OneFile = !Options.Emit.empty();
  Options.Unit.OneFileHint =
      "write both with 'heddle-rewrite --out-dir' instead of 'emit'";
  // On one thread the loops run as they are written, unless others compile
  // them.
  Options.Unit.Fuse &=
      !Options.Emit.empty() || Options.Target == Backend::Cuda ||
      (Options.Target == Backend::Host && CI.getLangOpts().OpenMP != 0);
  if (Options.Target != Backend::Check && reasonAgainst(CI).first.empty())
    return compileRewritten(CI, std::move(Options));
  installAnnotations(CI.getPreprocessor(), isPreprocessed(CI));
  bool SayAsWritten = Options.Target != Backend::Check;
  return std::make_unique<Checker>(CI, std::move(Options), SayAsWritten);
}
