//===- Output.cpp - Writes what was rewritten -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "Frontend/WriteFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <set>

using namespace heddle;
using namespace llvm;

namespace heddle {
void printPlain(const FileRange &Where, const Diagnostic &D) {
  std::string Prefix = "heddle-rewrite";
  if (!Where.File.empty())
    Prefix = Where.File + ":" + std::to_string(Where.Line) + ":" +
             std::to_string(Where.Column);
  WithColor::error(errs(), Prefix)
      << D.Text << " [heddle-" << getDiagInfo(D.ID).Name << "]\n";
}
} // namespace heddle

namespace {

class Writer {
public:
  explicit Writer(const RewriteOptions &Options) : Options(Options) {}

  int run(const std::vector<SourceResult> &Results);

private:
  bool merge(const std::vector<SourceResult> &Results);
  std::set<std::string> filesToMirror(const std::vector<SourceResult> &Results);
  void write(const FileEdits &File, StringRef Path);
  void writeFolder(const std::vector<SourceResult> &Results);
  bool textOf(const FileEdits &File, std::string &Text);
  void fail(int Code) { Exit = std::max(Exit, Code); }
  bool isSource(StringRef Path) const;

  const RewriteOptions &Options;
  UnitEdits All;
  int Exit = ExitWritten;
};

bool Writer::merge(const std::vector<SourceResult> &Results) {
  for (const SourceResult &R : Results) {
    FileRange Where;
    if (R.Exit != ExitWritten || All.merge(R.Edits, Where))
      continue;
    sayOfFile(DiagID::HD631, Where, Where.File);
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
    sayOfFile(DiagID::HD990, {}, File.Name, toString(After.takeError()));
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

void Writer::write(const FileEdits &File, StringRef Path) {
  std::string Text;
  if (!textOf(File, Text))
    return;
  if (isSource(Path)) {
    sayOfFile(DiagID::HD638, {}, Path, "it is a source of this run");
    return fail(ExitErrors);
  }
  if (Error E = writeFile(Path, Text)) {
    sayOfFile(DiagID::HD638, {}, Path, toString(std::move(E)));
    fail(ExitErrors);
  }
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
        if (Files.count(I.To) && !I.From.empty())
          Files.insert(I.From);
        if (I.Quoted && Files.count(I.From))
          Files.insert(I.To);
      }
  }
  return Files;
}

void Writer::writeFolder(const std::vector<SourceResult> &Results) {
  for (const std::string &Path : filesToMirror(Results)) {
    StringRef Below = Path;
    bool Inside = Below.consume_front(Options.Root) &&
                  (Options.Root == "/" || Below.consume_front("/"));
    if (!Inside) {
      sayOfFile(DiagID::HD641, {}, Path, Options.Root);
      fail(ExitErrors);
      continue;
    }
    SmallString<128> Target(Options.Path);
    sys::path::append(Target, Below);
    if (std::error_code Code =
            sys::fs::create_directories(sys::path::parent_path(Target))) {
      sayOfFile(DiagID::HD638, {}, Target.str().str(), Code.message());
      fail(ExitErrors);
      continue;
    }
    auto Known = All.Files.find(Path);
    if (Known != All.Files.end()) {
      write(Known->second, Target);
      continue;
    }
    auto Buffer = MemoryBuffer::getFile(Path);
    FileEdits Plain;
    Plain.Name = Path;
    if (Buffer)
      Plain.Code = (*Buffer)->getBuffer().str();
    write(Plain, Target);
  }
}

int Writer::run(const std::vector<SourceResult> &Results) {
  for (const SourceResult &R : Results)
    fail(R.Exit);
  if (Options.Output == OutputMode::None || !merge(Results))
    return Exit;
  if (Options.Output == OutputMode::Folder) {
    writeFolder(Results);
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
    } else if (textOf(File, Text)) {
      outs() << Text;
    }
  }
  outs().flush();
  if (outs().has_error()) {
    sayOfFile(DiagID::HD638, {}, "<stdout>", outs().error().message());
    outs().clear_error();
    fail(ExitErrors);
  }
  return Exit;
}

} // namespace

int heddle::writeResults(const RewriteOptions &Options,
                         const std::vector<SourceResult> &Results) {
  return Writer(Options).run(Results);
}
