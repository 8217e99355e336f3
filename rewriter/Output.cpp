//===- Output.cpp - Writes what was rewritten -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Driver/WriteFile.h"
#include "Sarif.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <map>
#include <set>

using namespace heddle;
using namespace llvm;

void heddle::printPlain(const RewriteOptions &Options, const FileRange &Where,
                        const Diagnostic &D) {
  std::string Prefix = "heddle-rewrite";
  if (!Where.File.empty())
    Prefix = Where.File + ":" + std::to_string(Where.Line) + ":" +
             std::to_string(Where.Column);
  std::string Text = D.Text + " [heddle-" + getDiagInfo(D.ID).Name.str() + "]";
  const bool IsRemark = D.Level == Severity::Remark;
  (IsRemark ? WithColor::remark(errs(), Prefix)
            : WithColor::error(errs(), Prefix))
      << Text << '\n';
  if (Options.Log)
    Options.Log->add(
        IsRemark ? clang::DiagnosticsEngine::Remark
                 : clang::DiagnosticsEngine::Error,
        Text, {Where.File, Where.Line, Where.Column, Where.Line, Where.Column});
}

namespace {

std::string escapedForMake(StringRef Path) {
  std::string Text;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Text += '\\';
    else if (C == '$')
      Text += '$';
    Text += C;
  }
  return Text;
}

class Writer {
public:
  explicit Writer(const RewriteOptions &Options) : Options(Options) {}

  int run(const std::vector<SourceResult> &Results);

private:
  bool merge(const std::vector<SourceResult> &Results);
  std::set<std::string> filesToMirror(const std::vector<SourceResult> &Results);
  bool write(const FileEdits &File, StringRef Path);
  void writeDepfile(const std::vector<SourceResult> &Results);
  void writeFolder(const std::vector<SourceResult> &Results);
  bool mirror(const std::string &Path);
  bool mirrorAlone(const std::string &Path);
  bool textOf(const FileEdits &File, std::string &Text);
  void fail(int Code) { Exit = std::max(Exit, Code); }
  bool isSource(StringRef Path) const;

  const RewriteOptions &Options;
  UnitEdits All;
  /// The files to mirror, each with those of them that it includes, and with
  /// whether it was written.
  std::map<std::string, std::set<std::string>> Includes;
  std::map<std::string, bool> Mirrored;
  int Exit = ExitWritten;
};

bool Writer::merge(const std::vector<SourceResult> &Results) {
  for (const SourceResult &R : Results) {
    FileRange Where;
    if (R.Exit != ExitWritten || All.merge(R.Edits, Where))
      continue;
    sayOfFile(Options, DiagID::HD631, Where, Where.File);
    fail(ExitErrors);
    return false;
  }
  return true;
}

/// The text after the edits; a file without edits stays as it is.
bool Writer::textOf(const FileEdits &File, std::string &Text) {
  if (File.Nests.empty()) {
    Text = File.Code;
    return true;
  }
  Expected<std::string> After = apply(File);
  if (!After) {
    sayOfFile(Options, DiagID::HD990, {}, File.Name,
              toString(After.takeError()));
    fail(ExitInternal);
    return false;
  }
  Text = withMarker(std::move(*After), File.Name);
  return true;
}

bool Writer::isSource(StringRef Path) const {
  for (const auto &[Source, File] : All.Files)
    if (sys::fs::equivalent(Path, Source))
      return true;
  return false;
}

bool Writer::write(const FileEdits &File, StringRef Path) {
  std::string Text;
  if (!textOf(File, Text))
    return false;
  if (isSource(Path)) {
    sayOfFile(Options, DiagID::HD638, {}, Path, "it is a source of this run");
    fail(ExitErrors);
    return false;
  }
  if (Error E = writeFile(Path, Text)) {
    sayOfFile(Options, DiagID::HD638, {}, Path, toString(std::move(E)));
    fail(ExitErrors);
    return false;
  }
  return true;
}

/// The sources, the annotated headers, whatever includes one of these, and what
/// all of them find by quotes beside themselves: so that an #include in the
/// folder finds the rewritten header and never the one as written.
std::set<std::string>
Writer::filesToMirror(const std::vector<SourceResult> &Results) {
  std::set<std::string> Files;
  for (const auto &[Path, File] : All.Files)
    if (File.IsMain || !File.Nests.empty())
      Files.insert(Path);
  for (size_t Before = 0; Before != Files.size();) {
    Before = Files.size();
    for (const SourceResult &R : Results)
      for (const Inclusion &I : R.Inclusions) {
        if (R.Exit != ExitWritten)
          break; // nothing is written for it
        if (Files.count(I.To) && !I.From.empty())
          Files.insert(I.From);
        if (I.Quoted && Files.count(I.From))
          Files.insert(I.To);
      }
  }
  return Files;
}

/// Writes one file, without regard to what it includes.
bool Writer::mirrorAlone(const std::string &Path) {
  StringRef Below = Path;
  bool Inside = Below.consume_front(Options.Root) &&
                (Options.Root == "/" || Below.consume_front("/"));
  if (!Inside) {
    sayOfFile(Options, DiagID::HD641, {}, Path, Options.Root);
    fail(ExitErrors);
    return false;
  }
  SmallString<128> Target(Options.Path);
  sys::path::append(Target, Below);
  if (std::error_code Code =
          sys::fs::create_directories(sys::path::parent_path(Target))) {
    sayOfFile(Options, DiagID::HD638, {}, Target.str().str(), Code.message());
    fail(ExitErrors);
    return false;
  }
  auto Known = All.Files.find(Path);
  if (Known != All.Files.end())
    return write(Known->second, Target);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer) {
    sayOfFile(Options, DiagID::HD638, {}, Target.str().str(),
              "'" + Path + "' cannot be read: " + Buffer.getError().message());
    fail(ExitErrors);
    return false;
  }
  FileEdits Plain;
  Plain.Name = Path;
  Plain.Code = (*Buffer)->getBuffer().str();
  return write(Plain, Target);
}

/// Writes the file after all that it includes, or not at all.
bool Writer::mirror(const std::string &Path) {
  auto [At, New] = Mirrored.try_emplace(Path, true); // meanwhile, for circles
  if (!New)
    return At->second;
  for (const std::string &Included : Includes[Path]) {
    if (mirror(Included))
      continue;
    sayOfFile(Options, DiagID::HD645, {}, Path, Included);
    fail(ExitErrors);
    return Mirrored[Path] = false;
  }
  return Mirrored[Path] = mirrorAlone(Path);
}

void Writer::writeFolder(const std::vector<SourceResult> &Results) {
  std::set<std::string> Files = filesToMirror(Results);
  for (const SourceResult &R : Results)
    if (R.Exit == ExitWritten)
      for (const Inclusion &I : R.Inclusions)
        if (Files.count(I.From) && Files.count(I.To))
          Includes[I.From].insert(I.To);
  for (const std::string &Path : Files)
    mirror(Path);
}

/// The rule has one target, the output of the first source: whoever declares
/// several outputs of one run makes them together.
void Writer::writeDepfile(const std::vector<SourceResult> &Results) {
  if (Options.Depfile.empty() || Exit != ExitWritten)
    return;
  SmallString<128> Target(Options.Path);
  if (Options.Output == OutputMode::Folder) {
    SmallString<128> First;
    if (sys::fs::real_path(Options.Sources.front(), First))
      return;
    StringRef Below = First;
    Below.consume_front(Options.Root);
    sys::path::append(Target, Below);
  }
  std::set<std::string> Needed;
  for (const auto &[Path, File] : All.Files)
    Needed.insert(Path);
  for (const SourceResult &R : Results)
    for (const Inclusion &I : R.Inclusions)
      Needed.insert(I.To);
  std::string Rule = escapedForMake(Target) + ":";
  for (const std::string &Path : Needed)
    if (!Path.empty())
      Rule += " \\\n  " + escapedForMake(Path);
  if (Error E = writeFile(Options.Depfile, Rule + "\n")) {
    sayOfFile(Options, DiagID::HD638, {}, Options.Depfile,
              toString(std::move(E)));
    fail(ExitErrors);
  }
}

int Writer::run(const std::vector<SourceResult> &Results) {
  for (const SourceResult &R : Results)
    fail(R.Exit);
  if (Options.Output == OutputMode::None || !merge(Results))
    return Exit;
  if (Options.Output == OutputMode::Folder) {
    writeFolder(Results);
    writeDepfile(Results);
    return Exit;
  }
  for (const auto &[Path, File] : All.Files) {
    std::string Text;
    if (Options.Output == OutputMode::Diff) {
      if (textOf(File, Text))
        outs() << unifiedDiff(File, Text);
    } else if (!File.IsMain) {
      continue; // never rewritten in these modes
    } else if (Options.Output == OutputMode::File) {
      write(File, Options.Path);
      writeDepfile(Results);
    } else if (textOf(File, Text)) {
      outs() << Text;
    }
  }
  outs().flush();
  if (outs().has_error()) {
    sayOfFile(Options, DiagID::HD638, {}, "<stdout>", outs().error().message());
    outs().clear_error();
    fail(ExitErrors);
  }
  return Exit;
}

} // namespace

int heddle::writeResults(const RewriteOptions &Options,
                         const std::vector<SourceResult> &Results) {
  int Exit = Writer(Options).run(Results);
  if (Options.Report != ReportForm::None)
    Exit = std::max(Exit, writeReport(Options, Results));
  if (Options.Log) {
    // An error of the command line is said before there is a log.
    if (Exit != ExitWritten && !Options.Log->hasErrors())
      Options.Log->add(clang::DiagnosticsEngine::Error,
                       "a source could not be read; the standard error says "
                       "why",
                       {}, "heddle-rewrite");
    if (Error E = Options.Log->write(Options.Sarif, Exit)) {
      sayOfFile(Options, DiagID::HD638, {}, Options.Sarif,
                toString(std::move(E)));
      Exit = std::max<int>(Exit, ExitErrors);
    }
  }
  return Exit;
}
