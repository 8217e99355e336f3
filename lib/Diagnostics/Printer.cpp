//===- Printer.cpp - Shows a Report through Clang -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Diagnostics/Printer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace heddle;

/// The arguments of HEDDLE(...) are the user's own text in its own place; a
/// trail of "expanded from macro" notes would only hide it.
static SourceLocation place(uint32_t Raw, const SourceManager &SM,
                            const LangOptions &Lang) {
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Raw);
  if (!Loc.isMacroID())
    return Loc;
  SourceLocation Outermost = Loc;
  while (SM.getImmediateMacroCallerLoc(Outermost).isMacroID())
    Outermost = SM.getImmediateMacroCallerLoc(Outermost);
  if (Lexer::getImmediateMacroName(Outermost, SM, Lang) == "HEDDLE")
    return SM.getFileLoc(Loc);
  return Loc;
}

static CharSourceRange range(SourceRef Ref, const SourceManager &SM,
                             const LangOptions &Lang) {
  SourceLocation Begin = place(Ref.Begin, SM, Lang);
  SourceLocation End = Ref.End ? place(Ref.End, SM, Lang) : Begin;
  return CharSourceRange::getTokenRange(Begin, End);
}

/// Words of annotations have no scope in HEDDLE(...) and after 'using heddle:'.
static std::string scoped(llvm::StringRef Text, SourceLocation At,
                          const SourceManager &SM) {
  constexpr llvm::StringRef Scope = "heddle::";
  if (!Text.starts_with(Scope) ||
      llvm::StringRef(SM.getCharacterData(At)).starts_with("heddle"))
    return Text.str();
  std::string Bare;
  for (size_t From = 0; From < Text.size();) {
    size_t Next = std::min(Text.find(Scope, From), Text.size());
    Bare += Text.slice(From, Next);
    From = Next + Scope.size();
  }
  return Bare;
}

static unsigned clangID(Severity Level, DiagnosticsEngine &Engine) {
  switch (Level) {
  case Severity::Error:
    return diag::err_diagnose_if_succeeded;
  case Severity::Warning:
    return diag::warn_diagnose_if_succeeded;
  case Severity::Remark:
    return Engine.getCustomDiagID(DiagnosticsEngine::Remark, "%0");
  }
  return diag::err_diagnose_if_succeeded;
}

static std::string tagged(const heddle::Diagnostic &D) {
  return D.Text + " [heddle-" + getDiagInfo(D.ID).Name.str() + "]";
}

void heddle::printUnplaced(const heddle::Diagnostic &D,
                           DiagnosticsEngine &Engine) {
  Engine.Report(clangID(D.Level, Engine)) << tagged(D);
}

void heddle::print(const heddle::Diagnostic &D, DiagnosticsEngine &Engine,
                   const SourceManager &SM, const LangOptions &Lang) {
  print(D, SM, Lang, [&](SourceLocation Where, std::optional<Severity> Level) {
    return Engine.Report(Where, Level ? clangID(*Level, Engine)
                                      : diag::note_apinotes_message);
  });
}

static void addFixIts(const DiagnosticBuilder &B, llvm::ArrayRef<FixIt> FixIts,
                      const SourceManager &SM, const LangOptions &Lang) {
  for (const FixIt &F : FixIts) {
    SourceLocation At = place(F.Where.Begin, SM, Lang);
    std::string Text = scoped(F.Text, At, SM);
    if (F.Insert)
      B << FixItHint::CreateInsertion(At, Text);
    else
      B << FixItHint::CreateReplacement(range(F.Where, SM, Lang), Text);
  }
}

void heddle::print(const heddle::Diagnostic &D, const SourceManager &SM,
                   const LangOptions &Lang, BeginMessage BeginOne) {
  {
    DiagnosticBuilder B = BeginOne(place(D.Where.Begin, SM, Lang), D.Level);
    B << tagged(D);
    if (D.Where.isValid())
      B << range(D.Where, SM, Lang);
    addFixIts(B, D.FixIts, SM, Lang);
  }
  for (const heddle::Note &N : D.Notes) {
    DiagnosticBuilder B =
        BeginOne(place(N.Where.Begin, SM, Lang), std::nullopt);
    B << N.Text;
    if (N.Where.isValid())
      B << range(N.Where, SM, Lang);
    addFixIts(B, N.FixIts, SM, Lang);
  }
}

void heddle::print(const Report &R, DiagnosticsEngine &Engine,
                   const SourceManager &SM, const LangOptions &Lang) {
  for (const heddle::Diagnostic &D : R.Diagnostics)
    print(D, Engine, SM, Lang);
}

void heddle::explain(const DiagInfo &Info, llvm::raw_ostream &OS) {
  const char *Level = Info.DefaultSeverity == Severity::Error     ? "error"
                      : Info.DefaultSeverity == Severity::Warning ? "warning"
                                                                  : "remark";
  OS << "heddle-" << Info.Name << " (" << Level << "): " << Info.Format
     << "\n\n"
     << Info.Explanation.trim() << '\n';
}
