//===- Relay.cpp - Every diagnostic once ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Relay.h"
#include "FirstParse.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <set>

using namespace clang;
using namespace heddle;

/// Whether a diagnostic is of the lexer, the parser, the AST, semantic analysis
/// or its data flow. The rest belongs to the driver, code generation and the
/// back end, which only one of the parses meets.
static bool isFromParse(unsigned ID) {
  return ID >= diag::DIAG_START_LEX && ID < diag::DIAG_START_REFACTORING;
}

namespace {

class Filter : public DiagnosticConsumer {
public:
  Filter(DiagnosticConsumer *Inner, std::unique_ptr<DiagnosticConsumer> Owned,
         bool All, RelayHooks Hooks)
      : Inner(Inner), Owned(std::move(Owned)), All(All),
        Hooks(std::move(Hooks)) {
    NumErrors = Inner->getNumErrors();
    NumWarnings = Inner->getNumWarnings();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    if (Level != DiagnosticsEngine::Note)
      Dropping = All || (Level == DiagnosticsEngine::Warning &&
                         isFromParse(Info.getID()) &&
                         !(Hooks.Shows && Hooks.Shows(Info)));
    if (Dropping)
      return;
    if (moved(Level, Info))
      return;
    if (Level >= DiagnosticsEngine::Error && Hooks.Error)
      Hooks.Error(Info.getLocation());
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Inner->HandleDiagnostic(Level, Info);
  }
  void BeginSourceFile(const LangOptions &Lang,
                       const Preprocessor *PP) override {
    Inner->BeginSourceFile(Lang, PP);
  }
  void EndSourceFile() override { Inner->EndSourceFile(); }
  void finish() override { Inner->finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return Inner->IncludeInDiagnosticCounts();
  }

private:
  /// Says the same at a better place, once.
  bool moved(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) {
    if (Moving || Level == DiagnosticsEngine::Note || !Hooks.Place)
      return false;
    SourceLocation There = Hooks.Place(Info.getID(), Info.getLocation());
    if (There.isInvalid())
      return false;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    Dropping = !Said.insert({There, Text.str().str()}).second;
    if (Dropping)
      return true;
    Moving = true;
    // Through the engine, which gives the text after its pattern and the flag.
    {
      DiagnosticBuilder Again = const_cast<DiagnosticsEngine *>(Info.getDiags())
                                    ->Report(There, Info.getID());
      for (unsigned I = 0; I != Info.getNumArgs(); ++I)
        Again << (Info.getArgKind(I) == DiagnosticsEngine::ak_std_string
                      ? Info.getArgStdStr(I)
                      : std::string(Info.getArgCStr(I)));
      Again << AddFlagValue(Info.getFlagValue());
    }
    Moving = false;
    return true;
  }

  DiagnosticConsumer *Inner;
  std::unique_ptr<DiagnosticConsumer> Owned;
  bool All;
  RelayHooks Hooks;
  bool Dropping = false; ///< the notes of what was dropped go with it
  bool Moving = false;
  std::set<std::pair<SourceLocation, std::string>> Said;
};

void install(DiagnosticsEngine &Diags, bool All, RelayHooks Hooks) {
  DiagnosticConsumer *Inner = Diags.getClient();
  std::unique_ptr<DiagnosticConsumer> Owned = Diags.takeClient();
  Diags.setClient(new Filter(Inner, std::move(Owned), All, std::move(Hooks)));
}

/// From places of the first parse to places of the compilation, in the files
/// that both read; macros are left behind.
class Translator {
public:
  Translator(const SourceManager &From, SourceManager &To)
      : From(From), To(To) {}

  FullSourceLoc at(SourceLocation Loc) {
    SourceLocation There = file(Loc);
    return There.isValid() ? FullSourceLoc(There, To) : FullSourceLoc();
  }
  StoredDiagnostic operator()(const StoredDiagnostic &D, unsigned ID) {
    std::vector<CharSourceRange> Ranges;
    for (const CharSourceRange &R : D.getRanges()) {
      SourceRange There(file(R.getBegin()), file(R.getEnd()));
      if (There.isValid())
        Ranges.emplace_back(There, R.isTokenRange());
    }
    return {D.getLevel(), ID, D.getMessage(), at(D.getLocation()), Ranges, {}};
  }

private:
  SourceLocation file(SourceLocation Loc) {
    if (Loc.isInvalid())
      return Loc;
    auto [File, Offset] = From.getDecomposedLoc(From.getFileLoc(Loc));
    auto [It, New] = Files.try_emplace(File);
    if (New)
      It->second = find(File);
    return It->second.isInvalid()
               ? SourceLocation()
               : To.getLocForStartOfFile(It->second)
                     .getLocWithOffset(static_cast<int>(Offset));
  }
  FileID find(FileID File) {
    if (File == From.getMainFileID())
      return To.getMainFileID();
    OptionalFileEntryRef Entry = From.getFileEntryRefForID(File);
    if (!Entry)
      return FileID();
    return To.createFileID(
        *Entry, To.getLocForStartOfFile(To.getMainFileID()),
        From.getFileCharacteristic(From.getLocForStartOfFile(File)));
  }

  const SourceManager &From;
  SourceManager &To;
  std::map<FileID, FileID> Files;
};

/// The replayed diagnostics have gone past the engine, which must know of the
/// errors.
void markFailed(DiagnosticsEngine &Diags) {
  DiagnosticConsumer *Client = Diags.getClient();
  bool Owns = Diags.ownsClient();
  std::unique_ptr<DiagnosticConsumer> Owned = Diags.takeClient();
  Diags.setClient(new IgnoringDiagConsumer);
  Diags.Report(diag::err_diagnose_if_succeeded) << "";
  (void)Owned.release();
  Diags.setClient(Client, Owns);
}

} // namespace

void heddle::replay(const FirstParse &First, DiagnosticsEngine &Diags,
                    bool OnlyErrors) {
  SourceManager &Outer = Diags.getSourceManager();
  // Places are those of the first parse, but to a client that asks nobody whose
  // they are.
  bool Translates =
      Diags.getDiagnosticOptions().getFormat() == DiagnosticOptions::SARIF;
  Translator There(First.sourceManager(), Outer);
  if (!Translates)
    Diags.setSourceManager(&First.sourceManager());
  bool Shown = false, Failed = false;
  for (const StoredDiagnostic &D : First.Said) {
    DiagnosticsEngine::Level Level = D.getLevel();
    unsigned ID = D.getID();
    bool IsCustom = ID >= diag::DIAG_UPPER_LIMIT;
    if (Level != DiagnosticsEngine::Note)
      Shown =
          Level >= DiagnosticsEngine::Error ||
          (!OnlyErrors && (IsCustom || (Level == DiagnosticsEngine::Warning &&
                                        isFromParse(ID))));
    if (!Shown)
      continue;
    Failed |= Level >= DiagnosticsEngine::Error;
    // Custom identifiers are numbered by each engine on its own.
    if (IsCustom)
      ID = Diags.getDiagnosticIDs()->getCustomDiagID(
          static_cast<DiagnosticIDs::Level>(Level), "%0");
    Diags.Report(Translates ? There(D, ID)
                            : StoredDiagnostic(Level, ID, D.getMessage(),
                                               D.getLocation(), D.getRanges(),
                                               D.getFixIts()));
  }
  Diags.setSourceManager(&Outer);
  if (Failed)
    markFailed(Diags);
}

void heddle::dropParseWarnings(DiagnosticsEngine &Diags, RelayHooks Hooks) {
  // The client is asked too late: an engine that has counted an error fails the
  // compilation, whoever sees it.
  const DiagnosticIDs &IDs = *Diags.getDiagnosticIDs();
  std::vector<diag::kind> All;
  if (!Hooks.Shows)
    DiagnosticIDs::getAllDiagnostics(diag::Flavor::WarningOrError, All);
  for (diag::kind ID : All)
    if (isFromParse(ID) && IDs.isWarningOrExtension(ID) &&
        !IDs.isDefaultMappingAsError(ID))
      Diags.setSeverity(ID, diag::Severity::Ignored, SourceLocation());
  install(Diags, /*All=*/false, std::move(Hooks));
}

void heddle::dropAll(DiagnosticsEngine &Diags) {
  install(Diags, /*All=*/true, {});
}
