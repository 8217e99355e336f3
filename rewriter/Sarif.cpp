//===- Sarif.cpp - Diagnostics as a SARIF file ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Sarif.h"
#include "Diagnostics/Report.h"
#include "Driver/WriteFile.h"
#include "Version.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;
using namespace heddle;
namespace json = llvm::json;

namespace {

constexpr llvm::StringLiteral Prefix = "heddle-";

//===----------------------------------------------------------------------===//
// From Clang
//===----------------------------------------------------------------------===//

/// Clang counts columns in bytes.
unsigned codePoints(llvm::StringRef Bytes) {
  return llvm::count_if(Bytes, [](char C) { return (C & 0xC0) != 0x80; });
}

void setPosition(const SourceManager &SM, SourceLocation Loc, unsigned &Line,
                 unsigned &Column) {
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  unsigned Bytes = SM.getColumnNumber(File, Offset) - 1;
  Line = SM.getLineNumber(File, Offset);
  Column = 1 + codePoints(SM.getBufferData(File).substr(Offset - Bytes, Bytes));
}

SarifRegion regionOf(CharSourceRange Range, const SourceManager &SM,
                     const LangOptions &Lang) {
  SarifRegion R;
  SourceLocation Begin = SM.getFileLoc(Range.getBegin());
  SourceLocation End = SM.getFileLoc(Range.getEnd());
  if (Begin.isInvalid())
    return R;
  if (OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(Begin)))
    R.File = File->getName().str();
  else
    R.File = SM.getFilename(Begin).str();
  if (End.isInvalid() || SM.getFileID(End) != SM.getFileID(Begin))
    End = Begin;
  else if (Range.isTokenRange())
    End = Lexer::getLocForEndOfToken(End, 0, SM, Lang);
  setPosition(SM, Begin, R.Line, R.Column);
  setPosition(SM, End.isValid() ? End : Begin, R.EndLine, R.EndColumn);
  return R;
}

class SarifConsumer : public DiagnosticConsumer {
public:
  SarifConsumer(SarifLog &Log, const LangOptions &Lang)
      : Log(Log), Lang(Lang) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    SarifRegion Where = place(Info);
    if (Level == DiagnosticsEngine::Note) {
      if (SarifLog::Result *Last = Log.last())
        Last->Notes.push_back({Where, Text.str().str()});
      return;
    }
    llvm::StringRef Flag =
        Info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(
            Info.getID());
    Log.add(Level, Text.str().str(), Where,
            Flag.empty() ? "clang" : ("-W" + Flag).str());
    for (const FixItHint &Hint : Info.getFixItHints())
      if (!Hint.isNull() && Info.hasSourceManager())
        Log.last()->Replacements.push_back(
            {regionOf(Hint.RemoveRange, Info.getSourceManager(), Lang),
             Hint.CodeToInsert});
  }

private:
  /// The range that begins at the caret, or the caret.
  SarifRegion place(const clang::Diagnostic &Info) const {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return {};
    const SourceManager &SM = Info.getSourceManager();
    SourceLocation Caret = SM.getFileLoc(Info.getLocation());
    for (CharSourceRange Range : Info.getRanges())
      if (SM.getFileLoc(Range.getBegin()) == Caret)
        return regionOf(Range, SM, Lang);
    return regionOf(CharSourceRange::getTokenRange(Caret), SM, Lang);
  }

  SarifLog &Log;
  LangOptions Lang;
};

//===----------------------------------------------------------------------===//
// To JSON
//===----------------------------------------------------------------------===//

/// Relative to the current folder where it is below it, which is what services
/// that show the results expect.
std::string uriOf(llvm::StringRef Name) {
  llvm::SmallString<128> Path(Name), Current;
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  llvm::sys::fs::current_path(Current);
  Current += '/';
  llvm::StringRef Shown = Path;
  bool Below = Shown.consume_front(Current);
  std::string Uri = Below ? "" : "file://";
  for (unsigned char C : Shown) {
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/+").contains(C))
      Uri += C;
    else
      Uri += "%" + llvm::utohexstr(C, /*LowerCase=*/false, 2);
  }
  return Uri;
}

json::Object text(llvm::StringRef Text) {
  return json::Object{{"text", json::fixUTF8(Text)}};
}

json::Object region(const SarifRegion &R) {
  return json::Object{{"startLine", R.Line},
                      {"startColumn", R.Column},
                      {"endLine", R.EndLine},
                      {"endColumn", R.EndColumn}};
}

json::Object artifact(const SarifRegion &R) {
  return json::Object{{"uri", uriOf(R.File)}};
}

json::Object location(const SarifRegion &R) {
  json::Object Physical{{"artifactLocation", artifact(R)}};
  if (R.Line)
    Physical["region"] = region(R);
  return json::Object{{"physicalLocation", std::move(Physical)}};
}

/// One fix of several replacements, by file.
json::Object fix(const SarifLog::Result &R) {
  json::Array Changes;
  std::set<std::string> Files;
  for (const auto &[Where, Text] : R.Replacements)
    Files.insert(Where.File);
  for (const std::string &File : Files) {
    json::Array Replacements;
    for (const auto &[Where, Text] : R.Replacements)
      if (Where.File == File)
        Replacements.push_back(json::Object{{"deletedRegion", region(Where)},
                                            {"insertedContent", text(Text)}});
    Changes.push_back(json::Object{{"artifactLocation", artifact({File})},
                                   {"replacements", std::move(Replacements)}});
  }
  return json::Object{{"artifactChanges", std::move(Changes)}};
}

json::Object result(const SarifLog::Result &R) {
  json::Object Object{{"ruleId", R.Rule},
                      {"level", R.Level},
                      {"message", text(R.Text)},
                      {"locations", json::Array()}};
  if (!R.Where.File.empty())
    Object["locations"] = json::Array{location(R.Where)};
  json::Array Related;
  for (const auto &[Where, Text] : R.Notes) {
    if (Where.File.empty())
      continue;
    json::Object Place = location(Where);
    Place["message"] = text(Text);
    Related.push_back(std::move(Place));
  }
  if (!Related.empty())
    Object["relatedLocations"] = std::move(Related);
  if (!R.Replacements.empty())
    Object["fixes"] = json::Array{fix(R)};
  return Object;
}

json::Object rule(llvm::StringRef Name) {
  json::Object Object{{"id", Name}};
  llvm::StringRef ID = Name;
  if (!ID.consume_front(Prefix))
    return Object;
  if (const DiagInfo *Info = findDiagnostic(ID)) {
    Object["shortDescription"] = text(Info->Format);
    Object["help"] = text(Info->Explanation.trim());
  }
  return Object;
}

} // namespace

void SarifLog::add(DiagnosticsEngine::Level Level, std::string Text,
                   SarifRegion Where, llvm::StringRef Otherwise) {
  Result R;
  R.Rule = Otherwise.str();
  llvm::StringRef Rest = Text, Tag;
  if (Rest.consume_back("]") &&
      (Tag = Rest.rsplit('[').second).starts_with(Prefix)) {
    R.Rule = Tag.str();
    Text = Rest.rsplit('[').first.rtrim().str();
  }
  R.Level = Level >= DiagnosticsEngine::Error     ? "error"
            : Level == DiagnosticsEngine::Warning ? "warning"
                                                  : "note";
  R.Text = std::move(Text);
  R.Where = std::move(Where);
  Results.push_back(std::move(R));
}

llvm::Error SarifLog::write(llvm::StringRef Path, int Exit) const {
  std::set<std::string> Names;
  json::Array Rules, Found;
  for (const Result &R : Results) {
    if (Names.insert(R.Rule).second)
      Rules.push_back(rule(R.Rule));
    Found.push_back(result(R));
  }
  json::Object Driver{
      {"name", "heddle"}, {"version", Version}, {"rules", std::move(Rules)}};
  json::Object Run{{"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"invocations", json::Array{json::Object{
                                       {"exitCode", Exit},
                                       {"executionSuccessful", Exit == 0}}}},
                   {"results", std::move(Found)}};
  json::Value Document =
      json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", json::Array{std::move(Run)}}};
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::formatv("{0:2}", Document) << '\n';
  return writeFile(Path, Text);
}

std::unique_ptr<DiagnosticConsumer>
heddle::makeSarifConsumer(SarifLog &Log, const LangOptions &Lang) {
  return std::make_unique<SarifConsumer>(Log, Lang);
}
