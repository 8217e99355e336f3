//===- Tidy.cpp - The check heddle-verify of clang-tidy -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   clang-tidy --load=HeddleTidy.so --checks='-*,heddle-verify' f.cpp -- FLAGS
//
// Says about annotated loops what the plugin says. Wrong uses of attributes are
// errors of the compiler, as everywhere. Option:
//
//   heddle-verify.OnFailure   error, warn or serial, as of heddle-rewrite
//===----------------------------------------------------------------------===//

#include "Diagnostics/Printer.h"
#include "Driver/TranslationUnit.h"
#include "Read/Annotation/Attributes.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace clang::tidy;
using namespace heddle;

namespace {

class VerifyCheck : public ClangTidyCheck {
public:
  VerifyCheck(llvm::StringRef Name, ClangTidyContext *Context)
      : ClangTidyCheck(Name, Context),
        Failure(Options.get("OnFailure", "error").str()) {}

  void registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                           Preprocessor *) override {
    installAnnotations(*PP);
    this->PP = PP;
  }

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl().bind("unit"), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

  void storeOptions(ClangTidyOptions::OptionMap &Map) override {
    Options.store(Map, "OnFailure", Failure);
  }

private:
  DiagnosticBuilder begin(SourceLocation Where, std::optional<Severity> Level);

  std::string Failure;
  Preprocessor *PP = nullptr; ///< set before anything is matched
};

DiagnosticBuilder VerifyCheck::begin(SourceLocation Where,
                                     std::optional<Severity> Level) {
  DiagnosticIDs::Level Kind = !Level                      ? DiagnosticIDs::Note
                              : *Level == Severity::Error ? DiagnosticIDs::Error
                              : *Level == Severity::Warning
                                  ? DiagnosticIDs::Warning
                                  : DiagnosticIDs::Remark;
  return Where.isValid() ? diag(Where, "%0", Kind) : diag("%0", Kind);
}

void VerifyCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  ASTContext &Context = *Result.Context;
  auto Mode = llvm::StringSwitch<std::optional<OnFailure>>(Failure)
                  .Case("error", OnFailure::Error)
                  .Case("warn", OnFailure::Warn)
                  .Case("serial", OnFailure::Serial)
                  .Default(std::nullopt);
  if (!Mode)
    configurationDiag("the option 'OnFailure' of 'heddle-verify' is error, "
                      "warn or serial, not '%0'")
        << Failure;
  UnitOptions Unit;
  Unit.Failure = Mode.value_or(OnFailure::Error);
  Unit.Show = [&](const heddle::Diagnostic &D) {
    print(D, Context.getSourceManager(), Context.getLangOpts(),
          [&](SourceLocation Where, std::optional<Severity> Level) {
            return begin(Where, Level);
          });
  };
  processUnit(Context, *PP, Unit);
}

class Module : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<VerifyCheck>("heddle-verify");
  }
};

ClangTidyModuleRegistry::Add<Module> AddModule("heddle",
                                               "verifies annotated loop nests");

} // namespace
