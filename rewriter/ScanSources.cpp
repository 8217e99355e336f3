//===- ScanSources.cpp - Which loops of sources could be annotated --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A crash in one nest ends the process of its source alone, and processes share
// nothing, neither isl's nor Clang's. A child writes its loops as JSON to a
// file without a name, and what it has to say to another, so that all is read
// in the order of the sources.
//===----------------------------------------------------------------------===//

#include "ScanSources.h"
#include "Driver/Scan.h"
#include "Output.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/LoopPragmas.h"
#include "Tool.h"
#include "Version.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include <cstdio>
#include <deque>
#include <sys/wait.h>
#include <unistd.h>

using namespace clang;
using namespace clang::tooling;
using namespace heddle;

//===----------------------------------------------------------------------===//
// One source
//===----------------------------------------------------------------------===//

namespace {

using Loops = std::vector<ScannedLoop>;

class ScanConsumer : public ASTConsumer {
public:
  ScanConsumer(Preprocessor &PP, ScanOf What, Loops &Out)
      : PP(PP), Pragmas(PP), What(What), Out(Out) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    llvm::append_range(Out, scanUnit(Context, PP, Pragmas, What));
  }

private:
  Preprocessor &PP;
  LoopPragmas Pragmas;
  ScanOf What;
  Loops &Out;
};

class ScanAction : public ASTFrontendAction {
public:
  ScanAction(ScanOf What, Loops &Out) : What(What), Out(Out) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    installAnnotations(CI.getPreprocessor(),
                       CI.getFrontendOpts().Inputs.front().isPreprocessed());
    return std::make_unique<ScanConsumer>(CI.getPreprocessor(), What, Out);
  }

private:
  ScanOf What;
  Loops &Out;
};

class ScanFactory : public FrontendActionFactory {
public:
  ScanFactory(ScanOf What, Loops &Out) : What(What), Out(Out) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<ScanAction>(What, Out);
  }

private:
  ScanOf What;
  Loops &Out;
};

/// The pragmas of OpenMP and OpenACC are to stay pragmas, and what depends on
/// their being switched on is to stay as it is. The version is 4.5, since
/// headers of newer ones declare variants by pragmas, which need to be read.
/// Warnings are for compilers, and errors for people.
CommandLineArguments argumentsOfScan(const CommandLineArguments &Arguments,
                                     llvm::StringRef) {
  CommandLineArguments Result;
  for (const std::string &A : Arguments) {
    const llvm::StringRef Flag = A;
    if (Flag == "-fopenmp" || Flag.starts_with("-fopenmp="))
      Result.push_back("-D_OPENMP=201511");
    else if (Flag == "-fopenacc")
      Result.push_back("-D_OPENACC=202506");
    else if (!Flag.starts_with("-fopenmp-") &&
             !Flag.starts_with("-fdiagnostics-format"))
      Result.push_back(A);
  }
  Result.insert(Result.begin() + 1, "-w");
  return Result;
}

/// Writes the loops to Out, as lines; returns the exit code.
int scanOne(const RewriteOptions &Options, const std::string &Source,
            llvm::raw_fd_ostream &Out) {
  Loops Found;
  ScanFactory Actions(*Options.Scan, Found);
  const std::unique_ptr<ClangTool> Tool = makeTool(Options, Source);
  Tool->appendArgumentsAdjuster(argumentsOfScan);
  if (Tool->run(&Actions) != 0)
    return ExitErrors;
  llvm::json::OStream J(Out);
  J.array([&] {
    for (const ScannedLoop &L : Found)
      heddle::printJson(L, J);
  });
  Out.flush();
  return Out.has_error() ? ExitErrors : ExitWritten;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// A file without a name, or null.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;

TemporaryFile temporaryFile() { return {std::tmpfile(), std::fclose}; }

std::string contents(std::FILE *File) {
  auto Buffer = llvm::MemoryBuffer::getOpenFile(
      llvm::sys::fs::convertFDToNativeFile(fileno(File)), "",
      /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// The process that scans one source.
class Child {
public:
  Child(const RewriteOptions &Options, const std::string &Source)
      : Source(Source), Out(temporaryFile()), Said(temporaryFile()) {
    llvm::outs().flush();
    if (Out && Said)
      Process = fork();
    if (Process == 0)
      run(Options);
  }

  /// -1: there was no process to be had.
  pid_t process() const { return Process; }
  /// The process is over; lets go of its files.
  void end(int Status);
  /// Shows what it had to say, adds what it has found, and returns its exit
  /// code.
  int addTo(ScanReport &To) const;

private:
  [[noreturn]] void run(const RewriteOptions &Options) const {
    dup2(fileno(Said.get()), STDERR_FILENO);
    llvm::raw_fd_ostream OS(fileno(Out.get()), /*shouldClose=*/false);
    const int Exit = scanOne(Options, Source, OS);
    llvm::errs().flush();
    // Nothing of the parent's is to be ended here.
    _exit(Exit);
  }

  const std::string &Source;
  TemporaryFile Out, Said;
  pid_t Process = -1;
  int Exit = ExitInternal;
  std::string Messages;
  Loops Found;
};

void Child::end(int Status) {
  Messages = contents(Said.get());
  if (WIFEXITED(Status) && WEXITSTATUS(Status) <= ExitErrors)
    Exit = WEXITSTATUS(Status);
  if (Exit == ExitWritten) {
    auto Parsed = llvm::json::parse<Loops>(contents(Out.get()));
    if (Parsed)
      Found = std::move(*Parsed);
    else
      Exit = ExitInternal;
    consumeError(Parsed.takeError());
  }
  Out.reset();
  Said.reset();
}

int Child::addTo(ScanReport &To) const {
  llvm::errs() << Messages;
  if (Exit == ExitInternal)
    llvm::WithColor::error(llvm::errs(), "heddle-rewrite")
        << "internal error while reading '" << Source
        << "'; please report it together with the source\n";
  for (const ScannedLoop &L : Found)
    To.add(L);
  To.addSource({Source, Exit});
  return Exit;
}

/// Waits for one of the processes; false where there is none.
bool reapOne(std::deque<Child> &All) {
  int Status = 0;
  const pid_t Over = llvm::sys::RetryAfterSignal(-1, wait, &Status);
  for (Child &C : All)
    if (Over > 0 && C.process() == Over)
      C.end(Status);
  return Over > 0;
}

/// Returns the exit code.
int scanAll(const RewriteOptions &Options, ScanReport &To) {
  const size_t Jobs = Options.Jobs
                          ? Options.Jobs
                          : llvm::hardware_concurrency().compute_thread_count();
  std::deque<Child> All;
  size_t Running = 0;
  for (const std::string &Source : Options.Sources) {
    if (Running == Jobs && reapOne(All))
      --Running;
    Running += All.emplace_back(Options, Source).process() > 0;
  }
  while (reapOne(All))
    ;
  int Exit = ExitWritten;
  for (const Child &C : All)
    Exit = std::max(Exit, C.addTo(To));
  return Exit;
}

} // namespace

int heddle::scanSources(const RewriteOptions &Options) {
  ScanReport Found;
  int Exit = scanAll(Options, Found);
  llvm::SmallString<128> Folder;
  if (llvm::sys::fs::real_path(".", Folder))
    Folder.clear();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Options.Report == ReportForm::Json)
    Found.printJson(std::string("heddle-rewrite ") + Version, Folder, OS);
  else
    Found.printText(Folder, OS);
  return std::max(Exit, writeReportText(Options, Text));
}
