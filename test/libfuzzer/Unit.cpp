//===- Unit.cpp - One text through the whole pipeline ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Unit.h"
#include "Driver/TranslationUnit.h"
#include "Read/Annotation/Attributes.h"
#include "Validate/Validate.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace heddle;

namespace {

UnitOptions optionsOf(unsigned Choice) {
  UnitOptions Options;
  Options.Failure = Choice & 1 ? OnFailure::Serial : OnFailure::Error;
  Options.Pipeline.Describe = Choice & 2;
  Options.Pipeline.OpenMP = !(Choice & 4);
  return Options;
}

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, unsigned Choice, std::string &Text)
      : CI(CI), Choice(Choice), Text(Text) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    UnitResult Unit =
        processUnit(Context, CI.getPreprocessor(), optionsOf(Choice));
    if (Unit.Internal)
      die("an internal error", "");
    if (!Unit.Good)
      return;
    for (const auto &[Path, File] : Unit.Edits.Files) {
      llvm::Expected<std::string> New = apply(File);
      if (!New)
        die("edits that do not fit: ", toString(New.takeError()));
      if (File.IsMain && !File.Nests.empty())
        Text = *New;
    }
  }

  [[noreturn]] static void die(llvm::StringRef What, llvm::StringRef Text) {
    llvm::errs() << "heddle: " << What << Text << '\n';
    abort();
  }

private:
  CompilerInstance &CI;
  unsigned Choice;
  std::string &Text;
};

class Rewriting : public ASTFrontendAction {
public:
  Rewriting(unsigned Choice, std::string &Text) : Choice(Choice), Text(Text) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    installAnnotations(CI.getPreprocessor());
    return std::make_unique<Consumer>(CI, Choice, Text);
  }

private:
  unsigned Choice;
  std::string &Text;
};

bool parse(llvm::StringRef Text, std::unique_ptr<FrontendAction> Action,
           DiagnosticConsumer &Diagnostics) {
  std::vector<std::string> Command = {
      "heddle-rewrite", "-fsyntax-only",           "-std=c++17",
      "-xc++",          "-I" HEDDLE_FUZZ_INCLUDE,  "-include-pch",
      HEDDLE_FUZZ_PCH,  "-ferror-limit=1",         "-w",
      "-ftemplate-depth=64",                       "-fconstexpr-steps=100000",
      "-resource-dir=" HEDDLE_FUZZ_RESOURCE_DIR,   "nest.cpp"};
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  Files->pushOverlay(Memory);
  llvm::SmallString<128> Path;
  llvm::sys::fs::current_path(Path);
  Memory->addFile(Path + "/nest.cpp", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Text));
  auto Manager =
      llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Files);
  tooling::ToolInvocation Invocation(std::move(Command), std::move(Action),
                                     Manager.get());
  Invocation.setDiagnosticConsumer(&Diagnostics);
  return Invocation.run();
}

/// Validates what was written, on fewer instances than the tools.
class Validation : public ASTConsumer {
public:
  void HandleTranslationUnit(ASTContext &Context) override {
    if (Context.getDiagnostics().hasErrorOccurred())
      return;
    validate::CheckOptions Options;
    Options.Steps = 50000;
    for (const validate::Finding &F : validate::validate(Context, Options))
      if (F.What == validate::Finding::Differs)
        Consumer::die("the kernel is not the loop: ", F.Text);
  }
};

class Validating : public ASTFrontendAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<Validation>();
  }
};

} // namespace

void heddle::processText(llvm::StringRef Text, unsigned Choice) {
  std::string Rewritten;
  DiagnosticOptions Style;
  // What would be shown is rendered, too.
  TextDiagnosticPrinter Printer(llvm::nulls(), Style);
  parse(Text, std::make_unique<Rewriting>(Choice, Rewritten), Printer);
  if (Rewritten.empty())
    return;
  std::string Said;
  llvm::raw_string_ostream OS(Said);
  TextDiagnosticPrinter Listener(OS, Style);
  if (!parse(Rewritten, std::make_unique<Validating>(), Listener))
    Consumer::die("clang does not accept what was written:\n",
                  Said + Rewritten);
}
